/** All logs, entry by entry, without one of them being in memory as a whole. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import { openToRead } from "../private-files/private-file.ts";
import { type Entry, type Header, logFormatVersion } from "../protocol/entry.ts";
import { headerFromName, idOfFile } from "./file-name.ts";
import { parseLog, type ParsedLog } from "./log.ts";
import { logNames } from "./log-names.ts";
import type { DataPaths } from "./paths.ts";

export type WalkOptions = {
  /** Logs that were last written before this are left out; ms since 1970. */
  readonly since: number;
  readonly signal?: AbortSignal;
};

export type WalkEnd = {
  /** Logs that were read. */
  readonly read: number;
  /** Files that could not be read, or were written by a newer rein, by name. */
  readonly unread: readonly string[];
};

const chunk = 1024 * 1024;
/** A longer line is not read: no entry of ours is that long, and it would be in memory as a whole. Bytes. */
const longestLine = 64 * 1024 * 1024;
const headSize = 16 * 1024;
const lineEnd = 0x0a;

/**
 * Hands over every entry of every log, all branches, in the order of its file. What a session has copied from one that is
 * there too is left out: it happened there. What several copies of one that is gone share counts in the first of them only.
 * Throws the signal's reason when it fires, and what reading the folder throws.
 */
export async function walkLogs(
  paths: Pick<DataPaths, "sessions">,
  { since, signal }: WalkOptions,
  onEntry: (header: Header, entry: Entry) => void,
): Promise<WalkEnd> {
  const logs = logsIn(paths.sessions);
  const there = new Set(logs.map(({ id }) => id));
  const families: Families = new Map();
  const unread: string[] = [];
  let read = 0;
  for (const { name } of logs) {
    signal?.throwIfAborted();
    await othersFirst();
    try {
      if (readLog(join(paths.sessions, name), { since, there, families }, onEntry)) read += 1;
    } catch (thrown) {
      // A file that is not ours to read, or was removed meanwhile: told at the end.
      if (!(thrown instanceof Error)) throw thrown;
      unread.push(name);
    }
  }
  return { read, unread };
}

function logsIn(folder: string): { readonly name: string; readonly id: string }[] {
  return logNames(folder)
    .toSorted()
    .flatMap((name) => {
      const id = idOfFile(name);
      return id === null ? [] : [{ name, id }];
    });
}

type Known = {
  readonly since: number;
  readonly there: ReadonlySet<string>;
  readonly families: Families;
};

/**
 * The logs that were read, by the entries that they begin with: a copy begins as its original does, and as the original of
 * that. Of most nobody asks for more, so only their names are kept.
 */
type Families = Map<string, { readonly unread: string[]; readonly ids: Set<string> }>;

/** The entries of all logs of a family that were read by now. */
function idsOf(families: Families, root: string): ReadonlySet<string> {
  const family = families.get(root);
  if (family === undefined) return new Set();
  for (const file of family.unread.splice(0)) {
    const fd = openToRead(file);
    try {
      for (const { log } of logPieces(fd)) for (const { id } of log.nodes) family.ids.add(id);
    } finally {
      closeSync(fd);
    }
  }
  return family.ids;
}

function addTo(families: Families, root: string, file: string): void {
  const family = families.get(root);
  if (family === undefined) families.set(root, { unread: [file], ids: new Set() });
  else family.unread.push(file);
}

/** False for a log that is older than what is asked for. */
function readLog(
  file: string,
  { since, there, families }: Known,
  onEntry: (header: Header, entry: Entry) => void,
): boolean {
  const fd = openToRead(file);
  try {
    const { size, mtimeMs } = fstatSync(fd);
    if (size === 0 || mtimeMs < since) return false;
    const head = parseLog(bytesAt(fd, 0, headSize));
    if ((head.format ?? logFormatVersion) > logFormatVersion)
      throw new Error("It was written by a newer rein.");
    const header = head.header ?? headerFromName(file, head);
    const { sessionId: original = "", entryId = null } = header.forkedFrom ?? {};
    const isThere = there.has(original);
    let others: ReadonlySet<string> | undefined;
    const roots: string[] = [];
    let copiedUntil = entryId;
    // Of two lines with one id the first counts: a disk that lost what it took has both.
    const seen = new Set<string>();
    for (const { log } of logPieces(fd)) {
      for (const { id, parentId, entry } of log.nodes) {
        if (seen.has(id)) continue;
        seen.add(id);
        if (parentId === null) roots.push(id);
        if (copiedUntil !== null && !isThere) others ??= idsOf(families, id);
        const isElsewhere = copiedUntil !== null && (isThere || others?.has(id) === true);
        if (!isElsewhere && entry !== null) onEntry(header, entry);
        if (id === copiedUntil) copiedUntil = null;
      }
    }
    for (const root of roots) addTo(families, root, file);
    return true;
  } finally {
    closeSync(fd);
  }
}

export type LogPiece = {
  readonly log: ParsedLog;
  /** Where it ends in the file, bytes. */
  readonly end: number;
  /** False for a last line that has no end. */
  readonly isWhole: boolean;
};

/**
 * Whole lines at a time, from a place where one begins to the end that the file has now: one that is written to faster
 * than it is read would have none. Throws what `fs` throws.
 */
export function* logPieces(fd: number, from = 0): Generator<LogPiece> {
  const { size } = fstatSync(fd);
  /** The beginning of a line whose end has not come, as it was read: a long one is put together once. */
  let waiting: Uint8Array[] = [];
  let waitingSize = 0;
  /** The rest of a line that is too long. */
  let isSkipping = false;
  let at = from;
  for (;;) {
    const bytes = bytesAt(fd, at, Math.min(chunk, Math.max(0, size - at)));
    if (bytes.length === 0) break;
    const start = at;
    at += bytes.length;
    const last = bytes.lastIndexOf(lineEnd);
    if (last === -1) {
      if (isSkipping) continue;
      waiting.push(bytes);
      waitingSize += bytes.length;
      isSkipping = waitingSize > longestLine;
      if (isSkipping) [waiting, waitingSize] = [[], 0];
      continue;
    }
    const first = isSkipping ? bytes.indexOf(lineEnd) + 1 : 0;
    isSkipping = false;
    waiting.push(bytes.subarray(first, last + 1));
    const log = parseLog(Buffer.concat(waiting));
    yield { log, end: start + last + 1, isWhole: true };
    waiting = [bytes.slice(last + 1)];
    waitingSize = bytes.length - last - 1;
  }
  if (waitingSize > 0) yield { log: parseLog(Buffer.concat(waiting)), end: at, isWhole: false };
}

function bytesAt(fd: number, at: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, readSync(fd, bytes, 0, size, at));
}
