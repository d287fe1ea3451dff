/**
 * Places in a text as vim walks them: offsets of graphemes, with the line end as a place of its own. A newline stands
 * for the end of its line, and so does the end of the text.
 */
import { nextBoundary, previousBoundary } from "../text-buffer/graphemes.ts";

/** What a step forward or back has done. */
export type Step = {
  readonly at: number;
  /** `within`: in the line · `end`: onto its end · `line`: into another line · `none`: there is nothing further. */
  readonly crossed: "within" | "end" | "line" | "none";
};

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** The offset of the newline that ends the line, or of the text's end. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

export function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text.charAt(at) === "\n";
}

export function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charAt(at - 1) === "\n";
}

export function isEmptyLine(text: string, at: number): boolean {
  return isLineStart(text, at) && isLineEnd(text, at);
}

export function isBlank(char: string): boolean {
  return char === " " || char === "\t";
}

/** The first place of the line that is no blank; the last one of a line of blanks only. */
export function firstNonBlank(text: string, at: number): number {
  const place = afterBlanks(text, lineStart(text, at));
  return isLineEnd(text, place) && !isLineStart(text, place) ? previousBoundary(text, place) : place;
}

/** The first place at or behind `at` that is no blank, in the line. */
export function afterBlanks(text: string, at: number): number {
  let place = at;
  while (isBlank(text.charAt(place))) place += 1;
  return place;
}

/** Whether nothing but blanks stands before the place in its line; `extra`: and so many more from there on. */
export function isInIndent(text: string, at: number, extra = 0): boolean {
  return afterBlanks(text, lineStart(text, at)) >= at + extra;
}

/** Where the caret of normal mode stands: on a grapheme, never behind the last one of a line that has any. */
export function onGrapheme(text: string, at: number): number {
  const place = Math.min(at, text.length);
  return isLineEnd(text, place) && !isLineStart(text, place) ? previousBoundary(text, place) : place;
}

export function next(text: string, at: number): Step {
  if (at >= text.length) return { at, crossed: "none" };
  if (text.charAt(at) === "\n") return { at: at + 1, crossed: "line" };
  const place = nextBoundary(text, at);
  return { at: place, crossed: isLineEnd(text, place) ? "end" : "within" };
}

export function previous(text: string, at: number): Step {
  if (at <= 0) return { at: 0, crossed: "none" };
  if (text.charAt(at - 1) === "\n") return { at: at - 1, crossed: "line" };
  return { at: previousBoundary(text, at), crossed: "within" };
}

/** As `next`, without a stop on the end of a line that holds something. */
export function nextSkipping(text: string, at: number): Step {
  const step = next(text, at);
  if (step.crossed === "within" || step.crossed === "none" || isLineStart(text, step.at)) return step;
  return next(text, step.at);
}

/** As `previous`, without a stop on the end of a line that holds something. */
export function previousSkipping(text: string, at: number): Step {
  const step = previous(text, at);
  if (step.crossed !== "line" || isLineStart(text, step.at)) return step;
  return previous(text, step.at);
}

/** The start of the line so many lines further down (up: negative), as far as there are any. */
export function lineFrom(text: string, at: number, lines: number): number {
  let start = lineStart(text, at);
  for (let left = lines; left > 0; left -= 1) {
    const end = lineEnd(text, start);
    if (end === text.length) break;
    start = end + 1;
  }
  for (let left = lines; left < 0 && start > 0; left += 1) start = lineStart(text, start - 1);
  return start;
}

/** Whether two places stand in one line. */
export function areInOneLine(text: string, one: number, other: number): boolean {
  return lineStart(text, one) === lineStart(text, other);
}
