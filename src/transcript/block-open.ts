/** What a text that is being written is in the middle of. */
import type { CodeSoFar, ItemPlace } from "./block.ts";
import { type Fence, fenceOf, type ListMarker, markerOf, withoutColumns } from "./line-kinds.ts";

/** An item of a list, with the items that it is nested in. */
export type OpenItem = {
  readonly type: "item";
  /** Its marker; `content` is counted from the start of the line. */
  readonly marker: ListMarker;
  readonly number: number | null;
  readonly place: ItemPlace;
  readonly outer: OpenItem | null;
};

/** A list that is being written, at the item that the last line belongs to. */
export type OpenList = {
  readonly type: "list";
  readonly item: OpenItem;
  /** The item that the lines which are held begin or, if it has begun before, go on with; others are nested in it. */
  readonly held: OpenItem;
  readonly begun: boolean;
  readonly afterBlank: boolean;
  /** Code that cannot flow out by itself. */
  readonly fence: Fence | null;
};

export type Open =
  | { readonly type: "none" }
  | { readonly type: "paragraph" | "quote" | "indented" }
  | OpenList
  | {
      readonly type: "fence";
      readonly fence: Fence;
      /** The item that it stands in. */
      readonly item: OpenItem | null;
      readonly first: boolean;
      readonly soFar: CodeSoFar | null;
    }
  /** Maths from a line with `$$` or `\\[` to one with the mark that ends it. */
  | {
      readonly type: "maths";
      readonly end: string;
      readonly first: boolean;
      readonly soFar: CodeSoFar | null;
    }
  | {
      readonly type: "table";
      /** Its first two lines as a table in itself. */
      readonly head: string;
      readonly sample: string | null;
      /** The item that it stands in. */
      readonly item: OpenItem | null;
    };

/**
 * The item that a line begins, `text` without what makes it part of the outer item. `number`: the one it is drawn with.
 */
export function itemOf(
  marker: ListMarker,
  number: number | null,
  text: string,
  outer: OpenItem | null,
): OpenItem {
  const { drawn, written } = outer?.place ?? { drawn: 0, written: 0 };
  // A nested list is drawn where its item's text is, however far it is indented.
  const indent = outer === null ? marker.indent : 0;
  const place = {
    drawn: drawn + indent + drawnMarker(number, firstOf(text)),
    written: written + marker.content,
  };
  return { type: "item", marker: { ...marker, content: place.written }, number, place, outer };
}

/** The list that begins with an item; `text` is the item's first line. */
export function listOf(item: OpenItem, text: string): OpenList {
  let first = firstOf(text);
  while (markerOf(first) !== null) first = firstOf(first);
  const fence = fenceOf(first);
  return { type: "list", item: innermost(item, text), held: item, begun: false, afterBlank: false, fence };
}

/** The list at an item whose beginning is out. */
export function listBehind(item: OpenItem): OpenList {
  return { type: "list", item, held: item, begun: true, afterBlank: true, fence: null };
}

/** The item that a line so far from the left belongs to, or null for one that is in none of them. */
export function itemAt(item: OpenItem, indent: number): OpenItem | null {
  let at: OpenItem | null = item;
  while (at !== null && indent < at.marker.content) at = at.outer;
  return at;
}

/** The item that a marker begins in a list: behind a sibling it counts on. `text`: without the outer item's columns. */
export function nextItem(
  marker: ListMarker,
  text: string,
  outer: OpenItem | null,
  sibling: OpenItem | null,
): OpenItem {
  const isSibling = sibling !== null && sibling.marker.delimiter === marker.delimiter;
  const number = isSibling && sibling.number !== null ? sibling.number + 1 : marker.number;
  return itemOf(marker, number, text, outer);
}

/** The item just below `outer` on the way to `item`; null when `item` is `outer` itself. */
export function childOn(item: OpenItem, outer: OpenItem | null): OpenItem | null {
  if (item === outer) return null;
  let at = item;
  while (at.outer !== null && at.outer !== outer) at = at.outer;
  return at;
}

/** Whether one is the item, or is nested in it. */
export function isIn(one: OpenItem, item: OpenItem): boolean {
  for (let at: OpenItem | null = one; at !== null; at = at.outer) if (at === item) return true;
  return false;
}

/** What an item's first line begins in turn, as in `- - a`. */
export function innermost(item: OpenItem, text: string): OpenItem {
  const inner = withoutColumns(
    " ".repeat(item.marker.indent) + text.trimStart().replace(/^\S+/, (mark) => " ".repeat(mark.length)),
    item.marker.content - (item.outer?.marker.content ?? 0),
  );
  const marker = markerOf(inner);
  return marker === null ? item : innermost(itemOf(marker, marker.number, inner, item), inner);
}

function firstOf(text: string): string {
  return text.trimStart().replace(/^\S+[ \t]*/, "");
}

/** Columns of an item's marker as it is drawn, the box of a task included. */
function drawnMarker(number: number | null, first: string): number {
  const box = /^\[[ xX]\][ \t]/.test(first) ? "[x] ".length : 0;
  if (number !== null) return `${number}. `.length + box;
  return box === 0 ? "• ".length : box;
}
