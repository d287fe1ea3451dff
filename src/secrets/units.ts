/** The pieces in which a text is looked at. Where they end depends on the text only, not on how it comes. */
import { keyBlockEnd, mayBeKey } from "./key-block.ts";
import { telling } from "./own-patterns.ts";

/** A line without an end is not held back for ever. UTF-16 units. */
const mostHeld = 16 * 1024;
/** Longer than anything that a pattern finds. UTF-16 units. */
const longestFind = 10 * 1024;

/**
 * The end of the piece that begins at `from`: a line with its end, or all the lines of a private key or of a value that
 * has several. Null when there is no more, or when what is there is not all of it, and more may come (`isEnd` false).
 */
export function lineUnit(
  text: string,
  from: number,
  values: readonly string[],
  isEnd: boolean,
): number | null {
  if (from >= text.length) return null;
  let end = text.indexOf("\n", from) + 1;
  if (end === 0) return isEnd ? text.length : null;
  if (mayBeKey(text.slice(from, end))) return keyBlockEnd(text, end, isEnd);
  while (values.some((value) => value.includes("\n") && beginningAt(text, from, end, value) !== null)) {
    const next = text.indexOf("\n", end) + 1;
    if (next === 0) return isEnd ? text.length : null;
    end = next;
  }
  return end;
}

/**
 * How much of a line without an end may be handed on: up to a sign behind which nothing that was before it can be a part
 * of a secret. Zero while a word in it says that the rest has to be seen first.
 */
export function shownBeforeEnd(line: string, values: readonly string[]): number {
  if (line.length > mostHeld) return line.length - longestFind;
  if (telling.test(line)) return 0;
  const starts = values.flatMap((value) => beginningAt(line, 0, line.length, value) ?? []);
  return lastBreak(line.slice(0, Math.min(line.length, ...starts)));
}

/** Signs of tokens, of labels, and of the sequences that colour them: behind any other one something new begins. */
const inToken = /[A-Za-z0-9_+/=.:@%~\-«[;]/;
const escape = "\u001b";

/** Behind the last sign that stands in no token. Two dots are none either: progress is shown as dots. */
function lastBreak(line: string): number {
  for (let at = line.length - 1; at >= 0; at -= 1) {
    const sign = line[at] ?? "";
    const isInside = inToken.test(sign) || sign === escape;
    if (!isInside || line.startsWith("..", at - 1)) return at + 1;
  }
  return 0;
}

/** Where the earliest beginning of `value` stands that the text breaks off in at `end`, or null. */
function beginningAt(text: string, from: number, end: number, value: string): number | null {
  for (let at = Math.max(from, end - value.length + 1); at < end; at += 1) {
    if (text[at] === value[0] && value.startsWith(text.slice(at, end))) return at;
  }
  return null;
}
