/** Lends the terminal to somebody else. */
import type { Modes } from "../modes.ts";
import type { Input } from "./reader.ts";

/**
 * Runs something that needs the terminal for itself (an editor, a pager, an interactive command) with rein's modes off
 * and stdin unread, and takes both back whatever happens. The screen is the caller's to repaint.
 */
export async function handOver<T>(
  terminal: { readonly input: Input; readonly modes: Modes },
  run: () => Promise<T>,
): Promise<T> {
  terminal.modes.release();
  terminal.input.pause();
  try {
    return await run();
  } finally {
    terminal.input.resume();
    terminal.modes.retake();
  }
}
