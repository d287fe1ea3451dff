/** The one animation clock. It runs only while something happens. */
import type { Timers } from "../screen/flusher.ts";

/** How often the activity line moves, ms. Slow enough to be calm, quick enough to be seen alive. */
export const tickMs = 200;

export type ActivityClock = {
  readonly isRunning: boolean;
  /** Counts the ticks since the start. */
  readonly tick: number;
  /** Since the start, ms. */
  readonly elapsedMs: number;
  start(): void;
  stop(): void;
};

/** A clock that calls `onTick` while it runs and no timer of its own when it does not. */
export function createActivityClock(timers: Timers, onTick: () => void): ActivityClock {
  let startedAt = 0;
  let tick = 0;
  let cancel: (() => void) | undefined;
  const schedule = () => {
    cancel = timers.after(tickMs, () => {
      tick += 1;
      schedule();
      onTick();
    });
  };
  return {
    get isRunning() {
      return cancel !== undefined;
    },
    get tick() {
      return tick;
    },
    get elapsedMs() {
      return timers.now() - startedAt;
    },
    start() {
      if (cancel !== undefined) return;
      startedAt = timers.now();
      tick = 0;
      schedule();
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
