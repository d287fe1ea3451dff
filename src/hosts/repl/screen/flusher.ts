/** Gathers what comes in faster than it should be drawn. */
import type { Timers as Delays } from "../../../terminal/input/timers.ts";

/** How often streamed text is drawn at most, ms: 20 frames a second, which is flowing to the eye. */
export const frameMs = 50;

/** Delays, and the time between them. */
export type Timers = Delays & {
  /** Elapsed time, ms. */
  readonly now: () => number;
};

export type Flusher = {
  /** Something is there: draws at once when nothing was drawn lately, else when the frame is over. */
  request(): void;
  /** Draws now, whatever was drawn lately. */
  now(): void;
  /** Forgets what waits. */
  cancel(): void;
};

/** A draw that is slow, as of a long transcript, leaves as much time again for everything else; ms at most. */
const longestRest = 200;

/** A flusher that calls `draw` at most once in `intervalMs`, and at once for the first request after a pause. */
export function createFlusher(draw: () => void, timers: Timers, intervalMs = frameMs): Flusher {
  let lastDrawn = Number.NEGATIVE_INFINITY;
  let duration = 0;
  let cancelTimer: (() => void) | undefined;
  const run = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    lastDrawn = timers.now();
    draw();
    duration = timers.now() - lastDrawn;
  };
  return {
    request() {
      if (cancelTimer !== undefined) return;
      const wait =
        lastDrawn + Math.max(intervalMs, duration + Math.min(duration, longestRest)) - timers.now();
      if (wait <= 0) run();
      else cancelTimer = timers.after(wait, run);
    },
    now: run,
    cancel() {
      cancelTimer?.();
      cancelTimer = undefined;
    },
  };
}
