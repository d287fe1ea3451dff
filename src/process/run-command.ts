/** Running one shell command to its end, whatever it leaves behind. */
import type { SkippedOutput } from "../protocol/event.ts";
import type { ChildOptions } from "./child-environment.ts";
import type { Jobs } from "./jobs.ts";
import type { OutputLimits } from "./output-buffer.ts";
import type { Exit } from "./process-group.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";
import type { OutputFile } from "./spill-file.ts";
import type { WrappedCommand } from "./sandbox/sandbox.ts";
import { watchForWaiting } from "./waiting-program.ts";

export { killAllCommands } from "./process-group.ts";

export const defaultTimeoutMs = 120_000;
export const maxTimeoutMs = 600_000;

export type CommandRequest = {
  /** A whole shell text; may have several lines. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Default `defaultTimeoutMs`; more than `maxTimeoutMs` is as much as that. */
  readonly timeoutMs?: number;
  /** Default: that of rein's own process. Of either the command gets what `inherits` says. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly inherits?: ChildOptions;
  /**
   * Live output: what was printed since the last call, at most its last 8 KB, and what was left out before that;
   * characters are whole. The first call comes at once, then at most ten a second, and none after the result.
   */
  readonly onOutput?: (text: string, skipped?: SkippedOutput) => void;
  readonly limits?: OutputLimits;
  /**
   * The folder for the file with all of the output, made when there is more than `limits` keep (or when the command
   * moves to the background). Made with its parents, 0700, if missing. Without it what does not fit is lost.
   */
  readonly spillFolder?: string;
  /** What happens at the time limit: ended (default), or moved to `jobs` where it goes on. Without `jobs`: ended. */
  readonly onTimeLimit?: "kill" | "background";
  /** Where a command that moves to the background goes on. */
  readonly jobs?: Jobs;
  /** Fires when the user sends the running command to the background; needs `jobs`. */
  readonly moveToBackground?: AbortSignal;
  /** The command in its sandbox; absent, nothing confines it. */
  readonly wrapped?: WrappedCommand;
  /** How long a command that ran into its time limit may take to end by itself before it is killed. Default 2 s. */
  readonly timeoutPatienceMs?: number;
};

export type CommandResult = {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** `SIGKILL` and the like, or null. */
  readonly signal: string | null;
  /** stdout and stderr in the order in which they came; beginning and end when it was too much. */
  readonly output: string;
  /** Bytes left out of `output`. */
  readonly truncatedBytes: number;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** Something that it started in the background still runs. */
  readonly leftRunning: boolean;
  readonly durationMs: number;
  /** The file with all that was printed, when `output` is not all of it and a `spillFolder` was given. */
  readonly outputFile: OutputFile | null;
  /**
   * The folder in which the shell stood when it ended (real path, exists). Null when that is not known: it was killed,
   * replaced itself (`exec`), set traps of its own, runs on, or the folder is gone.
   */
  readonly endedIn: string | null;
  /**
   * The id of the job as which the command goes on, or null. Then `exitCode` and `signal` are null, `leftRunning` is
   * true, `output` is what was printed so far, and `jobs.readNew` goes on behind that. `timedOut` tells whether the
   * time limit or the user moved it.
   */
  readonly movedToBackground: string | null;
  /** The full-screen program because of which it was ended: it waited for keys, which nobody can type. Or null. */
  readonly wantedTerminal: string | null;
};

/** After an abort the group has this long to end by itself, ms: the user has to be back in less than 200. */
const abortPatienceMs = 60;

/** At the time limit, unless the request says otherwise, ms. */
const timeLimitPatienceMs = 2_000;

/** Within this time the news of an end that has come arrives, ms. */
const exitMs = 50;

/** An abort does not wait longer than this for a slow disk to take the last of the output, ms. */
const abortedFileMs = 50;

