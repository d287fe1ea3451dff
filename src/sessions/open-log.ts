/** An open log file: read piece by piece, and again where a long text of it is asked for. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";
import type { Entry } from "../protocol/entry.ts";
import type { LogFormat } from "./format.ts";
import { LineSplitter } from "./line-splitter.ts";
import { decodeLine, entryIn, type LinePlace, LogReader, type Marked, sumOf } from "./log-reader.ts";
import type { ParsedLog } from "./parsed-log.ts";

/** What is a long log if nobody says otherwise, bytes. */
export const longLog = 8 * 1024 * 1024;

const usualPiece = 256 * 1024;
/** So many entries that were read again are remembered: who asks for one text of an entry asks for the next. */
const remembered = 8;

/** The descriptor of a long log is closed when no entry needs it any more. */
const descriptors = new FinalizationRegistry((fd: number) => closeSync(fd));

export type OpenLogOptions = {
  readonly format: LogFormat;
  readonly marked?: Marked | undefined;
  /** Of a log of so many bytes, long texts are not kept in memory. @default 8 MB: most sessions never come near */
  readonly longFrom?: number;
  /** How much is read at a time, bytes. @default 256 KB */
  readonly pieceSize?: number;
};

/** How far it is read, bytes. */
export type ReadSoFar = { readonly read: number; readonly size: number };

/** All of it. */
export type WholeLog = ParsedLog & {
  /** So long it was, bytes. */
  readonly read: number;
  /** How many entries could not be read again when a long text of them was asked for: something has changed the file. */
  readonly lost: () => number;
};

export class OpenLog {
  readonly size: number;
  readonly #fd: number;
  readonly #isLong: boolean;
  readonly #options: OpenLogOptions;
  /** The last one at the end. */
  readonly #readAgain = new Map<number, Entry>();
  /** Where the lines began that are not there any more. */
  readonly #lost = new Set<number>();

  /** Throws what `fs` throws, and a `LinkError` for a link. */
  constructor(file: string, options: OpenLogOptions) {
    this.#fd = openToRead(file);
    this.#options = options;
    descriptors.register(this, this.#fd, this);
    this.size = fstatSync(this.#fd).size;
    this.#isLong = this.size >= (options.longFrom ?? longLog);
  }

  /** Reads all of it, a step a piece. Throws what `fs` throws. */
  *steps(): Generator<ReadSoFar, WholeLog> {
    try {
      return yield* this.#pieces();
    } finally {
      if (!this.#isLong) {
        descriptors.unregister(this);
        closeSync(this.#fd);
      }
    }
  }

  *#pieces(): Generator<ReadSoFar, WholeLog> {
    const reader = new LogReader({
      textAt: (start, end) => decodeLine(this.#bytesAt(start, end)).text,
      logFormat: this.#options.format,
      marked: this.#options.marked,
      ...(this.#isLong ? { again: this.#again() } : {}),
    });
    const lines = new LineSplitter((line, start, isWhole) => reader.line(line, start, isWhole));
    const piece = new Uint8Array(this.#options.pieceSize ?? usualPiece);
    let read = 0;
    for (;;) {
      // To the end that it had: one that is written to faster than it is read would have none.
      const count = readSync(this.#fd, piece, 0, Math.min(piece.length, this.size - read), read);
      if (count === 0) break;
      read += count;
      lines.push(piece.subarray(0, count));
      yield { read, size: this.size };
    }
    lines.end();
    return { ...reader.parsed(lines.isOpen), read, lost: () => this.#lost.size };
  }

  /** Made here, where there is no reader that it would keep in memory. */
  #again(): (place: LinePlace) => Entry | null {
    return (place) => this.#entryAt(place);
  }

  #entryAt({ start, end, sum, format }: LinePlace): Entry | null {
    const known = this.#readAgain.get(start);
    if (known !== undefined) return known;
    const line = this.#bytesIfAt(start, end);
    const isSame = line !== null && sumOf(line) === sum;
    const entry = isSame ? entryIn(decodeLine(line).text, format, this.#options.format) : null;
    if (entry === null) {
      this.#lost.add(start);
      return null;
    }
    this.#lost.delete(start);
    this.#readAgain.set(start, entry);
    const [oldest] = this.#readAgain.keys();
    if (this.#readAgain.size > remembered && oldest !== undefined) this.#readAgain.delete(oldest);
    return entry;
  }

  /** Null where the disk does not give them: what asks then says that the text is lost. */
  #bytesIfAt(start: number, end: number): Uint8Array | null {
    try {
      return this.#bytesAt(start, end);
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      return null;
    }
  }

  #bytesAt(start: number, end: number): Uint8Array {
    const bytes = new Uint8Array(end - start);
    return bytes.subarray(0, readSync(this.#fd, bytes, 0, bytes.length, start));
  }
}
