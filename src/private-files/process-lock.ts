/**
 * A lock that dies with its process.
 *
 * It is an operating system's lock that SQLite takes on an empty side file. The kernel drops it however the process ends
 * (kill -9, power cut, crash), so no stale lock exists and no pid has to be believed. Bun has no `flock`; a pid file would
 * need a guess whether that pid is still the same program, and would be wrong between containers. SQLite's lock is not
 * inherited by commands that rein starts, unlike `flock`.
 *
 * Nothing in this process may open the file by other means: POSIX drops a process's locks on a file when it closes any
 * descriptor of it.
 */
import { constants, Database } from "bun:sqlite";
import { chmodSync, closeSync, rmSync } from "node:fs";
import { isLink, LinkError } from "./link-error.ts";
import { openNew } from "./private-file.ts";

export type ProcessLock = {
  /** Lets go, and removes the file together with `others`. */
  release(others?: readonly string[]): void;
  /** True when the file was removed by somebody else: then another process may hold a lock of the same name. */
  isGone(): boolean;
};

/** Bun closes a database that nobody refers to, and its lock would go with it. */
const held = new Set<Database>();

/**
 * Takes the lock; null when another one has it, after at most `waitMs` of waiting. Its folder must be there. Throws a
 * `LinkError` for a link, and what `fs` or SQLite throw where files cannot be made or the file system has no locks.
 */
export function takeLock(file: string, waitMs = 0): ProcessLock | null {
  const database = lockFile(file, waitMs);
  if (database === null) return null;
  held.add(database);
  return {
    isGone: () => hasMoved(database),
    release(others = []) {
      if (!held.delete(database)) return;
      try {
        // While the lock is still ours; who has just opened the old file finds it moved.
        if (!hasMoved(database)) for (const path of [...others, file]) rmSync(path, { force: true });
      } catch {
        // The folder became read-only meanwhile. Files that nobody has locked are harmless.
      } finally {
        database.close();
      }
    },
  };
}

/**
 * Makes the file if it is not there: SQLite would make it readable for others, and follow a link to it. Of an existing
 * one no descriptor is opened, so no lock of this process on it is dropped.
 */
function makeLockFile(file: string): void {
  try {
    closeSync(openNew(file));
  } catch (thrown) {
    if (isLink(file)) throw new LinkError(file);
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
  }
}

/** Opens and locks the file; null when another one holds it. Throws when locking does not work there. */
function lockFile(file: string, waitMs: number): Database | null {
  const until = performance.now() + waitMs;
  while (true) {
    makeLockFile(file);
    const database = new Database(file, { create: true, readwrite: true });
    try {
      const wait = Math.max(0, Math.round(until - performance.now()));
      // The journal stays in memory: nothing is ever written, so no file of it may be left behind by a kill.
      database.run(`PRAGMA busy_timeout = ${wait}; PRAGMA journal_mode = MEMORY;`);
      // IMMEDIATE, not EXCLUSIVE: of two that try at the same moment exactly one wins.
      database.run("BEGIN IMMEDIATE");
      if (!hasMoved(database)) {
        chmodSync(file, 0o600);
        return database;
      }
      database.close();
    } catch (thrown) {
      database.close();
      if (isBusy(thrown)) return null;
      throw thrown;
    }
  }
}

/** True when the file under this name is no longer the one that was opened: its last holder removed it in between. */
function hasMoved(database: Database): boolean {
  const answer = new Int32Array(2);
  const status = database.fileControl(constants.SQLITE_FCNTL_HAS_MOVED, answer);
  if (status !== 0) throw new Error(`SQLite cannot tell whether a lock file was removed (status ${status})`);
  return answer[0] !== 0;
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("SQLITE_BUSY");
}
