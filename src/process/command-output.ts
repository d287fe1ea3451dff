/** Where the output of one command goes: beginning and end in memory, all of it in a file, news to whoever looks on. */
import type { SkippedOutput } from "../protocol/event.ts";
import { LiveOutput } from "./live-output.ts";
import { defaultOutputLimits, type KeptOutput, OutputBuffer, type OutputLimits } from "./output-buffer.ts";
import type { ByteSink } from "./read-pipe.ts";
import { type OutputFile, SpillFile } from "./spill-file.ts";

export type OutputOptions = {
  readonly limits?: OutputLimits;
  /** Without it there is no file. */
  readonly spillFolder?: string;
  /** Bytes; default `largestOutputFile`. */
  readonly maxFile?: number;
  readonly onOutput?: (text: string, skipped?: SkippedOutput) => void;
};

/**
 * What is read from the pipe and written to the file at once, bytes. While it is written nothing is read: the pipe is
 * the other block, and a command that prints faster than the disk takes it waits for the disk.
 */
const blockSize = 256 * 1024;

/** The block of a command that has not printed as much yet: most print no more than some lines. */
const firstBlockSize = 16 * 1024;

export class CommandOutput implements ByteSink {
  readonly #buffer: OutputBuffer;
  readonly #live: LiveOutput | null;
  readonly #spill: SpillFile | null;
  /** Bytes go to the file: there are more than memory keeps, or somebody asked for all of them. */
  #spilling = false;
  #keeping = true;
  #block = new Uint8Array(firstBlockSize);
  #used = 0;
  /** The last bytes filled a block that is smaller than it may be. */
  #isSmall = false;
  /** What memory had kept when the file was begun: it goes there before the block. */
  #begin: Uint8Array | null = null;
  #writing = false;
  #onRoom: (() => void) | null = null;
  #onFlushed: (() => void)[] = [];
  #onNews: (() => void) | null = null;

  constructor(options: OutputOptions) {
    this.#buffer = new OutputBuffer(options.limits ?? defaultOutputLimits);
    this.#live = options.onOutput === undefined ? null : new LiveOutput(options.onOutput, this.#buffer);
    this.#spill =
      options.spillFolder === undefined ? null : new SpillFile(options.spillFolder, options.maxFile);
  }

  /** Bytes printed so far. */
  get total(): number {
    return this.#buffer.total;
  }

  /** All of the output, as far as it is written; null when there is no file. */
  get file(): OutputFile | null {
    return this.#spill?.file ?? null;
  }

  /** Why there is less in the file than was printed, or no file; else null. */
  get problem(): string | null {
    return this.#spill?.problem ?? null;
  }

  room(): Uint8Array | null {
    if (this.#writing || this.#begin !== null) return null;
    if (this.#used === 0 && this.#isSmall) this.#block = new Uint8Array(blockSize);
    this.#isSmall = false;
    // No new array for each of the thousands of times that a flood fills it from the start.
    return this.#used === 0 ? this.#block : this.#block.subarray(this.#used);
  }

  whenRoom(tell: () => void): void {
    if (this.room() === null) this.#onRoom = tell;
    else queueMicrotask(tell);
  }

  took(count: number): void {
    const bytes = this.#block.subarray(this.#used, this.#used + count);
    const isFull = this.#used + count === this.#block.length;
    this.#isSmall = isFull && this.#block.length < blockSize;
    if (!this.#keeping) return;
    if (!this.#spilling && !this.#buffer.fits(count)) this.keepAll();
    this.#buffer.append(bytes);
    this.#live?.printed();
    this.#onNews?.();
    if (!this.#spilling || this.#spill?.takesMore !== true) return;
    this.#used += count;
    if (isFull) this.#write();
  }

  idle(): void {
    this.#write();
  }

  /** From now on all of the output goes to the file, what was printed so far as well. */
  keepAll(): void {
    if (this.#spilling || this.#spill === null) return;
    this.#spilling = true;
    this.#begin = this.#buffer.since(0).bytes;
    this.#write();
  }

  /** Calls back whenever something was printed; one at a time. */
  onNews(tell: (() => void) | null): void {
    this.#onNews = tell;
  }

  /** Ends the live output; what is printed is still kept. */
  endLive(): void {
    this.#live?.end();
  }

  /** See `OutputBuffer.since`. */
  since(from: number): { readonly start: number; readonly bytes: Uint8Array } {
    return this.#buffer.since(from);
  }

  /** Beginning and end of what was printed so far. `unfinished`: more will come. */
  read(unfinished = false): KeptOutput {
    return this.#buffer.read(this.file, unfinished, this.problem);
  }

  /** Resolves when everything printed so far is in the file. */
  flush(): Promise<void> {
    this.#write();
    if (!this.#writing) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onFlushed.push(resolve);
    return promise;
  }

  /**
   * Keeps nothing of what comes from now on, and closes the file when everything is in it. Reading goes on, so that
   * no writer is stopped.
   */
  async finish(): Promise<void> {
    this.endLive();
    this.#keeping = false;
    this.#onNews = null;
    await this.flush();
    await this.#spill?.close();
  }

  /** Writes what there is, unless something is being written: then it comes next. */
  #write(): void {
    if (this.#writing || this.#spill === null) return;
    if (this.#begin !== null) {
      this.#writing = true;
      this.#spill.write(this.#begin, this.#begin.length, this.#beginWritten);
    } else if (this.#used > 0) {
      this.#writing = true;
      this.#spill.write(this.#block, this.#used, this.#blockWritten);
    } else {
      for (const tell of this.#onFlushed.splice(0)) tell();
    }
  }

  // Functions that are made once: a flood calls them some ten thousand times, and each new one is memory.
  readonly #beginWritten = (): void => {
    this.#begin = null;
    this.#written();
  };
  readonly #blockWritten = (): void => {
    this.#used = 0;
    this.#written();
  };

  #written(): void {
    this.#writing = false;
    this.#write();
    if (this.#writing) return;
    const tell = this.#onRoom;
    this.#onRoom = null;
    tell?.();
  }
}
