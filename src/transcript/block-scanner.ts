/** The line-by-line state behind `createBlockStream`: which block is open, and which line ends it. */
import type { Block, CodeSoFar } from "./block.ts";
import {
  childOn,
  innermost,
  isIn,
  itemAt,
  itemOf,
  listBehind,
  listOf,
  nextItem,
  type Open,
  type OpenItem,
  type OpenList,
} from "./block-open.ts";
import {
  closesFence,
  fenceOf,
  indentOf,
  interrupts,
  isBlank,
  isHeading,
  isQuote,
  isRule,
  isSetext,
  isTableHead,
  markerOf,
  mathsEndOf,
  withoutColumns,
} from "./line-kinds.ts";

/** Tables longer than this flow out row by row, with the column widths that their first rows gave. */
const sampleRows = 12;

/** The text of a line without its line end. */
function textOf(line: string): string {
  if (!line.endsWith("\n")) return line;
  return line.slice(0, line.endsWith("\r\n") ? -2 : -1);
}

/** Whether the line ends a quote or an item: unlike a paragraph these give way to every list marker. */
function startsBlock(text: string): boolean {
  return markerOf(text) !== null || interrupts(text);
}

export class BlockScanner {
  #open: Open = { type: "none" };
  /** Blank lines in front of the open block. */
  #before = "";
  /** The open block's lines so far, line ends included. */
  #lines: string[] = [];
  #started = false;

  /** Takes the next line, with its line end; adds the blocks that it completes to `out`. */
  line(line: string, out: Block[]): void {
    const text = textOf(line);
    switch (this.#open.type) {
      case "none":
        return this.#begin(line, text, out);
      case "fence":
        return this.#inFence(this.#open, line, text, out);
      case "maths":
        return this.#inMaths(this.#open, line, text, out);
      case "list":
        return this.#inList(this.#open, line, text, out);
      case "table":
        return this.#inTable(this.#open, line, text, out);
      case "indented":
        return isBlank(text) || indentOf(text) >= 4 ? this.#keep(line) : this.#beginAfter(line, text, out);
      case "quote":
        if (isBlank(text)) return this.#beginAfter(line, text, out);
        return isQuote(text) || !startsBlock(text) ? this.#keep(line) : this.#beginAfter(line, text, out);
      case "paragraph":
        return this.#inParagraph(line, text, out);
      default:
        return this.#open satisfies never;
    }
  }

  /** The text has ended: adds the open block, and blank lines that nothing followed. */
  flush(out: Block[]): void {
    if (this.#open.type === "fence") {
      this.#emit(out, this.#code(this.#open, null));
      this.#open = { type: "none" };
    }
    this.#close(out);
    if (this.#before !== "") this.#emit(out, { kind: "markdown" });
  }

  tail(): string {
    return this.#before + this.#lines.join("");
  }

  /** What a line would go on with: text, code, or a table. */
  get inside(): "text" | "code" | "table" {
    const open = this.#open;
    if (open.type === "table") return "table";
    if (open.type === "fence" || open.type === "maths" || open.type === "indented") return "code";
    return open.type === "list" && open.fence !== null ? "code" : "text";
  }

  copy(): BlockScanner {
    const copy = new BlockScanner();
    copy.#open = this.#open;
    copy.#before = this.#before;
    copy.#lines = [...this.#lines];
    copy.#started = this.#started;
    return copy;
  }

  #begin(line: string, text: string, out: Block[]): void {
    if (isBlank(text)) {
      this.#before += line;
      return;
    }
    const fence = fenceOf(text);
    const marker = markerOf(text);
    const maths = mathsEndOf(text);
    if (maths !== null) {
      return this.#inMaths({ type: "maths", end: maths, first: true, soFar: null }, line, text, out);
    }
    this.#lines.push(line);
    if (fence !== null) this.#open = { type: "fence", fence, item: null, first: true, soFar: null };
    else if (indentOf(text) >= 4) this.#open = { type: "indented" };
    else if (isHeading(text)) this.#emit(out, { kind: "markdown" }, true);
    else if (isRule(text)) this.#emit(out, { kind: "markdown" });
    else if (isQuote(text)) this.#open = { type: "quote" };
    else if (marker !== null) this.#open = listOf(itemOf(marker, marker.number, text, null), text);
    else this.#open = { type: "paragraph" };
  }

