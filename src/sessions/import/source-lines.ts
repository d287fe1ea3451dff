/** The lines of a transcript that are JSON objects, with their places. Pure but for what a source reads. */
import { isObject } from "../format.ts";
import type { Fields } from "./fields.ts";

/** Where lines come from: bytes that are here, or a file of which never more is here than is asked for. */
export type Source = {
  /** Bytes. */
  readonly length: number;
  /** The bytes from `start` to before `end`; fewer where the file has been cut meanwhile. */
  readonly read: (start: number, end: number) => Uint8Array;
};

export function sourceOf(bytes: Uint8Array): Source {
  return { length: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** `value` is null for a line that cannot be read: torn, damaged, or no object. Blank ones are left out. */
export type SourceLine = { readonly value: Fields | null; readonly start: number; readonly end: number };

/** So much is read at a time, bytes. */
const blockSize = 1024 * 1024;
const decoder = new TextDecoder();

/** Reads line by line, each when it is asked for. A power cut leaves NULs: what stands beside a run of them may be whole. */
export function* sourceLines(source: Source): Generator<SourceLine> {
  /** What there is of a line that goes on in the next block. */
  let begun: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < source.length; at += blockSize) {
    const block = source.read(at, Math.min(at + blockSize, source.length));
    for (let from = 0; from < block.length;) {
      // A long run of them is no work.
      while (begun.length === 0 && gaps.has(block[from])) from += 1;
      if (begun.length === 0) start = at + from;
      const end = endIn(block, from);
      begun.push(block.subarray(from, end));
      from = end + 1;
      if (end === block.length) break;
      yield* piece(begun, start);
      begun = [];
    }
  }
  yield* piece(begun, start);
}

/** What may stand between two lines: NUL, tab, line feed, carriage return, space. */
const gaps: ReadonlySet<number | undefined> = new Set([0, 0x09, 0x0a, 0x0d, 0x20]);

/** Where a line ends: before a line feed or a NUL; the length of the block where neither comes. */
function endIn(block: Uint8Array, from: number): number {
  const lineEnd = block.indexOf(0x0a, from);
  const line = lineEnd === -1 ? block : block.subarray(0, lineEnd);
  const torn = line.indexOf(0, from);
  return torn === -1 ? line.length : torn;
}

function* piece(parts: readonly Uint8Array[], start: number): Generator<SourceLine> {
  const [only = new Uint8Array(), ...others] = parts;
  const bytes = others.length === 0 ? only : Buffer.concat(parts);
  const text = decoder.decode(bytes);
  if (text.trim() !== "") yield { value: objectIn(text), start, end: start + bytes.length };
}

/** The object that a line read before holds. */
export function lineAt(source: Source, { start, end }: Pick<SourceLine, "start" | "end">): Fields {
  return objectIn(decoder.decode(source.read(start, end))) ?? {};
}

/** The object that a JSON text is, or null. */
export function objectIn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // It is counted by whoever asked.
    return null;
  }
}
