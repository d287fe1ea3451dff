/** Keeps keys that were meant for something else from answering a question: the composer, or the question before. */

/** While something is being written, or was just before, a question takes no keys until this long after the last, ms. */
const quietMs = 500;
/** Presses that follow each other faster are a key that is held or bounces, ms. */
const repeatMs = 250;

export class QuestionGuard {
  readonly #now: () => number;
  #lastKeyAt = Number.NEGATIVE_INFINITY;
  #openedAt = Number.NEGATIVE_INFINITY;
  /** When a question was answered, or another took its place on the screen. */
  #changedAt = Number.NEGATIVE_INFINITY;
  #ignoredAt = Number.NEGATIVE_INFINITY;

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

  /** A question was drawn where there was none. */
  noteQuestion(): void {
    this.#openedAt = this.#now();
  }

  /** A question was answered, or another one came in its place: keys may still be meant for the one before. */
  noteChange(): void {
    this.#changedAt = this.#now();
  }

  /** A key did not count because it came too soon after a change. */
  noteIgnored(): void {
    this.#ignoredAt = this.#now();
  }

  /** Whether a question has just been drawn, so that a key may be the first of a text that is begun without looking. */
  get isFresh(): boolean {
    return this.#now() - this.#openedAt < quietMs;
  }

  /** Whether the open question may take a key. `isWriting`: something stands in the composer. */
  letsThrough(isWriting: boolean): boolean {
    return this.#typingEndsIn(isWriting) <= 0;
  }

  /** Whether a key that lets a call run would count, where the question may take keys. */
  get letsAllow(): boolean {
    return this.#changeEndsIn() <= 0;
  }

  /** Until a key would count in every respect, ms; 0 for now. */
  opensIn(isWriting: boolean): number {
    return Math.max(0, this.#typingEndsIn(isWriting), this.#changeEndsIn());
  }

  #typingEndsIn(isWriting: boolean): number {
    const wasWriting = isWriting || this.#openedAt - this.#lastKeyAt < quietMs;
    return wasWriting ? Math.max(this.#openedAt, this.#lastKeyAt) + quietMs - this.#now() : 0;
  }

  #changeEndsIn(): number {
    return Math.max(this.#changedAt + quietMs, this.#ignoredAt + repeatMs) - this.#now();
  }
}
