/**
 * The items of a session as lines below each other. An item is drawn when it is looked at, so that what a window costs
 * does not depend on how long the session is; lines of what was looked at long ago are forgotten again.
 */
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { roleNames } from "../../../terminal/theme.ts";
import { truncateLine, wrapText } from "../../../terminal/width.ts";
import type { CallItem, Item } from "../../../transcript/item.ts";
import { AnswerDrawing, type OpenAnswer } from "../../../transcript/open-answer.ts";
import { rawTextOf } from "../../../transcript/raw-text.ts";
import { renderRun } from "../../../transcript/read-group.ts";
import { needsGap, renderItem } from "../../../transcript/render.ts";
import { SharedLines } from "./shared-lines.ts";
import type { ItemSource, Shown } from "../conversation/shown.ts";

/** How an item is to be drawn. */
export type Look = {
  readonly expanded: boolean;
  /** As it was said, not as markdown. */
  readonly raw: boolean;
  /** A line above it. */
  readonly facts: string | null;
  /** Not shown at all. */
  readonly hidden: boolean;
};

/** What decides on that. */
export type Looks = {
  of(item: Shown): Look;
  /** Whether calls that only look share a line, which stands in the place of the first. */
  readonly sharesLines: boolean;
};

/** One item's lines. `head` of them stand above its own: a blank one, and the facts. */
export type Section = {
  readonly item: Shown;
  readonly head: number;
  readonly lines: readonly string[];
};

/** A line: which one of the lines of the item at an index. The item has this id, and had `of` lines. */
export type Place = {
  readonly index: number;
  readonly id: string;
  readonly offset: number;
  readonly of: number;
};

/** How it is drawn where it stands: with these calls on one line, if any. */
type LookHere = Look & { readonly shared: readonly CallItem[] };

type Drawn = { readonly key: string; readonly section: Section };

/** Lines that are kept though nobody may look at them again. */
const mostKept = 20_000;
/** An item that has moved is looked for so near to where it was. */
const nearby = 50;

export class Sections {
  readonly #style: Style;
  readonly #looks: Looks;
  readonly #shared = new SharedLines();
  /** In the order in which they were looked at. */
  readonly #drawn = new Map<Shown, Drawn>();
  readonly #heights = new WeakMap<Shown, { readonly key: string; readonly height: number }>();
  #answer: { readonly of: OpenAnswer; readonly drawing: AnswerDrawing } | undefined;
  #kept = 0;
  #theme = "";
  #columns = 80;
  #items: ItemSource = [];

  constructor(style: Style, looks: Looks) {
    this.#style = style;
    this.#looks = looks;
  }

