/**
 * Finding the processes of a command wherever they went. A process that leaves its group (`setsid`, a double fork)
 * takes its environment with it, so every command has a mark in there that no other process on the machine has.
 * One that also empties its environment is not found; one of another user cannot be ended.
 */
import { isLiving, processIds, processStat, readProc } from "./proc.ts";

/** The variable that holds the mark. */
export const markVariable = "REIN_RUN";

const run = crypto.randomUUID().replaceAll("-", "");
let marksGiven = 0;

/** What the environment of every process of every command of this rein has in it, as the beginning of an entry. */
export const runMark = `${markVariable}=${run}.`;

/** The value of a mark that only one command has. */
export function newMark(): string {
  marksGiven += 1;
  return `${run}.${marksGiven}.`;
}

/** The living processes with this mark (`runMark`, or `markVariable=…` of one command). Empty without `/proc`. */
export function markedProcesses(mark: string): number[] {
  return processIds().filter((pid) => {
    const environment = readProc(pid, "environ");
    if (environment === null) return false;
    return environment.startsWith(mark) || environment.includes(`\0${mark}`);
  });
}

/** Sends a signal to the processes with this mark, but for those with the other one, and returns their numbers. */
export function signalMarked(
  mark: string,
  signal: "SIGTERM" | "SIGKILL",
  exceptMark: string | null = null,
): number[] {
  const except = new Set(exceptMark === null ? [] : markedProcesses(exceptMark));
  const pids = markedProcesses(mark).filter((pid) => !except.has(pid));
  for (const pid of pids) signalOne(pid, signal);
  return pids;
}

/** How often one looks again for what was started between looking and killing. */
const mostRounds = 10;

/** Kills all processes with this mark, and what they started meanwhile. Synchronous, never throws. */
export function killMarked(mark: string): void {
  const seen = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const fresh = signalMarked(mark, "SIGKILL").filter((pid) => !seen.has(pid));
    if (fresh.length === 0) return;
    for (const pid of fresh) seen.add(pid);
  }
}

/** True while one of these processes lives and has the mark. */
export function someMarked(pids: readonly number[], mark: string): boolean {
  return pids.some((pid) => isLiving(processStat(pid)) && (readProc(pid, "environ") ?? "").includes(mark));
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended, or it runs as another user and cannot be ended by us.
  }
}
