/** The items of a session as lines below each other, each item with its place among them. */
import type { Style } from "../../terminal/style.ts";
import type { Item } from "../../transcript/item.ts";
import { needsGap, renderItem } from "../../transcript/render.ts";

/** One item's lines. `start` is the first of them, counted from the first line of all; `gap` of them are blank. */
export type Section = {
  readonly item: Item;
  readonly start: number;
  readonly gap: number;
  readonly lines: readonly string[];
};

/**
 * A line, by the item that it belongs to: it stays the same line when other items open, close or grow. The item had
 * `of` lines.
 */
export type Place = { readonly id: string; readonly offset: number; readonly of: number };

type Drawn = { readonly columns: number; readonly expanded: boolean; readonly lines: readonly string[] };

export class Sections {
  readonly #style: Style;
  // Finished items never change, so neither do their lines.
  readonly #drawn = new WeakMap<Item, Drawn>();
  #columns = 80;
  all: readonly Section[] = [];

  constructor(style: Style) {
    this.#style = style;
  }

  /** Draws the items anew for a width. */
  lay(items: readonly Item[], columns: number, isExpanded: (item: Item) => boolean): void {
    this.#columns = columns;
    const all: Section[] = [];
    let start = 0;
    let previous: Item | undefined;
    for (const item of items) {
      const body = this.linesOf(item, isExpanded(item));
      const gap = needsGap(previous, item) ? 1 : 0;
      const lines = gap === 1 ? [""].concat(body) : body;
      all.push({ item, start, gap, lines });
      start += lines.length;
      previous = item;
    }
    this.all = all;
  }

  /** How many lines there are. */
  get total(): number {
    const last = this.all.at(-1);
    return last === undefined ? 0 : last.start + last.lines.length;
  }

  /** An item's lines without the blank one above it. */
  linesOf(item: Item, expanded: boolean): readonly string[] {
    const drawn = this.#drawn.get(item);
    if (drawn?.columns === this.#columns && drawn.expanded === expanded) return drawn.lines;
    const lines = renderItem(item, { width: this.#columns, style: this.#style, expanded });
    this.#drawn.set(item, { columns: this.#columns, expanded, lines });
    return lines;
  }

  /** The section that a line is in. */
  at(line: number): Section | undefined {
    return line >= this.total ? undefined : this.all.findLast(({ start }) => start <= line);
  }

  placeOf(line: number): Place | undefined {
    const section = this.at(line);
    if (section === undefined) return undefined;
    return { id: section.item.id, offset: line - section.start, of: section.lines.length };
  }

  /** Where a place is now; undefined when its item is no longer there. `isRewrapped`: its lines have another width. */
  lineOf({ id, offset, of }: Place, isRewrapped = false): number | undefined {
    const section = this.find(id);
    if (section === undefined) return undefined;
    const { length } = section.lines;
    const moved = isRewrapped ? Math.round((offset * length) / of) : offset;
    return section.start + Math.max(0, Math.min(moved, length - 1));
  }

  find(id: string): Section | undefined {
    return this.all.find(({ item }) => item.id === id);
  }
}
