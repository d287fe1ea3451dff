/** Ctrl+R: search in what was sent before, one step at a time. Pure: each step gives a new search. */

export type HistorySearch = {
  readonly query: string;
  /** The last entry that was found; stays while a longer query finds nothing. */
  readonly match?: HistoryMatch;
  /** The query finds nothing (more) in this direction. */
  readonly failed: boolean;
};

export type HistoryMatch = {
  /** Into the entries. */
  readonly index: number;
  readonly text: string;
  /** Where the query is in the text, in UTF-16 units. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
};

export const emptySearch: HistorySearch = { query: "", failed: false };

/**
 * The search after the query was changed: the newest entry that holds it, from the present match on when the query
 * only became longer. Case counts only when the query has a capital.
 */
export function searchFor(entries: readonly string[], search: HistorySearch, query: string): HistorySearch {
  if (query === "") return emptySearch;
  const isLonger = search.query !== "" && query.startsWith(search.query);
  const from = isLonger && search.match !== undefined ? search.match.index : entries.length - 1;
  return step({ ...search, query }, entries, from, -1);
}

/** The next older entry with the query, other than the one that is shown. */
export function searchOlder(entries: readonly string[], search: HistorySearch): HistorySearch {
  return step(search, entries, (search.match?.index ?? entries.length) - 1, -1);
}

/** The next newer one. */
export function searchNewer(entries: readonly string[], search: HistorySearch): HistorySearch {
  return step(search, entries, (search.match?.index ?? entries.length) + 1, 1);
}

function step(search: HistorySearch, entries: readonly string[], from: number, by: 1 | -1): HistorySearch {
  if (search.query === "") return search;
  const pattern = patternOf(search.query);
  for (let index = from; index >= 0 && index < entries.length; index += by) {
    const text = entries[index] ?? "";
    const isShown = text === search.match?.text && index !== search.match.index;
    const ranges = isShown ? [] : rangesOf(text, pattern);
    if (ranges.length > 0) return { query: search.query, match: { index, text, ranges }, failed: false };
  }
  return { ...search, failed: true };
}

function patternOf(query: string): RegExp {
  const hasCapital = query !== query.toLowerCase();
  return new RegExp(RegExp.escape(query), hasCapital ? "gu" : "giu");
}

function rangesOf(text: string, pattern: RegExp): { start: number; end: number }[] {
  return Array.from(text.matchAll(pattern), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}
