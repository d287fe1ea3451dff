/** Ctrl+Z and `fg`. */
import { systemTimers, type Timers } from "../input/timers.ts";

/** What is needed of `process`. */
export interface SuspendHost {
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  kill(pid: number, signal: "SIGTSTP"): unknown;
}

export interface SuspendOptions {
  readonly timers?: Timers;
  /** Gives the terminal to the shell: modes off, raw mode off, stdin unread. */
  readonly release: () => void;
  /** Takes it back. */
  readonly retake: () => void;
  /** Whether a child has the terminal; a stop that it caused by Ctrl+Z is then its own affair. */
  readonly isLent?: () => boolean;
  /** The shell has written below the live part; it is to be painted anew. */
  readonly repaint: () => void;
}

export interface Suspension {
  /** Stops the process and its group until the shell continues it. Returns before or after that. */
  suspend(): void;
  /** Takes the handler off. */
  dispose(): void;
}

/** Milliseconds in which a stop takes effect; if it has not by then, there is no shell to go back to. */
const stopTakes = 200;

/**
 * Makes `suspend`. The signal is SIGTSTP with its default action, to the whole group as the terminal itself would send
 * it, so that a launcher in between stops, too; the kernel drops it where no shell could continue us (an orphaned
 * group), and then the terminal is taken back after a moment. SIGCONT takes it back in any case, also after a stop
 * that somebody else caused, since a shell may have changed the modes meanwhile.
 */
export function createSuspension(host: SuspendHost, options: SuspendOptions): Suspension {
  const { timers = systemTimers, isLent = () => false, release, retake, repaint } = options;
  let cancelWait: (() => void) | undefined;

  function takeBack(): void {
    cancelWait?.();
    cancelWait = undefined;
    retake();
    repaint();
  }
  function onContinue(): void {
    if (cancelWait === undefined) {
      if (isLent()) return;
      release();
    }
    takeBack();
  }
  host.on("SIGCONT", onContinue);

  return {
    suspend() {
      if (cancelWait !== undefined) return;
      release();
      cancelWait = timers.after(stopTakes, () => {
        // After a stop this timer is due as well: one more round lets SIGCONT be told first.
        cancelWait = timers.after(0, takeBack);
      });
      host.kill(0, "SIGTSTP");
    },
    dispose() {
      host.off("SIGCONT", onContinue);
    },
  };
}
