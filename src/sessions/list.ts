/** Finding sessions: all of them, those of a folder, one by the beginning of its id; and removing one. */
import { existsSync, lstatSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { idOfFile } from "./file-name.ts";
import { glance, type SessionInfo } from "./glance.ts";
import { moveAnswerLeft } from "./answer-file.ts";
import { acquireLock, describeHolder } from "./lock.ts";
import { orderOfUse, readUses } from "./last-uses.ts";
import { logNames } from "./log-names.ts";
import type { DataPaths } from "./paths.ts";
import { type OnUnread, type UnreadLog, unreadLog } from "./unread-logs.ts";

export type SessionFilter = {
  /** Only sessions that were started in exactly this folder. */
  readonly cwd?: string;
};

/**
 * The sessions on this machine, the last used first. A file that cannot be read is left out, and told. As everything here
 * throws a `UserError` where their folder cannot be read.
 */
export function listSessions(
  paths: DataPaths,
  filter: SessionFilter = {},
  onUnread?: OnUnread,
): SessionInfo[] {
  return lastUsedFirst(
    logNames(paths.sessions).map((name) => glanceOrNull(join(paths.sessions, name), onUnread)),
    filter,
    paths,
  );
}

/** So many files are looked at before keys get a turn: a few ms. */
const filesAtOnce = 20;

/** The same list while somebody types: lets keys in between. Throws the signal's reason when it fires. */
export async function listSessionsInTurns(
  paths: DataPaths,
  filter: SessionFilter,
  signal: AbortSignal,
  onUnread?: OnUnread,
): Promise<SessionInfo[]> {
  const found: (SessionInfo | null)[] = [];
  for (const [at, name] of logNames(paths.sessions).entries()) {
    if (at % filesAtOnce === 0) await othersFirst();
    signal.throwIfAborted();
    found.push(glanceOrNull(join(paths.sessions, name), onUnread));
  }
  return lastUsedFirst(found, filter, paths);
}

/** Those that fit the filter, the last used first. */
export function lastUsedFirst(
  found: readonly (SessionInfo | null)[],
  { cwd }: SessionFilter,
  paths: Pick<DataPaths, "uses">,
): SessionInfo[] {
  const fitting = found
    .filter((info) => info !== null)
    .filter((info) => cwd === undefined || info.cwd === cwd);
  return orderOfUse(fitting, readUses(paths), Date.now());
}

/** The session of a folder that was used last, or null. */
export function latestSession(paths: DataPaths, cwd: string): SessionInfo | null {
  return latestSessions(paths, cwd).readable;
}

/** The clock of a disk stands still between two ticks of the kernel, ms at most. */
const diskBehindMs = 20;

/**
 * The same, the one of a newer rein's that was used after it, if there is one, and the files that were changed after it and
 * cannot be read: it may be one of those that is meant.
 */
export function latestSessions(
  paths: DataPaths,
  cwd: string,
): {
  readonly readable: SessionInfo | null;
  readonly newer: SessionInfo | null;
  readonly unread: readonly UnreadLog[];
} {
  const unread: UnreadLog[] = [];
  const all = listSessions(paths, { cwd }, (one) => unread.push(one));
  const [last] = all;
  const readable = all.find((info) => info.readable) ?? null;
  const since = readable === null ? 0 : Date.parse(readable.updatedAt) - diskBehindMs;
  return {
    readable,
    newer: last?.readable === false ? last : null,
    unread: unread.filter(({ changedAt }) => changedAt >= since),
  };
}

/** Whether there is a session beside the one of this id. No log is opened. */
export function hasOtherSession(paths: DataPaths, id: string): boolean {
  return logNames(paths.sessions).some((name) => idOfFile(name) !== id);
}

/** Whether the id of any session begins so. No log is opened. */
export function isBeginningOfId(paths: DataPaths, prefix: string): boolean {
  const wanted = prefix.trim().toLowerCase();
  return (
    wanted !== "" && logNames(paths.sessions).some((name) => idOfFile(name)?.startsWith(wanted) === true)
  );
}

/**
 * The one session whose id starts with `prefix`; a whole id always wins.
 * Throws a `UserError` (exit code 2) when there is none, or several: it then lists them.
 */
export function findSession(paths: DataPaths, prefix: string): SessionInfo {
  const wanted = prefix.trim().toLowerCase();
  const found = logNames(paths.sessions).filter(
    (name) => wanted !== "" && idOfFile(name)?.startsWith(wanted) === true,
  );
  const exact = found.filter((name) => idOfFile(name) === wanted);
  const names = exact.length === 1 ? exact : found;
  const candidates = names
    .map((name) => glanceOrNull(join(paths.sessions, name), undefined))
    .filter((info) => info !== null);
  const [only, ...others] = candidates;
  if (only === undefined) {
    const none = say`There is no session "${prefix}". "rein sessions list" shows all of them.`;
    throw new UserError(whyUnreadable(paths, names) ?? none, { exitCode: 2 });
  }
  if (others.length === 0) return only;
  const lines = candidates
    .slice(0, 10)
    .map(({ id, updatedAt, title }) => `  ${id}  ${day(updatedAt)}  ${title}`);
  if (candidates.length > lines.length) lines.push(say`  … and ${candidates.length - lines.length} more`);
  throw new UserError(
    say`"${prefix}" fits ${candidates.length} sessions. Say a little more of the id:\n${lines.join("\n")}`,
    {
      exitCode: 2,
    },
  );
}

/**
 * Moves a session to the trash, whole, and returns its path there; null for one that is gone already. `now` is in ms since
 * 1970. Throws a `UserError` when it is live in another process or cannot be moved.
 */
export function removeSession(paths: DataPaths, { id, file }: SessionInfo, now: number): string | null {
  const lock = acquireLock(paths.locks, id, new Date(now).toISOString());
  if (lock.type === "held") {
    throw new UserError(
      say`Session ${id} is open: ${describeHolder(lock.holder)}. Close it there, then remove it.`,
    );
  }
  try {
    ensurePrivateFolder(paths.trash);
    const target = freeName(paths.trash, basename(file));
    renameSync(file, target);
    moveAnswerLeft(file, target);
    return target;
  } catch (cause) {
    if (!existsSync(file)) return null;
    throw new UserError(
      say`Session ${id} could not be moved to ${paths.trash}: ${messageOf(cause)}. It is still there.`,
      {
        cause,
      },
    );
  } finally {
    if (lock.type === "locked") lock.release();
  }
}

/** How that ended. */
export function removedWords(id: string, target: string | null): string {
  return target === null
    ? say`Session ${id} was there no more: somebody has removed it.`
    : say`Session ${id} is in the trash: ${target}`;
}

/** Why one of these files cannot be read, in a sentence; null where each is gone or empty. */
function whyUnreadable(paths: DataPaths, names: readonly string[]): string | null {
  for (const file of names.map((name) => join(paths.sessions, name))) {
    try {
      glance(file);
    } catch (thrown) {
      if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
        return say`The session ${file} could not be read: ${messageOf(thrown)}.`;
    }
  }
  return null;
}

function glanceOrNull(file: string, onUnread: OnUnread | undefined): SessionInfo | null {
  try {
    return glance(file);
  } catch (thrown) {
    const unread = unreadLog(file, thrown);
    if (unread !== null) onUnread?.(unread);
    return null;
  }
}

function freeName(folder: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : name.replace(/\.jsonl$/, `.${count}.jsonl`));
    if (!existsSync(path)) return path;
  }
}

function day(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}
