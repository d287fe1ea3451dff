/** What a text that is being written is in the middle of. */
import type { CodeSoFar, ItemPlace } from "./block.ts";
import { type Fence, fenceOf, isQuote, type ListMarker, markerOf } from "./line-kinds.ts";

/** An item of a list. */
export type OpenItem = {
  readonly type: "item";
  readonly marker: ListMarker;
  readonly number: number | null;
  readonly afterBlank: boolean;
  /** Code in something that is nested in it. */
  readonly fence: Fence | null;
  /** Whether something is nested in what is held of it: code is then that one's. */
  readonly nests: boolean;
  readonly place: ItemPlace;
  /** Its beginning is out. */
  readonly begun: boolean;
};

export type Open =
  | { readonly type: "none" }
  | { readonly type: "paragraph" | "quote" | "indented" }
  | OpenItem
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
  | { readonly type: "table"; readonly head: string; readonly sample: string | null };

/** The item that a line begins. `number`: the one it is drawn with. */
export function itemOf(marker: ListMarker, number: number | null, text: string): OpenItem {
  const first = text.trimStart().replace(/^\S+[ \t]*/, "");
  const fence = fenceOf(first);
  const place = { drawn: marker.indent + drawnMarker(number, first), written: marker.content };
  const nests = fence !== null || markerOf(first) !== null || isQuote(first);
  return { type: "item", marker, number, afterBlank: false, fence, nests, place, begun: false };
}

/** A further line of an item without the indentation that makes it part of it. */
export function textOfItem(text: string, { content }: ListMarker): string {
  return text.slice(Math.min(content, text.length - text.trimStart().length));
}

/** Columns of an item's marker as it is drawn, the box of a task included. */
function drawnMarker(number: number | null, first: string): number {
  const box = /^\[[ xX]\][ \t]/.test(first) ? "[x] ".length : 0;
  if (number !== null) return `${number}. `.length + box;
  return box === 0 ? "• ".length : box;
}
