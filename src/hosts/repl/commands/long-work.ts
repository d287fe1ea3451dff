/** Work of a command over all of a session, beside the conversation: it is told where it takes long, and can be stopped. */
import type { Timers } from "../../../terminal/input/timers.ts";

export type LongWorkParts = {
  readonly timers: Timers;
  /** Tells the user that something is under way, and which key stops it. */
  readonly tellLong: () => void;
};

/** Whoever waits for longer wants to know that it goes on, ms. */
const toldAfter = 1000;

export class LongWork {
  readonly #parts: LongWorkParts;
  readonly #under = new Set<AbortController>();

  constructor(parts: LongWorkParts) {
    this.#parts = parts;
  }

  /** Does the work, which throws when its signal fires. Null where it was stopped before its end. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const { timers, tellLong } = this.#parts;
    const stop = new AbortController();
    this.#under.add(stop);
    const untold = timers.after(toldAfter, tellLong);
    try {
      return await work(stop.signal);
    } catch (thrown) {
      if (stop.signal.aborted) return null;
      throw thrown;
    } finally {
      untold();
      this.#under.delete(stop);
    }
  }

  /** Stops all of it. False where nothing is under way. */
  stop(): boolean {
    const isUnderWay = this.#under.size > 0;
    for (const one of this.#under) one.abort();
    this.#under.clear();
    return isUnderWay;
  }
}
