/** Ctrl+R while it is on: a query that is typed, and the earlier message that it finds. */
import {
  emptySearch,
  type HistorySearch,
  searchFor,
  searchNewer,
  searchOlder,
} from "../../terminal/history-search.ts";
import type { Command } from "../../terminal/keymap.ts";
import type { Content, Selection } from "../../terminal/text-buffer.ts";
import { say } from "../../words/say.ts";

/** `stay`: goes on · `keep`: ends with what was found · `cancel`: ends with the text from before. */
export type SearchStep = "stay" | "keep" | "cancel";

export class HistorySearchMode {
  readonly #entries: readonly string[];
  readonly #before: Content;
  #state: HistorySearch = emptySearch;

  constructor(entries: readonly string[], before: Content) {
    this.#entries = entries;
    this.#before = before;
  }

  /** What stands in the composer: the message that was found, or the text from before the search. */
  get shown(): Content | string {
    return this.#state.match?.text ?? this.#before;
  }

  /** Where the query stands in the message that was found. */
  get ranges(): readonly Selection[] {
    return this.#state.match?.ranges ?? [];
  }

  get before(): Content {
    return this.#before;
  }

  /** The line that shows the query. */
  get line(): string {
    return say`search in earlier messages: ${this.#state.query}${this.#state.failed ? say` · nothing more` : ""}`;
  }

  onText(text: string): void {
    this.#query(this.#state.query + text);
  }

  onCommand(command: Command | undefined): SearchStep {
    switch (command) {
      case "search-older":
        this.#state = searchOlder(this.#entries, this.#state);
        return "stay";
      case "search-newer":
        this.#state = searchNewer(this.#entries, this.#state);
        return "stay";
      case "delete-backward":
        this.#query(Array.from(this.#state.query).slice(0, -1).join(""));
        return "stay";
      case "dismiss":
      case "interrupt":
        return "cancel";
      case undefined:
        return "stay";
      default:
        return "keep";
    }
  }

  #query(query: string): void {
    this.#state = searchFor(this.#entries, this.#state, query);
  }
}
