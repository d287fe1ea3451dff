/** What the system tells about processes in `/proc`. On a system without it (macOS) there is nothing to read. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One process, as proc(5) describes `/proc/PID/stat`. */
export type ProcessStat = {
  /** One letter; `Z` and `X` are dead. */
  readonly state: string;
  /** The number of its process group. */
  readonly group: number;
  /** The number of its session. */
  readonly session: number;
  /** When it started, in clock ticks since the machine did. With the number it names a process for good. */
  readonly startedAt: string;
};

/** The numbers of all processes; empty where there is no `/proc`. */
export function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // macOS has none.
    return [];
  }
}

/** Null when there is no such process (any more), or no `/proc`. */
export function processStat(pid: number): ProcessStat | null {
  const line = readProc(pid, "stat");
  if (line === null) return null;
  // "pid (name) state ppid pgrp session …"; the name may hold blanks and parentheses.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state = "", , group, session] = fields;
  return { state, group: Number(group), session: Number(session), startedAt: fields[19] ?? "" };
}

/** True for one that has not ended; an ended one that nobody has collected yet is dead. */
export function isLiving(stat: ProcessStat | null): stat is ProcessStat {
  return stat !== null && stat.state !== "Z" && stat.state !== "X";
}

/** A file of a process, byte for byte as Latin-1. Null when it has ended or belongs to another user. */
export function readProc(pid: number, name: "stat" | "environ" | "cmdline"): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return null;
  }
}

/** What a descriptor of a process leads to: a path, or a name such as `pipe:[17]`. Null when that is not known. */
export function descriptorOf(pid: number, descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return null;
  }
}
