/**
 * Where user-perceived characters begin and end. Intl.Segmenter is right but costs 0.1 µs a character and more, so it
 * is only asked about the few places where characters can join; the rest is known from the character itself.
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Ranges of characters that never join with one another: ASCII, Latin, Greek, Cyrillic, letters of Hebrew, Arabic and
 * Thai, punctuation, kana, Han, Hangul syllables, full-width forms. (They may join with what is not among them: a
 * combining mark, a variation selector, a jamo.)
 */
const standing: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e],
  [0xa1, 0xac],
  [0xae, 0x2ff],
  [0x388, 0x482],
  [0x48a, 0x52f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0xe01, 0xe30],
  [0x2010, 0x2027],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff60],
];
const table = new Uint8Array(0x10000);
for (const [from, to] of standing) table.fill(1, from, to + 1);

/** Whether a UTF-16 unit is such a character. Those below U+3000 take one column, the others two. */
export function stands(code: number): boolean {
  return table[code] === 1;
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

function certainAtOrAfter(text: string, at: number, limit = text.length): number {
  let place = at;
  while (place < limit && !isCertain(text, place)) place += 1;
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

/** Calls back with start and end of every grapheme from one boundary to another, in order, until that says `false`. */
export function eachGrapheme(
  text: string,
  from: number,
  to: number,
  visit: (start: number, end: number) => unknown,
): void {
  let at = from;
  while (at < to) {
    const end = certainAtOrAfter(text, at + 1, to);
    if (end === at + 1) {
      if (visit(at, end) === false) return;
    } else {
      for (const { index, segment } of segmenter.segment(text.slice(at, end))) {
        if (visit(at + index, at + index + segment.length) === false) return;
      }
    }
    at = end;
  }
}
