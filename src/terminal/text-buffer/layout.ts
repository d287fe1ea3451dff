/** The text as it stands on the screen: rows, and where the caret is among them. */
import { chipMark, type Content } from "./content.ts";
import { eachGrapheme } from "./graphemes.ts";
import { createCells, wrapLine, type ChipSpan, type Row, type WrapOptions } from "./wrap.ts";

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
}

/**
 * A layouter that remembers the rows of each line it has seen last, so that a key costs the wrapping of the one line
 * that it changed.
 */
export function createLayouter(labelOf: WrapOptions["labelOf"]): Layouter {
  let remembered = new Map<string, readonly Row[]>();
  let columns = 0;

  function rowsOf(
    line: string,
    content: Content,
    firstChip: number,
    used: Map<string, readonly Row[]>,
  ): readonly Row[] {
    if (line.includes(chipMark)) return wrapLine(line, content.chips.slice(firstChip), { columns, labelOf });
    const rows = remembered.get(line) ?? used.get(line) ?? wrapLine(line, [], { columns, labelOf });
    used.set(line, rows);
    return rows;
  }

  function linesOf(content: Content): VisualLine[] {
    const lines: VisualLine[] = [];
    const used = new Map<string, readonly Row[]>();
    let start = 0;
    let chips = 0;
    for (const line of content.text.split("\n")) {
      const rows = rowsOf(line, content, chips, used);
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
    remembered = used;
    return lines;
  }

  /** Visits the graphemes of a row with the columns before and behind each, until `visit` returns false. */
  function eachColumn(
    text: string,
    line: VisualLine,
    to: number,
    visit: (end: number, column: number) => void,
  ): void {
    const cellAt = createCells(
      text,
      line.chips.map((span) => span.chip),
      { columns, labelOf },
    );
    let column = 0;
    eachGrapheme(text, line.start, to, (start, end) => {
      column += cellAt(start, end).width;
      visit(end, column);
    });
  }

  return {
    layout(content, caret, width) {
      const wanted = Math.max(1, width - 1);
      if (wanted !== columns) remembered = new Map();
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
  };
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
