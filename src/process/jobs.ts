/** Commands in the background. */
import type { ChildOptions } from "./child-environment.ts";
import { readOutput, type Place } from "./job-reader.ts";
import type { KeptOutput } from "./output-buffer.ts";
import type { Exit } from "./process-group.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";
import type { WrappedCommand } from "./sandbox/sandbox.ts";
import type { OutputFile } from "./spill-file.ts";

/** A command in the background, as it stood when it was asked for. */
export type Job = {
  /** `job-1`, `job-2`, … in the order in which they came, behind those of earlier runs of the session. */
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  /** Ms since 1970. */
  readonly startedAt: number;
  /** `killed`: by `kill` or `killAll`, whatever its exit code was. */
  readonly status: "running" | "exited" | "killed";
  /** Null while it runs, and when a signal ended it. */
  readonly exitCode: number | null;
  /** `SIGKILL` and the like, or null. */
  readonly signal: string | null;
  /** Until its end, or until now. */
  readonly durationMs: number;
  /** It has ended, and something that it started runs on; `kill` ends that. */
  readonly leftRunning: boolean;
  /** Bytes printed so far. */
  readonly outputBytes: number;
  /** All of its output; null when no `spillFolder` was given or it could not be made. */
  readonly outputFile: OutputFile | null;
};

export type JobsOptions = {
  /** Called once for each job, when it has ended and all of its output is there. Must not throw. */
  readonly onEnd: (job: Job) => void;
  /** The folder for the files with the output of the jobs. */
  readonly spillFolder?: string;
  /** The number of the last job that an earlier run of the session had. @default 0 */
  readonly lastNumber?: number;
  /** Ms since 1970. Default: the clock. */
  readonly now?: () => number;
};

export type JobRequest = {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Default: that of rein's own process, without credentials. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What of `env` it gets. */
  readonly inherits?: ChildOptions;
  /** How much goes into its file at most, bytes. Default 1 GiB. */
  readonly maxOutput?: number;
  /** The command in its sandbox; absent, nothing confines it. */
  readonly wrapped?: WrappedCommand;
};

export type NewOutput = {
  /**
   * What was printed since the last read, also the beginning of a line that is not finished yet: at most 30,000
   * characters, with a line that says what was left out.
   */
  readonly text: string;
  /** Bytes left out of `text`; with a filter: of the lines that match. */
  readonly truncatedBytes: number;
  readonly job: Job;
};

export type ReadOptions = {
  /**
   * Only whole lines that match; an unfinished last line waits until it is finished or the job has ended. Lines of more
   * than 64 KiB are taken in pieces.
   */
  readonly filter?: RegExp;
  /**
   * Whose place in the output is meant; a new reader begins at the start. Default: one place that all others share, which
   * for a command that was moved to the background is behind what its result told.
   */
  readonly reader?: string;
};

/** Background commands of one session. An unknown id gives null. */
export type Jobs = {
  /** @throws Error when the command cannot be started, as `runCommand`. */
  start(request: JobRequest): Job;
  /**
   * Lets a command that runs already go on as a job; `ranForMs` is how long it has. Returns what it printed so far,
   * shortened as in a command's result. Its live output ends.
   */
  adopt(
    running: RunningCommand,
    ranForMs: number,
  ): Promise<{ readonly job: Job; readonly output: KeptOutput }>;
  /** In the order in which they were started; ended ones stay. */
  list(): readonly Job[];
  get(id: string): Job | null;
  readNew(id: string, options?: ReadOptions): Promise<NewOutput | null>;
  /** Resolves when something was printed since the last read without a `reader`, when the job ends, after `ms`, or when `signal` fires. Never rejects. */
  wait(id: string, ms: number, signal?: AbortSignal): Promise<"output" | "ended" | "time" | "aborted" | null>;
  /**
   * TERM, then KILL after 2 s, for all of it, also for what left its process group. Resolves when it has ended; its
   * output stays. Of one that has ended already, what it left running is killed.
   */
  kill(id: string): Promise<Job | null>;
  /** Resolves when the job has ended and all of its output is there. Null for an id that is not known. */
  ended(id: string): Promise<void> | null;
  /** Kills all at once, without a goodbye, and what they left running. Synchronous, for the end of a session. */
  killAll(): void;
};

/** What stands behind a `Job`. */
type Entry = {
  readonly id: string;
  readonly running: RunningCommand;
  readonly startedAt: number;
  /** Null while it runs. */
  end: (Exit & { readonly durationMs: number; leftRunning: boolean }) | null;
  killed: boolean;
  readonly places: Map<string, Place>;
  /** Reads of one job come one after the other. */
  lastRead: Promise<unknown>;
  /** Who waits for news of it. */
  readonly waiting: Set<() => void>;
  ended: Promise<void>;
};

/** The place of readers without a name. */
const sharedReader = "";

