/** How the items of a transcript are to be drawn: which are opened, which raw, and whether times and models stand by. */
import type { Look, Shown } from "./sections.ts";
import { isFoldable } from "./foldable.ts";

/** A yes or no for all items, and those that differ from it. */
class Choice {
  #forAll = false;
  readonly #differing = new Set<string>();

  of(id: string): boolean {
    return this.#forAll !== this.#differing.has(id);
  }

  get isForAll(): boolean {
    return this.#forAll;
  }

  toggle(id: string): void {
    if (!this.#differing.delete(id)) this.#differing.add(id);
  }

  toggleAll(): void {
    this.#forAll = !this.#forAll;
    this.#differing.clear();
  }
}

export class TranscriptLooks {
  readonly open = new Choice();
  readonly raw = new Choice();
  showsFacts = false;
  hidesThoughts = false;
  readonly #factsOf: (id: string) => string | null;

  /** `factsOf` tells the line about an item that stands above it while facts are shown. */
  constructor(factsOf: (id: string) => string | null) {
    this.#factsOf = factsOf;
  }

  of(item: Shown): Look {
    return {
      expanded: isFoldable(item) && this.open.of(item.id),
      raw: item.type !== "printed" && this.raw.of(item.id),
      hidden: this.hidesThoughts && item.type === "reasoning",
      facts: this.showsFacts ? this.#factsOf(item.id) : null,
    };
  }
}
