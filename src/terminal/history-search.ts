/**
 * Ctrl+R: search in what was sent before, one step at a time. Pure: each step gives a new search. What is searched is
 * one stretch of text, as in every shell. A step looks no further than it has to: a longer query looks first at what the
 * shorter one had found, and no more is found ahead than people look through.
 */
import { boundaryAtOrAfter, previousBoundary } from "./text-buffer/graphemes.ts";

/** An entry as it is searched: made once, searched with every key. */
export type SearchEntry = {
  readonly text: string;
  /** Its beginning without capitals. */
  readonly folded: string;
};

/** Where the entries are that count. */
export type Fits<Entry> = (entry: Entry) => boolean;

export type HistorySearch = {
  readonly query: string;
  /** The entries that hold the query, the newest first, as far as was looked. */
  readonly found: readonly number[];
  /** Which of these is shown; -1 for none. */
  readonly at: number;
  /** So many entries were looked at. */
  readonly looked: number;
};

export const emptySearch: HistorySearch = { query: "", found: [], at: -1, looked: 0 };

/** Of a longer entry the rest is not searched, UTF-16 units: a paste of megabytes is in no hurry to be found by its end. */
export const searchedLength = 20_000;

/** So many are found ahead. */
export const mostAhead = 500;

/** So many places are marked in one entry. */
const mostMarks = 1000;

export function foldedText(text: string): string {
  return text.slice(0, searchedLength).toLowerCase();
}

/**
 * The search after the query was changed: the newest entry that holds it, from the present match on when the query
 * only became longer. Case counts only when the query has a capital. `entries`: the newest first.
 */
export function searchFor<Entry extends SearchEntry>(
  entries: readonly Entry[],
  search: HistorySearch,
  query: string,
  fits: Fits<Entry>,
): HistorySearch {
  if (query === "") return emptySearch;
  const isLonger = search.query !== "" && query.startsWith(search.query);
  const before = isLonger ? search : emptySearch;
  const holds = holder(query);
  const narrowed = before.found.filter((index) => holds(entries[index]));
  const narrower = { query, found: narrowed, at: -1, looked: before.looked };
  const { found, looked } = ahead(entries, narrower, mostAhead, fits);
  const shown = before.found[before.at] ?? 0;
  const at = found.findIndex((index) => index >= shown);
  return { query, found, at: at === -1 ? Math.min(0, found.length - 1) : at, looked };
}

/** The search after older entries have come behind those that were looked at. */
export function searchFurther<Entry extends SearchEntry>(
  entries: readonly Entry[],
  search: HistorySearch,
  fits: Fits<Entry>,
): HistorySearch {
  if (search.query === "") return search;
  const further = ahead(entries, search, mostAhead, fits);
  return { ...further, at: Math.min(Math.max(0, search.at), further.found.length - 1) };
}

/** The next older entry with the query; the last one stays. */
export function searchOlder<Entry extends SearchEntry>(
  entries: readonly Entry[],
  search: HistorySearch,
  fits: Fits<Entry>,
): HistorySearch {
  const isLast = search.at === search.found.length - 1;
  const further = isLast ? ahead(entries, search, search.found.length + mostAhead, fits) : search;
  return { ...further, at: Math.min(search.at + 1, further.found.length - 1) };
}

/** The next newer one. */
export function searchNewer(search: HistorySearch): HistorySearch {
  return { ...search, at: Math.max(Math.min(0, search.at), search.at - 1) };
}

/** Where the query is in the text, in UTF-16 units: whole characters as they are seen, without overlapping. */
export function rangesOf(text: string, query: string): readonly { start: number; end: number }[] {
  if (query === "") return [];
  const pattern = new RegExp(RegExp.escape(query), hasCapital(query) ? "gu" : "giu");
  const ranges: { start: number; end: number }[] = [];
  for (const found of text.slice(0, searchedLength).matchAll(pattern)) {
    const end = boundaryAtOrAfter(text, found.index + found[0].length);
    const start = startAround(text, found.index);
    const last = ranges.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
    if (ranges.length === mostMarks) break;
  }
  return ranges;
}

/** The search after looking further, until so many are found. */
function ahead<Entry extends SearchEntry>(
  entries: readonly Entry[],
  search: HistorySearch,
  most: number,
  fits: Fits<Entry>,
): HistorySearch {
  if (search.query === "" || search.found.length >= most) return search;
  const holds = holder(search.query);
  const found = [...search.found];
  let { looked } = search;
  for (; looked < entries.length && found.length < most; looked += 1) {
    const entry = entries[looked];
    if (entry !== undefined && fits(entry) && holds(entry)) found.push(looked);
  }
  return { ...search, found, looked };
}

function holder(query: string): (entry: SearchEntry | undefined) => boolean {
  if (!hasCapital(query)) return (entry) => entry?.folded.includes(query) === true;
  const folded = query.toLowerCase();
  // Most are sorted out by what is made already.
  return (entry) =>
    entry?.folded.includes(folded) === true && entry.text.slice(0, searchedLength).includes(query);
}

function hasCapital(query: string): boolean {
  return query !== query.toLowerCase();
}

/** The offset, or the start of the character that it stands in the middle of. */
function startAround(text: string, at: number): number {
  const end = boundaryAtOrAfter(text, at);
  return end === at ? at : previousBoundary(text, end);
}
