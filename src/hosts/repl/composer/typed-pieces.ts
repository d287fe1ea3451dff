/** Keys that came in one read, one by one: for what takes keys and not text, and for commands with more behind them. */
import { enterKey } from "../../../terminal/input/burst.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { parseInput } from "../commands/commands.ts";
import type { Composer } from "./composer.ts";

/** UTF-16 units. Nobody types more ahead; what is longer was pasted, in brackets or not. */
const longestTyped = 500;

/**
 * The event as the keys that it was typed with: a text with line ends inside that the terminal did not mark as a paste
 * is text and Enter, in this order. With `letters`, each character is an event of its own. A paste stays one.
 */
export function piecesOf(event: InputEvent, letters: boolean): readonly InputEvent[] {
  if (event.type === "text") return textPieces(event.text, letters);
  if (event.type !== "paste" || event.unmarked !== true || event.text.length > longestTyped) return [event];
  return event.text
    .split(/(\n)/)
    .flatMap((part) => (part === "\n" ? [enterKey] : part === "" ? [] : textPieces(part, letters)));
}

/**
 * The event as the composer takes it. A line end behind a command of rein whose beginning was typed before is Enter, also
 * where more stands behind it: what comes then is for what the command has opened. Else it stays one event: what came as a
 * whole may have been pasted, and nothing of that is a command.
 */
export function commandPieces(
  event: InputEvent,
  { buffer, isTyped, takesText }: Pick<Composer, "buffer" | "isTyped" | "takesText">,
): readonly InputEvent[] {
  if (event.type !== "paste" || event.continues || !event.text.includes("\n")) return [event];
  const { text } = buffer.content;
  if (!takesText || text === "" || buffer.caret !== text.length) return [event];
  const [line = ""] = event.text.split("\n", 1);
  return parseInput(text + line, isTyped).type === "command" ? piecesOf(event, false) : [event];
}

/** Puts what was taken apart together again, for whom it is text: nothing in it is a command there. */
export function joined(pieces: readonly InputEvent[]): readonly InputEvent[] {
  if (pieces.length < 2) return pieces;
  const text = pieces.map((piece) => (piece.type === "text" ? piece.text : "\n")).join("");
  return [
    text.includes("\n") ? { type: "paste", text, continues: false, unmarked: true } : { type: "text", text },
  ];
}

function textPieces(text: string, letters: boolean): readonly InputEvent[] {
  return letters ? Array.from(text, (char) => ({ type: "text", text: char })) : [{ type: "text", text }];
}
