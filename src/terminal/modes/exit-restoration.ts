/** Restores the terminal on every way out of the process that can be seen from inside. */
import { constants } from "node:os";
import { plainText } from "../input/plain-text.ts";
import { writeNow } from "./write-now.ts";
import { say } from "../../words/say.ts";

/** What is needed of `process`. */
export interface ExitHost {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
  exit(code: number): unknown;
}

const fatalSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
export type FatalSignal = (typeof fatalSignals)[number];

/** Why the process ends. */
export type ExitReason =
  | { readonly type: "exit"; readonly code: number }
  | { readonly type: "signal"; readonly signal: FatalSignal }
  | { readonly type: "error"; readonly error: unknown };

export interface ExitOptions {
  /** Must be synchronous and bear being called twice: `() => { modes.restore(); input.stop(); }`. */
  readonly restore: () => void;
  /**
   * Called once, in order, before the terminal is restored: take the live part off the screen, end child commands,
   * release locks. Synchronous; what one throws is reported and stops neither the others nor the restoration.
   */
  readonly beforeExit?: readonly ((reason: ExitReason) => void)[];
  /**
   * Whether a child has the terminal: Ctrl+C and Ctrl+\ then reach the whole group, and are the child's.
   * `() => input.state === "paused"`
   */
  readonly isLent?: () => boolean;
  /** What the user reads about an error that nobody caught. */
  readonly describe?: (error: unknown) => string;
  /** Takes secrets out of that. */
  readonly conceal?: (text: string) => string;
  /** Where it is written; stderr by default. */
  readonly report?: (text: string) => void;
}

/** EX_SOFTWARE of sysexits.h. */
export const internalErrorCode = 70;

/**
 * Covers a normal end, SIGINT, SIGTERM, SIGHUP and SIGQUIT (exit code 128 + n), and errors and rejections that nobody
 * caught (exit code 70, the error on stderr). Bun itself leaves modes on and the alternate screen up in the last two.
 *
 * @returns takes all handlers off again
 */
export function installExitRestoration(host: ExitHost, options: ExitOptions): () => void {
  const { restore, beforeExit = [], isLent = () => false } = options;
  const { describe = defaultDescription, conceal = (text) => text, report = writeNow(2) } = options;
  let leaving = false;

  function leave(reason: ExitReason): void {
    if (leaving) return;
    leaving = true;
    const failures: unknown[] = [];
    for (const hook of beforeExit) {
      try {
        hook(reason);
      } catch (error) {
        failures.push(error);
      }
    }
    try {
      restore();
    } catch (error) {
      failures.push(error);
    }
    if (reason.type === "error") failures.unshift(reason.error);
    for (const failure of failures) report(`${plainText(conceal(describe(failure)))}\n`);
  }

  function leaveBySignal(signal: FatalSignal): void {
    if ((signal === "SIGINT" || signal === "SIGQUIT") && isLent()) return;
    leave({ type: "signal", signal });
    host.exit(128 + constants.signals[signal]);
  }
  function leaveByError(error: unknown): void {
    leave({ type: "error", error });
    host.exit(internalErrorCode);
  }

  const handlers: [event: string, handler: (value: unknown) => void][] = [
    ["exit", (code) => leave({ type: "exit", code: Number(code) })],
    ["uncaughtException", leaveByError],
    ["unhandledRejection", leaveByError],
    ...fatalSignals.map((signal): [string, () => void] => [signal, () => leaveBySignal(signal)]),
  ];
  for (const [event, handler] of handlers) host.on(event, handler);
  return () => {
    for (const [event, handler] of handlers) host.off(event, handler);
  };
}

function defaultDescription(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  return say`rein stopped: an error in rein itself that nothing caught. Please report it with these lines:\n${text}`;
}
