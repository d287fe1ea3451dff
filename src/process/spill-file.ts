/** The file that holds all of a command's output. */
import { close, write } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { openNew } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { messageOf } from "../protocol/error.ts";

const closeFile = promisify(close);

/** Where all of a command's output is. */
export type OutputFile = {
  /** Absolute; only its owner can read it. */
  readonly path: string;
  /** How many bytes are in it, from the first that was printed on. */
  readonly bytes: number;
  /** Null when all that was printed is in it; else a sentence: what is missing (size limit, disk full) and why. */
  readonly problem: string | null;
};

/** A command that prints for ever must not fill the disk, bytes. */
export const largestOutputFile = 1024 ** 3;

/** A write under way: what of `bytes` is still to be written, and whom to tell then. */
type Write = { readonly bytes: Uint8Array; at: number; readonly end: number; readonly done: () => void };

/** A file that is made when the first bytes are written. Trouble with it is told in `file`, never thrown. */
export class SpillFile {
  readonly #path: string;
  readonly #limit: number;
  #fd: number | null = null;
  #state: "not made" | "open" | "closed" = "not made";
  #bytes = 0;
  #problem: string | null = null;
  #overflows = false;
  #under: Write | null = null;

  constructor(folder: string, limit: number = largestOutputFile) {
    this.#path = join(folder, `output-${crypto.randomUUID()}.txt`);
    this.#limit = limit;
  }

  /** Null while there is none, and when it could not be made. */
  get file(): OutputFile | null {
    return this.#fd === null && this.#bytes === 0 && this.#state !== "open"
      ? null
      : { path: this.#path, bytes: this.#bytes, problem: this.#problem };
  }

  /** Why there is less in the file than was printed, or no file, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** False when what is written is dropped: the file is full, could not be made or written, or is closed. */
  get takesMore(): boolean {
    return this.#state !== "closed" && this.#problem === null;
  }

  /**
   * Makes the file if there is none, and writes the first `count` of `bytes`, which must stay as they are until `done`.
   * One write at a time. Calls back also when it could not be written; perhaps before this returns.
   */
  write(bytes: Uint8Array, count: number, done: () => void): void {
    if (this.#state === "not made") this.#make();
    const room = this.#limit - this.#bytes;
    if (count > room) this.#overflows = true;
    this.#under = { bytes, at: 0, end: Math.min(count, room), done };
    this.#goOn(this.#under);
  }

  /** Closes the file. Nothing may be under way. */
  async close(): Promise<void> {
    const fd = this.#fd;
    this.#state = "closed";
    this.#fd = null;
    if (fd === null) return;
    try {
      await closeFile(fd);
    } catch (thrown) {
      // Network file systems tell only now that the disk is full.
      this.#problem ??= this.#cannotWrite(thrown);
    }
  }

  #make(): void {
    this.#state = "open";
    try {
      ensurePrivateFolder(dirname(this.#path));
      this.#fd = openNew(this.#path);
    } catch (thrown) {
      this.#state = "closed";
      this.#problem = `The file for all of the output could not be made: ${messageOf(thrown)}.`;
    }
  }

  #goOn({ bytes, at, end, done }: Write): void {
    if (this.#fd !== null && this.#problem === null && at < end) {
      write(this.#fd, bytes, at, end - at, null, this.#onWritten);
      return;
    }
    if (this.#overflows) this.#problem ??= `No more than ${this.#limit} bytes are kept in a file.`;
    this.#under = null;
    done();
  }

  // One function for all writes: a flood makes some ten thousand, and a new one for each is memory.
  readonly #onWritten = (failure: Error | null, written: number): void => {
    const under = this.#under;
    if (under === null) return;
    if (failure === null) {
      this.#bytes += written;
      under.at += written;
    } else {
      this.#problem = this.#cannotWrite(failure);
    }
    this.#goOn(under);
  };

  #cannotWrite(thrown: unknown): string {
    return `The rest could not be written: ${messageOf(thrown)}.`;
  }
}
