/** What was sent before: in this project for the up key, anywhere for the search. */
import { createHistory, type History } from "../../../terminal/history.ts";
import type { Content } from "../../../terminal/text-buffer.ts";
import { SentIndex, type SentPrompt } from "./sent-index.ts";

/** Where there are more prompts than those of the start. */
export type PromptSource = {
  /** Those that others have sent since, oldest first. */
  added(): readonly SentPrompt[];
  /** Some in front of those that are known, oldest first; null when there are none left. */
  older(): readonly SentPrompt[] | null;
  /** Runs an action when what is waiting has been done: keys go first. */
  soon(action: () => void): void;
};

const noSource: PromptSource = { added: () => [], older: () => null, soon: (action) => action() };

/** The images of so many prompts are kept: each may be 1.5 MB. */
const mostPictured = 20;

export class SentBefore {
  readonly #history: History;
  /** Of all projects. */
  readonly #index = new SentIndex();
  /** Sent since the last search, the newest first. */
  #sinceThen: SentPrompt[] = [];
  #source = noSource;
  #reading: "no" | "on" | "done" = "no";
  /** Those of this run that had images, as they were written. */
  readonly #pictured = new Map<string, Content>();

  /** `isCommand` says of a draft whether it is a command of the user's: that leads to commands only. */
  constructor(isCommand: (draft: Content) => boolean) {
    const among = (draft: Content) => {
      const leadsToCommands = isCommand(draft);
      return (entry: string) => !leadsToCommands || entry.startsWith("!");
    };
    this.#history = createHistory({ entries: [], among });
  }

  /** This project's, with the draft at its end. */
  get history(): History {
    return this.#history;
  }

  /** Older ones are still being read. */
  get isReading(): boolean {
    return this.#reading === "on";
  }

  /** Puts earlier prompts, oldest first, before those of this run. What is shown stays. */
  load(prompts: readonly SentPrompt[], source = noSource): void {
    this.#putBefore(prompts);
    this.#source = source;
    if (this.#reading === "done") this.#reading = "no";
  }

  /**
   * Those of all projects, to be searched from now on: also what other windows have sent, while the up key stays with
   * this window's order.
   */
  searched(): SentIndex {
    const newer = [...this.#source.added().toReversed(), ...this.#sinceThen];
    this.#sinceThen = [];
    if (newer.length > 0) this.#index.addNewer(newer);
    return this.#index;
  }

  /** Reads all the older ones, once, a part at a time; `onMore` is told of each part. */
  readOlder(onMore: () => void): void {
    if (this.#reading !== "no") return;
    this.#reading = "on";
    const step = () => {
      const part = this.#source.older();
      if (part === null) this.#reading = "done";
      else this.#putBefore(part);
      onMore();
      if (part !== null) this.#source.soon(step);
    };
    this.#source.soon(step);
  }

  /** `content`: the text as it was written. */
  append(text: string, content: Content): void {
    this.#history.append(text);
    this.#pictured.delete(text);
    if (content.chips.some(({ kind }) => kind === "image")) this.#pictured.set(text, content);
    const [oldest] = this.#pictured.keys();
    if (this.#pictured.size > mostPictured && oldest !== undefined) this.#pictured.delete(oldest);
    if (text.trim() === "") return;
    this.#sinceThen.unshift({ text, isHere: true });
  }

  /** An entry of the history to go on with: with its images as long as they are known. */
  written(text: string): Content | string {
    return this.#pictured.get(text) ?? text;
  }

  #putBefore(prompts: readonly SentPrompt[]): void {
    if (prompts.length === 0) return;
    this.#history.prepend(prompts.filter(({ isHere }) => isHere).map(({ text }) => text));
    this.#index.addOlder(prompts.toReversed());
  }
}
