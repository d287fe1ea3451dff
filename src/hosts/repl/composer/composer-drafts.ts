/** Texts that are written and not sent: the one in the composer, the one that waits behind the history, and the stash. */
import type { History } from "../../../terminal/history.ts";
import type { TextBuffer } from "../../../terminal/text-buffer.ts";
import { type Content, emptyContent } from "../../../terminal/text-buffer/content.ts";
import { DraftStash } from "./draft-stash.ts";
import type { AllWritten, Written } from "./draft-text.ts";
import type { TypedSign } from "./typed-sign.ts";

export type ComposerDraftsParts = {
  readonly buffer: TextBuffer;
  readonly sign: TypedSign;
  readonly history: () => History;
  /** What stood in the composer before a search that goes on. */
  readonly beforeSearch: () => Content | undefined;
  /** Another text stands in the composer. */
  readonly onPut: () => void;
};

export class ComposerDrafts {
  readonly stash = new DraftStash();
  readonly #parts: ComposerDraftsParts;
  /** Those that wait somewhere and begin with a sign that was typed. */
  readonly #typed = new WeakSet<Content>();

  constructor(parts: ComposerDraftsParts) {
    this.#parts = parts;
  }

  /** All that is being written, also what only waits while a message from the history is shown. */
  get written(): AllWritten {
    const history = this.#parts.history();
    const all = (draft: Written, ...more: readonly Written[]): AllWritten => ({
      draft: draft.content.text === "" ? null : draft,
      stash: [...this.stash.texts, ...more],
    });
    // What a search has found so far is not what is being written.
    const before = this.#parts.beforeSearch();
    const shown = before === undefined ? this.#inComposer() : this.#waiting(before);
    if (!history.isBrowsing || history.draft === undefined) return all(shown);
    const draft = this.#waiting(history.draft);
    return history.isUntouched(shown.content) ? all(draft) : all(draft, shown);
  }

  /** Takes what was being written before. What is in the composer stays there. True when the draft stands in it now. */
  takeUp({ draft, stash }: AllWritten): boolean {
    const isShown = draft !== null && this.#parts.buffer.isEmpty;
    this.stash.add(...stash, ...(draft === null || isShown ? [] : [draft]));
    if (isShown) this.#put(draft);
    return isShown;
  }

  /** Sets the text aside; the composer is empty then. False when there is none. */
  setApart(): boolean {
    if (this.#parts.buffer.isEmpty) return false;
    this.stash.add(this.#inComposer());
    this.discard();
    return true;
  }

  /** Empties the composer; the text is kept nowhere. */
  discard(): void {
    this.#parts.history().leave();
    this.#put({ content: emptyContent, isTyped: false });
  }

  /** Brings the text that was set aside last back into the empty composer. False when there is none. */
  bringBack(): boolean {
    const last = this.#parts.buffer.isEmpty ? this.stash.takeLast() : undefined;
    if (last !== undefined) this.#put(last);
    return last !== undefined;
  }

  /** The text in the composer, which another one takes the place of for a while. */
  leaving(): Content {
    const { content, isTyped } = this.#inComposer();
    if (isTyped) this.#typed.add(content);
    return content;
  }

  /** Whether the sign was typed that begins a text which another one has taken the place of. */
  wasTyped(content: Content): boolean {
    return this.#typed.has(content);
  }

  #inComposer(): Written {
    const { buffer, sign } = this.#parts;
    return { content: buffer.content, isTyped: sign.isTyped };
  }

  #waiting(content: Content): Written {
    return { content, isTyped: this.wasTyped(content) };
  }

  /** A text to go on with: nothing of the one before can be undone. */
  #put({ content, isTyped }: Written): void {
    const { buffer, sign, onPut } = this.#parts;
    buffer.reset(content);
    sign.replaced(buffer.content.text, isTyped);
    onPut();
  }
}
