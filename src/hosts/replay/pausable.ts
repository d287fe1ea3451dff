/** Timers whose time can be stopped: while it is, nothing that was asked for comes due. */
import type { Timers } from "../repl/screen/flusher.ts";

export type PausableTimers = Timers & {
  readonly isPaused: boolean;
  pause(): void;
  resume(): void;
};

type Waiting = { dueAt: number; readonly callback: () => void; cancel: () => void };

/** Time goes on at once. */
export function createPausableTimers(timers: Timers): PausableTimers {
  const waiting = new Set<Waiting>();
  let lost = 0;
  let pausedAt: number | undefined;
  const now = () => (pausedAt ?? timers.now()) - lost;
  const arm = (one: Waiting) => {
    one.cancel = timers.after(Math.max(0, one.dueAt - now()), () => {
      waiting.delete(one);
      one.callback();
    });
  };
  return {
    now,
    get isPaused() {
      return pausedAt !== undefined;
    },
    after(ms, callback) {
      const one: Waiting = { dueAt: now() + ms, callback, cancel: () => undefined };
      waiting.add(one);
      if (pausedAt === undefined) arm(one);
      return () => {
        one.cancel();
        waiting.delete(one);
      };
    },
    pause() {
      if (pausedAt !== undefined) return;
      pausedAt = timers.now();
      for (const one of waiting) one.cancel();
    },
    resume() {
      if (pausedAt === undefined) return;
      lost += timers.now() - pausedAt;
      pausedAt = undefined;
      for (const one of waiting) arm(one);
    },
  };
}
