/** One line of the text to the rows it takes on the screen. */
import { createCells, type CellOptions, type CellReader } from "./cells.ts";
import type { Chip } from "./content.ts";
import { eachGrapheme, stands } from "./graphemes.ts";

/** A row: offsets into the wrapped line, what is shown, and where chips stand in what is shown. */
export type Row = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly width: number;
  readonly chips: readonly ChipSpan[];
};

/** Offsets into `Row.text`, so that a chip can be coloured. */
export type ChipSpan = { readonly start: number; readonly end: number; readonly chip: Chip };

/** A line with the rows it was broken into. */
export type Wrapped = { readonly line: string; readonly rows: readonly Row[] };

/**
 * Breaks a line (no newline in it) into rows of at most `columns`: behind blanks, around wide characters and chips,
 * and inside a word only where it alone is longer than a row. One blank may hang over the end of a row, so that a
 * word that fits exactly stays where it is while the next one is typed. Returns at least one row; rows follow one
 * another without a gap.
 *
 * @param before the same line as it was, broken for the same options; its rows are taken over where nothing changed
 */
export function wrapLine(
  line: string,
  chips: readonly Chip[],
  options: CellOptions,
  before?: Wrapped,
): readonly Row[] {
  if (before === undefined) return rowsBetween(line, breaksOf(line, 0, chips, options), chips, options);

  const shift = line.length - before.line.length;
  const same = commonStart(line, before.line);
  const sameEnd = line.length - commonEnd(line, before.line, same);
  // Where a row ends is decided inside the next two, so a row is safe when the change is behind those.
  const firstUnsafe = before.rows.findIndex((row) => row.end >= same);
  const kept = before.rows.slice(0, Math.max(0, firstUnsafe - 2));
  const oldStarts = new Map(before.rows.map((row, index) => [row.start + shift, index]));
  let rest: readonly Row[] = [];
  const breaks = breaksOf(line, kept.at(-1)?.end ?? 0, chips, options, (at) => {
    const index = at >= sameEnd ? oldStarts.get(at) : undefined;
    if (index === undefined) return false;
    rest = before.rows.slice(index);
    return true;
  });
  const moved = rest.map(({ start, end, text, width, chips: spans }) => {
    return { start: start + shift, end: end + shift, text, width, chips: spans };
  });
  return [...kept, ...rowsBetween(line, breaks, chips, options), ...moved];
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (
    length < most &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  ) {
    length += 1;
  }
  return length;
}

/**
 * The offsets at which rows begin, from the row at `from` on, and the end of the last one. `isKnown` may say that the
 * rows from an offset on are known; that offset is then the last.
 */
function breaksOf(
  line: string,
  from: number,
  chips: readonly Chip[],
  options: CellOptions,
  isKnown: (at: number) => boolean = () => false,
): number[] {
  const columns = Math.max(1, options.columns);
  const cellAt = createCells(line, chips, options);
  const breaks = [from];
  let used = 0;
  let lastBreak = { at: from, used: 0 };
  let afterUnit = false;
  let stopped = false;

  function breakAt(at: number, usedBefore: number): void {
    breaks.push(at);
    used -= usedBefore;
    lastBreak = { at, used: 0 };
    stopped = isKnown(at);
  }

  eachGrapheme(line, from, line.length, (start, end) => {
    const { width, chip } = cellAt(start, end);
    const code = line.charCodeAt(start);
    const isBlank = end === start + 1 && (code === 0x20 || code === 0x09);
    const isUnit = chip !== undefined || width > 1;
    if (isUnit || afterUnit) lastBreak = { at: start, used };
    const hangs = isBlank && width === 1 && used === columns;
    if (used + width > columns && !hangs) {
      const rowStart = breaks.at(-1) ?? from;
      if (lastBreak.at > rowStart) breakAt(lastBreak.at, lastBreak.used);
      if (!stopped && used + width > columns && start > (breaks.at(-1) ?? from)) breakAt(start, used);
    }
    used += width;
    if (isBlank) lastBreak = { at: end, used };
    afterUnit = isUnit;
    return !stopped;
  });
  if (!stopped) breaks.push(line.length);
  return breaks;
}

function rowsBetween(
  line: string,
  bounds: readonly number[],
  chips: readonly Chip[],
  options: CellOptions,
): Row[] {
  const cellAt = createCells(line, chips, options);
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
    return simpleRow(line, start, end) ?? drawnRow(line, start, end, cellAt);
  });
}

/** A row that is shown as it is. */
function simpleRow(line: string, start: number, end: number): Row | undefined {
  let width = 0;
  for (let at = start; at < end; at += 1) {
    const code = line.charCodeAt(at);
    if (!stands(code)) return undefined;
    width += code < 0x3000 ? 1 : 2;
  }
  return { start, end, text: line.slice(start, end), width, chips: [] };
}

function drawnRow(line: string, start: number, end: number, cellAt: CellReader): Row {
  const spans: ChipSpan[] = [];
  let text = "";
  let width = 0;
  eachGrapheme(line, start, end, (from, to) => {
    const cell = cellAt(from, to);
    if (cell.chip !== undefined) {
      spans.push({ start: text.length, end: text.length + cell.shown.length, chip: cell.chip });
    }
    text += cell.shown;
    width += cell.width;
  });
  return { start, end, text, width, chips: spans };
}
