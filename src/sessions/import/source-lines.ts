/** The lines of a transcript that are JSON objects, with their places. Pure. */
import { isObject } from "../format.ts";
import type { Fields } from "./fields.ts";

/** `value` is null for a line that cannot be read: torn, damaged, or no object. Blank ones are left out. */
export type SourceLine = { readonly value: Fields | null; readonly start: number; readonly end: number };

const lineEnd = 0x0a;
const decoder = new TextDecoder();

/** Reads line by line, each when it is asked for. */
export function* sourceLines(bytes: Uint8Array): Generator<SourceLine> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    // A power cut leaves NULs; what stands beside a run of them may be whole.
    if (line.includes(0)) yield* pieces(line, start);
    else yield* piece(line, start);
    start = end + 1;
  }
}

function* pieces(line: Uint8Array, offset: number): Generator<SourceLine> {
  for (let at = 0; at < line.length;) {
    const next = line.indexOf(0, at);
    const end = next === -1 ? line.length : next;
    yield* piece(line.subarray(at, end), offset + at);
    at = end + 1;
  }
}

function* piece(bytes: Uint8Array, start: number): Generator<SourceLine> {
  const text = decoder.decode(bytes);
  if (text.trim() === "") return;
  yield { value: objectIn(text), start, end: start + bytes.length };
}

/** The object that a line read before holds. */
export function lineAt(bytes: Uint8Array, { start, end }: Pick<SourceLine, "start" | "end">): Fields {
  return objectIn(decoder.decode(bytes.subarray(start, end))) ?? {};
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
