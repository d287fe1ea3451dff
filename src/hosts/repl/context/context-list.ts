/** The rows of the context and the one that is selected: a window over them, whatever is filtered, sorted or unfolded. */
import type { ContextLook, ContextPart } from "../../../app/context-parts.ts";
import { nameOf } from "../../../app/context-words.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { rowsOf, type Showing } from "./context-rows.ts";

export class ContextList {
  #look: ContextLook;
  #showing: Showing = { filter: "", isBySize: false, isUnfolded: false };
  #rows: readonly ContextPart[] = [];
  #at = 0;
  #top = 0;
  #height = 1;

  /** The last part is selected at first. */
  constructor(look: ContextLook) {
    this.#look = look;
    this.#lay();
    this.#select(this.#rows.length - 1);
  }

  get showing(): Showing {
    return this.#showing;
  }

  get selected(): ContextPart | undefined {
    return this.#rows[this.#at];
  }

  /** Shows another look; what is selected stays so. */
  show(look: ContextLook): void {
    this.#look = look;
    this.#lay();
  }

  change(showing: Partial<Showing>): void {
    this.#showing = { ...this.#showing, ...showing };
    this.#lay();
  }

  /** The parts in a window of so many rows, the selected one among them. */
  window(height: number): readonly ContextPart[] {
    this.#height = Math.max(1, height);
    const lowest = Math.max(0, this.#at - this.#height + 1);
    const top = Math.min(this.#top, this.#at, Math.max(0, this.#rows.length - this.#height));
    this.#top = Math.max(lowest, top);
    return this.#rows.slice(this.#top, this.#top + this.#height);
  }

  step(rows: number): void {
    this.#select(this.#at + rows);
  }

  /** Moves for a command that moves; any other does nothing. */
  move(command: Command): void {
    const page = Math.max(1, this.#height - 1);
    switch (command) {
      case "select-previous":
        return this.step(-1);
      case "select-next":
        return this.step(1);
      case "page-up":
        return this.step(-page);
      case "page-down":
        return this.step(page);
      case "go-top":
        return this.#select(0);
      case "go-bottom":
        return this.#select(this.#rows.length - 1);
      default:
    }
  }

  #select(at: number): void {
    this.#at = Math.max(0, Math.min(at, this.#rows.length - 1));
  }

  #lay(): void {
    const before = this.selected;
    this.#rows = rowsOf(this.#look, this.#showing);
    const at = before === undefined ? -1 : this.#rows.findIndex((part) => isSamePart(part, before));
    this.#select(at === -1 ? this.#at : at);
  }
}

function isSamePart(one: ContextPart, other: ContextPart): boolean {
  if (one.place === null || other.place === null)
    return one.kind === other.kind && nameOf(one) === nameOf(other);
  return one.place.entryId === other.place.entryId && one.place.callId === other.place.callId;
}
