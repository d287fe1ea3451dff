/** What is being written, and what waits behind it: the composer as its user knows it, in a model. */
import { type Draft, EMPTY } from "./draft.ts";
import { Editor } from "./editor.ts";

export class Written {
  readonly editor = new Editor();
  /** What was sent or cleared, oldest first. */
  #sent: string[] = [];
  /** The place in what was sent that is shown; behind its end is the draft. */
  #at = 0;
  /** What was changed at which place since something was sent. */
  #changed = new Map<number, Draft>();
  readonly #apart: Draft[] = [];

  get hasOlder(): boolean {
    return this.#at > 0;
  }

  get hasNewer(): boolean {
    return this.#at < this.#sent.length;
  }

  get isAnythingApart(): boolean {
    return this.#apart.length > 0;
  }

  /** What the next start has to bring back: the text, or the draft that waits below what is looked at. */
  get kept(): Draft {
    return this.hasNewer ? (this.#changed.get(this.#sent.length) ?? EMPTY) : this.editor.draft;
  }

  /** One message back (-1) or forth (1). Nothing happens at either end. */
  browse(by: 1 | -1): void {
    const to = this.#at + by;
    if (to < 0 || to > this.#sent.length) return;
    const { draft } = this.editor;
    if (draft.chips.length > 0 || draft.text !== this.#sent[this.#at]) this.#changed.set(this.#at, draft);
    this.#at = to;
    this.editor.set(this.#changed.get(to) ?? this.#sent[to] ?? "");
  }

  /** The text was sent or cleared: the composer is empty, and the history has it. */
  clear(): string {
    const { value } = this.editor;
    if (value.trim() !== "" && value !== this.#sent.at(-1)) this.#sent.push(value);
    this.#leave();
    this.editor.reset();
    return value;
  }

  /** Sets the text aside, or on an empty line brings back what was set aside last. */
  stash(): void {
    if (!this.editor.isEmpty) {
      this.#apart.push(this.editor.draft);
      this.#leave();
      this.editor.reset();
      return;
    }
    const last = this.#apart.pop();
    if (last !== undefined) this.editor.reset(last);
  }

  #leave(): void {
    this.#at = this.#sent.length;
    this.#changed = new Map();
  }
}
