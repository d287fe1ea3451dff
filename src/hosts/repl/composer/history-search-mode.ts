/** Ctrl+R while it is on: a query that is typed, and the earlier message that it finds. */
import { plainText } from "../../../terminal/input/plain-text.ts";
import {
  emptySearch,
  type HistorySearch,
  rangesOf,
  searchFor,
  searchFurther,
  searchNewer,
  searchOlder,
} from "../../../terminal/history-search.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import type { Content, Selection } from "../../../terminal/text-buffer.ts";
import { longestInline } from "../../../terminal/text-buffer.ts";
import { boundaryAtOrAfter, previousBoundary } from "../../../terminal/text-buffer/graphemes.ts";
import { graphemesOf, truncateLine, widthOf } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import type { SentEntry } from "./sent-index.ts";

/** `stay`: goes on · `accept`: ends · `keep`: ends, and the key does what it does · `cancel`: the text from before. */
export type SearchStep = "stay" | "accept" | "keep" | "cancel";

/** No query is longer than this, UTF-16 units. */
const longestQuery = 200;
/** Of a message that is shown as a chip, so much behind the place that was found is told, UTF-16 units. */
const shownBehind = 500;

export type Searched = {
  /** The newest first; only added to at its end. */
  readonly entries: readonly SentEntry[];
  /** The text from before. */
  readonly before: Content;
  /** Among the user's own commands only. */
  readonly isCommand: boolean;
  /** What was searched for the last time. */
  readonly lastQuery: string;
};

export class HistorySearchMode {
  readonly #searched: Searched;
  #isHere = true;
  #state: HistorySearch = emptySearch;
  /** The last one that was found; stays while a longer query finds nothing. */
  #match: SentEntry | undefined;

  constructor(searched: Searched) {
    this.#searched = searched;
  }

  /** What stands in the composer: the message that was found, or the text from before the search. */
  get shown(): Content | string {
    return this.#match?.text ?? this.#searched.before;
  }

  /** Where the query stands in the message that was found. */
  get ranges(): readonly Selection[] {
    const { text = "" } = this.#match ?? {};
    return text.length > longestInline ? [] : rangesOf(text, this.#state.query);
  }

  get before(): Content {
    return this.#searched.before;
  }

  get query(): string {
    return this.#state.query;
  }

  /** The query, and what it has found where; `isReading`: older ones still come. */
  lines(columns: number, style: Style, isReading: boolean): string[] {
    const { query } = this.#state;
    const told = say`search in earlier messages: ${""}`;
    const head = `  ${say`search in earlier messages: ${endOf(query, columns - widthOf(told) - 2)}`}`;
    const more = [...this.#elsewhere(), ...(isReading ? [say`reading older ones`] : [])];
    const key = keyName("search-elsewhere", "history-search");
    const other = this.#isHere ? say`${key} in all folders` : say`${key} only in this project`;
    return [head, `  ${[this.#result(), other, ...more].join(" · ")}`, ...this.#excerpt(columns)].map(
      (line) => style.dim(truncateLine(line, columns)),
    );
  }

  onText(text: string): void {
    const typed = plainText(text).replaceAll("\n", " ");
    this.#query((this.#state.query + typed).slice(0, longestQuery).toWellFormed());
  }

  /** Older ones have come behind the entries. */
  onMore(): void {
    this.#take(searchFurther(this.#searched.entries, this.#state, this.#fits));
  }

  onCommand(command: Command | undefined): SearchStep {
    const { query } = this.#state;
    switch (command) {
      case "search-older":
        if (query === "") this.#query(this.#searched.lastQuery);
        else this.#take(searchOlder(this.#searched.entries, this.#state, this.#fits));
        return "stay";
      case "search-newer":
        this.#take(searchNewer(this.#state));
        return "stay";
      case "search-elsewhere":
        this.#isHere = !this.#isHere;
        this.#searchAnew();
        return "stay";
      case "delete-backward":
        this.#query(query.slice(0, previousBoundary(query, query.length)));
        return "stay";
      case "clear-filter":
        this.#query("");
        return "stay";
      case "dismiss":
      case "interrupt":
        return "cancel";
      case undefined:
        return "stay";
      case "accept":
        return "accept";
      default:
        return "keep";
    }
  }

  readonly #fits = (entry: SentEntry): boolean =>
    (this.#isHere ? entry.isHere : !entry.isRepeat) &&
    (!this.#searched.isCommand || entry.text.startsWith("!"));

  #query(query: string): void {
    if (query === "") this.#match = undefined;
    this.#take(searchFor(this.#searched.entries, this.#state, query, this.#fits));
  }

  /** In other folders; what was found stays where it is there, too. */
  #searchAnew(): void {
    const { entries } = this.#searched;
    const state = searchFor(entries, emptySearch, this.#state.query, this.#fits);
    const at = state.found.findIndex((index) => entries[index] === this.#match);
    this.#take(at === -1 ? state : { ...state, at });
  }

  #take(state: HistorySearch): void {
    this.#state = state;
    this.#match = this.#searched.entries[state.found[state.at] ?? -1] ?? this.#match;
  }

  #result(): string {
    const { query, found, at, looked } = this.#state;
    const where = this.#where();
    if (query === "") return where;
    const isAll = looked === this.#searched.entries.length;
    const count = isAll ? found.length : `${found.length}+`;
    return found.length === 0 ? say`nothing ${where}` : say`${at + 1} of ${count} ${where}`;
  }

  #where(): string {
    if (this.#searched.isCommand) {
      return this.#isHere ? say`among the commands of this project` : say`among the commands of all folders`;
    }
    return this.#isHere ? say`in this project` : say`in all folders`;
  }

  /** The folder of what was found in another one. */
  #elsewhere(): string[] {
    const { folder, isHere = true } = this.#match ?? {};
    return isHere || folder === undefined || this.#state.found.length === 0
      ? []
      : [sanitize(folder, "approval_inline")];
  }

  /** Where the query stands in a message that is too long to be shown. */
  #excerpt(columns: number): string[] {
    const { text = "" } = this.#match ?? {};
    const [first] = text.length > longestInline ? rangesOf(text, this.#state.query) : [];
    if (first === undefined) return [];
    // Wide characters take twice as many columns: a third of the line at most stands in front.
    const from = boundaryAtOrAfter(text, Math.max(0, first.start - Math.floor(columns / 6)));
    const part = text.slice(from, first.end + shownBehind).toWellFormed();
    return [`  ${from === 0 ? "" : "… "}${sanitize(part.replaceAll("\n", " "), "approval_inline")}`];
  }
}

/** As much of the end of a text as a width has room for. */
function endOf(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const graphemes = graphemesOf(text);
  let shown = "";
  for (
    let next = graphemes.pop();
    next !== undefined && widthOf(next + shown) < columns;
    next = graphemes.pop()
  )
    shown = next + shown;
  return `…${shown}`;
}
