/** The rows of the index: one a session, and fresh when the file's size, time and inode are the row's. */
import type { Database } from "bun:sqlite";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import { glance, type SessionInfo } from "../glance.ts";
import { logNames } from "../log-names.ts";
import { type OnUnread, unreadLog } from "../unread-logs.ts";
import { type IndexPaths, inTransaction } from "./database.ts";

export type CatalogueOptions = {
  /** How a log is looked at whose row is old. @default `glance` */
  readonly look?: (file: string) => SessionInfo | null;
  readonly signal?: AbortSignal | undefined;
  /** Told of each file that is left out because it cannot be read. */
  readonly onUnread?: OnUnread | undefined;
};

type Row = {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly mtime: number;
  readonly inode: number;
  readonly id: string;
  readonly created: string;
  readonly updated: string;
  readonly cwd: string;
  readonly branch: string | null;
  readonly title: string;
  readonly model: string | null;
  readonly last_words: string;
  readonly readable: number;
  readonly named: string | null;
  readonly by_rule: string;
  readonly forked_from: string | null;
  readonly used: string;
  readonly counted_size: number;
};

/** So many logs are looked at before keys get a turn: a few ms. */
const looksAtOnce = 20;

const columns =
  "key, name, size, mtime, inode, id, created, updated, cwd, branch, title, model, last_words, readable, named, by_rule, forked_from, used, counted_size";

/**
 * All sessions, in no order. Only logs that changed since are opened; rows of files that are gone go, with all that was
 * said in them. Lets keys in between. Throws the signal's reason when it fires, what SQLite throws, and what reading the
 * folder throws.
 */
export async function readCatalogue(
  database: Database,
  paths: IndexPaths,
  { look = glance, signal, onUnread }: CatalogueOptions = {},
): Promise<SessionInfo[]> {
  const rows = new Map(
    database
      .query<Row, []>(`SELECT ${columns} FROM sessions`)
      .all()
      .map((row) => [row.name, row]),
  );
  const found: SessionInfo[] = [];
  const changed: (Stamp & { readonly info: SessionInfo })[] = [];
  for (const name of logNames(paths.sessions)) {
    const file = join(paths.sessions, name);
    const stamp = readOrTell(file, () => stampOf(name, file), onUnread);
    const row = rows.get(name);
    if (stamp === null) continue;
    rows.delete(name);
    if (row !== undefined && isSame(row, stamp)) {
      found.push(infoOf(row, file));
      continue;
    }
    if (changed.length % looksAtOnce === 0) await othersFirst();
    signal?.throwIfAborted();
    const info = readOrTell(file, () => look(file), onUnread);
    if (info === null) continue;
    found.push(info);
    changed.push({ ...stamp, info });
  }
  if (changed.length > 0 || rows.size > 0) {
    await inTransaction(database, () => {
      for (const { key } of rows.values()) remove(database, key);
      for (const one of changed) keep(database, one);
    });
  }
  return found;
}

type Stamp = { readonly name: string; readonly size: number; readonly mtime: number; readonly inode: number };

function stampOf(name: string, file: string): Stamp | null {
  // Of a link, too: no session is read through one.
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return { name, size: stats.size, mtime: stats.mtimeMs, inode: stats.ino };
}

function isSame(one: Stamp, other: Stamp): boolean {
  return one.size === other.size && one.mtime === other.mtime && one.inode === other.inode;
}

function readOrTell<T>(file: string, read: () => T | null, onUnread: OnUnread | undefined): T | null {
  try {
    return read();
  } catch (thrown) {
    const unread = unreadLog(file, thrown);
    if (unread !== null) onUnread?.(unread);
    return null;
  }
}

function infoOf(row: Row, file: string): SessionInfo {
  const { id, created, updated, size, cwd, branch, title, model, last_words, readable } = row;
  const { named, by_rule, forked_from, used, counted_size } = row;
  return {
    id,
    file,
    createdAt: created,
    updatedAt: updated,
    size,
    cwd,
    branch,
    title,
    model,
    lastWords: last_words,
    named,
    byRule: by_rule,
    forkedFrom: forked_from,
    used: counted_size === size ? used : null,
    readable: readable === 1,
  };
}

/** What was read of a log stays: only its new end is read for a search. */
function keep(
  database: Database,
  { info, name, size, mtime, inode }: Stamp & { readonly info: SessionInfo },
): void {
  database
    .query(
      `INSERT INTO sessions (name, size, mtime, inode, id, created, updated, cwd, branch, title, model, last_words, readable, named,
         by_rule, forked_from)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
       ON CONFLICT (name) DO UPDATE SET size = ?2, mtime = ?3, inode = ?4, id = ?5, created = ?6, updated = ?7, cwd = ?8,
         branch = ?9, title = ?10, model = ?11, last_words = ?12, readable = ?13, named = ?14, by_rule = ?15,
         forked_from = ?16, counted_size = -1`,
    )
    .run(
      name,
      size,
      mtime,
      inode,
      info.id,
      info.createdAt,
      info.updatedAt,
      info.cwd,
      info.branch,
      info.title,
      info.model,
      info.lastWords,
      info.readable ? 1 : 0,
      info.named,
      info.byRule,
      info.forkedFrom,
    );
}

function remove(database: Database, key: number): void {
  database.query("DELETE FROM texts WHERE session = ?").run(key);
  database.query("DELETE FROM sessions WHERE key = ?").run(key);
}
