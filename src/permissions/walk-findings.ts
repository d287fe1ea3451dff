/** What is found on the way through a script beside its commands, and where in the text. */
import type { Doubt, Span } from "./shell-syntax.ts";

/** A stretch as the parser has it. */
type Node = { readonly pos: number; readonly end: number };

export class Findings {
  readonly doubts: Doubt[] = [];
  /** The first thing that is not understood, or "". */
  because = "";
  /** The first form that hides what runs, or null. */
  hiding: string | null = null;
  /** Every command was found. */
  whole = true;
  /** What is being read, in the text that was asked about. */
  span: Span;
  /** Positions count in a text of their own, as inside of backticks in backticks. */
  #isApart = false;

  constructor(length: number) {
    this.span = { from: 0, to: length };
  }

  doubt(because: string): void {
    if (this.because === "") this.because = because;
    this.doubts.push({ ...this.span, because });
  }

  missing(because: string): void {
    this.whole = false;
    this.doubt(because);
  }

  grave(because: string): void {
    this.hiding ??= because;
    this.doubts.push({ ...this.span, because });
  }

  /** Reads something that stands at a place of its own. */
  at<T>({ pos, end }: Node, read: () => T): T {
    const outer = this.span;
    if (!this.#isApart) this.span = { from: pos, to: end };
    const found = read();
    this.span = outer;
    return found;
  }

  /** Reads something whose positions count in a text of its own: all of it is where it stands as a whole. */
  apart(read: () => void): void {
    const outer = this.#isApart;
    this.#isApart = true;
    read();
    this.#isApart = outer;
  }
}
