/** Replacing a passage of a text: where it is, and what the text is afterwards. Pure. */
import { dominantLineEnd, type LineEnd, withLineEnd } from "./text.ts";

/** A passage, as UTF-16 offsets into the text. */
export type Span = { readonly start: number; readonly end: number };

/** More places are not counted: a list of them would fill the memory. */
export const maxPassages = 1_000_000;

/** How far around a passage line ends are looked at, to tell which kind is usual there; UTF-16 units. */
const neighbourhood = 32_768;

/**
 * Every place where `wanted` stands in `text`, without overlaps, in order; more than `maxPassages` when there are too
 * many. A model never sees CR, so the line ends of `wanted` stand for all LF and for all CRLF alike: in a file with both,
 * places that look the same are the same. Where `wanted` itself names CRLF, that reading comes first.
 */
export function findPassages(text: string, wanted: string): Span[] {
  const exact = placesOf(text, wanted);
  if (!wanted.includes("\n") || (exact.length > 0 && wanted.includes("\r\n"))) return exact;
  const others = (["\n", "\r\n"] as const).map((lineEnd) => withLineEnd(wanted, lineEnd));
  const more = others.filter((other) => other !== wanted).flatMap((other) => placesOf(text, other));
  return more.length === 0 ? exact : withoutOverlaps([...exact, ...more]);
}

/** In order. Of `\n` and the `\r\n` that it ends, the exact one stays. */
function withoutOverlaps(places: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const place of places.toSorted((a, b) => a.end - b.end || b.start - a.start)) {
    if (place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place);
  }
  return kept;
}

/** Where the text of a passage stands a second time, beginning within it: `aa` in `aaa`; null where it does not. */
export function overlappingPassage(text: string, { start, end }: Span): Span | null {
  const length = end - start;
  const at = text.slice(start + 1, end + length - 1).indexOf(text.slice(start, end));
  return at === -1 ? null : { start: start + 1 + at, end: end + 1 + at };
}

/**
 * `text` with each passage replaced. Everything outside the passages stays as it is, character by character. The
 * replacement takes the line ends of the passage it replaces, or those around it where the passage has none or both.
 */
export function replacePassages(text: string, passages: readonly Span[], replacement: string): string {
  const fits = replacement.includes("\n");
  const pieces: string[] = [];
  let at = 0;
  for (const span of passages) {
    pieces.push(text.slice(at, span.start));
    pieces.push(fits && lineEndAt(text, span) === "\r\n" ? withLineEnd(replacement, "\r\n") : replacement);
    at = span.end;
  }
  return pieces.join("") + text.slice(at);
}

/** The line end that a passage has, or the usual one around it where it has none or both. */
export function lineEndAt(text: string, { start, end }: Span): LineEnd {
  const passage = text.slice(start, end);
  const crlf = passage.includes("\r\n");
  const lf = /(?<!\r)\n/.test(passage);
  if (crlf !== lf) return crlf ? "\r\n" : "\n";
  const around = text.slice(Math.max(0, start - neighbourhood), end + neighbourhood);
  return dominantLineEnd(around.includes("\n") ? around : text);
}

/** The numbers of the lines that offsets (ascending) are in, from 1. */
export function lineNumbersAt(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let next = text.indexOf("\n");
  return offsets.map((offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  });
}

function placesOf(text: string, wanted: string): Span[] {
  const places: Span[] = [];
  if (wanted === "") return places;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    places.push({ start: at, end: at + wanted.length });
    if (places.length > maxPassages) break;
  }
  return places;
}
