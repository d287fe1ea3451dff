/** Which items of a conversation are opened: the same wherever they are shown, also after the session was left. */
import type { KeptPanels } from "../../../sessions/view-file.ts";

/** A yes or no for all items, and those that differ from it. */
export class Choice {
  /** Null: each item as it is at first. */
  #forAll: boolean | null;
  readonly #differing: Set<string>;
  /** Told when a user has changed it. */
  readonly #onChange: () => void;

  constructor(kept: KeptPanels = { all: null, differing: [] }, onChange: () => void = () => undefined) {
    this.#forAll = kept.all;
    this.#differing = new Set(kept.differing);
    this.#onChange = onChange;
  }

  /** `atFirst`: what holds for this one as long as nobody has said anything. */
  of(id: string, atFirst = false): boolean {
    return (this.#forAll ?? atFirst) !== this.#differing.has(id);
  }

  toggle(id: string): void {
    if (!this.#differing.delete(id)) this.#differing.add(id);
    this.#onChange();
  }

  toggleAll(): void {
    this.#forAll = this.#forAll !== true;
    this.#differing.clear();
    this.#onChange();
  }

  get kept(): KeptPanels {
    return { all: this.#forAll, differing: [...this.#differing] };
  }
}