/** How long a killed job may take to end by itself, ms. */
const killPatienceMs = 2_000;

export function createJobs({ onEnd, spillFolder, lastNumber = 0, now = Date.now }: JobsOptions): Jobs {
  const entries = new Map<string, Entry>();

  const snapshot = (entry: Entry): Job => {
    const { running, end } = entry;
    return {
      id: entry.id,
      command: running.command,
      cwd: running.cwd,
      startedAt: entry.startedAt,
      status: end === null ? "running" : entry.killed ? "killed" : "exited",
      exitCode: end?.exitCode ?? null,
      signal: end?.signal ?? null,
      durationMs: end?.durationMs ?? now() - entry.startedAt,
      leftRunning: end?.leftRunning ?? false,
      outputBytes: running.output.total,
      outputFile: running.output.file,
    };
  };

  const follow = async (entry: Entry): Promise<void> => {
    const { running } = entry;
    const exit = await running.exited;
    const durationMs = now() - entry.startedAt;
    await running.settled();
    await running.output.finish();
    const leftRunning = running.isAlive();
    running.end();
    entry.end = { ...exit, durationMs, leftRunning };
    for (const tell of entry.waiting) tell();
    onEnd(snapshot(entry));
  };

  const add = (running: RunningCommand, startedAt: number): Entry => {
    const entry: Entry = {
      id: `job-${lastNumber + entries.size + 1}`,
      running,
      startedAt,
      end: null,
      killed: false,
      places: new Map(),
      lastRead: Promise.resolve(),
      waiting: new Set(),
      ended: Promise.resolve(),
    };
    entries.set(entry.id, entry);
    running.output.keepAll();
    running.output.onNews(() => {
      for (const tell of entry.waiting) tell();
    });
    entry.ended = follow(entry);
    return entry;
  };

  return {
    start({ command, cwd, env, inherits, maxOutput, wrapped }) {
      const running = startCommand({
        command,
        cwd,
        ...(wrapped === undefined ? {} : { wrapped }),
        ...(env === undefined ? {} : { env }),
        ...(inherits === undefined ? {} : { inherits }),
        ...(spillFolder === undefined ? {} : { spillFolder }),
        ...(maxOutput === undefined ? {} : { maxFile: maxOutput }),
      });
      return snapshot(add(running, now()));
    },
    async adopt(running, ranForMs) {
      running.output.endLive();
      const entry = add(running, now() - ranForMs);
      await running.output.flush();
      const output = running.output.read(true);
      entry.places.set(sharedReader, { next: output.upTo, seen: output.upTo });
      return { job: snapshot(entry), output };
    },
    list: () => [...entries.values()].map(snapshot),
    get(id) {
      const entry = entries.get(id);
      return entry === undefined ? null : snapshot(entry);
    },
    readNew(id, { filter, reader = sharedReader } = {}) {
      const entry = entries.get(id);
      if (entry === undefined) return Promise.resolve(null);
      const read = entry.lastRead.then(async () => {
        const job = snapshot(entry);
        const from = entry.places.get(reader)?.next ?? 0;
        const ended = entry.end !== null;
        const request = { from, ended, ...(filter === undefined ? {} : { filter }) };
        const { text, truncatedBytes, place } = await readOutput(entry.running.output, request);
        entry.places.set(reader, place);
        return { text, truncatedBytes, job };
      });
      entry.lastRead = read.catch(() => {});
      return read;
    },
    wait(id, ms, signal) {
      const entry = entries.get(id);
      return entry === undefined ? Promise.resolve(null) : waitFor(entry, ms, signal);
    },
    async kill(id) {
      const entry = entries.get(id);
      if (entry === undefined) return null;
      if (entry.end === null) entry.killed = true;
      await entry.running.stop(killPatienceMs);
      await entry.ended;
      if (entry.end !== null) entry.end.leftRunning = false;
      return snapshot(entry);
    },
    ended: (id) => entries.get(id)?.ended ?? null,
    killAll() {
      for (const entry of entries.values()) {
        if (entry.end === null) entry.killed = true;
        entry.running.kill();
      }
    },
  };
}

async function waitFor(
  entry: Entry,
  ms: number,
  signal?: AbortSignal,
): Promise<"output" | "ended" | "time" | "aborted"> {
  const { promise, resolve } = Promise.withResolvers<"output" | "ended" | "time" | "aborted">();
  const look = () => {
    const seen = entry.places.get(sharedReader)?.seen ?? 0;
    if (signal?.aborted === true) resolve("aborted");
    else if (entry.running.output.total > seen) resolve("output");
    else if (entry.end !== null) resolve("ended");
  };
  const timer = setTimeout(() => resolve("time"), ms);
  entry.waiting.add(look);
  signal?.addEventListener("abort", look, { once: true });
  look();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    entry.waiting.delete(look);
    signal?.removeEventListener("abort", look);
  }
}
