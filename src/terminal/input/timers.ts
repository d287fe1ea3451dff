/** Time, handed in so that tests need not wait. */
export interface Timers {
  /** Calls back once after so many milliseconds. The result cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
