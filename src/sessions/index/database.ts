/**
 * The index of the sessions: one SQLite file beside them, derived from the logs. Whatever is wrong with it, it is made
 * anew: nothing is in it that the logs do not say.
 */
import { Database } from "bun:sqlite";
import { closeSync, fstatSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openToAppend } from "../../private-files/private-file.ts";
import { ensurePrivateFolder } from "../../private-files/private-folder.ts";
import { takeLock } from "../../private-files/process-lock.ts";
import type { DataPaths } from "../paths.ts";

/** Raised when what stands in the file, or how a log becomes it, changes: an index of another version is made anew. */
export const indexVersion = 4;

/** How long one rein waits while another one writes, ms. Writes take some ms each. */
const patienceMs = 1_000;
/** SQLite itself waits no longer, ms: as long as it does so, no key comes in. */
const stallMs = 20;

const schema = `
  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL, mtime REAL NOT NULL, inode INTEGER NOT NULL,
    id TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, cwd TEXT NOT NULL, branch TEXT, title TEXT NOT NULL,
    model TEXT, last_words TEXT NOT NULL, readable INTEGER NOT NULL,
    named TEXT, by_rule TEXT NOT NULL, forked_from TEXT,
    used TEXT NOT NULL DEFAULT '[]', last_name TEXT,
    counted_to INTEGER NOT NULL DEFAULT 0, counted_inode INTEGER NOT NULL DEFAULT 0,
    counted_mark TEXT NOT NULL DEFAULT '', counted_size INTEGER NOT NULL DEFAULT -1,
    read_to INTEGER NOT NULL DEFAULT 0, read_inode INTEGER NOT NULL DEFAULT 0, read_mark TEXT NOT NULL DEFAULT '',
    seen_size INTEGER NOT NULL DEFAULT -1, seen_mtime REAL NOT NULL DEFAULT 0, seen_inode INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE texts (
    key INTEGER PRIMARY KEY, session INTEGER NOT NULL, who TEXT NOT NULL, at TEXT NOT NULL, text TEXT NOT NULL
  );
  CREATE INDEX texts_of_session ON texts (session);
  CREATE VIRTUAL TABLE words USING fts5 (text, content = 'texts', content_rowid = 'key', tokenize = 'trigram');
  CREATE VIRTUAL TABLE pairs USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
  );
  CREATE TRIGGER text_added AFTER INSERT ON texts BEGIN
    INSERT INTO words (rowid, text) VALUES (new.key, new.text);
  END;
  CREATE TRIGGER text_gone AFTER DELETE ON texts BEGIN
    INSERT INTO words (words, rowid, text) VALUES ('delete', old.key, old.text);
    DELETE FROM pairs WHERE rowid = old.key;
  END;
`;

export type IndexPaths = Pick<DataPaths, "index" | "sessions">;

/**
 * Runs `use` on the index, which is made first where it is missing, damaged or of another version. Throws what `fs` and
 * SQLite throw when there can be none: on a full disk, in a folder that cannot be written, while another rein makes it.
 */
export async function withIndex<T>(
  paths: IndexPaths,
  use: (database: Database) => T | Promise<T>,
): Promise<T> {
  try {
    return await once(paths, use);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    remakeIndex(paths);
    return once(paths, use);
  }
}

/**
 * Does some writing in one transaction. While another rein writes it waits, and lets keys in; `work` may be done more than
 * once, but counts once. Throws what SQLite throws.
 */
export async function inTransaction<T>(database: Database, work: () => T): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return database.transaction(work).immediate();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() > until) throw thrown;
    }
    await setTimeout(stallMs);
  }
}

function isBusy(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" && /^SQLITE_(?:BUSY|LOCKED)/.test(code);
}

async function once<T>(paths: IndexPaths, use: (database: Database) => T | Promise<T>): Promise<T> {
  const database = open(paths);
  try {
    database.run(`PRAGMA busy_timeout = ${stallMs}`);
    return await use(database);
  } finally {
    database.close();
  }
}

function open(paths: IndexPaths): Database {
  const database = opened(paths.index);
  try {
    const version = versionOf(database);
    if (version === indexVersion) return database;
    if (version !== 0) throw new OtherVersionError();
    // Two reins may find it empty at once: one makes the tables, the other finds them.
    database
      .transaction(() => {
        if (versionOf(database) === 0) database.run(`${schema} PRAGMA user_version = ${indexVersion};`);
      })
      .immediate();
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function opened(file: string): Database {
  ensurePrivateFolder(dirname(file), { mayBeLink: true });
  // SQLite would make it readable for others, and gives the files beside it the mode that it has.
  const fd = openToAppend(file);
  const { size } = fstatSync(fd);
  closeSync(fd);
  const database = new Database(file, { readwrite: true, create: false });
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMs}`);
    // What was removed is gone from the file, too: a session in the trash is nobody's to find.
    database.run("PRAGMA secure_delete = ON");
    if (size === 0) database.run("PRAGMA journal_mode = WAL");
    // A power cut may take the last of it, which is read again from the logs.
    database.run("PRAGMA synchronous = NORMAL");
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function versionOf(database: Database): number {
  return database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

/** Another rein makes the index anew. */
export class IndexBusyError extends Error {}

class OtherVersionError extends Error {}

/** Codes of SQLite for a file that is none of its own, or not any more. */
const damageCodes = /^SQLITE_(CORRUPT|NOTADB|MISMATCH)/;

function isDamage(thrown: unknown): boolean {
  if (thrown instanceof OtherVersionError) return true;
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  if (typeof code !== "string" || !(thrown instanceof Error)) return false;
  // A table that is missing though the version is ours.
  return damageCodes.test(code) || (code === "SQLITE_ERROR" && thrown.message.startsWith("no such "));
}

/** Removes what is there. Another rein that has it open goes on with a file that has no name any more. */
function remakeIndex(paths: IndexPaths): void {
  const file = paths.index;
  const lock = takeLock(`${file}.lock`, patienceMs);
  if (lock === null) throw new IndexBusyError(`${file} is being made by another process`);
  try {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
  } finally {
    lock.release();
  }
}
