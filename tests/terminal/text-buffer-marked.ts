/** Texts with a mark where the caret is. */
import { createTextBuffer, type EditCommand, type TextBuffer } from "../../src/terminal/text-buffer.ts";

/** A buffer with a text in which `|` marks the caret. */
export function buffer(marked: string): TextBuffer {
  const made = createTextBuffer();
  made.reset(marked.replace("|", ""));
  made.moveTo(marked.indexOf("|"));
  return made;
}

/** The text with `|` at the caret, after the given commands. */
export function after(start: string | TextBuffer, ...commands: readonly EditCommand[]): string {
  const made = typeof start === "string" ? buffer(start) : start;
  for (const command of commands) made.run(command, 80);
  const { text } = made.content;
  return `${text.slice(0, made.caret)}|${text.slice(made.caret)}`;
}