/**
 * Runs a command in its own session: no terminal, stdin at its end, `--noprofile --norc`. It is over when the shell
 * has exited, and a short grace for output still under way: a child in the background does not hold it, keeps
 * running, and is killed with rein at the latest. At the time limit, when `signal` fires, and when a full-screen program
 * waits in it, everything that it started is ended; what was printed is kept.
 *
 * @throws Error when the command cannot be started: no such folder, too long (Linux: 128 KiB), NUL in it.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const startedAt = performance.now();
  if (request.signal.aborted) return notStarted;
  const running = startCommand(request);
  const ending = await firstEnding(running, request);
  const wantedTerminal = typeof ending === "object" ? ending.waiting : null;
  if (ending === "moved" || (ending === "timed_out" && request.onTimeLimit === "background")) {
    if (request.jobs !== undefined) return moved(running, request.jobs, ending === "timed_out", startedAt);
  }
  if (ending === "aborted" || wantedTerminal !== null) await running.stop(abortPatienceMs);
  if (ending === "timed_out") await running.stop(request.timeoutPatienceMs ?? timeLimitPatienceMs);
  await finish(running, ending);
  const leftRunning = running.isAlive();
  const exit = await exitOf(running, ending);
  const endedIn = running.end();
  const { text, truncatedBytes } = running.output.read();
  return {
    ...exit,
    output: text,
    truncatedBytes,
    timedOut: ending === "timed_out",
    aborted: ending === "aborted",
    leftRunning,
    durationMs: performance.now() - startedAt,
    outputFile: running.output.file,
    endedIn,
    movedToBackground: null,
    wantedTerminal,
  };
}

/** How the shell ended; one that even a kill did not end (stuck in a driver) is not waited for. */
async function exitOf({ exited }: RunningCommand, ending: Ending): Promise<Exit> {
  if (ending === "exited") return exited;
  const { promise, resolve } = Promise.withResolvers<Exit>();
  const timer = setTimeout(() => resolve({ exitCode: null, signal: "SIGKILL" }), exitMs);
  try {
    return await Promise.race([exited, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** An abort takes what is there, and waits for nothing else. */
async function finish(running: RunningCommand, ending: Ending): Promise<void> {
  const { output } = running;
  if (ending !== "aborted") {
    await running.settled();
    await output.finish();
    return;
  }
  running.look();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, abortedFileMs);
  await Promise.race([promise, output.finish()]);
  clearTimeout(timer);
}

async function moved(
  running: RunningCommand,
  jobs: Jobs,
  timedOut: boolean,
  startedAt: number,
): Promise<CommandResult> {
  const durationMs = performance.now() - startedAt;
  const { job, output } = await jobs.adopt(running, durationMs);
  return {
    exitCode: null,
    signal: null,
    output: output.text,
    truncatedBytes: output.truncatedBytes,
    timedOut,
    aborted: false,
    leftRunning: true,
    durationMs,
    outputFile: job.outputFile,
    endedIn: null,
    movedToBackground: job.id,
    wantedTerminal: null,
  };
}

const notStarted: CommandResult = {
  exitCode: null,
  signal: null,
  output: "",
  truncatedBytes: 0,
  timedOut: false,
  aborted: true,
  leftRunning: false,
  durationMs: 0,
  outputFile: null,
  endedIn: null,
  movedToBackground: null,
  wantedTerminal: null,
};

/** `waiting`: the name of a full-screen program that waits for keys. */
type Ending = "exited" | "timed_out" | "aborted" | "moved" | { readonly waiting: string };

async function firstEnding(running: RunningCommand, request: CommandRequest): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const onAbort = () => resolve("aborted");
  const onMove = () => resolve("moved");
  const move = request.jobs === undefined ? undefined : request.moveToBackground;
  const limit = Math.min(request.timeoutMs ?? defaultTimeoutMs, maxTimeoutMs);
  const timer = setTimeout(() => resolve("timed_out"), limit);
  const stopWatching = watchForWaiting(running.mark, (program) => resolve({ waiting: program }));
  request.signal.addEventListener("abort", onAbort, { once: true });
  move?.addEventListener("abort", onMove, { once: true });
  if (move?.aborted === true) onMove();
  try {
    return await Promise.race([promise, running.exited.then((): Ending => "exited")]);
  } finally {
    clearTimeout(timer);
    stopWatching();
    request.signal.removeEventListener("abort", onAbort);
    move?.removeEventListener("abort", onMove);
  }
}