  #beginAfter(line: string, text: string, out: Block[]): void {
    this.#close(out);
    this.#begin(line, text, out);
  }

  #keep(line: string): void {
    this.#lines.push(line);
  }

  #inFence(open: Open & { type: "fence" }, line: string, text: string, out: Block[]): void {
    this.#lines.push(line);
    const { item } = open;
    const written = item === null ? 0 : item.place.written;
    if (closesFence(text, open.fence) && indentOf(text) < written + 4) {
      this.#emit(out, this.#code(open, null));
      this.#open = item === null ? { type: "none" } : listBehind(item);
      return;
    }
    const soFar: CodeSoFar = { line: withoutColumns(text, written + open.fence.indent), before: open.soFar };
    this.#emit(out, this.#code({ ...open, soFar }, soFar.line));
    this.#open = { ...open, first: false, soFar };
  }

  /** The next line of a fence; null for its end. */
  #code({ fence, item, first, soFar }: Open & { type: "fence" }, line: string | null): Shape {
    const lines = line === null ? [] : [line];
    const inside = item === null ? {} : { inside: item.place };
    return { kind: "code", lang: fence.lang, ...inside, lines, soFar, first, last: line === null };
  }

  /** Maths holds no blank line: at one it has ended, whatever stands in it. */
  #inMaths(open: Open & { type: "maths" }, line: string, text: string, out: Block[]): void {
    if (isBlank(text)) {
      this.#open = { type: "none" };
      return this.#begin(line, text, out);
    }
    const soFar: CodeSoFar = { line: text, before: open.soFar };
    const last = text.trimEnd().endsWith(open.end) && !(open.first && text.trim() === open.end);
    this.#lines.push(line);
    this.#emit(out, { kind: "code", lang: "", maths: true, lines: [text], soFar, first: open.first, last });
    this.#open = last ? { type: "none" } : { ...open, first: false, soFar };
  }

  #inParagraph(line: string, text: string, out: Block[]): void {
    if (isBlank(text)) return this.#beginAfter(line, text, out);
    if (isSetext(text)) {
      this.#lines.push(line);
      this.#emit(out, { kind: "markdown" }, true);
      this.#open = { type: "none" };
      return;
    }
    const head = this.#lines.at(-1) ?? "";
    if (isTableHead(textOf(head), text)) {
      this.#lines.pop();
      this.#close(out);
      this.#open = { type: "table", head: head + line, sample: null, item: null };
      this.#lines = [head, line];
      return;
    }
    if (interrupts(text) || mathsEndOf(text) !== null) this.#beginAfter(line, text, out);
    else this.#keep(line);
  }

  #inTable(open: Open & { type: "table" }, line: string, text: string, out: Block[]): void {
    const { item } = open;
    const inner = item === null ? text : withoutColumns(text, item.place.written);
    if (item !== null && (isBlank(text) || interrupts(inner) || itemAt(item, indentOf(text)) !== item)) {
      this.#close(out);
      this.#open = listBehind(item);
      return this.#inList(this.#open, line, text, out);
    }
    if (isBlank(text) || interrupts(text)) return this.#beginAfter(line, text, out);
    this.#lines.push(line);
    if (open.sample !== null) return this.#emitRows(open, out);
    if (this.#lines.length < sampleRows + 2) return;
    const sample = this.#rows(item);
    this.#emitRows(open, out);
    this.#open = { ...open, sample };
  }

  /** The lines of a table as they are without the item around it. */
  #rows(item: OpenItem | null): string {
    if (item === null) return this.#lines.join("");
    return this.#lines.map((line) => withoutColumns(line, item.place.written)).join("");
  }

  #emitRows(open: Open & { type: "table" }, out: Block[]): void {
    const rows = this.#rows(open.item);
    const inside = open.item === null ? {} : { inside: open.item.place };
    if (open.sample === null) {
      const flows = this.#lines.length >= sampleRows + 2;
      this.#emit(out, { kind: "table", ...inside, table: rows, sample: rows, first: true, flows }, true);
    } else if (rows !== "") {
      const table = open.head + rows;
      this.#emit(out, { kind: "table", ...inside, table, sample: open.sample, first: false, flows: true });
    }
  }

  #inList(open: OpenList, line: string, text: string, out: Block[]): void {
    if (isBlank(text)) {
      if (this.#lines.length === 0) this.#before += line;
      else this.#keep(line);
      this.#open = { ...open, afterBlank: true };
      return;
    }
    // A fence inside the item holds it together even where its code is not indented as the item asks.
    if (open.fence !== null) {
      this.#keep(line);
      this.#open = { ...open, afterBlank: false, fence: closesFence(text, open.fence) ? null : open.fence };
      return;
    }
    const item = itemAt(open.item, indentOf(text));
    const inner = withoutColumns(text, item?.place.written ?? 0);
    const marker = markerOf(inner);
    const sibling = childOn(open.item, item);
    if (marker !== null) {
      const isNext = sibling !== null && sibling.marker.delimiter === marker.delimiter;
      if (item === null && !isNext) return this.#beginAfter(line, text, out);
      const next = nextItem(marker, inner, item, sibling);
      return this.#inItem(open, next, line, inner, out);
    }
    if (item === null) {
      return open.afterBlank || startsBlock(text) ? this.#beginAfter(line, text, out) : this.#keep(line);
    }
    // What is not indented enough still goes on with a paragraph.
    const isLazy = item !== open.item && !open.afterBlank && !startsBlock(inner);
    if (isLazy) return this.#keep(line);
    if (!isIn(item, open.held)) this.#close(out);
    const fence = fenceOf(inner);
    if (fence !== null) {
      this.#close(out);
      this.#lines.push(line);
      this.#open = { type: "fence", fence, item, first: true, soFar: null };
      return;
    }
    if (this.#isTableIn(item, open, inner)) return this.#beginTable(item, line, out);
    const held = isIn(item, open.held) ? open : listBehind(item);
    this.#keep(line);
    this.#open = { ...held, item, afterBlank: false, fence: fenceOf(text.trimStart()) };
  }

  /** An item that begins in the list: by itself, or in the one that is held. */
  #inItem(open: OpenList, item: OpenItem, line: string, text: string, out: Block[]): void {
    const isNested = item.outer !== null && isIn(item.outer, open.held);
    if (!isNested) {
      this.#close(out);
      this.#lines.push(line);
      this.#open = listOf(item, text);
      return;
    }
    this.#keep(line);
    const { fence } = listOf(item, text);
    this.#open = { ...open, item: innermost(item, text), afterBlank: false, fence };
  }

  /** Whether the line, without the item's columns, is the second one of a table whose first is held. */
  #isTableIn(item: OpenItem, open: OpenList, inner: string): boolean {
    if (open.afterBlank || item !== open.item) return false;
    const last = textOf(this.#lines.at(-1) ?? "");
    const head = withoutColumns(last, item.place.written);
    const isText = indentOf(last) >= item.place.written && indentOf(head) < 4 && !startsBlock(head);
    return isText && isTableHead(head, inner);
  }

  #beginTable(item: OpenItem, line: string, out: Block[]): void {
    const head = this.#lines.pop() ?? "";
    this.#close(out);
    this.#lines = [head, line];
    this.#open = { type: "table", head: this.#rows(item), sample: null, item };
  }

  /** Ends the open block where it can only have ended; blank lines at its end go in front of what follows. */
  #close(out: Block[]): void {
    const open = this.#open;
    this.#open = { type: "none" };
    if (open.type === "table") {
      if (this.#lines.length > 0) this.#emitRows(open, out);
      return;
    }
    if (this.#lines.length === 0) return;
    const blanks: string[] = [];
    while (this.#lines.length > 1 && isBlank(textOf(this.#lines.at(-1) ?? "")))
      blanks.push(this.#lines.pop() ?? "");
    this.#emit(out, this.#shape(open));
    this.#before = blanks.toReversed().join("");
  }

  #shape(open: Open): Shape {
    if (open.type !== "list") return { kind: "markdown" };
    const { held } = open;
    if (open.begun) return { kind: "markdown", inside: held.place };
    const { outer, marker, number } = held;
    if (outer !== null) return { kind: "item", inside: outer.place, indent: 0, number };
    return { kind: "item", indent: marker.indent, number };
  }

  #emit(out: Block[], shape: Shape, spaced = false): void {
    const gap = this.#started && (this.#before !== "" || spaced);
    out.push({ ...shape, source: this.tail(), gap });
    this.#before = "";
    this.#lines = [];
    this.#started = true;
  }
}

/** A block without what all blocks have. */
type Shape = Block extends infer B ? (B extends Block ? Omit<B, "source" | "gap"> : never) : never;
