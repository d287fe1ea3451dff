/** Running one shell command to its end, whatever it leaves behind. */
import { messageOf } from "../protocol/error.ts";
import { childEnvironment } from "./child-environment.ts";
import { defaultOutputLimits, OutputBuffer, type OutputLimits } from "./output-buffer.ts";
import { type ProcessGroup, releaseIfEnded, startGroup } from "./process-group.ts";
import { shellArguments } from "./shell.ts";
import { stopGroup } from "./stop-group.ts";

export { killAllCommands } from "./process-group.ts";

export const defaultTimeoutMs = 120_000;
export const maxTimeoutMs = 600_000;

export type CommandRequest = {
  /** A whole shell text; may have several lines. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Default `defaultTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Default: that of rein's own process. Credentials are taken out of it either way. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Live output, as it comes; characters are whole. */
  readonly onOutput?: (text: string) => void;
  readonly limits?: OutputLimits;
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
};

/** After an abort the group has this long to end by itself, ms: the user has to be back in less than 200. */
const abortPatienceMs = 60;

/** After its exit a command's output is taken to be over when nothing came for `quiet`, or after `most` at the latest. */
const grace = { quiet: 100, most: 500 } as const;

/**
 * Runs a command in its own session: no terminal, stdin at its end, `--noprofile --norc`. It is over when the shell
 * has exited, and a short grace for output still under way: a child in the background does not hold it, keeps
 * running, and is killed with rein at the latest. At the time limit, and when `signal` fires, the whole group is
 * ended; what was printed is kept.
 *
 * @throws Error when the command cannot be started: no such folder, too long (Linux: 128 KiB), NUL in it.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const startedAt = performance.now();
  if (request.signal.aborted) return notStarted;
  const env = childEnvironment(request.env ?? process.env);
  const group = startGroup(shellArguments(request.command), { cwd: request.cwd, env, output: "merged" });
  const output = collect(group, request);
  const ending = await firstEnding(group, request);
  if (ending === "aborted") await stopGroup(group, abortPatienceMs);
  if (ending === "timed_out") await stopGroup(group, request.timeoutPatienceMs ?? 2_000);
  // An abort does not wait for output, and never for a process that even a kill did not end.
  if (ending !== "aborted") await output.settle(grace);
  const exit =
    ending === "exited" || !group.isAlive() ? await group.exited : { exitCode: null, signal: "SIGKILL" };
  releaseIfEnded(group);
  const { text, truncatedBytes } = output.finish();
  return {
    ...exit,
    output: text,
    truncatedBytes,
    timedOut: ending === "timed_out",
    aborted: ending === "aborted",
    leftRunning: group.isAlive(),
    durationMs: performance.now() - startedAt,
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
};

type Ending = "exited" | "timed_out" | "aborted";

async function firstEnding(group: ProcessGroup, request: CommandRequest): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const onAbort = () => resolve("aborted");
  const timer = setTimeout(() => resolve("timed_out"), request.timeoutMs ?? defaultTimeoutMs);
  request.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, group.exited.then((): Ending => "exited")]);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", onAbort);
  }
}

/** Reads a group's output until its end. After `finish` it reads on and keeps nothing, so that no writer is stopped. */
function collect(group: ProcessGroup, { limits = defaultOutputLimits, onOutput }: CommandRequest) {
  const buffer = new OutputBuffer(limits);
  let keeping = true;
  let chunks = 0;
  const keep = (text: string) => {
    if (keeping && text !== "") onOutput?.(text);
  };
  const ended = (async () => {
    try {
      for await (const bytes of group.stdout) {
        chunks += 1;
        if (keeping) keep(buffer.append(bytes));
      }
    } catch (thrown) {
      // What came before it is still true, and the exit code comes from elsewhere.
      keep(`\n[the output could not be read further: ${messageOf(thrown)}]\n`);
    }
  })();
  return {
    /** Resolves when the stream has ended, has been quiet, or has gone on for too long. */
    async settle({ quiet, most }: { readonly quiet: number; readonly most: number }): Promise<void> {
      const start = performance.now();
      for (let seen = -1; seen !== chunks && performance.now() - start < most;) {
        seen = chunks;
        const over = await Promise.race([ended.then(() => true), Bun.sleep(quiet).then(() => false)]);
        if (over) return;
      }
    },
    finish() {
      if (keeping) keep(buffer.end());
      keeping = false;
      return buffer.read();
    },
  };
}
