/** An imported session's log: written whole, or not at all; and which sessions were imported before. */
import { closeSync, fsyncSync, readdirSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openNew, openToRead, writeWhole } from "../../private-files/private-file.ts";
import { ensurePrivateFolder } from "../../private-files/private-folder.ts";
import type { Entry, Header } from "../../protocol/entry.ts";
import { fileNameOf, idOfFile } from "../file-name.ts";
import { noteUse } from "../last-uses.ts";
import { parseLog, serializeEntry, serializeHeader } from "../log.ts";
import type { DataPaths } from "../paths.ts";

/** So much is gathered before it is written, UTF-16 units. */
const chunk = 256 * 1024;

/** A log that is being written. Its name is there only once all of it is: nobody opens a half one. */
export type LogInMaking = {
  /** Throws what `fs` throws. */
  add(entry: Entry): void;
  /** Returns its path. Throws what `fs` throws. */
  finish(): string;
  /** Nothing is left of it. */
  abandon(): void;
};

/** Begins a log. Throws what `fs` throws. */
export function beginLog(header: Header, paths: Pick<DataPaths, "sessions" | "uses">): LogInMaking {
  const { sessions } = paths;
  ensurePrivateFolder(sessions);
  removeUnfinished(sessions);
  const file = join(sessions, fileNameOf(header));
  const unfinished = `${file}${unfinishedEnd}`;
  const fd = openNew(unfinished);
  let isOpen = true;
  let text = serializeHeader(header);
  let lastAt = header.createdAt;
  const write = () => {
    writeWhole(fd, text);
    text = "";
  };
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    add(entry) {
      text += serializeEntry(entry).line;
      lastAt = entry.at;
      if (text.length >= chunk) write();
    },
    finish() {
      write();
      fsyncSync(fd);
      close();
      renameSync(unfinished, file);
      noteUse(paths, header.sessionId, lastAt);
      return file;
    },
    abandon() {
      try {
        close();
      } finally {
        rmSync(unfinished, { force: true });
      }
    },
  };
}

const unfinishedEnd = ".import";
/** No import takes as long, ms. */
const longest = 60 * 60 * 1000;

/** What imports have left that were killed on the way. */
function removeUnfinished(sessions: string): void {
  for (const name of readdirSync(sessions)) {
    if (!name.endsWith(`.jsonl${unfinishedEnd}`)) continue;
    const file = join(sessions, name);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (changed < Date.now() - longest) rmSync(file, { force: true });
  }
}

/** A session that was imported, and what it was made from: the program, the id there, and how much it was, bytes. */
export type ImportedSession = NonNullable<Header["importedFrom"]> & { readonly sessionId: string };

/** A header is one line near the beginning; more than this it hardly takes, bytes. */
const headerSize = 4 * 1024;

/**
 * The sessions that were imported, step by step, by what they were made from: of several the one with the most of it, of
 * those the one that was written to last.
 */
export function* importedSessions({
  sessions,
}: Pick<DataPaths, "sessions">): Generator<void, Map<string, ImportedSession>> {
  const found = new Map<string, ImportedSession & { readonly changedAt: number }>();
  for (const name of namesIn(sessions)) {
    yield;
    const file = join(sessions, name);
    const header = headerOf(file);
    if (header?.importedFrom === undefined) continue;
    const { tool, id, size } = header.importedFrom;
    const key = importKey(tool, id);
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const other = found.get(key);
    if (other === undefined || other.size < size || (other.size === size && other.changedAt < changedAt))
      found.set(key, { tool, id, size, sessionId: header.sessionId, changedAt });
  }
  return found;
}

/** One name for a transcript of a tool. */
export function importKey(tool: string, id: string): string {
  return `${tool} ${id}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => idOfFile(name) !== null);
  } catch {
    // There are no sessions yet.
    return [];
  }
}

function headerOf(file: string): Header | null {
  let fd: number;
  try {
    fd = openToRead(file);
  } catch {
    // Removed since the folder was read, or not ours to read.
    return null;
  }
  try {
    const bytes = new Uint8Array(headerSize);
    const head = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
    const end = head.indexOf(0x0a);
    return parseLog(end === -1 ? head : head.subarray(0, end + 1)).header;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}
