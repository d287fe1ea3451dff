/** A clock that is turned by hand, and a voice that is written down. */
import { createVoice, type Voice } from "../../../src/hosts/linear/voice.ts";
import type { Timers } from "../../../src/hosts/repl/screen/flusher.ts";

export type Clock = Timers & { pass(ms: number): void };

/** Timers that fire when time is let pass. */
export function handClock(): Clock {
  let now = 1_000;
  const due = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      due.add(timer);
      return () => due.delete(timer);
    },
    pass(ms) {
      now += ms;
      for (const timer of [...due].filter(({ at }) => at <= now)) {
        due.delete(timer);
        timer.callback();
      }
    },
  };
}

/** A voice, and all that it has said since the last look. */
export function listen(): { readonly voice: Voice; readonly heard: () => string[] } {
  const lines: string[] = [];
  return { voice: createVoice((line) => lines.push(line)), heard: () => lines.splice(0) };
}
