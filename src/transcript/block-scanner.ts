/** The line-by-line state behind `createBlockStream`: which block is open, and which line ends it. */
import type { Block } from "./block.ts";
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
  type Fence,
  type ListMarker,
} from "./line-kinds.ts";

/** Tables longer than this flow out row by row, with the column widths that their first rows gave. */
const sampleRows = 40;

type Open =
  | { readonly type: "none" }
  | { readonly type: "paragraph" | "quote" | "indented" }
  | {
      readonly type: "item";
      readonly marker: ListMarker;
      readonly number: number | null;
      readonly afterBlank: boolean;
      readonly fence: Fence | null;
    }
  | { readonly type: "fence"; readonly fence: Fence; readonly first: boolean }
  | { readonly type: "table"; readonly head: string; readonly sample: string | null };

/** The text of a line without its line end. */
function textOf(line: string): string {
  return line.replace(/\r?\n$/, "");
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
      case "item":
        return this.#inItem(this.#open, line, text, out);
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
      this.#emit(out, this.#code(this.#open, [], true));
      this.#open = { type: "none" };
    }
    this.#close(out);
    if (this.#before !== "") this.#emit(out, { kind: "markdown" });
  }

  tail(): string {
    return this.#before + this.#lines.join("");
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
    this.#lines.push(line);
    if (fence !== null) this.#open = { type: "fence", fence, first: true };
    else if (indentOf(text) >= 4) this.#open = { type: "indented" };
    else if (isHeading(text)) this.#emit(out, { kind: "markdown" }, true);
    else if (isRule(text)) this.#emit(out, { kind: "markdown" });
    else if (isQuote(text)) this.#open = { type: "quote" };
    else if (marker !== null) this.#openItem(marker, marker.number, text);
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
    if (closesFence(text, open.fence) && indentOf(text) < 4) {
      this.#emit(out, this.#code(open, [], true));
      this.#open = { type: "none" };
      return;
    }
    const indent = Math.min(open.fence.indent, text.length - text.trimStart().length);
    this.#emit(out, this.#code(open, [text.slice(indent)], false));
    this.#open = { ...open, first: false };
  }

  #code(open: Open & { type: "fence" }, lines: string[], last: boolean): Shape {
    return { kind: "code", lang: open.fence.lang, lines, first: open.first, last };
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
      this.#open = { type: "table", head: head + line, sample: null };
      this.#lines = [head, line];
      return;
    }
    if (interrupts(text)) this.#beginAfter(line, text, out);
    else this.#keep(line);
  }

  #inTable(open: Open & { type: "table" }, line: string, text: string, out: Block[]): void {
    if (isBlank(text) || interrupts(text)) return this.#beginAfter(line, text, out);
    this.#lines.push(line);
    if (open.sample !== null) return this.#emitRows(open, out);
    if (this.#lines.length < sampleRows + 2) return;
    const sample = this.#lines.join("");
    this.#emitRows(open, out);
    this.#open = { ...open, sample };
  }

  #emitRows(open: Open & { type: "table" }, out: Block[]): void {
    const rows = this.#lines.join("");
    if (open.sample === null) {
      this.#emit(out, { kind: "table", table: rows, sample: rows, first: true }, true);
    } else if (rows !== "") {
      const table = open.head + rows;
      this.#emit(out, { kind: "table", table, sample: open.sample, first: false });
    }
  }

  #openItem(marker: ListMarker, number: number | null, text: string): void {
    const fence = fenceOf(text.trimStart().replace(/^\S+[ \t]+/, ""));
    this.#open = { type: "item", marker, number, afterBlank: false, fence };
  }

  #inItem(open: Open & { type: "item" }, line: string, text: string, out: Block[]): void {
    if (isBlank(text)) {
      this.#keep(line);
      this.#open = { ...open, afterBlank: true };
      return;
    }
    // A fence inside the item holds it together even where its code is not indented as the item asks.
    if (open.fence !== null) {
      this.#keep(line);
      this.#open = { ...open, afterBlank: false, fence: closesFence(text, open.fence) ? null : open.fence };
      return;
    }
    if (indentOf(text) >= open.marker.content) {
      this.#keep(line);
      this.#open = { ...open, afterBlank: false, fence: fenceOf(text.trimStart()) };
      return;
    }
    const marker = markerOf(text);
    const sibling = marker !== null && marker.delimiter === open.marker.delimiter;
    if (sibling) {
      this.#close(out);
      this.#lines.push(line);
      this.#openItem(marker, open.number === null ? null : open.number + 1, text);
    } else if (open.afterBlank || startsBlock(text)) {
      this.#beginAfter(line, text, out);
    } else {
      this.#keep(line);
    }
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
    this.#emit(
      out,
      open.type === "item"
        ? { kind: "item", indent: open.marker.indent, number: open.number }
        : { kind: "markdown" },
    );
    this.#before = blanks.toReversed().join("");
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
