/** The sessions through their index; where there can be none, through the logs themselves. */
import type { SessionInfo } from "../glance.ts";
import { lastUsedFirst, listSessionsInTurns, type SessionFilter } from "../list.ts";
import { type CatalogueOptions, readCatalogue } from "./catalogue.ts";
import type { DataPaths } from "../paths.ts";
import { countedLogs, countUses, type CountOptions, withCounts } from "./count.ts";
import { IndexBusyError, withIndex } from "./database.ts";
import { fillTexts, type FillOptions } from "./fill.ts";
import { scanLogs, sessionsSaying } from "./scan.ts";
import type { UnreadLog } from "../unread-logs.ts";
import { type Found, searchPattern, searchWords, type SearchOptions, sessionsWith } from "./search.ts";

const never = new AbortController().signal;

/**
 * So long a list is held up by what has not been counted yet, ms, and logs of which so much is to be read are not,
 * bytes.
 */
const countingMs = 50;
const mostUnreadAtOnce = 4 * 1024 * 1024;

export type ListOptions = CatalogueOptions & Omit<CountOptions, "signal">;

/**
 * As `listSessions`, and no log is opened that has not changed since it was listed last. Of those that have changed
 * what they used and were named is counted: as `patienceMs` and the like say, else what takes no time. Throws the
 * signal's reason when it fires.
 */
export async function listIndexed(
  paths: DataPaths,
  filter: SessionFilter = {},
  options: ListOptions = {},
): Promise<SessionInfo[]> {
  const { signal = never, look, onUnread } = options;
  const counting =
    options.patienceMs === undefined
      ? { mostUnread: mostUnreadAtOnce, ...options, signal, patienceMs: countingMs }
      : { ...options, signal };
  signal.throwIfAborted();
  let found: SessionInfo[];
  // Told at the end: where the index fails in the middle, every file is looked at once more.
  let unread: UnreadLog[] = [];
  try {
    found = await withIndex(paths, async (database) => {
      unread = [];
      const listed = await readCatalogue(database, paths, {
        signal,
        onUnread: (one) => unread.push(one),
        ...(look === undefined ? {} : { look }),
      });
      if (listed.every(({ used, readable }) => used !== null || !readable)) return listed;
      const isNew = await countUses(database, paths, counting);
      return isNew ? withCounts(database, listed) : listed;
    });
  } catch {
    signal.throwIfAborted();
    // A full disk, a folder that cannot be written: the index only saves time.
    unread = [];
    const listed = await listSessionsInTurns(paths, filter, signal, (one) => unread.push(one));
    found = await countedLogs(listed, counting);
  }
  for (const one of unread) onUnread?.(one);
  return lastUsedFirst(found, filter, paths);
}

export type IndexedSearch = Found & {
  /** Files that could not be read, by name. */
  readonly unread: readonly string[];
};

/** What begins a query that is a regular expression. */
export const patternSign = "re:";

/**
 * Finds what was said and printed: all words of the query in one text, or with `re:` in front a line that fits. What is
 * not in the index yet is read first. Throws the signal's reason when it fires, and a `PatternError`.
 */
export async function searchSessions(
  paths: DataPaths,
  query: string,
  options: SearchOptions & FillOptions,
): Promise<IndexedSearch> {
  const isPattern = query.startsWith(patternSign);
  const what = isPattern ? query.slice(patternSign.length) : query;
  try {
    return await withIndex(paths, async (database) => {
      await readCatalogue(database, paths, { signal: options.signal });
      await countUses(database, paths, { signal: options.signal });
      const unread = await fillTexts(database, paths, options);
      const found = isPattern
        ? await searchPattern(database, what, options)
        : searchWords(database, what, options);
      return { ...found, unread };
    });
  } catch (thrown) {
    if (!isOfIndex(thrown)) throw thrown;
    return scanLogs(paths, what, { ...options, isPattern });
  }
}

/**
 * The sessions in which all these words were said, or stand in id and title; the last used first. Throws the signal's
 * reason.
 */
export async function sessionsOf(
  paths: DataPaths,
  words: readonly string[],
  options: FillOptions = {},
): Promise<SessionInfo[]> {
  if (words.length === 0) return [];
  let found: { readonly all: readonly SessionInfo[]; readonly said: ReadonlySet<string> };
  try {
    found = await withIndex(paths, async (database) => {
      const listed = await readCatalogue(database, paths, { signal: options.signal });
      const isNew = await countUses(database, paths, { signal: options.signal });
      const all = isNew ? withCounts(database, listed) : listed;
      await fillTexts(database, paths, options);
      return { all, said: sessionsWith(database, words) };
    });
  } catch (thrown) {
    if (!isOfIndex(thrown)) throw thrown;
    const all = await listSessionsInTurns(paths, {}, options.signal ?? never);
    found = { all, said: await sessionsSaying(paths, words, options.signal) };
  }
  const names = words.map((word) => word.toLowerCase());
  const { all, said } = found;
  return lastUsedFirst(
    all.filter(
      ({ id, title }) => said.has(id) || names.every((name) => `${id} ${title}`.toLowerCase().includes(name)),
    ),
    {},
    paths,
  );
}

/** What the disk or SQLite said, or a rein that makes the index; not the caller's signal, nor a pattern that is none. */
function isOfIndex(thrown: unknown): boolean {
  return (
    thrown instanceof IndexBusyError ||
    (thrown instanceof Error && "code" in thrown && typeof thrown.code === "string")
  );
}
