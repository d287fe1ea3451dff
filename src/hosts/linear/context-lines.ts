/** /context without a screen: the parts as lines, and changes by their numbers. */
import { changeContext, type ContextCommandParts } from "../repl/context/open-context.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

/** Says the parts, a line each; or does what the argument says to them. */
export async function tellContext(
  argument: string,
  { conversation, voice }: Pick<ContextCommandParts, "conversation"> & { readonly voice: Voice },
): Promise<void> {
  if (argument !== "") return changeContext(argument, { conversation, tell: voice.tell });
  const [context, { contextLines }] = await Promise.all([
    conversation.context.open(),
    import("../../app/context-words.ts"),
  ]);
  voice.speak(
    ...contextLines(context.look()),
    say`/context exclude, restore, pin, shorten or summarise with numbers of parts changes them.`,
  );
}
