/** The same searches where there can be no index: every log is read, and nothing is kept. */
import { listSessionsInTurns } from "../list.ts";
import type { DataPaths } from "../paths.ts";
import { walkLogs } from "../walk-logs.ts";
import { toJavaScript } from "../../workspace/regex-dialect.ts";
import { findable, marksOf, type Marks, patternOf, snippetOf, wordsIn } from "./query.ts";
import { lineMarks } from "./line-marks.ts";
import { type Found, type Hit, patienceMs, type SearchOptions } from "./search.ts";
import { spokenIn } from "./spoken.ts";

const never = new AbortController().signal;

export type ScanOptions = SearchOptions & {
  /** The query is a regular expression. */
  readonly isPattern: boolean;
};

/** As `searchWords` and `searchPattern`, from the logs. Throws as they do, and what reading the folder throws. */
export async function scanLogs(
  paths: DataPaths,
  query: string,
  { cwd, limit, isPattern, signal = never }: ScanOptions,
): Promise<Found & { readonly unread: readonly string[] }> {
  const titles = new Map((await listSessionsInTurns(paths, {}, signal)).map(({ id, title }) => [id, title]));
  let spent = 0;
  const isLate = () => spent > patienceMs;
  const find = isPattern ? patternMarks(query) : wordMarks(query);
  let hits: Hit[] = [];
  let isCut = false;
  const { unread } = await walkLogs(paths, { since: 0, signal }, (header, entry) => {
    const spoken = cwd === undefined || header.cwd === cwd ? spokenIn(entry) : null;
    if (spoken === null || (isPattern && isLate())) return;
    const start = performance.now();
    const marks = find(spoken.text);
    spent += performance.now() - start;
    if (marks.length === 0) return;
    const { sessionId: id } = header;
    const title = titles.get(id) ?? "";
    hits.push({
      id,
      title,
      cwd: header.cwd,
      who: spoken.who,
      at: entry.at,
      snippet: snippetOf(spoken.text, marks),
    });
    // Logs come the oldest first, and the last ones are wanted.
    if (hits.length <= 2 * limit) return;
    hits = hits.slice(-limit);
    isCut = true;
  });
  isCut ||= hits.length > limit;
  return { hits: hits.slice(-limit).toReversed(), isCut, gaveUp: isPattern && isLate(), unread };
}

/** Ids of the sessions in each of which all words were said. Throws as `scanLogs` does. */
export async function sessionsSaying(
  paths: DataPaths,
  words: readonly string[],
  signal = never,
): Promise<ReadonlySet<string>> {
  const said = new Map<string, Set<string>>();
  const wanted = words.map(findable).filter((word) => word !== "");
  if (wanted.length < words.length) return new Set();
  const patterns = new Map(wanted.map((word) => [word, patternOf(word, "iu")]));
  await walkLogs(paths, { since: 0, signal }, ({ sessionId }, entry) => {
    const text = spokenIn(entry)?.text;
    if (text === undefined) return;
    const found = said.get(sessionId) ?? new Set();
    for (const [word, pattern] of patterns) if (pattern.test(text)) found.add(word);
    said.set(sessionId, found);
  });
  const needed = patterns.size;
  return new Set([...said].flatMap(([id, found]) => (found.size === needed ? [id] : [])));
}

function wordMarks(query: string): (text: string) => Marks {
  const words = wordsIn(query);
  const patterns = words.map((word) => patternOf(word, "iu"));
  return (text) =>
    patterns.length > 0 && patterns.every((pattern) => pattern.test(text)) ? marksOf(text, words) : [];
}

function patternMarks(pattern: string): (text: string) => Marks {
  const expression = toJavaScript(pattern, { ignoreCase: false, multiline: false });
  return (text) => {
    const start = performance.now();
    const marks = lineMarks(text, expression, () => performance.now() - start > patienceMs);
    return marks === "late" ? [] : marks;
  };
}
