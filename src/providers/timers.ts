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

/** A watchdog: `touch` starts its time again, `stop` ends it. */
export type Watchdog = { readonly touch: () => void; readonly stop: () => void };

/** Fires once when it has not been touched for `ms`. */
export function createWatchdog(ms: number, start: StartTimer, fire: () => void): Watchdog {
  let stopTimer = start(ms, fire);
  return {
    touch: () => {
      stopTimer();
      stopTimer = start(ms, fire);
    },
    stop: () => stopTimer(),
  };
}
