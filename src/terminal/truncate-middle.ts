/** Long paths made to fit: both ends say more than the middle. */
import { graphemesOf, widthOf } from "./width.ts";

/** The part of a text that is left out, UTF-16 offsets. */
export type MiddleCut = { readonly start: number; readonly end: number };

/**
 * What has to be left out of `text`, which has no escape sequences, so that it takes `width` cells with an ellipsis in
 * place of it; null when it fits. The end keeps two thirds: a file's own name stands there.
 */
export function middleCutOf(text: string, width: number): MiddleCut | null {
  if (widthOf(text) <= width) return null;
  const room = Math.max(0, width - 1);
  const head = Math.floor(room / 3);
  const graphemes = [...graphemesOf(text)];
  let start = 0;
  let used = 0;
  for (const grapheme of graphemes) {
    const cells = widthOf(grapheme);
    if (used + cells > head) break;
    start += grapheme.length;
    used += cells;
  }
  let end = text.length;
  for (const grapheme of graphemes.toReversed()) {
    const cells = widthOf(grapheme);
    if (used + cells > room || end - grapheme.length < start) break;
    end -= grapheme.length;
    used += cells;
  }
  return { start, end };
}

/** The text, at most `width` cells wide, with an ellipsis in its middle where it is cut. */
export function truncateMiddle(text: string, width: number): string {
  const cut = middleCutOf(text, width);
  return cut === null ? text : `${text.slice(0, cut.start)}…${text.slice(cut.end)}`;
}
