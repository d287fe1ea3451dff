/** Keeps keys that were meant for the composer from answering a question that has just opened. */

/** While something is being written, or was just before, a question takes no keys until this long after the last, ms. */
const quietMs = 500;

export class QuestionGuard {
  readonly #now: () => number;
  #lastKeyAt = Number.NEGATIVE_INFINITY;
  #openedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A key went to the composer. */
  noteKey(): void {
    this.#lastKeyAt = this.#now();
  }

  /** What was written so far was sent and begins a turn: only what comes from now on is written ahead of a question. */
  noteSent(): void {
    this.#lastKeyAt = Number.NEGATIVE_INFINITY;
  }

  /** A question was drawn. */
  noteQuestion(): void {
    this.#openedAt = this.#now();
  }

  /** Whether the open question may take a key. `isWriting`: something stands in the composer. */
  letsThrough(isWriting: boolean): boolean {
    const wasWriting = isWriting || this.#openedAt - this.#lastKeyAt < quietMs;
    return !wasWriting || this.#now() - Math.max(this.#openedAt, this.#lastKeyAt) >= quietMs;
  }
}
