/** How the items of a transcript are to be drawn: which are opened, which raw, and whether times and models stand by. */
import type { ThinkingSetting } from "../conversation/thought.ts";
import type { Look } from "./sections.ts";
import type { Shown } from "../conversation/shown.ts";
import { isFoldable } from "../conversation/foldable.ts";
import { isOpenThought } from "../conversation/seen-items.ts";

/** A yes or no for all items, and those that differ from it. */
class Choice {
  /** Null: each item as it is at first. */
  #forAll: boolean | null = null;
  readonly #differing = new Set<string>();

  /** `atFirst`: what holds for this one as long as nobody has said anything. */
  of(id: string, atFirst = false): boolean {
    return (this.#forAll ?? atFirst) !== this.#differing.has(id);
  }

  toggle(id: string): void {
    if (!this.#differing.delete(id)) this.#differing.add(id);
  }

  toggleAll(): void {
    this.#forAll = this.#forAll !== true;
    this.#differing.clear();
  }
}

export type LooksParts = {
  /** The line about an item that stands above it while facts are shown; null for none. */
  readonly factsOf?: (id: string) => string | null;
  /** How much is shown of what the model thinks. @default "line" */
  readonly thinking?: ThinkingSetting;
  /** Whether calls that only look share a line while the composer has the keys. @default false */
  readonly groupReads?: boolean;
};

export class TranscriptLooks {
  readonly open = new Choice();
  readonly raw = new Choice();
  showsFacts = false;
  /** Whether all is shown, each item by itself; else what the settings say of thoughts and of calls that only look. */
  isWhole = true;
  readonly #parts: LooksParts;

  constructor(parts: LooksParts) {
    this.#parts = parts;
  }

  /** Whether calls that only look share a line. */
  get sharesLines(): boolean {
    return !this.isWhole && this.#parts.groupReads === true;
  }

  of(item: Shown): Look {
    return {
      expanded: this.isOpen(item),
      raw: item.type !== "printed" && this.raw.of(item.id),
      hidden: item.type === "reasoning" && !this.isWhole && this.#parts.thinking === "off",
      facts: this.showsFacts ? (this.#parts.factsOf?.(item.id) ?? null) : null,
    };
  }

  isOpen(item: Shown): boolean {
    const atFirst = item.type === "reasoning" && this.#parts.thinking === "full" && !isOpenThought(item.id);
    return isFoldable(item) && this.open.of(item.id, atFirst);
  }
}
