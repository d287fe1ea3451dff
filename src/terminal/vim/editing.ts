/** Vim mode at work on one text buffer: it holds what vim mode knows from key to key. */
import type { Selection, TextBuffer } from "../text-buffer.ts";
import { type Content, contentOf, emptyContent } from "../text-buffer/content.ts";
import { nextBoundary } from "../text-buffer/graphemes.ts";
import { applyTo, type OutsideEffect } from "./apply.ts";
import { noted, typedBack, typedOver } from "./insert.ts";
import { isLineEnd, isLineStart, onGrapheme } from "./places.ts";
import { press } from "./press.ts";
import type { VimKey } from "./read-keys.ts";
import { selected } from "./region.ts";
import { insertAt, isVisual, normal, startingState, type VimModeName, type VimState } from "./state.ts";

/**
 * From its making until `end` it follows the buffer: whoever else edits it or moves its caret, the caret stands where
 * the mode wants it.
 */
export class VimEditing {
  readonly #buffer: TextBuffer;
  readonly #leave: () => void;
  #state: VimState = startingState;
  /** The buffer as it was last seen. */
  #seen: { readonly content: Content; readonly caret: number };
  /** What changes is this one's own doing. */
  #isOwn = false;

  constructor(buffer: TextBuffer) {
    this.#buffer = buffer;
    this.#seen = buffer;
    this.#leave = buffer.subscribe(() => this.#isOwn || this.#follow());
    this.begin();
  }

  get mode(): VimModeName {
    return this.#state.mode;
  }

  /** Whether what is typed is text. */
  get isInserting(): boolean {
    return this.mode === "insert" || this.mode === "replace";
  }

  /** Whether a command waits for its next key. */
  get isWaiting(): boolean {
    return this.#state.keys.length > 0;
  }

  /** The keys of that command so far. */
  get keys(): string {
    return this.#state.keys.join("");
  }

  /** What is selected in visual mode. */
  get selection(): Selection | undefined {
    if (!isVisual(this.#state)) return undefined;
    const { content, caret } = this.#buffer;
    return selected(content.text, this.#state.anchor, caret, this.mode === "visual-line");
  }

  /** A new text begins, in insert mode. What was yanked, and what `.` does, stays. */
  begin(): void {
    this.#state = insertAt(this.#state, this.#buffer.caret);
    this.#buffer.editTogether(true);
    this.#look();
  }

  /** Editing goes on without vim mode. */
  end(): void {
    this.#leave();
    this.#buffer.editTogether(false);
  }

  /** Takes a key. Returns what is not about the text, to be done in order. */
  press(key: VimKey): readonly OutsideEffect[] {
    const { content, caret } = this.#buffer;
    const { state, effects } = press(this.#state, key, { content, caret });
    this.#state = state;
    const outside: OutsideEffect[] = [];
    this.#own(() => applyTo(this.#buffer, effects, (effect) => outside.push(effect)));
    return outside;
  }

  /** Text that is typed over what stands there, in replace mode. */
  typeOver(text: string): void {
    const { content, caret } = this.#buffer;
    const { inserting } = this.#state;
    const { draft, replaced } = typedOver({ content, caret, effects: [] }, contentOf(text));
    this.#own(() => applyTo(this.#buffer, draft.effects, ignored));
    if (inserting === undefined) return;
    this.#state = {
      ...this.#state,
      inserting: { ...inserting, replaced: [...inserting.replaced, ...replaced] },
    };
  }

  /** Backspace in replace mode: what was typed over comes back; before that the caret only moves. */
  takeBack(): void {
    const { content, caret } = this.#buffer;
    const { state, draft } = typedBack(this.#state, { content, caret, effects: [] });
    this.#state = state;
    this.#own(() => applyTo(this.#buffer, draft.effects, ignored));
  }

  /**
   * Text is pasted by `action`: in normal mode as if it were typed behind the grapheme under the caret, or before the
   * first one of a line; in visual mode in place of what is selected. It is never a command.
   */
  paste(continues: boolean, action: () => void): void {
    if (this.isInserting) return action();
    const { selection } = this;
    this.#state = normal(this.#state);
    this.#own(() => {
      const { content, caret } = this.#buffer;
      if (selection !== undefined)
        this.#buffer.splice(selection.start, selection.end, emptyContent, selection.start);
      else if (!continues && !isLineStart(content.text, caret) && !isLineEnd(content.text, caret))
        this.#buffer.moveTo(nextBoundary(content.text, caret));
      action();
      this.#buffer.stepBack();
    });
  }

  /** What comes next is typed at the end of the text. */
  append(): void {
    if (this.isInserting) return;
    this.#state = insertAt(normal(this.#state), this.#buffer.content.text.length);
    this.#own(() => this.#buffer.moveTo(this.#buffer.content.text.length));
    this.#buffer.editTogether(true);
  }

  /** Somebody else has changed the text or moved the caret. */
  #follow(): void {
    const { content, caret } = this.#buffer;
    if (this.isInserting && (content !== this.#seen.content || caret !== this.#seen.caret))
      this.#state = noted(this.#state, caret, content !== this.#seen.content);
    this.#own(() => undefined);
  }

  /** Does something to the buffer, and puts the caret where the mode wants it then. */
  #own(action: () => void): void {
    this.#isOwn = true;
    action();
    const { content, caret } = this.#buffer;
    const { anchor } = this.#state;
    if (anchor > content.text.length) this.#state = { ...this.#state, anchor: content.text.length };
    if (this.mode === "normal") {
      const place = onGrapheme(content.text, caret);
      if (place !== caret) this.#buffer.moveTo(place);
    }
    this.#isOwn = false;
    this.#look();
  }

  #look(): void {
    const { content, caret } = this.#buffer;
    this.#seen = { content, caret };
  }
}

function ignored(): void {}
