/** The text as it stands on the screen: rows, and where the caret is among them. */
import { chipMark, type Chip, type Content } from "./content.ts";
import { eachGrapheme } from "./graphemes.ts";
import { createCells, type CellOptions } from "./cells.ts";
import { wrapLine, type ChipSpan, type Row, type Wrapped } from "./wrap.ts";

/** One row. `start` and `end` are offsets into the content's text; `text` is what is shown, free of controls. */
export type VisualLine = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Columns. */
  readonly width: number;
  readonly chips: readonly ChipSpan[];
  /** The line goes on in the next row. */
  readonly continues: boolean;
};

export type Layout = {
  readonly lines: readonly VisualLine[];
  /** From 0; `column` is always below the width. */
  readonly caret: { readonly row: number; readonly column: number };
};

export interface Layouter {
  /** `width`: columns for the text and for the caret behind it. */
  layout(content: Content, caret: number, width: number): Layout;
  /** The offset nearest to a column of a row, never behind what that row holds. */
  offsetAt(content: Content, layout: Layout, row: number, column: number): number;
  /** Where a part of the text stands in `row.text`; undefined where the row has none of it. */
  spanIn(
    content: Content,
    row: VisualLine,
    part: { readonly start: number; readonly end: number },
  ): Span | undefined;
}

/** Offsets into what a row shows. */
export type Span = { readonly start: number; readonly end: number };

/**
 * A layouter that remembers the rows of each line it has seen last, so that a key costs the wrapping of the one line
 * that it changed.
 */
export function createLayouter(labelOf: CellOptions["labelOf"]): Layouter {
  let columns = 0;
  /** What the last layout made of each line, by number and by its text. */
  let lastLines: readonly Wrapped[] = [];
  let remembered = new Map<string, readonly Row[]>();

  function rowsOf(line: string, number: number, count: number, chips: readonly Chip[]): readonly Row[] {
    if (line.includes(chipMark)) return wrapLine(line, chips, { columns, labelOf });
    const known = remembered.get(line);
    if (known !== undefined) return known;
    // Most likely a line that a key has just changed: by its number from the start, or from the end.
    const before = [lastLines[number], lastLines[number - count + lastLines.length]];
    const like = before.find((old) => old !== undefined && isLike(old.line, line));
    return wrapLine(line, [], { columns, labelOf }, like);
  }

  function linesOf(content: Content): VisualLine[] {
    const lines: VisualLine[] = [];
    const wrapped: Wrapped[] = [];
    const parts = content.text.split("\n");
    let start = 0;
    let chips = 0;
    for (const [number, line] of parts.entries()) {
      const rows = rowsOf(line, number, parts.length, content.chips.slice(chips));
      wrapped.push({ line, rows });
      for (const [index, row] of rows.entries()) {
        chips += row.chips.length;
        lines.push({
          start: start + row.start,
          end: start + row.end,
          text: row.text,
          width: row.width,
          chips: row.chips,
          continues: index < rows.length - 1,
        });
      }
      start += line.length + 1;
    }
    lastLines = wrapped;
    remembered = new Map(
      wrapped.filter(({ line }) => !line.includes(chipMark)).map(({ line, rows }) => [line, rows]),
    );
    return lines;
  }

  /** Visits the graphemes of a row up to an offset, with the column behind each, and the end of what is shown for it. */
  function eachColumn(
    text: string,
    line: VisualLine,
    to: number,
    visit: (end: number, column: number, shownEnd: number) => void,
  ): void {
    const cellAt = createCells(
      text,
      line.chips.map((span) => span.chip),
      { columns, labelOf },
    );
    let column = 0;
    let shownEnd = 0;
    eachGrapheme(text, line.start, to, (start, end) => {
      const { width, shown } = cellAt(start, end);
      column += width;
      shownEnd += shown.length;
      visit(end, column, shownEnd);
    });
  }

  return {
    layout(content, caret, width) {
      const wanted = Math.max(1, width - 1);
      if (wanted !== columns) {
        lastLines = [];
        remembered = new Map();
      }
      columns = wanted;
      const lines = linesOf(content);
      const row = rowAt(lines, caret);
      const line = lines[row];
      let column = 0;
      if (line !== undefined) eachColumn(content.text, line, caret, (_end, behind) => (column = behind));
      // Only a blank that hangs over the end can bring it there.
      return { lines, caret: { row, column: Math.min(column, Math.max(0, width - 1)) } };
    },
    offsetAt(content, layout, row, column) {
      const line = layout.lines[row];
      if (line === undefined) return content.text.length;
      let offset = line.start;
      eachColumn(content.text, line, line.end, (end, behind) => {
        // The end of a row that goes on is the start of the next one.
        if (behind <= column && !(line.continues && end === line.end)) offset = end;
      });
      return offset;
    },
    spanIn(content, row, part) {
      const start = Math.max(part.start, row.start);
      const end = Math.min(part.end, row.end);
      if (start >= end) return undefined;
      const span = { start: 0, end: 0 };
      eachColumn(content.text, row, end, (behind, _column, shownEnd) => {
        if (behind <= start) span.start = shownEnd;
        span.end = shownEnd;
      });
      return span;
    },
  };
}

/** Whether one line may be the other after an edit, so that looking for what stayed the same is worth it. */
function isLike(one: string, other: string): boolean {
  if (one.includes(chipMark)) return false;
  return one.slice(0, 16) === other.slice(0, 16) || one.slice(-16) === other.slice(-16);
}

/** The last row that begins at or before the offset. */
function rowAt(lines: readonly VisualLine[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