  /** From now on it is about these items, as wide as this. Costs nothing. */
  lay(items: ItemSource, columns: number): void {
    this.#items = items;
    this.#columns = columns;
    this.#shared.lay(items);
    // Another theme paints what was drawn in other colours.
    const theme = roleNames.map((name) => this.#style[name]("x")).join("");
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.#drawn.clear();
    this.#kept = 0;
    this.#answer = undefined;
  }

  get length(): number {
    return this.#items.length;
  }

  itemAt(index: number): Shown | undefined {
    return index < 0 ? undefined : this.#items.at(index);
  }

  /** The item at an index, drawn. */
  at(index: number): Section | undefined {
    const item = this.itemAt(index);
    if (item === undefined) return undefined;
    const look = this.#lookAt(index, item);
    if (look.hidden) return { item, head: 0, lines: [] };
    const gap = this.#gapAbove(index, item);
    if (item.type === "open_answer") return this.#section(item, gap, look);
    const key = this.#keyOf(gap, look);
    const drawn = this.#drawn.get(item);
    if (drawn?.key === key) return drawn.section;
    const section = this.#section(item, gap, look);
    this.#keep(item, { key, section });
    return section;
  }

  /** How many lines the item at an index takes; 0 for none there. */
  heightAt(index: number): number {
    const item = this.itemAt(index);
    if (item === undefined) return 0;
    const look = this.#lookAt(index, item);
    if (look.hidden) return 0;
    const known = this.#heights.get(item);
    if (known?.key === this.#keyOf(this.#gapAbove(index, item), look)) return known.height;
    return this.at(index)?.lines.length ?? 0;
  }

  /** An item's own lines when it is opened, without what stands above them. */
  opened(item: Shown): readonly string[] {
    return this.#bodyOf(item, { expanded: true, raw: false });
  }

  place(index: number, offset: number): Place {
    return { index, id: this.itemAt(index)?.id ?? "", offset, of: this.heightAt(index) };
  }

  /** Where a place is now. `isRewrapped`: its lines have another width than they had. */
  find({ index, id, offset, of }: Place, isRewrapped = false): Place {
    const at = Math.max(0, Math.min(this.#indexOf(id, index), this.length - 1));
    const height = this.heightAt(at);
    const moved = isRewrapped && of > 0 ? Math.round((offset * height) / of) : offset;
    return this.place(at, Math.max(0, Math.min(moved, height - 1)));
  }

  /** A place with the index that its item has now. */
  found(place: Place): Place {
    return { ...place, index: this.#indexOf(place.id, place.index) };
  }

  /** Where an item is that was at `index`; there, when it is gone. */
  #indexOf(id: string, index: number): number {
    if (this.itemAt(index)?.id === id) return index;
    for (let step = 1; step <= nearby; step += 1) {
      if (this.itemAt(index + step)?.id === id) return index + step;
      if (this.itemAt(index - step)?.id === id) return index - step;
    }
    return index;
  }

  #keyOf(gap: number, { expanded, raw, facts, shared }: LookHere): string {
    return `${this.#columns} ${gap} ${expanded} ${raw} ${shared.length} ${facts ?? ""}`;
  }

  #lookAt(index: number, item: Shown): LookHere {
    const look = this.#looks.of(item);
    const line = this.#looks.sharesLines ? this.#shared.at(index) : null;
    if (line === null) return { ...look, shared: [] };
    return { ...look, shared: line.calls, hidden: line.first !== index };
  }

  /** Blank lines above an item: between it and the last one before it that is shown, be it on a line with others. */
  #gapAbove(index: number, item: Shown): 0 | 1 {
    let above = index - 1;
    let previous = this.itemAt(above);
    while (previous !== undefined && this.#looks.of(previous).hidden) {
      above -= 1;
      previous = this.itemAt(above);
    }
    return needsGapAbove(previous, item) ? 1 : 0;
  }

  #keep(item: Shown, drawn: Drawn): void {
    this.#kept += drawn.section.lines.length - (this.#drawn.get(item)?.section.lines.length ?? 0);
    this.#drawn.delete(item);
    this.#drawn.set(item, drawn);
    this.#heights.set(item, { key: drawn.key, height: drawn.section.lines.length });
    for (const [oldest, { section }] of this.#drawn) {
      if (this.#kept <= mostKept || oldest === item) return;
      this.#drawn.delete(oldest);
      this.#kept -= section.lines.length;
    }
  }

  #section(item: Shown, gap: number, look: LookHere): Section {
    const facts =
      look.facts === null ? [] : [this.#style.dim(truncateLine(`  ${look.facts}`, this.#columns))];
    const body = look.shared.length === 0 ? this.#bodyOf(item, look) : this.#sharedLine(look);
    const head = gap + facts.length;
    return { item, head, lines: head === 0 ? body : [...(gap === 1 ? [""] : []), ...facts, ...body] };
  }

  /** What several calls did, on one line; opened, with a panel for each below it. */
  #sharedLine({ shared, expanded }: LookHere): readonly string[] {
    const options = { width: this.#columns, style: this.#style };
    const panels = expanded ? shared : [];
    return [
      ...renderRun(shared, options),
      ...panels.flatMap((call) => renderItem(call, { ...options, expanded: false })),
    ];
  }

  #bodyOf(item: Shown, { expanded, raw }: Pick<Look, "expanded" | "raw">): readonly string[] {
    const width = this.#columns;
    if (item.type === "printed") return item.draw(width);
    if (raw) return rawLines(item.type === "open_answer" ? item.text() : rawTextOf(item), width);
    if (item.type !== "open_answer") return renderItem(item, { width, style: this.#style, expanded });
    if (this.#answer?.of !== item) this.#answer = { of: item, drawing: new AnswerDrawing(item, this.#style) };
    return this.#answer.drawing.lines(width);
  }
}

/** As it was said, a line of the window for each stretch that fits into it, without anything before it. */
function rawLines(text: string, width: number): string[] {
  return wrapText(sanitize(text, "output"), width, { hard: true });
}

function needsGapAbove(previous: Shown | undefined, item: Shown): boolean {
  if (previous === undefined || item.type === "printed") return false;
  return needsGap(asItem(previous), asItem(item));
}

function asItem(shown: Shown): Item {
  if (shown.type === "open_answer") return { type: "text", id: shown.id, text: "" };
  if (shown.type === "printed") return { type: "notice", id: shown.id, level: "info", text: "" };
  return shown;
}
