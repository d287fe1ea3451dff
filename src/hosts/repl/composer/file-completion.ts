/** Files by `@` and a few letters. Searching never holds a key up: answers come later, and only the newest counts. */
import { messageOf } from "../../../protocol/error.ts";
import { plainText } from "../../../terminal/input/plain-text.ts";
import type { Style } from "../../../terminal/style.ts";
import type { FileIndex, FileMatch, FileSearch } from "../../../workspace/file-index.ts";
import type { FilePreview } from "./file-preview.ts";
import { drawMatch } from "./file-rows.ts";
import { say } from "../../../words/say.ts";

/** How many files are offered; the list shows a part of them at a time. */
const mostMatches = 20;

export type FileCompletionOptions = {
  /** Shows the beginning of what is chosen. */
  readonly preview?: FilePreview;
  /** Makes the index, the first time that it is needed. */
  readonly open: () => Promise<FileIndex>;
  /** What it offers has changed. */
  readonly onChange: () => void;
  /** Told in words when the files cannot be read. */
  readonly onTrouble: (message: string) => void;
};

export class FileCompletion {
  readonly #options: FileCompletionOptions;
  #index: Promise<FileIndex> | undefined;
  #query: string | null = null;
  #found: FileSearch | undefined;
  #search = new AbortController();

  constructor(options: FileCompletionOptions) {
    this.#options = options;
  }

  /** Looks for a query from now on; null when nothing is asked for. */
  ask(query: string | null): void {
    if (query === this.#query) return;
    this.#query = query;
    if (query === null) this.#found = undefined;
    this.#lookAgain();
  }

  /** What was found for the newest query that has an answer. Empty while nothing is asked for. */
  get matches(): readonly FileMatch[] {
    return this.#query === null ? [] : (this.#found?.matches ?? []);
  }

  /** The matches as lines. */
  rows(chosen: number, columns: number, style: Style): string[] {
    return this.matches.map((match, at) => drawMatch(match, at === chosen, columns, style));
  }

  /** The beginning of the chosen one, for below the list where there is room. */
  preview(chosen: number, columns: number, style: Style): string[] {
    return this.#options.preview?.lines(this.matches[chosen]?.path, columns, style) ?? [];
  }

  /** A line about the search, for below the matches; null when there is nothing to say. */
  get note(): string | null {
    if (this.#query === null || this.#found === undefined) return null;
    if (!this.#found.isComplete) return say`indexing…`;
    const nothing = this.#found.matches.length === 0 ? say`no file fits` : "";
    const cut = this.#found.isCut ? say`the project has more files than are looked at` : "";
    return [nothing, cut].filter((words) => words !== "").join("; ") || null;
  }

  /** Files may have come or gone. */
  invalidate(): void {
    void this.#index?.then((index) => index.invalidate());
  }

  close(): void {
    this.#search.abort();
    void this.#index?.then((index) => index.close());
  }

  #lookAgain(): void {
    this.#search.abort();
    if (this.#query === null) return;
    this.#search = new AbortController();
    void this.#look(this.#query, this.#search.signal);
  }

  async #look(query: string, signal: AbortSignal): Promise<void> {
    try {
      this.#index ??= this.#open();
      const index = await this.#index;
      if (signal.aborted) return;
      const found = await index.search(query, mostMatches, signal);
      if (signal.aborted) return;
      // A name with control characters cannot be written in the composer.
      const matches = found.matches.filter(({ path }) => plainText(path) === path);
      this.#found = { ...found, matches };
      this.#options.onChange();
    } catch (thrown) {
      if (!signal.aborted)
        this.#options.onTrouble(say`The project's files cannot be listed: ${messageOf(thrown)}.`);
    }
  }

  async #open(): Promise<FileIndex> {
    const index = await this.#options.open();
    index.onChange(() => this.#lookAgain());
    index.start();
    return index;
  }
}
