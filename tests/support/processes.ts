/** Looking at the processes of the machine. */
import { readdirSync, readFileSync } from "node:fs";

/** There is a `/proc` to look at. */
export const hasProc = process.platform === "linux";

/** The ids of the living processes whose command line contains a text; ended ones that nobody collected do not count. */
export function processesWith(text: string): number[] {
  return livingProcesses((argv) => argv.join(" ").includes(text));
}

/** The ids of the living processes with exactly this command line. */
export function processesRunning(...words: readonly string[]): number[] {
  return livingProcesses((argv) => Bun.deepEquals(argv, words));
}

function livingProcesses(isMeant: (argv: readonly string[]) => boolean): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isDead = /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
        return !isDead && isMeant(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1));
      } catch {
        // It has ended between the listing and now.
        return false;
      }
    })
    .map(Number);
}

/** A process and all that it has started, as far as they live. */
export function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

/**
 * Tells whether a process and all that it has started in its own group have slept between two looks: the marks of both
 * are the same then, and not undefined.
 */
export function sleepMark(leader: number): string | undefined {
  const marks = familyOf(leader).map((pid) => {
    const [, state, group] = /\) (\S) \d+ (\d+) /.exec(read(`/proc/${pid}/stat`)) ?? [];
    if (Number(group) !== leader) return "";
    const status = read(`/proc/${pid}/status`);
    return state === "S" ? `${pid}:${/^voluntary_ctxt_switches:.*$/m.exec(status)?.[0]}` : undefined;
  });
  return marks.includes(undefined) ? undefined : marks.join(" ");
}

/** The most memory that a process ever had, bytes. */
export function peakMemory(pid: number): number {
  return 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** How many bytes a process has read from files and pipes since it was started. */
export function bytesRead(pid: number): number {
  return Number(/^rchar: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1] ?? 0);
}

/** Empty when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Resolves when the condition holds; the test's own time limit is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

let given = 0;

/** A length of sleep, seconds, that no other process on the machine has, so that it can be found again. */
export function uniqueSeconds(): string {
  given += 1;
  return `${3_000 + (process.pid % 1_000)}.${given}7`;
}
