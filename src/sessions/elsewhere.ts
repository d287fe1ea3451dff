/** A session that another process has open: the error that says so, and whether that process still runs. */
import { existsSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { describeHolder, type LockHolder, readLockHolder } from "./lock.ts";
import type { DataPaths } from "./paths.ts";

/** Thrown where a session is live in another process: nothing was opened. It can be watched, or gone on with in a copy. */
export class OpenElsewhereError extends UserError {
  readonly sessionId: string;
  /** Where it is open, in words. */
  readonly where: string;

  constructor(sessionId: string, holder: LockHolder | null) {
    const where = describeHolder(holder);
    super(
      say`Session ${sessionId} is open in another place: ${where}. Two writers would mix up its log, so nothing was opened. Close it there, look at it with rein sessions show ${sessionId}, or go on in a copy: rein -r ${sessionId} --fork.`,
    );
    this.name = "OpenElsewhereError";
    this.sessionId = sessionId;
    this.where = where;
  }
}

/**
 * Where a session is open, in words; null when its process has ended, as far as can be seen without taking its lock. One
 * on another machine is believed to run.
 */
export function openWhere(
  { locks }: Pick<DataPaths, "locks">,
  sessionId: string,
  runs: (pid: number) => boolean = isRunning,
): string | null {
  const holder = readLockHolder(locks, sessionId);
  return holder !== null && isLive(holder, runs) ? describeHolder(holder) : null;
}

/** Since when the session that is open for longest is, ms since 1970; infinity where none is open. Throws what `fs` throws. */
export function openSince({ locks }: Pick<DataPaths, "locks">): number {
  const names = existsSync(locks) ? readdirSync(locks) : [];
  const times = names.flatMap((name) => {
    const [, id] = /^(.+)\.holder\.json$/.exec(name) ?? [];
    const holder = id === undefined ? null : readLockHolder(locks, id);
    return holder !== null && isLive(holder, isRunning) ? [Date.parse(holder.since)] : [];
  });
  return Math.min(...times.filter((time) => !Number.isNaN(time)));
}

function isLive({ host, pid }: LockHolder, runs: (pid: number) => boolean): boolean {
  return host !== hostname() || runs(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Somebody else's process may not be asked, but it is there.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
