/** How many rows of the window there are below the cursor: asked of the terminal once, then counted along. */

/** What drawing a frame does to the cursor. */
export type Step = {
  /** Rows that the cursor has come down by, as long as the window has room below. */
  readonly down: number;
  /** Rows of the frame below the cursor, and the empty one that Ink keeps under it. */
  readonly least: number;
};

/** DECXCPR. Its answer cannot be taken for a key, as the one to `CSI 6 n` can. */
export const askCursor = "\u001b[?6n";

export class RoomBelow {
  #rows: number | undefined;
  /** What was drawn since each question that has no answer yet; null for one whose answer means nothing any more. */
  #asked: (Step[] | null)[] = [];

  /** Undefined as long as it is not known. */
  get rows(): number | undefined {
    return this.#rows;
  }

  /** It is not known, and an answer is not on its way. */
  get isToBeAsked(): boolean {
    return this.#rows === undefined && !this.#asked.some((steps) => steps !== null);
  }

  /** An answer is on its way. */
  get isAnswerDue(): boolean {
    return this.#asked.length > 0;
  }

  /** The question has gone out. */
  asked(): void {
    this.#asked.push([]);
  }

  /** The terminal has answered: the cursor was in this row, counted from 1, of so many. */
  told(row: number, windowRows: number): void {
    const steps = this.#asked.shift();
    if (steps === undefined || steps === null) return;
    this.#rows = steps.reduce(below, windowRows - row);
  }

  /** A frame was drawn. */
  drew(step: Step): void {
    if (this.#rows !== undefined) this.#rows = below(this.#rows, step);
    for (const steps of this.#asked) steps?.push(step);
  }

  /** It is not known any more, and answers that are on their way mean nothing. */
  lost(): void {
    this.#rows = undefined;
    this.#asked = this.#asked.map(() => null);
  }
}

function below(rows: number, { down, least }: Step): number {
  return Math.max(rows - down, least);
}
