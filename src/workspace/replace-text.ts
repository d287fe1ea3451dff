/** Replacing a passage of a text: where it is, and what the text is afterwards. Pure. */
import { dominantLineEnd, type LineEnd, withLineEnd } from "./text.ts";

/** A passage, as UTF-16 offsets into the text. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Every place where `wanted` stands in `text`, without overlaps, in order. An exact reading comes first; only when
 * there is none does a line end of `wanted` match either kind of line end, so that a model, which never sees CR, can
 * name lines of a CRLF file.
 */
export function findPassages(text: string, wanted: string): Span[] {
  const exact = offsetsOf(text, wanted).map((start) => ({ start, end: start + wanted.length }));
  if (exact.length > 0 || !wanted.includes("\n") || !text.includes("\r\n")) return exact;
  const unified = withLineEnd(wanted, "\n");
  const original = originalOffsets(text);
  return offsetsOf(withLineEnd(text, "\n"), unified).map((start) => ({
    start: original(start),
    end: original(start + unified.length),
  }));
}

/**
 * `text` with each passage replaced. Everything outside the passages stays as it is, character by character. The
 * replacement takes the line ends of the passage it replaces, or the text's own where the passage has none or both.
 */
export function replacePassages(text: string, passages: readonly Span[], replacement: string): string {
  const usual = dominantLineEnd(text);
  let result = "";
  let at = 0;
  for (const { start, end } of passages) {
    result += text.slice(at, start) + fitted(replacement, text.slice(start, end), usual);
    at = end;
  }
  return result + text.slice(at);
}

/** The number of the line that an offset is in, from 1. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** In LF surroundings a replacement stays exactly as given; in CRLF surroundings none of its lines may end in LF. */
function fitted(replacement: string, passage: string, usual: LineEnd): string {
  const crlf = passage.includes("\r\n");
  const lf = /(?<!\r)\n/.test(passage);
  const lineEnd = crlf === lf ? usual : crlf ? "\r\n" : "\n";
  return lineEnd === "\r\n" ? withLineEnd(replacement, "\r\n") : replacement;
}

function offsetsOf(text: string, wanted: string): number[] {
  const offsets: number[] = [];
  if (wanted === "") return offsets;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    offsets.push(at);
  return offsets;
}

/** Maps an offset in the text whose CRLFs were made LFs to the offset in the text itself. Offsets must not decrease. */
function originalOffsets(text: string): (unified: number) => number {
  let original = 0;
  let unified = 0;
  return (wanted) => {
    while (unified < wanted) {
      const crlf = text.indexOf("\r\n", original);
      const plain = crlf === -1 ? wanted - unified : Math.min(crlf - original, wanted - unified);
      original += plain;
      unified += plain;
      if (unified === wanted) break;
      original += 2;
      unified += 1;
    }
    return original;
  };
}
