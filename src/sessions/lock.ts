/**
 * One writer a session.
 *
 * The lock is an operating system's lock that SQLite takes on an empty side file. The kernel drops it with its process
 * however that ends (kill -9, power cut, crash), so no stale lock exists and no pid has to be believed. Bun has no
 * `flock`; a pid file would need a guess whether that pid is still the same program, and would be wrong between
 * containers. SQLite's lock is not inherited by commands that rein starts, unlike `flock`.
 *
 * Nothing in this process may open the `.lock` file by other means: POSIX drops a process's locks on a file when it
 * closes any descriptor of it. Who holds a lock therefore stands in a second file next to it, for the message only.
 */
import { constants, Database } from "bun:sqlite";
import { chmodSync, closeSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isLink, LinkError } from "../private-files/link-error.ts";
import { openNew, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { say } from "../words/say.ts";

const holderSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() });
/** The process that holds a lock. `since` is ISO 8601 in UTC. */
export type LockHolder = z.infer<typeof holderSchema>;

export type LockAttempt =
  | { readonly type: "locked"; readonly release: () => void }
  /** `holder` is null when it did not get to say who it is. */
  | { readonly type: "held"; readonly holder: LockHolder | null }
  /** This file system has no locks, or cannot be written: nobody can say whether the session is live elsewhere. */
  | { readonly type: "unavailable"; readonly cause: unknown };

/** Bun closes a database that nobody refers to, and its lock would go with it. */
const held = new Set<Database>();

/** Tries once, without waiting, to become the one writer of a session. `since` is the time now, ISO 8601. */
export function acquireLock(folder: string, sessionId: string, since: string): LockAttempt {
  const lock = join(folder, `${sessionId}.lock`);
  const note = join(folder, `${sessionId}.holder.json`);
  try {
    ensurePrivateFolder(folder);
    makeLockFile(lock);
    const database = lockFile(lock);
    if (database === null) return { type: "held", holder: readHolder(note) };
    writeHolder(note, { pid: process.pid, host: hostname(), since });
    held.add(database);
    return { type: "locked", release: () => release(database, [note, lock]) };
  } catch (cause) {
    return { type: "unavailable", cause };
  }
}

/** Lets go. The files go first, while the lock is still ours; who has just opened the old one finds it moved. */
function release(database: Database, files: readonly string[]): void {
  try {
    for (const file of files) rmSync(file, { force: true });
  } catch {
    // The folder became read-only meanwhile. Files that nobody has locked are harmless.
  } finally {
    held.delete(database);
    database.close();
  }
}

/** Where a live session is, in words: "process 1234, since 2030-01-02 03:04 UTC". */
export function describeHolder(holder: LockHolder | null): string {
  if (holder === null) return say`another process`;
  const since = `${holder.since.slice(0, 16).replace("T", " ")} UTC`;
  const where = holder.host === hostname() ? "" : say` on ${holder.host}`;
  return holder.pid === process.pid && where === ""
    ? say`this same process, since ${since}`
    : say`process ${holder.pid}${where}, since ${since}`;
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
function lockFile(file: string): Database | null {
  while (true) {
    const database = new Database(file, { create: true, readwrite: true });
    try {
      // The journal stays in memory: nothing is ever written, so no file of it may be left behind by a kill.
      database.run("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY;");
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
  if (status !== 0)
    throw new Error(say`SQLite cannot tell whether a lock file was removed (status ${status})`);
  return answer[0] !== 0;
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("SQLITE_BUSY");
}

function writeHolder(note: string, holder: LockHolder): void {
  try {
    replacePrivateFile(note, `${JSON.stringify(holder)}\n`);
  } catch {
    // A full disk: the lock holds without it, only the message elsewhere says less.
  }
}

function readHolder(note: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(note, "utf8")));
  } catch {
    return null; // the message then says "another process"
  }
}
