/** Texts that were set aside, to be brought back one by one, the youngest first. */
import { type Content, contentOf } from "../../../terminal/text-buffer/content.ts";
import type { Written } from "./draft-text.ts";

/** So many are kept; then the oldest goes. */
const mostStashed = 50;

export class DraftStash {
  #texts: readonly Written[] = [];

  /** The youngest last. */
  get texts(): readonly Written[] {
    return this.#texts;
  }

  add(...texts: readonly Written[]): void {
    this.#texts = [...this.#texts, ...texts].slice(-mostStashed);
  }

  /** Adds a message that was not being written; it is a message again, whatever it begins with. */
  addMessage(content: Content): void {
    this.add({ content: content.chips.length === 0 ? contentOf(content.text) : content, isTyped: false });
  }

  takeLast(): Written | undefined {
    const last = this.#texts.at(-1);
    if (last !== undefined) this.#texts = this.#texts.slice(0, -1);
    return last;
  }
}
