/** What one line of markdown can begin or end, after CommonMark and GFM. All take a line without its line end. */

const tab = 4;
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const rule = /^ {0,3}(?:\*[ \t]*\*[ \t]*\*[* \t]*|-[ \t]*-[ \t]*-[- \t]*|_[ \t]*_[ \t]*_[_ \t]*)$/;
const quote = /^ {0,3}>/;
const setext = /^ {0,3}(?:=+|-+)[ \t]*$/;
const fence = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const marker = /^( {0,3})([-+*]|(\d{1,9})[.)])(?:([ \t]+)(.*))?$/;
const delimiterRow = /^\|?(?:[ \t]*:?-+:?[ \t]*\|)*(?:[ \t]*:?-+:?)?$/;

/** Display maths that begins with this line and does not end on it. */
const mathsStart = /^ {0,3}(?:(\$\$)(?!.*\$\$)|(\\\[)(?:[ \t](?!.*\\\])|$))/;

export type Fence = { readonly indent: number; readonly marker: string; readonly lang: string };

export type ListMarker = {
  /** Columns in front of it. */
  readonly indent: number;
  /** `-`, `+`, `*`, `.` or `)`: items of one list share it. */
  readonly delimiter: string;
  readonly number: number | null;
  /** The column where the item's text begins: what is indented this far belongs to it. */
  readonly content: number;
  readonly empty: boolean;
};

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** Columns of blanks at the start; tabs go to the next multiple of 4. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += tab - (columns % tab);
    else break;
  }
  return columns;
}

/** The line without so many columns of blanks at its start; a tab that reaches further leaves blanks. */
export function withoutColumns(line: string, columns: number): string {
  let at = 0;
  let column = 0;
  for (; column < columns; at += 1) {
    if (line[at] === " ") column += 1;
    else if (line[at] === "\t") column += tab - (column % tab);
    else break;
  }
  return " ".repeat(Math.max(0, column - columns)) + line.slice(at);
}

/** The fence that the line opens, or null. */
export function fenceOf(line: string): Fence | null {
  const [, indent = "", marks = "", info = ""] = fence.exec(line) ?? [];
  if (marks === "" || (marks.startsWith("`") && info.includes("`"))) return null;
  return { indent: indent.length, marker: marks, lang: info.trim().split(/\s/)[0] ?? "" };
}

export function closesFence(line: string, open: Fence): boolean {
  const text = line.trim();
  if (text.length < open.marker.length || !text.startsWith(open.marker)) return false;
  const mark = open.marker.charAt(0);
  return text === mark.repeat(text.length);
}

/** The mark that ends the display maths which the line opens, or null. */
export function mathsEndOf(line: string): string | null {
  const match = mathsStart.exec(line);
  if (match === null) return null;
  return match[1] === undefined ? "\\]" : "$$";
}

export function isSetext(line: string): boolean {
  return setext.test(line);
}

export function isHeading(line: string): boolean {
  return heading.test(line);
}

export function isRule(line: string): boolean {
  return rule.test(line);
}

export function isQuote(line: string): boolean {
  return quote.test(line);
}

/** The list marker that the line begins with, or null. */
export function markerOf(line: string): ListMarker | null {
  if (isRule(line)) return null;
  const match = marker.exec(line);
  if (match === null) return null;
  const [, indent = "", mark = "", number, blank = "", text = ""] = match;
  const width = indent.length + mark.length;
  const gap = indentOf(" ".repeat(width) + blank + "x") - width;
  const empty = text.trim() === "";
  return {
    indent: indent.length,
    delimiter: mark.charAt(mark.length - 1),
    number: number === undefined ? null : Number(number),
    content: width + (empty || gap > 4 ? 1 : gap),
    empty,
  };
}

/** Whether the two lines are a table's head and its delimiter row. */
export function isTableHead(head: string, delimiters: string): boolean {
  const row = delimiters.trim();
  if (!row.includes("|") || !row.includes("-") || !delimiterRow.test(row)) return false;
  return cellsOf(head).length === cellsOf(row).length;
}

/** Whether the line ends a paragraph, quote or table that stands before it. */
export function interrupts(line: string): boolean {
  if (fenceOf(line) !== null || isHeading(line) || isQuote(line) || isRule(line)) return true;
  const item = markerOf(line);
  return item !== null && !item.empty && (item.number === null || item.number === 1);
}

/** A `|` that no `\` takes its meaning; two of these are one that is meant as it stands. */
const bar = String.raw`(?<=(?<!\\)(?:\\\\)*)\|`;
const lastBar = new RegExp(`${bar}$`);
const bars = new RegExp(bar);

/** The cells of a table row, as many as are written. */
export function cellsOf(row: string): string[] {
  return row.trim().replace(/^\|/, "").replace(lastBar, "").split(bars);
}
