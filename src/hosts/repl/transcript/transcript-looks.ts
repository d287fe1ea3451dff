/** How the items of a transcript are to be drawn: which are opened, which raw, and whether times and models stand by. */
import type { ThinkingSetting } from "../conversation/thought.ts";
import type { Look } from "./sections.ts";
import type { Shown } from "../conversation/shown.ts";
import { isFoldable } from "../conversation/foldable.ts";
import { isOpenThought } from "../conversation/seen-items.ts";
import { Choice } from "./open-panels.ts";

export type LooksParts = {
  /** The line about an item that stands above it while facts are shown; null for none. */
  readonly factsOf?: (id: string) => string | null;
  /** What is opened. @default nothing at first */
  readonly panels?: Choice | undefined;
  /** How much is shown of what the model thinks. @default "line" */
  readonly thinking?: ThinkingSetting;
  /** Whether calls that only look share a line while the composer has the keys. @default false */
  readonly groupReads?: boolean;
};

export class TranscriptLooks {
  readonly open: Choice;
  readonly raw = new Choice();
  showsFacts = false;
  /** Whether all is shown, each item by itself; else what the settings say of thoughts and of calls that only look. */
  isWhole = true;
  readonly #parts: LooksParts;

  constructor(parts: LooksParts) {
    this.#parts = parts;
    this.open = parts.panels ?? new Choice();
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
