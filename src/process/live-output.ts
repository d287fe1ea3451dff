/** Showing what a command prints while it runs. */
import type { SkippedOutput } from "../protocol/event.ts";
import { startBetweenWords } from "./between-words.ts";
import { lineEnds, type OutputBuffer } from "./output-buffer.ts";
import { decode, wholeEnd } from "./whole-characters.ts";

/** At most ten times a second, ms. */
const everyMs = 100;

/** More of one tenth of a second is not shown, bytes: nobody can read it. */
const mostAtOnce = 8 * 1024;

/** Hands text on at most ten times a second, the first at once. What is left out before a text is told with it. */
export class LiveOutput {
  readonly #tell: (text: string, skipped?: SkippedOutput) => void;
  readonly #buffer: OutputBuffer;
  /** How much has been handed on or left out: bytes, and the line ends in them. */
  #told = 0;
  #toldLines = 0;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(tell: (text: string, skipped?: SkippedOutput) => void, buffer: OutputBuffer) {
    this.#tell = tell;
    this.#buffer = buffer;
  }

  /** Something has been added to the buffer. */
  printed(): void {
    if (!this.#over && this.#timer === undefined) this.#hand();
  }

  /** Hands on what is left; after this nothing is told any more. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#give(true);
  }

  #hand(): void {
    const before = this.#buffer.total;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#buffer.total > before) this.#hand();
    }, everyMs);
    this.#give(false);
  }

  #give(last: boolean): void {
    const { start, bytes } = this.#buffer.since(this.#told);
    const begin = beginOf(bytes, start > this.#told);
    // The rest of a character may come later.
    const end = last ? bytes.length : Math.max(begin, wholeEnd(bytes));
    const skipped = start + begin > this.#told ? this.#skipped(bytes, begin) : undefined;
    this.#told = start + end;
    this.#toldLines = this.#buffer.lines ?? this.#toldLines;
    const text = decode(bytes.subarray(begin, end));
    if (text === "" && skipped === undefined) return;
    if (skipped === undefined) this.#tell(text);
    else this.#tell(text, skipped);
  }

  #skipped(bytes: Uint8Array, begin: number): SkippedOutput {
    const all = this.#buffer.lines;
    return all === null
      ? { lines: lineEnds(bytes.subarray(0, begin)), isExact: false }
      : { lines: all - this.#toldLines - lineEnds(bytes.subarray(begin)), isExact: true };
  }
}

/** Where to begin, so that it is not too much; after a gap with a whole line, or a whole word of a very long one. */
function beginOf(bytes: Uint8Array, isCut: boolean): number {
  const begin = Math.max(0, bytes.length - mostAtOnce);
  if (begin === 0 && !isCut) return 0;
  const line = bytes.indexOf(0x0a, begin) + 1;
  return line > 0 && line < bytes.length ? line : begin + startBetweenWords(bytes.subarray(begin));
}
