/** The search in older messages while it has the composer: what it finds stands there in place of the text. */
import type { Command } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";
import type { Content, Selection, TextBuffer } from "../../../terminal/text-buffer.ts";
import { HistorySearchMode, type SearchStep } from "./history-search-mode.ts";
import type { PromptSource, SentBefore } from "./sent-before.ts";
import type { SentPrompt } from "./sent-index.ts";

export type ComposerSearchParts = {
  readonly buffer: TextBuffer;
  readonly sent: SentBefore;
  readonly style: Style;
  /** Puts another text in the place of all. */
  readonly replace: (content: Content | string) => void;
};

export class ComposerSearch {
  readonly #parts: ComposerSearchParts;
  #mode: HistorySearchMode | undefined;
  #lastQuery = "";
  #onMore = (): void => {};

  constructor(parts: ComposerSearchParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#mode !== undefined;
  }

  /** The text from before the search; undefined when none is on. */
  get before(): Content | undefined {
    return this.#mode?.before;
  }

  /** Where the query stands in what is shown; undefined when no search is on. */
  get ranges(): readonly Selection[] | undefined {
    return this.#mode?.ranges;
  }

  /** Puts earlier prompts before those of this run. `onMore`: others have come from the source. */
  load(prompts: readonly SentPrompt[], source: PromptSource | undefined, onMore: () => void): void {
    this.#parts.sent.load(prompts, source);
    this.#onMore = onMore;
    this.#lookFurther();
  }

  /** `before` is what stands in the composer; `isCommand`: it is a command of the user's, and only these are searched. */
  begin(before: Content, isCommand: boolean): void {
    const { sent } = this.#parts;
    const { entries } = sent.searched();
    this.#mode = new HistorySearchMode({ entries, before, isCommand, lastQuery: this.#lastQuery });
    this.readOlder();
  }

  /** Begins to read what was not read at the start, when it is being looked for. */
  readOlder(): void {
    this.#parts.sent.readOlder(() => {
      if (this.#mode === undefined) return;
      this.#lookFurther();
      this.#onMore();
    });
  }

  /** Adds to the query. */
  type(text: string): void {
    this.#mode?.onText(text);
    this.#show();
  }

  /** Takes a command; says what becomes of the search. */
  run(command: Command | undefined): SearchStep {
    const mode = this.#mode;
    if (mode === undefined) return "keep";
    const { buffer, replace } = this.#parts;
    const step = mode.onCommand(command);
    if (mode.query !== "") this.#lastQuery = mode.query;
    if (step === "stay") this.#show();
    else this.#mode = undefined;
    if (step === "cancel") replace(mode.before);
    if (step === "accept") buffer.moveTo(buffer.content.text.length);
    return step;
  }

  /** Ends the search with what it has found. */
  end(): void {
    this.#mode = undefined;
  }

  /** The lines below the composer. */
  lines(columns: number): string[] {
    const { sent, style } = this.#parts;
    return this.#mode?.lines(columns, style, sent.isReading) ?? [];
  }

  #lookFurther(): void {
    const mode = this.#mode;
    if (mode === undefined) return;
    const { shown } = mode;
    mode.onMore();
    if (mode.shown !== shown) this.#show();
  }

  /** The caret goes where the query stands, so that this is seen of a long message. */
  #show(): void {
    const mode = this.#mode;
    if (mode === undefined) return;
    this.#parts.replace(mode.shown);
    const [first] = mode.ranges;
    if (first !== undefined) this.#parts.buffer.moveTo(first.end);
  }
}
