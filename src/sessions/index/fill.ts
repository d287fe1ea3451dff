/** What was said in the logs into the index, each log from where it was read last. */
import type { Database } from "bun:sqlite";
import { closeSync, fstatSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import { openToRead } from "../../private-files/private-file.ts";
import { logPieces } from "../walk-logs.ts";
import { type IndexPaths, inTransaction } from "./database.ts";
import { markAt } from "./mark.ts";
import { pairsOf } from "./query.ts";
import { spokenIn } from "./spoken.ts";

export type FillOptions = {
  readonly signal?: AbortSignal;
  /** Told of each part that was read, bytes. */
  readonly onRead?: (bytes: number) => void;
};

type Behind = {
  readonly key: number;
  readonly name: string;
  readonly read_to: number;
  readonly read_inode: number;
  readonly read_mark: string;
};

/**
 * Reads what is not in the index yet, in parts that are kept one by one: whoever stops it loses nothing. Rows must be
 * there (`readCatalogue`). A file that cannot be read is left out; returns their names. Throws the signal's reason when
 * it fires, and what SQLite throws.
 */
export async function fillTexts(
  database: Database,
  paths: Pick<IndexPaths, "sessions">,
  { signal, onRead }: FillOptions = {},
): Promise<string[]> {
  const unread: string[] = [];
  const behind = database
    .query<Behind, []>(
      `SELECT key, name, read_to, read_inode, read_mark FROM sessions
       WHERE readable = 1 AND (seen_size <> size OR seen_mtime <> mtime OR seen_inode <> inode) ORDER BY updated`,
    )
    .all();
  for (const session of behind) {
    signal?.throwIfAborted();
    const fd = openOrNull(join(paths.sessions, session.name));
    if (fd === null) {
      unread.push(session.name);
      continue;
    }
    try {
      await readOn(database, fd, session, { signal, onRead });
    } finally {
      closeSync(fd);
    }
  }
  return unread;
}

function openOrNull(file: string): number | null {
  try {
    return openToRead(file);
  } catch {
    return null; // removed meanwhile, or not ours to read: told at the end
  }
}

async function readOn(
  database: Database,
  fd: number,
  session: Behind,
  { signal, onRead }: { readonly signal: AbortSignal | undefined; readonly onRead: FillOptions["onRead"] },
): Promise<void> {
  const { ino, size, mtimeMs } = fstatSync(fd);
  const isSame = session.read_inode === ino && markAt(fd, session.read_to) === session.read_mark;
  // Replaced or cut: what was read stands in no log any more.
  let at = isSame ? session.read_to : 0;
  let before: Place = session;
  if (!isSame) {
    before = { read_to: 0, read_inode: ino, read_mark: markAt(fd, 0) };
    if (!(await startAgain(database, session, before))) return;
  }
  /** Of two lines with one id the first counts. */
  const seen = new Set<string>();
  for (const { log, end, isWhole } of logPieces(fd, at)) {
    await othersFirst();
    signal?.throwIfAborted();
    if (!isWhole) break;
    const next: Place = { read_to: end, read_inode: ino, read_mark: markAt(fd, end) };
    const known = before;
    const nodes = log.nodes.filter(({ id }) => !seen.has(id));
    for (const { id } of nodes) seen.add(id);
    const isKept = await inTransaction(database, () => {
      if (!isStill(database, session.key, known)) return false;
      for (const { entry } of nodes) {
        const spoken = entry === null ? null : spokenIn(entry);
        if (entry !== null && spoken !== null) keep(database, session.key, entry.at, spoken);
      }
      setPlace(database, session.key, next);
      return true;
    });
    // Another rein reads it, too, and was faster.
    if (!isKept) return;
    onRead?.(end - at);
    at = end;
    before = next;
  }
  // As it was before the reading: what came meanwhile is read the next time.
  database
    .query("UPDATE sessions SET seen_size = ?, seen_mtime = ?, seen_inode = ? WHERE key = ?")
    .run(size, mtimeMs, ino, session.key);
}

type Place = Pick<Behind, "read_to" | "read_inode" | "read_mark">;

/** Takes out what was read of a log; false when another rein has got further with it. */
function startAgain(database: Database, session: Behind, place: Place): Promise<boolean> {
  return inTransaction(database, () => {
    if (!isStill(database, session.key, session)) return false;
    database.query("DELETE FROM texts WHERE session = ?").run(session.key);
    setPlace(database, session.key, place);
    return true;
  });
}

function setPlace(database: Database, key: number, { read_to, read_inode, read_mark }: Place): void {
  database
    .query("UPDATE sessions SET read_to = ?, read_inode = ?, read_mark = ? WHERE key = ?")
    .run(read_to, read_inode, read_mark, key);
}

function isStill(database: Database, key: number, place: Place): boolean {
  const now = database
    .query<Place, [number]>("SELECT read_to, read_inode, read_mark FROM sessions WHERE key = ?")
    .get(key);
  return (
    now !== null &&
    now.read_to === place.read_to &&
    now.read_inode === place.read_inode &&
    now.read_mark === place.read_mark
  );
}

function keep(
  database: Database,
  session: number,
  at: string,
  { who, text }: { readonly who: string; readonly text: string },
): void {
  const { lastInsertRowid } = database
    .query("INSERT INTO texts (session, who, at, text) VALUES (?, ?, ?, ?)")
    .run(session, who, at, text);
  const pairs = pairsOf(text);
  if (pairs !== "")
    database.query("INSERT INTO pairs (rowid, text) VALUES (?, ?)").run(lastInsertRowid, pairs);
}
