/** `/rename`: what the session on screen is called. */
import type { Conversation } from "../../../app/conversation.ts";
import { printable } from "../../../terminal/sanitize.ts";
import { say } from "../../../words/say.ts";

export type RenameParts = {
  readonly conversation: Pick<Conversation, "title" | "rename">;
  readonly tell: (text: string, level?: "warning") => void;
  /** Puts a text into the composer. */
  readonly giveBack: (text: string) => void;
};

/** What takes the name away again. */
const byRule = "-";

export function renameCommand(words: string, { conversation, tell, giveBack }: RenameParts): void {
  const name = words.trim();
  if (name === "") {
    const title = conversation.title();
    if (title === "")
      return tell(
        say`Nothing was said yet: there is no title to change. /rename WORDS gives one.`,
        "warning",
      );
    return giveBack(["/rename", title].join(" "));
  }
  conversation.rename(name === byRule ? "" : name);
  const title = conversation.title();
  tell(
    name === byRule
      ? say`The session is called by its first message again: ${printable(title) || say`(nothing said)`}`
      : say`The session is called “${printable(title)}” now.`,
  );
}
