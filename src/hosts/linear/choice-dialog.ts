/** A list to choose from, by number. */
import type { Dialog } from "./dialogs.ts";
import { Pages } from "./pages.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type Choice<T> = { readonly label: string; readonly value: T };

export type ChoiceParts<T> = {
  readonly voice: Voice;
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  readonly onChosen: (value: T) => void;
};

/** Said where the list is left. */
const leaveWord = "q";

export class ChoiceDialog<T> implements Dialog {
  readonly takesText = false;
  readonly #parts: ChoiceParts<T>;
  #shown: readonly Choice<T>[];
  #pages: Pages;

  constructor(parts: ChoiceParts<T>) {
    this.#parts = parts;
    this.#shown = parts.choices;
    this.#pages = pagesOf(this.#shown);
  }

  get choices(): string {
    return say`Type a number and Enter, words to find in the list, or ${leaveWord} to leave it.`;
  }

  hasChoice(text: string): boolean {
    return text === leaveWord || text === "m" || this.#at(text) !== undefined;
  }

  ask(): void {
    this.#pages.restart();
    this.#parts.voice.speak(this.#parts.question, ...this.#pages.next(), this.choices);
  }

  onLine(text: string): "stays" | "is over" | "no answer" {
    if (text === leaveWord) {
      this.leave();
      return "is over";
    }
    if (text === "m" && this.#pages.left > 0) {
      this.#parts.voice.speak(...this.#pages.next());
      return "stays";
    }
    const chosen = this.#at(text);
    if (chosen === undefined)
      return /^\d+$/.test(text) || text.startsWith("/") ? "no answer" : this.#find(text);
    this.#parts.onChosen(chosen.value);
    return "is over";
  }

  leave(): void {
    this.#parts.voice.speak(say`Nothing was chosen.`);
  }

  #at(text: string): Choice<T> | undefined {
    return /^[1-9]\d{0,5}$/.test(text) ? this.#shown[Number(text) - 1] : undefined;
  }

  /** Every word must occur, in any case and order. */
  #find(text: string): "stays" {
    const words = text.toLowerCase().split(/\s+/);
    const found = this.#parts.choices.filter(({ label }) =>
      words.every((word) => label.toLowerCase().includes(word)),
    );
    if (found.length === 0) {
      this.#parts.voice.speak(say`Nothing in the list has “${text}”. ${this.choices}`);
      return "stays";
    }
    this.#shown = found;
    this.#pages = pagesOf(found);
    this.ask();
    return "stays";
  }
}

function pagesOf(choices: readonly Choice<unknown>[]): Pages {
  return new Pages(choices.map(({ label }, at) => say`${at + 1}: ${label}`));
}
