/** What models have used in each session, and what it was named last, into the index: each log from where it was read last. */
import type { Database } from "bun:sqlite";
import { basename, join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import type { SessionInfo } from "../glance.ts";
import { usesFrom, usesText } from "../model-use.ts";
import { type CountedLog, countLog, nothingCounted, type Steps } from "./count-log.ts";
import { type IndexPaths, inTransaction } from "./database.ts";

export type CountOptions = {
  /** How long may be read, ms; what is left over is counted the next time. @default to the end */
  readonly patienceMs?: number;
  /** Logs of which more than this has not been counted are left for another time; bytes. @default none are */
  readonly mostUnread?: number;
  /** Only the session of this id. */
  readonly only?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of each part that was read, bytes. */
  readonly onRead?: ((bytes: number) => void) | undefined;
};

type Behind = {
  readonly key: number;
  readonly name: string;
  readonly by_rule: string;
  readonly used: string;
  readonly last_name: string | null;
  readonly counted_to: number;
  readonly counted_inode: number;
  readonly counted_mark: string;
};

/**
 * Counts what has not been counted yet, the sessions that were used last first. Rows must be there (`readCatalogue`); a
 * file that cannot be read is left out. Returns whether anything was counted. Throws the signal's reason when it fires,
 * and what SQLite throws.
 */
export async function countUses(
  database: Database,
  paths: Pick<IndexPaths, "sessions">,
  options: CountOptions = {},
): Promise<boolean> {
  const { patienceMs = Number.POSITIVE_INFINITY, signal, onRead } = options;
  const { mostUnread = Number.MAX_SAFE_INTEGER, only = null } = options;
  const steps = inSteps(patienceMs, signal);
  const behind = database
    .query<Behind, [number, string | null]>(
      `SELECT key, name, by_rule, used, last_name, counted_to, counted_inode, counted_mark FROM sessions
       WHERE readable = 1 AND counted_size <> size AND size - counted_to <= ?1 AND (?2 IS NULL OR id = ?2)
       ORDER BY updated DESC`,
    )
    .all(mostUnread, only);
  const save = database.query(
    `UPDATE sessions SET used = ?2, last_name = ?3, counted_to = ?4, counted_inode = ?5, counted_mark = ?6,
       counted_size = ?7 WHERE key = ?1`,
  );
  // Of one that is counted the name is known for certain.
  const settle = database.query(
    "UPDATE sessions SET named = ?2, title = ?3 WHERE key = ?1 AND counted_size = size",
  );
  const counted: (() => void)[] = [];
  const keep = async () => {
    const writes = counted.splice(0);
    if (writes.length === 0) return;
    await inTransaction(database, () => {
      for (const write of writes) write();
    });
  };
  try {
    for (const session of behind) {
      if ((await steps.next()) === "late") break;
      const log = await countLog(join(paths.sessions, session.name), countedBefore(session), steps, onRead);
      if (log === null) continue;
      const { uses, name, to, inode, mark, size } = log;
      counted.push(() => {
        save.run(session.key, usesText(uses), name, to, inode, mark, size);
        settle.run(session.key, name, name === null || name === "" ? session.by_rule : name);
      });
      if (counted.length >= mostUnsaved) await keep();
    }
  } finally {
    await keep();
  }
  signal?.throwIfAborted();
  return behind.length > 0;
}

/** The same sessions with what is counted of them by now. Throws what SQLite throws. */
export function withCounts(database: Database, sessions: readonly SessionInfo[]): SessionInfo[] {
  type Row = {
    readonly name: string;
    readonly title: string;
    readonly named: string | null;
    readonly used: string;
  };
  const rows = database
    .query<Row, []>("SELECT name, title, named, used FROM sessions WHERE counted_size = size")
    .all();
  const byName = new Map(rows.map((row) => [row.name, row]));
  return sessions.map((info) => {
    const row = byName.get(basename(info.file));
    return row === undefined ? info : { ...info, title: row.title, named: row.named, used: row.used };
  });
}

/** The same from the logs themselves, where there is no index to keep it in. Throws the signal's reason. */
export async function countedLogs(
  sessions: readonly SessionInfo[],
  options: CountOptions,
): Promise<SessionInfo[]> {
  const { patienceMs = Number.POSITIVE_INFINITY, signal, onRead } = options;
  const { mostUnread = Number.MAX_SAFE_INTEGER, only } = options;
  const steps = inSteps(patienceMs, signal);
  const counted: SessionInfo[] = [];
  for (const info of sessions) {
    const isWanted = info.size <= mostUnread && (only === undefined || only === info.id);
    const log =
      !isWanted || (await steps.next()) === "late"
        ? null
        : await countLog(info.file, nothingCounted, steps, onRead);
    if (log === null || log.isCut) counted.push(info);
    else counted.push({ ...info, title: log.name || info.byRule, named: log.name, used: usesText(log.uses) });
  }
  signal?.throwIfAborted();
  return counted;
}

function countedBefore(session: Behind): CountedLog {
  const uses = usesFrom(session.used);
  if (uses === null) return nothingCounted;
  const { last_name: name, counted_to: to, counted_inode: inode, counted_mark: mark } = session;
  return { uses, name, to, inode, mark, size: to, isCut: false };
}

/** The longest stretch without letting keys and signals in, ms. */
const turnMs = 15;
/** So many sessions are written down together. */
const mostUnsaved = 100;

function inSteps(patienceMs: number, signal: AbortSignal | undefined): Steps {
  const until = performance.now() + patienceMs;
  let turn = performance.now();
  return {
    async next() {
      const now = performance.now();
      if (now > until) return "late";
      if (now - turn < turnMs) return "go on";
      await othersFirst();
      // What is counted of a long log by now is kept: the next time goes on from there.
      if (signal?.aborted === true) return "late";
      turn = performance.now();
      return "go on";
    },
  };
}
