/** What a command printed, in bounded memory. */
import { endBetweenWords, startBetweenWords } from "./between-words.ts";
import type { OutputFile } from "./spill-file.ts";
import { TailBytes } from "./tail-bytes.ts";
import { decode, wholeEnd } from "./whole-characters.ts";

/** How much is kept of the beginning and of the end, bytes. */
export type OutputLimits = { readonly head: number; readonly tail: number };

/**
 * With a notice between them under the 30,000 characters that a model should get of one command at most: no
 * character has less than one byte.
 */
export const defaultOutputLimits: OutputLimits = { head: 8_000, tail: 20_000 };

/** A longer path is not repeated in a notice, UTF-16 units. */
const longestPath = 1_000;

/** UTF-16 units; a message of the system may repeat the path. */
const longestNotice = 1_900;

/** Lines are counted so far into the output, bytes: it takes a millisecond a MB. */
const linesCountedTo = 16 * 1024 * 1024;

export type KeptOutput = {
  /** Beginning and end, and between them a line that says what is missing. */
  readonly text: string;
  /** Bytes that are not in `text`. */
  readonly truncatedBytes: number;
  /** How many bytes of the stream that is; all but the half character that was left out. */
  readonly upTo: number;
};

/** Keeps the beginning and the end of a stream of bytes; counts what fell out between them. */
export class OutputBuffer {
  readonly #limits: OutputLimits;
  readonly #tail: TailBytes;
  #head = new Uint8Array(0);
  #total = 0;
  /** How many line ends there were; null when they are not counted any more. */
  #lines: number | null = 0;

  constructor(limits: OutputLimits = defaultOutputLimits) {
    this.#limits = limits;
    this.#tail = new TailBytes(limits.tail);
  }

  /** All bytes so far. */
  get total(): number {
    return this.#total;
  }

  /** The line ends in all bytes so far; null when they were too many to be counted without slowing a flood down. */
  get lines(): number | null {
    return this.#lines;
  }

  /** True while nothing has fallen out and this many more would not change that. */
  fits(more = 0): boolean {
    return this.#total + more <= this.#limits.head + this.#limits.tail;
  }

  append(bytes: Uint8Array): void {
    if (this.#lines !== null) {
      this.#lines = this.#total > linesCountedTo ? null : this.#lines + lineEnds(bytes);
    }
    const room = Math.max(0, this.#limits.head - this.#total);
    if (room > 0) this.#head = joined(this.#head, bytes.subarray(0, room));
    if (bytes.length > room) this.#tail.add(room > 0 ? bytes.subarray(room) : bytes);
    this.#total += bytes.length;
  }

  /** Counts bytes of the stream that come next and were not even looked at. */
  skip(count: number): void {
    if (count === 0) return;
    this.#total += count;
    this.#lines = null;
    this.#tail.clear();
  }

  /** The bytes from `from` on that are still here, and where they begin; what lies before the tail is skipped. */
  since(from: number): { readonly start: number; readonly bytes: Uint8Array } {
    const tail = this.#tail.bytes();
    const tailStart = this.#total - tail.length;
    if (from >= tailStart) return { start: from, bytes: tail.slice(from - tailStart) };
    if (!this.fits()) return { start: tailStart, bytes: tail.slice() };
    return { start: from, bytes: joined(this.#head, tail).subarray(from) };
  }

  /**
   * Everything kept. `file` is where the rest can be read and `problem` why it is not all there, for the notice. Half
   * a character at the end is U+FFFD; with `unfinished` it is left out.
   */
  read(file: OutputFile | null, unfinished = false, problem: string | null = null): KeptOutput {
    const tail = this.#tail.bytes();
    if (this.fits()) {
      const all = joined(this.#head, tail);
      const upTo = unfinished ? wholeEnd(all) : all.length;
      return { text: decode(all.subarray(0, upTo)), truncatedBytes: 0, upTo };
    }
    const head = this.#head.subarray(0, endBetweenWords(this.#head));
    const end = tail.subarray(startBetweenWords(tail));
    const truncatedBytes = this.#total - head.length - end.length;
    const lines = this.#lines === null ? null : this.#lines - lineEnds(head) - lineEnds(end);
    const shown = unfinished ? wholeEnd(end) : end.length;
    return {
      text: `${decode(head)}\n${notice(truncatedBytes, lines, file, problem)}\n${decode(end.subarray(0, shown))}`,
      truncatedBytes,
      upTo: this.#total - end.length + shown,
    };
  }
}

/**
 * One line that says what is missing and where it is. `lines`: how many, or null when they were not counted.
 * `problem`: why the file has less than all, or does not exist.
 */
export function notice(
  bytes: number,
  lines: number | null,
  file: OutputFile | null,
  problem: string | null,
): string {
  const what = lines === null || lines === 0 ? `${bytes} bytes` : `${bytes} bytes (${lines} lines)`;
  const said = [`${what} left out`];
  if (file !== null && file.path.length <= longestPath) {
    said.push(
      problem === null
        ? `all of the output: ${file.path}`
        : `the first ${file.bytes} bytes of the output: ${file.path}`,
    );
  }
  if (problem !== null) said.push(problem);
  // In ASCII: one other character in it doubles the memory of the whole output, in the log and in every request.
  return `[... ${said.join("; ").slice(0, longestNotice)} ...]`;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** How many line ends are in these bytes. */
export function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0x0a) count += 1;
  return count;
}
