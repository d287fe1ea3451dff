/** Time, handed in so that tests do not wait. All times in ms. */

/** Starts a timer and returns what stops it. */
export type StartTimer = (ms: number, fire: () => void) => () => void;

/** Waits; ends early, without throwing, when the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const startTimer: StartTimer = (ms, fire) => {
  const timer = setTimeout(fire, ms);
  return () => clearTimeout(timer);
};

export const sleep: Sleep = async (ms, signal) => {
  if (signal.aborted || ms <= 0) return;
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  const stopTimer = startTimer(ms, end);
  signal.addEventListener("abort", end, { once: true });
  await over.promise;
  stopTimer();
  signal.removeEventListener("abort", end);
};

/** A watchdog: `touch` starts its time again, which is `ms` from then on; `stop` ends it. */
export type Watchdog = { readonly touch: (ms: number) => void; readonly stop: () => void };

/** Fires once, with the time it waited, when it has not been touched for that long. */
export function createWatchdog(ms: number, start: StartTimer, fire: (ms: number) => void): Watchdog {
  let stopTimer = start(ms, () => fire(ms));
  return {
    touch: (next) => {
      stopTimer();
      stopTimer = start(next, () => fire(next));
    },
    stop: () => stopTimer(),
  };
}
