/**
 * One writer a session: a lock that dies with its process (`private-files/process-lock.ts`). Nothing here opens the
 * `.lock` file, so who holds it stands in a second file next to it, for the message only.
 */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { takeLock } from "../private-files/process-lock.ts";
import { say } from "../words/say.ts";

const holderSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() });
/** The process that holds a lock. `since` is ISO 8601 in UTC. */
export type LockHolder = z.infer<typeof holderSchema>;

export type LockAttempt =
  /** `isGone`: its file was removed, so that another process may have taken a lock of the same name. */
  | { readonly type: "locked"; readonly release: () => void; readonly isGone: () => boolean }
  /** `holder` is null when it did not get to say who it is. */
  | { readonly type: "held"; readonly holder: LockHolder | null }
  /** This file system has no locks, or cannot be written: nobody can say whether the session is live elsewhere. */
  | { readonly type: "unavailable"; readonly cause: unknown };

/** Tries once, without waiting, to become the one writer of a session. `since` is the time now, ISO 8601. */
export function acquireLock(folder: string, sessionId: string, since: string): LockAttempt {
  const note = join(folder, `${sessionId}.holder.json`);
  try {
    ensurePrivateFolder(folder);
    const lock = takeLock(join(folder, `${sessionId}.lock`));
    if (lock === null) return { type: "held", holder: readHolder(note) };
    writeHolder(note, { pid: process.pid, host: hostname(), since });
    return { type: "locked", release: () => lock.release([note]), isGone: () => lock.isGone() };
  } catch (cause) {
    return { type: "unavailable", cause };
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

/** Who said last that they hold the lock of a session; null where nobody did, or has let go since. Takes no lock. */
export function readLockHolder(folder: string, sessionId: string): LockHolder | null {
  return readHolder(join(folder, `${sessionId}.holder.json`));
}

function writeHolder(note: string, holder: LockHolder): void {
  try {
    replacePrivateFile(note, `${JSON.stringify(holder)}\n`, { isPassing: true });
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
