/** Finding what was said in all sessions: words through the index, patterns line by line. */
import type { Database } from "bun:sqlite";
import { toJavaScript } from "../../workspace/regex-dialect.ts";
import { openPatternThread } from "./pattern-thread.ts";
import { marksOf, type Marks, parseWords, type Piece, queryOf, snippetOf, type WordsQuery } from "./query.ts";
import type { Speaker } from "./spoken.ts";

export type SearchOptions = {
  /** Only sessions that were started in exactly this folder. */
  readonly cwd?: string;
  /** The most hits. */
  readonly limit: number;
  readonly signal?: AbortSignal;
};

/** One text in which something was found. */
export type Hit = {
  /** The session's id. */
  readonly id: string;
  /** Its first words. */
  readonly title: string;
  readonly cwd: string;
  readonly who: Speaker;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly snippet: readonly Piece[];
};

export type Found = {
  /** The last read first. */
  readonly hits: readonly Hit[];
  /** There are more than `limit`. */
  readonly isCut: boolean;
  /** A pattern took so long that not every text was looked at, or not to its end. */
  readonly gaveUp: boolean;
};

type Row = Omit<Hit, "snippet"> & { readonly text: string };

const fields = "s.id, s.title, s.cwd, t.who, t.at, t.text";
const nothing: Found = { hits: [], isCut: false, gaveUp: false };

/** Texts that hold all words of the query. Throws what SQLite throws. */
export function searchWords(database: Database, query: string, options: SearchOptions): Found {
  const parsed = parseWords(query);
  if (parsed === null) return nothing;
  const { from, conditions, values } = conditionsOf(parsed);
  if (options.cwd !== undefined) {
    conditions.push("s.cwd = ?");
    values.push(options.cwd);
  }
  const rows = database
    .query<Row, (string | number)[]>(
      `SELECT ${fields} FROM ${from.tables} JOIN sessions s ON s.key = t.session
       WHERE ${conditions.join(" AND ")} ORDER BY ${from.key} DESC LIMIT ?`,
    )
    .all(...values, options.limit + 1);
  return {
    hits: rows.slice(0, options.limit).map((row) => hitOf(row, marksOf(row.text, parsed.words))),
    isCut: rows.length > options.limit,
    gaveUp: false,
  };
}

/** All lines together, ms. */
export const patienceMs = 5_000;

/**
 * Texts with a line that fits the pattern, which is one of ripgrep's dialect; capitals count. Keys and signals come in
 * whatever the pattern is. Throws a `PatternError` for one that is none, the signal's reason when it fires, and what
 * SQLite throws.
 */
export async function searchPattern(
  database: Database,
  pattern: string,
  { cwd, limit, signal }: SearchOptions,
  patience = patienceMs,
): Promise<Found> {
  const expression = toJavaScript(pattern, { ignoreCase: false, multiline: false });
  const where = cwd === undefined ? "" : "AND s.cwd = ?";
  // Some at a time: a statement that is under way would hold up who writes.
  const next = database.query<Row & { readonly key: number }, (string | number)[]>(
    `SELECT t.key, ${fields} FROM texts t JOIN sessions s ON s.key = t.session
     WHERE t.key < ? ${where} ORDER BY t.key DESC LIMIT 50`,
  );
  const hits: Hit[] = [];
  const thread = openPatternThread(expression, patience, signal);
  try {
    for (let key = Number.MAX_SAFE_INTEGER; ;) {
      const rows = next.all(key, ...(cwd === undefined ? [] : [cwd]));
      if (rows.length === 0) return { hits, isCut: false, gaveUp: false };
      const { found, isLate } = await thread.fit(rows.map(({ text }) => text));
      for (const { at, marks } of found) {
        const row = rows[at];
        if (row === undefined) continue;
        if (hits.length === limit) return { hits, isCut: true, gaveUp: false };
        hits.push(hitOf(row, marks));
      }
      if (isLate) return { hits, isCut: false, gaveUp: true };
      key = rows.at(-1)?.key ?? 0;
    }
  } finally {
    thread.close();
  }
}

function hitOf({ id, title, cwd, who, at, text }: Row, marks: Marks): Hit {
  return { id, title, cwd, who, at, snippet: snippetOf(text, marks) };
}

/** Ids of the sessions in each of which all words were said, in any of their texts. Throws what SQLite throws. */
export function sessionsWith(database: Database, words: readonly string[]): ReadonlySet<string> {
  const sets = words.map((word) => idsWith(database, word));
  const [first = new Set<string>(), ...others] = sets;
  return others.reduce((left, ids) => left.intersection(ids), first);
}

function idsWith(database: Database, word: string): Set<string> {
  const parsed = queryOf([word]);
  if (parsed === null) return new Set();
  const { from, conditions, values } = conditionsOf(parsed);
  const rows = database
    .query<{ id: string }, string[]>(
      `SELECT DISTINCT s.id FROM ${from.tables} JOIN sessions s ON s.key = t.session WHERE ${conditions.join(" AND ")}`,
    )
    .all(...values);
  return new Set(rows.map(({ id }) => id));
}

type Source = { readonly tables: string; readonly key: string };

/** The table that a query goes through from its end, so that it stops at the limit. */
const sources = {
  words: { tables: "words CROSS JOIN texts t ON t.key = words.rowid", key: "words.rowid" },
  pairs: { tables: "pairs CROSS JOIN texts t ON t.key = pairs.rowid", key: "pairs.rowid" },
  texts: { tables: "texts t", key: "t.key" },
} as const satisfies Readonly<Record<string, Source>>;

function conditionsOf({ trigrams, pairs, patterns }: WordsQuery): {
  readonly from: Source;
  readonly conditions: string[];
  readonly values: string[];
} {
  const conditions = patterns.map(
    (forms) => `(${forms.map(() => "t.text LIKE ? ESCAPE '\\'").join(" OR ")})`,
  );
  const values = patterns.flat();
  if (trigrams !== "" && pairs !== "") {
    conditions.unshift("words MATCH ?", "t.key IN (SELECT rowid FROM pairs WHERE pairs MATCH ?)");
    return { from: sources.words, conditions, values: [trigrams, pairs, ...values] };
  }
  if (trigrams !== "")
    return {
      from: sources.words,
      conditions: ["words MATCH ?", ...conditions],
      values: [trigrams, ...values],
    };
  if (pairs !== "")
    return { from: sources.pairs, conditions: ["pairs MATCH ?", ...conditions], values: [pairs, ...values] };
  return { from: sources.texts, conditions, values };
}
