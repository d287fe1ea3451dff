/** What was sent before: in this project for the up key, anywhere for the search. */
import { createHistory, type History } from "../../terminal/history.ts";
import type { Content } from "../../terminal/text-buffer.ts";

/** `isHere`: it was sent in this project. */
export type SentPrompt = { readonly text: string; readonly isHere: boolean };

/** The images of so many prompts are kept: each may be 1.5 MB. */
const mostPictured = 20;

export class SentBefore {
  readonly #isCommand: (draft: Content) => boolean;
  #history: History;
  #everywhere: readonly string[] = [];
  /** Those of this run that had images, as they were written. */
  readonly #pictured = new Map<string, Content>();

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

  /** `content`: the text as it was written. */
  append(text: string, content: Content): void {
    this.#history.append(text);
    this.#pictured.delete(text);
    if (content.chips.some(({ kind }) => kind === "image")) this.#pictured.set(text, content);
    const [oldest] = this.#pictured.keys();
    if (this.#pictured.size > mostPictured && oldest !== undefined) this.#pictured.delete(oldest);
    if (text.trim() === "" || text === this.#everywhere.at(-1)) return;
    this.#everywhere = [...this.#everywhere, text];
  }

  /** An entry of the history to go on with: with its images as long as they are known. */
  written(text: string): Content | string {
    return this.#pictured.get(text) ?? text;
  }

  #historyOf(entries: readonly string[]): History {
    const among = (draft: Content) => {
      const isCommand = this.#isCommand(draft);
      return (entry: string) => !isCommand || entry.startsWith("!");
    };
    return createHistory({ entries, among });
  }
}
