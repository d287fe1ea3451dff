/**
 * Where opencode keeps its sessions: in `opencode.db` (or `opencode-<channel>.db`) of its data folder, tables `session`, `message`
 * and `part`; before that as files, see `opencode-files.ts`.
 */
import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../protocol/error.ts";
import { countOf, type Fields, fieldsOf, textOf } from "./fields.ts";
import { atOnce, inSlices } from "./in-slices.ts";
import { isStoredSession, readStored, storedSessions } from "./opencode-files.ts";
import type { OpencodeSession } from "./opencode.ts";
import type { ImportPlaces } from "./places.ts";
import { objectIn } from "./source-lines.ts";
import { headOf, namesIn } from "./their-files.ts";
import { asItLies, withDatabase } from "./their-database.ts";

/** One session in a list. `source` is its database or its file; times are ms since 1970, `size` is in bytes. */
export type OpencodeRow = {
  readonly id: string;
  readonly source: string;
  readonly info: Fields;
  readonly updated: number;
  readonly size: number | null;
};

export type OpencodeListOptions = {
  readonly isWanted: (info: Fields) => boolean;
  readonly onUnreadable?: ((file: string, why: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * The sessions, without those of helpers. Of a database that cannot be read, or is of another version, `onUnreadable` is
 * told. Throws the signal's reason when it fires.
 */
export async function opencodeSessions(
  { opencode }: Pick<ImportPlaces, "opencode">,
  { isWanted, onUnreadable, signal }: OpencodeListOptions,
): Promise<OpencodeRow[]> {
  // What was moved into the database may still lie there as files.
  const rows = await inSlices(rowsOfFiles(opencode.data, isWanted), signal);
  for (const file of databases(opencode)) {
    try {
      for (const row of await withDatabase(file, (database) => rowsIn(database, file, isWanted), signal))
        rows.set(row.id, row);
    } catch (thrown) {
      signal?.throwIfAborted();
      onUnreadable?.(file, messageOf(thrown));
    }
  }
  return [...rows.values()].filter(({ info }) => textOf(info["parentID"]) === "");
}

function* rowsOfFiles(
  data: string,
  isWanted: (info: Fields) => boolean,
): Generator<void, Map<string, OpencodeRow>> {
  const rows = new Map<string, OpencodeRow>();
  for (const stored of storedSessions(data)) {
    yield;
    if (stored === null || !isWanted(stored.info)) continue;
    const { id, file, info, updated } = stored;
    rows.set(id, { id, source: file, info, updated, size: null });
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
  return isDatabase(file) || isStoredSession(file);
}

/** By its first bytes: the user may have called it anything. */
function isDatabase(file: string): boolean {
  try {
    return new TextDecoder().decode(headOf(file, 15).bytes) === "SQLite format 3";
  } catch {
    // Not there, or not ours to read: whoever reads it as a file says so.
    return false;
  }
}

/**
 * All of a session; null when it is not there any more, or when the file is another one. Throws what `fs` and SQLite throw,
 * and the signal's reason when it fires.
 */
export async function loadOpencode(
  { id, source }: Pick<OpencodeRow, "id" | "source">,
  signal?: AbortSignal,
): Promise<OpencodeSession | null> {
  if (!isDatabase(source)) return inSlices(readStored(source), signal);
  return withDatabase(source, (database) => fromDatabase(id, database), signal);
}

/** So many messages show how a session ended. */
const lastOnes = 12;

/**
 * The last messages of a session, at once. Of a database that is written to these are those of a moment ago. Throws what
 * SQLite throws.
 */
export function endOfOpencode({ id, source }: Pick<OpencodeRow, "id" | "source">): OpencodeSession {
  const session = isDatabase(source)
    ? asItLies(source, (database) => atOnce(fromDatabase(id, database, lastOnes)))
    : atOnce(readStored(source, lastOnes));
  return session ?? { info: {}, messages: [], unreadable: 0 };
}

function* fromDatabase(
  id: string,
  database: Database,
  most = Number.MAX_SAFE_INTEGER,
): Generator<void, OpencodeSession | null> {
  const row = database.query("SELECT * FROM session WHERE id = ?").get(id);
  if (row === null) return null;
  let unreadable = 0;
  const dataOf = (one: Fields): Fields => {
    const value = objectIn(textOf(one["data"]));
    if (value === null) unreadable += 1;
    return { ...value, id: textOf(one["id"]) };
  };
  const partsOf = database.query("SELECT id, data FROM part WHERE message_id = ? ORDER BY id");
  const messages: OpencodeSession["messages"][number][] = [];
  const rows = database
    .query("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT ?")
    .all(id, most);
  for (const message of rows.map(fieldsOf).toReversed()) {
    yield;
    const parts = partsOf.all(textOf(message["id"])).map(fieldsOf);
    messages.push({ info: dataOf(message), parts: parts.map(dataOf) });
  }
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

function databases({ data, database }: ImportPlaces["opencode"]): string[] {
  if (database !== null) return statSync(database, { throwIfNoEntry: false }) === undefined ? [] : [database];
  return namesIn(data)
    .filter((name) => /^opencode(?:-[A-Za-z0-9._-]+)?\.db$/.test(name))
    .map((name) => join(data, name));
}
