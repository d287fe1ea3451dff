/**
 * Where opencode keeps its sessions: in `opencode.db` (or `opencode-<channel>.db`) of its data folder, tables `session`, `message`
 * and `part`; before that as files, `storage/session/<project>/<id>.json`, `storage/message/<session>/<id>.json`,
 * `storage/part/<message>/<id>.json`. Ids sort by time.
 */
import { constants as sqlite, Database } from "bun:sqlite";
import { constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { countOf, type Fields, fieldsOf, textOf } from "./fields.ts";
import { inSlices } from "./in-slices.ts";
import type { OpencodeSession } from "./opencode.ts";
import type { ImportPlaces } from "./places.ts";
import { objectIn } from "./source-lines.ts";

/** One session in a list. `source` is its database or its file; times are ms since 1970, `size` is in bytes. */
export type OpencodeRow = {
  readonly id: string;
  readonly source: string;
  readonly info: Fields;
  readonly updated: number;
  readonly size: number | null;
};

/** The sessions, without those of helpers. Where a database cannot be read, its sessions are not there. */
export async function opencodeSessions(
  { opencode }: Pick<ImportPlaces, "opencode">,
  isWanted: (info: Fields) => boolean,
  signal?: AbortSignal,
): Promise<OpencodeRow[]> {
  // What was moved into the database may still lie there as files.
  const rows = await inSlices(rowsOfFiles(opencode.storage, isWanted), signal);
  for (const file of databases(opencode))
    for (const row of (await withDatabase(file, (database) => rowsIn(database, file, isWanted))) ?? [])
      rows.set(row.id, row);
  return [...rows.values()].filter(({ info }) => textOf(info["parentID"]) === "");
}

function* rowsOfFiles(
  storage: string,
  isWanted: (info: Fields) => boolean,
): Generator<void, Map<string, OpencodeRow>> {
  const rows = new Map<string, OpencodeRow>();
  for (const file of jsonFilesBelow(join(storage, "session"))) {
    yield;
    const info = objectOf(file);
    if (info === null || !isWanted(info)) continue;
    const id = basename(file, ".json");
    const updated = countOf(fieldsOf(info["time"])["updated"]) ?? 0;
    rows.set(id, { id, source: file, info: { ...info, id }, updated, size: null });
  }
  return rows;
}

function* rowsIn(
  database: Database,
  file: string,
  isWanted: (info: Fields) => boolean,
): Generator<void, OpencodeRow[]> {
  const infos = database
    .query("SELECT id, parent_id, directory, title, revert, time_created, time_updated FROM session")
    .all()
    .map(fieldsOf)
    .map(infoOf)
    .filter(isWanted);
  const sizes = database.query("SELECT sum(octet_length(data)) AS size FROM part WHERE session_id = ?");
  const rows: OpencodeRow[] = [];
  for (const info of infos) {
    yield;
    const id = textOf(info["id"]);
    const size = countOf(fieldsOf(sizes.get(id))["size"]) ?? 0;
    rows.push({ id, source: file, info, updated: countOf(fieldsOf(info["time"])["updated"]) ?? 0, size });
  }
  return rows;
}

/** Whether a file is one in which sessions are kept, and not one that a session was exported to. */
export function isOpencodeStore(file: string): boolean {
  return file.endsWith(".db") || (file.endsWith(".json") && basename(dirname(dirname(file))) === "session");
}

/** All of a session; null when it is not there any more. Throws the signal's reason when it fires. */
export async function loadOpencode(
  { id, source }: Pick<OpencodeRow, "id" | "source">,
  signal?: AbortSignal,
): Promise<OpencodeSession | null> {
  if (source.endsWith(".json")) return inSlices(fromFiles(id, source), signal);
  return withDatabase(source, (database) => fromDatabase(id, database));
}

function* fromFiles(id: string, file: string): Generator<void, OpencodeSession | null> {
  const storage = dirname(dirname(dirname(file)));
  const info = objectOf(file);
  if (info === null) return null;
  let unreadable = 0;
  const read = (path: string): Fields[] => {
    const value = objectOf(path);
    if (value === null) unreadable += 1;
    return value === null ? [] : [{ ...value, id: basename(path, ".json") }];
  };
  const messages: OpencodeSession["messages"][number][] = [];
  for (const path of jsonFilesIn(join(storage, "message", id))) {
    yield;
    for (const message of read(path)) {
      const parts = jsonFilesIn(join(storage, "part", textOf(message["id"]))).flatMap(read);
      messages.push({ info: message, parts });
    }
  }
  return { info: { ...info, id }, messages: inTime(messages), unreadable };
}

function* fromDatabase(id: string, database: Database): Generator<void, OpencodeSession | null> {
  const row = database.query("SELECT * FROM session WHERE id = ?").get(id);
  if (row === null) return null;
  let unreadable = 0;
  const dataOf = (one: Fields): Fields => {
    const value = objectIn(textOf(one["data"]));
    if (value === null) unreadable += 1;
    return { ...value, id: textOf(one["id"]) };
  };
  const parts = new Map<string, Fields[]>();
  const partRows = database.query(
    "SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY message_id, id",
  );
  for (const part of partRows.iterate(id)) {
    yield;
    const message = textOf(fieldsOf(part)["message_id"]);
    const list = parts.get(message) ?? [];
    list.push(dataOf(fieldsOf(part)));
    parts.set(message, list);
  }
  const messages = database
    .query("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id")
    .all(id)
    .map(fieldsOf)
    .map((message) => ({ info: dataOf(message), parts: parts.get(textOf(message["id"])) ?? [] }));
  return { info: infoOf(fieldsOf(row)), messages, unreadable };
}

function infoOf(row: Fields): Fields {
  return {
    id: row["id"],
    parentID: row["parent_id"],
    directory: row["directory"],
    title: row["title"],
    revert: objectIn(textOf(row["revert"])),
    time: { created: row["time_created"], updated: row["time_updated"] },
  };
}

function inTime(messages: OpencodeSession["messages"][number][]): OpencodeSession["messages"] {
  return messages.toSorted((one, other) => createdAt(one) - createdAt(other));
}

function createdAt({ info }: { readonly info: Fields }): number {
  return countOf(fieldsOf(info["time"])["created"]) ?? 0;
}

function databases({ data, database }: ImportPlaces["opencode"]): string[] {
  if (database !== null) return existsSync(database) ? [database] : [];
  return namesIn(data)
    .filter((name) => /^opencode(?:-[A-Za-z0-9._-]+)?\.db$/.test(name))
    .map((name) => join(data, name));
}

/**
 * Works on a database of theirs without a trace, and without keeping keys waiting: SQLite makes files beside one that has a
 * write-ahead log even to read it. Without such a log the file is read as it is, else a copy of both. Null where it cannot
 * be read.
 */
async function withDatabase<T>(
  file: string,
  use: (database: Database) => Generator<void, T>,
): Promise<T | null> {
  const log = `${file}-wal`;
  let folder: string | null = null;
  try {
    let source = file;
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) {
      folder = await mkdtemp(join(tmpdir(), "rein-import-"));
      source = join(folder, "copy.db");
      await copyFile(file, source, constants.COPYFILE_FICLONE);
      await copyFile(log, `${source}-wal`, constants.COPYFILE_FICLONE);
    }
    const database =
      folder === null
        ? new Database(
            `${pathToFileURL(source).href}?immutable=1`,
            sqlite.SQLITE_OPEN_READONLY | sqlite.SQLITE_OPEN_URI,
          )
        : new Database(source, sqlite.SQLITE_OPEN_READWRITE);
    try {
      return await inSlices(use(database));
    } finally {
      database.close();
    }
  } catch {
    // Not a database of theirs, of another version, or not ours to read: there is nothing in it for us.
    return null;
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

function* jsonFilesBelow(folder: string): Generator<string> {
  for (const name of namesIn(folder)) yield* jsonFilesIn(join(folder, name));
}

function jsonFilesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not there, or not ours to read.
    return [];
  }
}

function objectOf(file: string): Fields | null {
  try {
    return objectIn(readFileSync(file, "utf8"));
  } catch {
    // Removed since its folder was read, or not ours to read: whoever asked counts it.
    return null;
  }
}
