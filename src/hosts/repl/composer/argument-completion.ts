/**
 * What the argument of a slash command may be, while it is written. What is offered may come late, from a server or from
 * many files: it is shown when it comes, and what Enter does never changes for it.
 */
import { messageOf } from "../../../protocol/error.ts";
import { plainText } from "../../../terminal/input/plain-text.ts";
import type { Style } from "../../../terminal/style.ts";
import { say } from "../../../words/say.ts";
import type { ArgumentChoice, ArgumentSource } from "./argument-choice.ts";
import { choiceRow } from "./argument-rows.ts";

export type ArgumentCompletionOptions = {
  /** Where the choices of a command come from; undefined for a command whose argument is the user's own words. */
  readonly sourceOf: (command: string) => ArgumentSource | undefined;
  /** What it offers has changed without a key. */
  readonly onChange: () => void;
  readonly onTrouble: (message: string) => void;
};

/** Ranks what fits a query, the best first. */
type Rank = (query: string, choices: readonly ArgumentChoice[]) => readonly ArgumentChoice[];

/** How many choices are offered; the list shows a part of them at a time. */
const mostChoices = 50;
/** A worse match than this is letters strewn over a long name. 1 is the same text. */
const lowestScore = 0.2;

/** Holds until the library for more is loaded. */
const beginningWith: Rank = (query, choices) =>
  choices.filter(({ value }) => value.toLowerCase().startsWith(query.toLowerCase()));

export class ArgumentCompletion {
  readonly #options: ArgumentCompletionOptions;
  #rank: Rank = beginningWith;
  #isRankLoading = false;
  #command: string | undefined;
  #query = "";
  #all: readonly ArgumentChoice[] = [];
  #shown: readonly ArgumentChoice[] = [];
  #chosen: ArgumentChoice | undefined;
  #isWaiting = false;
  #search = new AbortController();

  constructor(options: ArgumentCompletionOptions) {
    this.#options = options;
  }

  /** Whether the arguments of this command can be told. */
  knows(command: string): boolean {
    return this.#options.sourceOf(command) !== undefined;
  }

  /** Looks for what may stand behind this command from now on, when `query` is what does so far; null for nothing. */
  ask(asked: { readonly command: string; readonly query: string } | null): void {
    if (asked === null) return this.#forget();
    this.#query = asked.query;
    if (asked.command !== this.#command) this.#begin(asked.command);
    this.#shown = this.#fitting();
    // Enter takes what holds all that is written; for what is only like it, somebody has to say so.
    const wanted = this.#query.trim().toLowerCase();
    const [best] = this.#shown;
    this.#chosen = wanted !== "" && best?.value.toLowerCase().includes(wanted) === true ? best : undefined;
  }

  /** What fits, the best first. Empty while nothing is asked for. */
  get choices(): readonly ArgumentChoice[] {
    return this.#shown;
  }

  /** What Enter takes; undefined: it sends the text as it stands. */
  get chosen(): ArgumentChoice | undefined {
    return this.#chosen;
  }

  /** Whether more may come. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  choose(step: number): void {
    const count = this.#shown.length;
    if (count === 0) return;
    const at = this.#chosen === undefined ? -1 : this.#shown.indexOf(this.#chosen);
    this.#chosen = this.#shown[at === -1 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count];
  }

  /** The list's lines, and which of them is to be seen. */
  view(columns: number, style: Style): { readonly lines: readonly string[]; readonly chosen: number } {
    const at = this.#chosen === undefined ? -1 : this.#shown.indexOf(this.#chosen);
    const lines = this.#shown.map((choice, index) =>
      choiceRow(choice, { isChosen: index === at, all: this.#shown, columns, style }),
    );
    const note = this.#isWaiting ? [style.dim(`  ${say`more are being asked for…`}`)] : [];
    return { lines: [...lines, ...note], chosen: Math.max(0, at) };
  }

  #forget(): void {
    this.#search.abort();
    this.#command = undefined;
    this.#all = [];
    this.#shown = [];
    this.#chosen = undefined;
    this.#isWaiting = false;
  }

  #begin(command: string): void {
    this.#forget();
    const source = this.#options.sourceOf(command);
    if (source === undefined) return;
    this.#command = command;
    this.#search = new AbortController();
    const { signal } = this.#search;
    let isLate = false;
    const offer = (choices: readonly ArgumentChoice[]) => {
      if (signal.aborted) return;
      // What has control characters in it cannot be written in the composer.
      this.#all = choices.filter(({ value }) => plainText(value) === value && !value.includes("\n"));
      if (isLate) this.#changed();
    };
    const trouble = (thrown: unknown) => {
      if (!signal.aborted)
        this.#options.onTrouble(say`What /${command} can be given cannot be listed: ${messageOf(thrown)}.`);
    };
    try {
      const end = source(offer, signal);
      if (end !== undefined) {
        this.#isWaiting = true;
        void end.catch(trouble).finally(() => {
          if (signal.aborted) return;
          this.#isWaiting = false;
          this.#changed();
        });
      }
    } catch (thrown) {
      trouble(thrown);
    }
    isLate = true;
    void this.#loadRank();
  }

  /** The list has changed without a key: what was chosen stays chosen, and nothing else is. */
  #changed(): void {
    if (this.#command === undefined) return;
    this.#shown = this.#fitting();
    const before = this.#chosen;
    this.#chosen = this.#shown.find(({ value }) => value === before?.value);
    this.#options.onChange();
  }

  #fitting(): readonly ArgumentChoice[] {
    const query = this.#query.trim();
    if (query === "") return this.#all.slice(0, mostChoices);
    const same = this.#all.filter(({ value }) => value.toLowerCase() === query.toLowerCase());
    const found = [...same, ...this.#rank(query, this.#all), ...saying(query, this.#all)];
    return [...new Set(found)].slice(0, mostChoices);
  }

  async #loadRank(): Promise<void> {
    if (this.#isRankLoading) return;
    this.#isRankLoading = true;
    const { go } = await import("fuzzysort");
    this.#rank = (query, choices) =>
      go(query, [...choices], { key: "value", threshold: lowestScore, limit: mostChoices }).map(
        ({ obj }) => obj,
      );
    this.#changed();
  }
}

/** Those of which the help holds every word: what a session is about, for one. */
function saying(query: string, choices: readonly ArgumentChoice[]): readonly ArgumentChoice[] {
  const words = query.toLowerCase().split(/\s+/);
  return choices.filter(({ help }) => words.every((word) => help.toLowerCase().includes(word)));
}
