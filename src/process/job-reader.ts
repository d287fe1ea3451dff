/** Reading on in the output of a job. */
import { open, type FileHandle } from "node:fs/promises";
import { messageOf } from "../protocol/error.ts";
import type { CommandOutput } from "./command-output.ts";
import { defaultOutputLimits, type KeptOutput, notice, OutputBuffer } from "./output-buffer.ts";
import { decode, wholeEnd } from "./whole-characters.ts";

/** How far one reader has come, bytes from the start of the output. */
export type Place = {
  /** The first byte that was not handed out yet. */
  readonly next: number;
  /** How much there was at the last read. It may be more: an unfinished line waits. */
  readonly seen: number;
};

export type ReadRequest = {
  readonly from: number;
  /** Nothing more will come: half a line and half a character are handed out too. */
  readonly ended: boolean;
  readonly filter?: RegExp;
};

export type ReadOn = KeptOutput & { readonly place: Place };

/** How much of a file is looked at in one piece, bytes. */
const pieceSize = 256 * 1024;

/** A longer line is taken as several, bytes: a file without line ends must not fill the memory. */
const longestLine = 64 * 1024;

const limits = defaultOutputLimits;

/** What was printed from `from` on; at most as much as `defaultOutputLimits` say. */
export async function readOutput(output: CommandOutput, request: ReadRequest): Promise<ReadOn> {
  const { from, ended, filter } = request;
  await output.flush();
  const to = output.total;
  const memory = output.since(from);
  let { file, problem } = output;
  // A flood is never written down up to its end: what is not there yet comes with the next read.
  if (memory.start > from && file !== null && (file.bytes >= to || (!ended && problem === null))) {
    const written = Math.min(to, file.bytes);
    try {
      return await readFile(file.path, { output, from, to: written, ended: ended && written === to, filter });
    } catch (thrown) {
      file = null;
      problem = `the file with all of the output could not be read: ${messageOf(thrown)}`;
    }
  }
  // Without a file, or with one that does not have everything, there is what memory has kept.
  const { start } = memory;
  const source = async (a: number, b: number) => memory.bytes.subarray(a - start, b - start);
  const read = await readRange(source, { output, from: start, to, ended, filter });
  const missing = start - from;
  if (missing === 0) return read;
  const text = `${notice(missing, null, file, problem)}\n${read.text}`;
  return { ...read, text, truncatedBytes: read.truncatedBytes + missing };
}

/** The bytes from `start` to before `end`. */
type Source = (start: number, end: number) => Promise<Uint8Array>;

type Range = {
  readonly output: CommandOutput;
  readonly from: number;
  readonly to: number;
  readonly ended: boolean;
  readonly filter: RegExp | undefined;
};

/** Throws what `fs` throws. */
async function readFile(path: string, range: Range): Promise<ReadOn> {
  const handle = await open(path);
  try {
    return await readRange((start, end) => readBytes(handle, start, end), range);
  } finally {
    await handle.close();
  }
}

function readRange(source: Source, range: Range): Promise<ReadOn> {
  const { filter } = range;
  return filter === undefined ? readPlain(source, range) : readLines(source, { ...range, filter });
}

async function readPlain(source: Source, { output, from, to, ended }: Range): Promise<ReadOn> {
  const kept = new OutputBuffer(limits);
  const middle = from + limits.head;
  const tail = Math.max(middle, to - limits.tail);
  kept.append(await source(from, Math.min(to, middle)));
  kept.skip(tail - middle);
  if (tail < to) kept.append(await source(tail, to));
  const read = kept.read(output.file, !ended, output.problem);
  return { ...read, place: { next: from + read.upTo, seen: to } };
}

async function readLines(source: Source, range: Range & { readonly filter: RegExp }): Promise<ReadOn> {
  const { output, from, to, ended, filter } = range;
  const kept = new OutputBuffer(limits);
  const keep = (lines: Uint8Array) => kept.append(matching(lines, filter));
  let next = from;
  for (let end = from; end < to;) {
    end = Math.min(to, end + pieceSize);
    const piece = await source(next, end);
    const lines = piece.subarray(0, endOfLines(piece, ended && end === to));
    keep(lines);
    next += lines.length;
  }
  const { text, truncatedBytes, upTo } = kept.read(output.file, false, output.problem);
  return { text, truncatedBytes, upTo, place: { next, seen: to } };
}

/** Where the last whole line of a piece ends; all of it when nothing more comes, or when the line is too long. */
function endOfLines(piece: Uint8Array, last: boolean): number {
  const end = piece.lastIndexOf(0x0a) + 1;
  if (last) return piece.length;
  return piece.length - end > longestLine ? Math.max(end, wholeEnd(piece)) : end;
}

function matching(bytes: Uint8Array, filter: RegExp): Uint8Array {
  const lines = decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  const found = lines.filter((line) => {
    // A pattern with the flag `g` goes on where it stopped.
    filter.lastIndex = 0;
    return filter.test(line);
  });
  return new TextEncoder().encode(found.map((line) => `${line}\n`).join(""));
}

async function readBytes(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
    // Somebody has shortened the file.
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}
