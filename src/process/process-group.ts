/** Programs in a session and process group of their own, and the register that lets none outlive rein. */
import { guard, startGuardian, startOf, unguard } from "./guardian.ts";
import { killMarked, markVariable, newMark, runMark } from "./marked-processes.ts";
import { openPipe, type PipeReader } from "./pipe.ts";
import { isLiving, processIds, processStat } from "./proc.ts";
import { innerVariables } from "./sandbox/inner-script.ts";

/** A started program with everything it starts itself, unless that leaves the group on purpose. */
export type RunningGroup = {
  readonly pid: number;
  /** Stands in the environment of all of its processes, and of those that left the group; see marked-processes.ts. */
  readonly mark: string;
  /**
   * The beginning of the mark of those that only hold the sandbox, and that end by themselves when the command in it
   * has; null where there is none.
   */
  readonly outerMark: string | null;
  /** When the program started, as in `ProcessStat`; empty without `/proc`. */
  readonly startedAt: string;
  /** Resolves when the program itself has ended; others of its group may still run. */
  readonly exited: Promise<Exit>;
  /** True while any process of the group lives. */
  isAlive(): boolean;
  /** Sends a signal to the whole group; a group that has ended is no error. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
  /** Lets rein end although the program runs; it is killed then. */
  unref(): void;
};

/** A program whose two streams are read apart. */
export type ProcessGroup = RunningGroup & {
  /** To be read once, to its end. Ends when nobody can write to it any more. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
};

/** A program with both streams in one, in the order in which they are written. */
export type MergedGroup = RunningGroup & {
  /** A pipe, or a stream where there is none to be had. To be read once, to its end. */
  readonly output: PipeReader | AsyncIterable<Uint8Array>;
};

/** How a program ended: one of the two is null. `signal` is a name such as `SIGKILL`. */
export type Exit = { readonly exitCode: number | null; readonly signal: string | null };

export type StartOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program is a sandbox around a command: what is in it gets the mark from the sandbox's own script. */
  readonly sandboxed?: boolean;
};

const running = new Set<RunningGroup>();
let hooked = false;

/**
 * Starts a program without a terminal (its own session, so `/dev/tty` does not exist), with nothing to read.
 *
 * @throws Error with a system code (`ENOENT`, `E2BIG`, …) when it cannot be started.
 */
export function startGroup(argv: readonly string[], options: StartOptions): ProcessGroup {
  const mark = prepare();
  const child = Bun.spawn([...argv], { ...base(options, mark), stdout: "pipe", stderr: "pipe" });
  return { ...register(child, mark, options), stdout: child.stdout, stderr: child.stderr };
}

/** Like `startGroup`, with stdout and stderr in one pipe. */
export function startMerged(argv: readonly string[], options: StartOptions): MergedGroup {
  const pipe = openPipe();
  if (pipe === null) {
    // This keeps the order too; only `/dev/stderr` is lost.
    const group = startGroup(["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", ...argv], options);
    return { ...group, output: group.stdout };
  }
  try {
    const mark = prepare();
    const child = Bun.spawn([...argv], { ...base(options, mark), stdout: pipe.writer, stderr: pipe.writer });
    pipe.closeWriter();
    return { ...register(child, mark, options), output: pipe.reader };
  } catch (thrown) {
    pipe.discard();
    throw thrown;
  }
}

/** Kills every process of every group that still runs. For each way out of rein; synchronous, never throws. */
export function killAllCommands(): void {
  for (const group of running) group.signal("SIGKILL");
  if (hooked) killMarked(runMark);
  running.clear();
}

/** Takes a group out of the register if nothing of it runs any more. */
export function releaseIfEnded(group: RunningGroup): void {
  if (!running.has(group) || group.isAlive()) return;
  running.delete(group);
  unguard(group);
}

function base({ cwd, env, sandboxed = false }: StartOptions, mark: string) {
  const marks = sandboxed
    ? { [markVariable]: outerMark(mark), [innerVariables.mark]: mark }
    : { [markVariable]: mark };
  return { cwd, env: { ...env, ...marks }, stdin: "ignore", detached: true } as const;
}

/** Begins with the command's mark, so that whoever looks for that finds these as well. */
function outerMark(mark: string): string {
  return `${mark}outer`;
}

/** Everything that has to stand before a program runs that must not outlive rein, and its mark. */
export function prepare(): string {
  if (!hooked) {
    hooked = true;
    process.on("exit", killAllCommands);
  }
  startGuardian(running);
  return newMark();
}

function register(child: Bun.Subprocess, mark: string, { sandboxed = false }: StartOptions): RunningGroup {
  const { pid } = child;
  const startedAt = startOf(pid);
  const group: RunningGroup = {
    pid,
    mark: `${markVariable}=${mark}`,
    outerMark: sandboxed ? `${markVariable}=${outerMark(mark)}` : null,
    startedAt,
    exited: child.exited.then(() => ({ exitCode: child.exitCode, signal: signalName(child.signalCode) })),
    isAlive: () => sendSignal(pid, 0) && hasLivingMember(pid),
    signal(name) {
      if (isOurs(pid, startedAt)) sendSignal(pid, name);
    },
    unref: () => child.unref(),
  };
  // Looking often keeps the time short in which an ended one stands here and its number could be somebody else's.
  for (const earlier of running) releaseIfEnded(earlier);
  running.add(group);
  guard(group, running);
  return group;
}

/** Returns false when there is no such group. Signal 0 only looks. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (thrown) {
    // EPERM: something of the group lives, under another user.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/**
 * A number is not given out again while a group has it, but afterwards it is: then its first process started at
 * another time, or, when that has ended too, nothing is left of the session that a group of ours always has.
 */
function isOurs(group: number, startedAt: string): boolean {
  if (startedAt === "") return true;
  const first = processStat(group);
  if (first !== null) return first.startedAt === startedAt;
  return processIds().some((pid) => {
    const stat = processStat(pid);
    return stat?.group === group && stat.session === group;
  });
}

/**
 * Tells the dead from the living where a signal cannot: an orphan that has ended stays in its group until process 1
 * collects it, and in many containers process 1 never does. True where there is no `/proc`.
 */
function hasLivingMember(group: number): boolean {
  if (isLiving(processStat(group))) return true;
  const processes = processIds();
  // macOS has no /proc, and launchd collects.
  if (processes.length === 0) return true;
  return processes.some((pid) => {
    const stat = processStat(pid);
    return isLiving(stat) && stat.group === group;
  });
}

function signalName(signal: number | string | null): string | null {
  return signal === null ? null : String(signal);
}
