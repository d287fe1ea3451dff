/** Tables: columns shrink and wrap until they fit; where that leaves too little, each row becomes `head: value` lines. */
import type { Tokens } from "marked";
import type { Style } from "../terminal/style.ts";
import { padLine, widthOf, wrapText } from "../terminal/width.ts";
import { renderInline } from "./markdown-inline.ts";
import { rowsOf } from "./markdown-tokens.ts";

const separator = " │ ";
/** A column narrower than this is not worth having, unless its own text is narrower. */
const narrowest = 8;
/** What each column of a table that flows out gets beyond its known cells; columns. */
const mostSpare = 6;

export type TableOptions = {
  readonly width: number;
  readonly style: Style;
  /** False for later parts of a table that flows out: no head. */
  readonly head: boolean;
};

/** The column widths of a table; null when it must be drawn as lists. `ruled` when cells have to wrap. */
export type TableLayout = { readonly widths: readonly number[]; readonly ruled: boolean } | null;

/**
 * Finds the widths for a table and what `width` allows. `flows`: more rows may follow, whose cells may be wider than all
 * that are known.
 */
export function layOut(table: Tokens.Table, width: number, style: Style, flows = false): TableLayout {
  const natural = table.header.map((head, column) => {
    const cells = [head, ...rowsOf(table).flatMap((row) => row[column] ?? [])];
    return Math.max(1, ...cells.map((cell) => cellWidth(renderInline(cell.tokens, style))));
  });
  const available = width - separator.length * (natural.length - 1);
  if (sum(natural) <= available) {
    const spare = flows ? Math.min(mostSpare, Math.floor((available - sum(natural)) / natural.length)) : 0;
    return { widths: natural.map((columns) => columns + spare), ruled: false };
  }
  if (sum(natural.map((columns) => Math.min(columns, narrowest))) > available) return null;
  return { widths: shrink(natural, available), ruled: true };
}

/** Draws a table, or a part of one with the layout of the whole; no line is wider than `width` columns. */
export function renderTable(table: Tokens.Table, layout: TableLayout, options: TableOptions): string[] {
  if (layout === null) return asLists(table, options);
  const { style, head } = options;
  const rule = style.dim(layout.widths.map((columns) => "─".repeat(columns)).join("─┼─"));
  const row = (cells: readonly Tokens.TableCell[]): string[] => renderRow(cells, layout.widths, style);
  const rows: string[] = [];
  for (const [index, cells] of rowsOf(table).entries()) {
    if (layout.ruled && (index > 0 || !head)) rows.push(rule);
    rows.push(...row(cells));
  }
  return head ? [...row(table.header), rule, ...rows] : rows;
}

function renderRow(cells: readonly Tokens.TableCell[], widths: readonly number[], style: Style): string[] {
  const columns = widths.map((width, index) => {
    const cell = cells[index];
    const text = cell === undefined ? "" : renderInline(cell.tokens, style);
    return wrapText(cell?.header === true ? style.bold(text) : text, width);
  });
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, index) => {
        const align = cells[index]?.align ?? "left";
        const text = lines[line] ?? "";
        const last = index === columns.length - 1;
        return last && align === "left" ? text : padLine(text, widths[index] ?? 0, align);
      })
      .join(style.dim(separator)),
  );
}

function asLists(table: Tokens.Table, { width, style, head }: TableOptions): string[] {
  const lines: string[] = [];
  const names = table.header.map((cell) => style.bold(renderInline(cell.tokens, style)));
  const rows = rowsOf(table);
  if (rows.length === 0) return names.flatMap((name) => wrapText(name, width));
  for (const [index, row] of rows.entries()) {
    if (index > 0 || !head) lines.push("");
    for (const [column, cell] of row.entries()) {
      const name = names[column] ?? "";
      lines.push(...wrapText(`${name}: ${renderInline(cell.tokens, style)}`, width));
    }
  }
  return lines;
}

/** Lowers the widest columns to one common width, so that all together take `available` columns. */
function shrink(natural: readonly number[], available: number): number[] {
  let cap = Math.max(...natural);
  while (sum(natural.map((columns) => Math.min(columns, cap))) > available) cap -= 1;
  let spare = available - sum(natural.map((columns) => Math.min(columns, cap)));
  return natural.map((columns) => {
    if (columns <= cap || spare === 0) return Math.min(columns, cap);
    spare -= 1;
    return cap + 1;
  });
}

function cellWidth(text: string): number {
  return Math.max(...text.split("\n").map(widthOf));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
