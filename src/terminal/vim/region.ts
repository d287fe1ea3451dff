/** What an operator is about, made from where a motion, an object or a selection begins and ends. */
import { boundaryAtOrAfter, nextBoundary } from "../text-buffer/graphemes.ts";
import {
  afterBlanks,
  areInOneLine,
  isInIndent,
  isLineEnd,
  isLineStart,
  lineEnd,
  lineFrom,
  lineStart,
  next,
} from "./places.ts";

/** From `start` up to `end`. With `linewise` these are whole lines, without the newline behind the last one. */
export type Region = { readonly start: number; readonly end: number; readonly linewise: boolean };

/** How much a visual selection held, so that what was done with it can be done elsewhere. */
export type Extent = { readonly linewise: boolean; readonly lines: number; readonly columns: number };

export type Span = {
  readonly from: number;
  readonly to: number;
  readonly inclusive: boolean;
  readonly linewise: boolean;
};

/**
 * The region between two places, with vim's own exceptions: what ends before the first character of a line ends with the
 * line before it, and is all of its lines where it also begins in an indent.
 */
export function regionOf(text: string, { from, to, inclusive, linewise }: Span, isDelete: boolean): Region {
  const start = Math.min(from, to);
  let end = Math.max(from, to);
  if (linewise) return linesBetween(text, start, end);
  let takesLast = inclusive;
  const isOneLine = areInOneLine(text, start, end);
  if (!isOneLine && !takesLast && isLineStart(text, end)) {
    end -= 1;
    if (isInIndent(text, start)) return linesBetween(text, start, end);
    takesLast = false;
  } else if (takesLast && !isLineEnd(text, end)) {
    end = nextBoundary(text, end);
  }
  // Where nothing but blanks would be left of several lines, vi deletes them whole.
  if (isDelete && !areInOneLine(text, start, end) && isInIndent(text, start)) {
    if (isLineEnd(text, afterBlanks(text, end))) return linesBetween(text, start, end);
  }
  return { start: boundaryAtOrAfter(text, start), end: boundaryAtOrAfter(text, end), linewise: false };
}

export function linesBetween(text: string, start: number, end: number): Region {
  return { start: lineStart(text, start), end: lineEnd(text, end), linewise: true };
}

/** What is selected in visual mode: up to the grapheme, or the line end, under the caret. */
export function selected(text: string, anchor: number, caret: number, linewise: boolean): Region {
  const start = Math.min(anchor, caret);
  const end = Math.max(anchor, caret);
  if (linewise) return linesBetween(text, start, end);
  return { start, end: next(text, end).at, linewise: false };
}

/** How much a selection holds. */
export function extentOf(text: string, anchor: number, caret: number, linewise: boolean): Extent {
  const start = Math.min(anchor, caret);
  const end = Math.max(anchor, caret);
  const lines = text.slice(start, end).split("\n").length;
  const first = lines === 1 ? start : lineStart(text, end);
  let columns = 1;
  for (let at = first; at < end; at = nextBoundary(text, at)) columns += 1;
  return { linewise, lines, columns };
}

/** The region of the same extent at the caret. */
export function regionAt(text: string, caret: number, { linewise, lines, columns }: Extent): Region {
  const last = lines === 1 ? caret : lineFrom(text, caret, lines - 1);
  if (linewise) return linesBetween(text, caret, last);
  const limit = lineEnd(text, last);
  let end = last;
  for (let left = columns; left > 0 && end < limit; left -= 1) end = nextBoundary(text, end);
  return { start: caret, end, linewise: false };
}
