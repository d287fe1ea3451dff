/**
 * Where user-perceived characters begin and end. Intl.Segmenter is right but costs 0.1 µs a character and more, so it
 * is only asked about the few places where characters can join; the rest is known from the character itself.
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Whether a UTF-16 unit is a character that never joins with another one of these: ASCII, Latin, Greek, Cyrillic, kana,
 * Han, Hangul syllables. (It may join with what is not: a combining mark, a variation selector, a jamo.) Those below
 * U+1100 take one column, the others two.
 */
export function stands(code: number): boolean {
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa1 && code <= 0x2ff && code !== 0xad) ||
    (code >= 0x388 && code <= 0x482) ||
    (code >= 0x48a && code <= 0x52f) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** Control characters are clusters of their own (CR is never in the text, so CRLF is no exception). */
function separates(code: number): boolean {
  return code < 0x20;
}

/** Whether it is certain, from the two units around it alone, that a boundary is at the offset. */
function isCertain(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return separates(before) || separates(after) || (stands(before) && stands(after));
}

function certainAtOrBefore(text: string, at: number): number {
  let place = at;
  while (!isCertain(text, place)) place -= 1;
  return place;
}

function certainAtOrAfter(text: string, at: number): number {
  let place = at;
  while (!isCertain(text, place)) place += 1;
  return place;
}

/** The end of the grapheme that begins at `at`, which must be a boundary. */
export function nextBoundary(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const end = certainAtOrAfter(text, at + 1);
  if (end === at + 1) return end;
  return firstEnd(text.slice(at, end)) + at;
}

function firstEnd(text: string): number {
  for (const { segment } of segmenter.segment(text)) return segment.length;
  return text.length;
}

/** The start of the grapheme that ends at `at`, which must be a boundary. */
export function previousBoundary(text: string, at: number): number {
  if (at <= 0) return 0;
  const start = certainAtOrBefore(text, at - 1);
  if (start === at - 1) return start;
  let last = start;
  for (const { index } of segmenter.segment(text.slice(start, at))) last = start + index;
  return last;
}

/** `at` itself where it is a boundary, else the end of the grapheme around it. */
export function boundaryAtOrAfter(text: string, at: number): number {
  if (isCertain(text, at)) return Math.min(Math.max(at, 0), text.length);
  const start = certainAtOrBefore(text, at);
  const end = certainAtOrAfter(text, at);
  for (const { index, segment } of segmenter.segment(text.slice(start, end))) {
    const segmentEnd = start + index + segment.length;
    if (segmentEnd >= at) return segmentEnd;
  }
  return end;
}

/** Calls back with start and end of every grapheme from one boundary to another, in order. */
export function eachGrapheme(
  text: string,
  from: number,
  to: number,
  visit: (start: number, end: number) => void,
): void {
  let at = from;
  while (at < to) {
    const end = certainAtOrAfter(text, at + 1);
    if (end === at + 1) visit(at, end);
    else {
      for (const { index, segment } of segmenter.segment(text.slice(at, end))) {
        visit(at + index, at + index + segment.length);
      }
    }
    at = end;
  }
}
