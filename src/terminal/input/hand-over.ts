/** Lends the terminal to somebody else. */
import type { Modes } from "../modes.ts";
import type { Input } from "./reader.ts";
import { systemTimers, type Timers } from "./timers.ts";

/**
 * Milliseconds between the end of a child and taking the terminal back. Ctrl+C in a child reaches the whole process
 * group, and the runtime may tell us of the child's end before it tells us of that signal; it must find the terminal
 * still lent, or it would end us, too.
 */
const lateSignals = 20;

/**
 * Runs something that needs the terminal for itself (an editor, a pager, an interactive command) with rein's modes off
 * and stdin unread, and takes both back whatever happens. The screen is the caller's to repaint.
 */
export async function handOver<T>(
  terminal: { readonly input: Input; readonly modes: Modes; readonly timers?: Timers },
  run: () => Promise<T>,
): Promise<T> {
  const { input, modes, timers = systemTimers } = terminal;
  modes.release();
  input.pause();
  try {
    return await run();
  } finally {
    await new Promise<void>((resolve) => {
      timers.after(lateSignals, resolve);
    });
    input.resume();
    modes.retake();
  }
}
