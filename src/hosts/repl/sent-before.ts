/** What was sent before: in this project for the up key, anywhere for the search. */
import { createHistory, type History } from "../../terminal/history.ts";
import type { Content } from "../../terminal/text-buffer.ts";

/** `isHere`: it was sent in this project. */
export type SentPrompt = { readonly text: string; readonly isHere: boolean };

export class SentBefore {
  readonly #isCommand: (draft: Content) => boolean;
  #history: History;
  #everywhere: readonly string[] = [];

  /** `isCommand` says of a draft whether it is a command of the user's: that leads to commands only. */
  constructor(isCommand: (draft: Content) => boolean) {
    this.#isCommand = isCommand;
    this.#history = this.#historyOf([]);
  }

  /** This project's, with the draft at its end. */
  get history(): History {
    return this.#history;
  }

  /** Of all projects, oldest first. */
  get everywhere(): readonly string[] {
    return this.#everywhere;
  }

  /** Puts earlier prompts, oldest first, before those of this run. Nothing of the history may be shown. */
  load(prompts: readonly SentPrompt[]): void {
    const here = prompts.filter(({ isHere }) => isHere).map(({ text }) => text);
    this.#history = this.#historyOf([...here, ...this.#history.entries]);
    this.#everywhere = [...prompts.map(({ text }) => text), ...this.#everywhere];
  }

  append(text: string): void {
    this.#history.append(text);
    if (text.trim() === "" || text === this.#everywhere.at(-1)) return;
    this.#everywhere = [...this.#everywhere, text];
  }

  #historyOf(entries: readonly string[]): History {
    const among = (draft: Content) => {
      const isCommand = this.#isCommand(draft);
      return (entry: string) => !isCommand || entry.startsWith("!");
    };
    return createHistory({ entries, among });
  }
}
