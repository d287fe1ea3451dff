/** Whether the model that is asked sees images, and a word where that turns out otherwise. */
import type { EngineEvent } from "../protocol/event.ts";
import { takesImages } from "../providers/find-model.ts";
import type { Provider } from "../providers/provider.ts";
import { say } from "../words/say.ts";

/** As far as is known: what the settings, the server or a refusal say counts more than the name. */
export function seesImages({ model, vision }: Provider): boolean {
  return vision ?? takesImages(model);
}

/**
 * Listens to an engine: a server may refuse images that its model was thought to take, and is asked again at once with words
 * in their place. Whoever sent one is told.
 */
export function onUnseenImages(
  provider: () => Provider,
  tell: (message: string) => void,
): (event: EngineEvent) => void {
  /** The model that was thought to see what was sent last. */
  let sentTo: string | undefined;
  return (event) => {
    if (event.type !== "entry") return;
    const { entry } = event;
    const asked = provider();
    if (entry.type === "user" && entry.images !== undefined && seesImages(asked)) sentTo = asked.model;
    if (entry.type !== "assistant" || sentTo === undefined) return;
    if (sentTo === asked.model && !seesImages(asked))
      tell(
        say`${asked.model} refused the images of your message and has answered without them. /model talks to one that takes them; then send the message again.`,
      );
    sentTo = undefined;
  };
}
