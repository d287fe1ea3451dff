/** What was written, on its way out. */
import type { Conversation } from "../../../app/conversation.ts";
import type { SentImage } from "../../../protocol/message.ts";
import { say } from "../../../words/say.ts";

/** How a text is sent. `isTyped`: what begins it was typed, so it may be a command. */
export type Submission = {
  readonly how: "queue" | "steer";
  readonly isTyped: boolean;
  readonly images?: readonly SentImage[];
};

/**
 * Why images cannot go out with what was written, for the user, before anything is sent; null when nothing is in the way.
 * `isMessage`: it goes to the model.
 */
export function whyImagesStay(
  images: readonly SentImage[],
  isMessage: boolean,
  { engine, takesImages }: Pick<Conversation, "engine" | "takesImages">,
): string | null {
  if (images.length === 0) return null;
  if (!isMessage) return say`Images can only be sent with a message; a command takes none.`;
  if (takesImages()) return null;
  return say`${engine.model} does not take images, so nothing was sent. /model talks to one that does; if this one does, say so in the settings: "vision": true for this model, below "providers".`;
}

/** What is said of a command that does not exist. `nearest`: the one that may be meant. */
export function unknownCommandWords({ name, nearest }: { name: string; nearest: string | null }): string {
  const hint = nearest === null ? say`/help lists them` : say`did you mean /${nearest}?`;
  return say`There is no command /${name}; ${hint}`;
}
