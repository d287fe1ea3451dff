/** Programs in a session and process group of their own, and the register that lets none outlive rein. */
import { readdirSync, readFileSync } from "node:fs";
import { openPipe } from "./pipe.ts";

/** A started program with everything it starts itself, unless that leaves the group on purpose. */
export type ProcessGroup = {
  readonly pid: number;
  /** To be read once, to its end. Ends when nobody can write to it any more. */
  readonly stdout: AsyncIterable<Uint8Array>;
  /** Null when it was merged into `stdout`. */
  readonly stderr: AsyncIterable<Uint8Array> | null;
  /** Resolves when the program itself has ended; others of its group may still run. */
  readonly exited: Promise<Exit>;
  /** True while any process of the group lives. */
  isAlive(): boolean;
  /** Sends a signal to the whole group; a group that has ended is no error. */
  signal(name: "SIGTERM" | "SIGKILL"): void;
};

/** How a program ended: one of the two is null. `signal` is a name such as `SIGKILL`. */
export type Exit = { readonly exitCode: number | null; readonly signal: string | null };

export type StartOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** `merged` puts both streams into one pipe, in the order in which they are written. */
  readonly output: "merged" | "separate";
};

const running = new Set<ProcessGroup>();
let hooked = false;

/**
 * Starts a program without a terminal (its own session, so `/dev/tty` does not exist), with nothing to read.
 *
 * @throws Error with a system code (`ENOENT`, `E2BIG`, …) when it cannot be started.
 */
export function startGroup(argv: readonly string[], options: StartOptions): ProcessGroup {
  const group = options.output === "merged" ? startMerged(argv, options) : startSeparate(argv, options);
  register(group);
  return group;
}

function startMerged(argv: readonly string[], options: StartOptions): ProcessGroup {
  const pipe = openPipe();
  // The way without a pipe keeps the order too; only `/dev/stderr` is lost there.
  if (pipe === null) return startSeparate(["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", ...argv], options);
  let child: Bun.Subprocess;
  try {
    child = Bun.spawn([...argv], { ...base(options), stdout: pipe.writer, stderr: pipe.writer });
  } catch (thrown) {
    pipe.discard();
    throw thrown;
  }
  pipe.closeWriter();
  return groupOf(child, pipe.read(), null);
}

function startSeparate(argv: readonly string[], options: StartOptions): ProcessGroup {
  const child = Bun.spawn([...argv], { ...base(options), stdout: "pipe", stderr: "pipe" });
  return groupOf(child, child.stdout, child.stderr);
}

function base({ cwd, env }: StartOptions) {
  return { cwd, env: { ...env }, stdin: "ignore", detached: true } as const;
}

function groupOf(
  child: Bun.Subprocess,
  stdout: AsyncIterable<Uint8Array>,
  stderr: AsyncIterable<Uint8Array> | null,
): ProcessGroup {
  const { pid } = child;
  return {
    pid,
    stdout,
    stderr,
    exited: child.exited.then(() => ({ exitCode: child.exitCode, signal: signalName(child.signalCode) })),
    isAlive: () => sendSignal(pid, 0) && hasLivingMember(pid),
    signal: (name) => {
      sendSignal(pid, name);
    },
  };
}

/** Kills every process of every group that still runs. For each way out of rein; synchronous, never throws. */
export function killAllCommands(): void {
  for (const group of running) group.signal("SIGKILL");
  running.clear();
}

/** Takes a group out of the register if nothing of it runs any more. */
export function releaseIfEnded(group: ProcessGroup): void {
  if (!group.isAlive()) running.delete(group);
}

function register(group: ProcessGroup): void {
  // A number is not given out again while a group has it, so a group that is known to live is the one we started.
  // Looking often keeps the time short in which an ended one stands here and its number could be somebody else's.
  for (const earlier of running) releaseIfEnded(earlier);
  running.add(group);
  if (hooked) return;
  hooked = true;
  process.on("exit", killAllCommands);
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
 * Tells the dead from the living where a signal cannot: an orphan that has ended stays in its group until process 1
 * collects it, and in many containers process 1 never does. True where there is no `/proc`.
 */
function hasLivingMember(group: number): boolean {
  let processes: string[];
  try {
    processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    // macOS has no /proc, and launchd collects.
    return true;
  }
  return processes.length === 0 || processes.some((pid) => isLivingMember(pid, group));
}

function isLivingMember(pid: string, group: number): boolean {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    // Ended between the listing and now.
    return false;
  }
  // proc(5): "pid (name) state ppid pgrp …"; the name may hold blanks and parentheses.
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(processGroup) === group && state !== "Z" && state !== "X";
}

function signalName(signal: number | string | null): string | null {
  return signal === null ? null : String(signal);
}
