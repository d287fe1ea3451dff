/** What the search in older messages goes through: each text once, the newest first. */
import { foldedText, type SearchEntry } from "../../../terminal/history-search.ts";

/** `isHere`: it was sent in this project. `folder`: where, in words. */
export type SentPrompt = { readonly text: string; readonly isHere: boolean; readonly folder?: string };

export type SentEntry = SearchEntry &
  SentPrompt & {
    /** A newer one of the same text was sent in another project: only among those of this project it counts. */
    readonly isRepeat: boolean;
  };

export class SentIndex {
  #entries: SentEntry[] = [];
  /** For each text, whether one was sent here. */
  readonly #known = new Map<string, boolean>();

  /** Older ones are added at its end; newer ones make another list. */
  get entries(): readonly SentEntry[] {
    return this.#entries;
  }

  /** Adds older ones, the newest of them first. */
  addOlder(prompts: Iterable<SentPrompt>): void {
    for (const prompt of prompts) {
      const isKnownHere = this.#known.get(prompt.text);
      if (isKnownHere === true || (isKnownHere === false && !prompt.isHere)) continue;
      this.#known.set(prompt.text, prompt.isHere);
      this.#entries.push(entryOf(prompt, isKnownHere !== undefined));
    }
  }

  /** Adds newer ones, the newest of them first. They take the place of those of the same text. */
  addNewer(prompts: Iterable<SentPrompt>): void {
    const newer = new SentIndex();
    newer.addOlder(prompts);
    const isAgain = newer.#entries.some(({ text }) => this.#known.has(text));
    const older = isAgain ? this.#entries.flatMap((entry) => behind(newer, entry)) : this.#entries;
    for (const [text, isHere] of newer.#known)
      this.#known.set(text, isHere || this.#known.get(text) === true);
    this.#entries = [...newer.#entries, ...older];
  }

  /** Whether one of this text was sent here; undefined when none is known at all. */
  isHere(text: string): boolean | undefined {
    return this.#known.get(text);
  }
}

/** What is left of an entry behind newer ones: one of this project is still found in it behind one of another. */
function behind(newer: SentIndex, entry: SentEntry): SentEntry[] {
  const isHere = newer.isHere(entry.text);
  if (isHere === undefined) return [entry];
  return !isHere && entry.isHere ? [{ ...entry, isRepeat: true }] : [];
}

function entryOf(prompt: SentPrompt, isRepeat: boolean): SentEntry {
  return { ...prompt, folded: foldedText(prompt.text), isRepeat };
}
