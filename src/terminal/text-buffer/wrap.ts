/** One line of the text to the rows it takes on the screen. */
import { spellInvisible } from "../invisible.ts";
import { truncateLine, widthOf } from "../width.ts";
import { chipMark, type Chip } from "./content.ts";
import { eachGrapheme, stands } from "./graphemes.ts";

/** Columns that a tab takes in the composer; a fixed number, so that rows do not shift when one is wrapped. */
export const tabColumns = 4;

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

/** How chips look, and how many columns there are for text. */
export type WrapOptions = { readonly columns: number; readonly labelOf: (chip: Chip) => string };

/** One grapheme as it is drawn. */
type Cell = { readonly shown: string; readonly width: number };

/** The cell for one grapheme of a line. `chips` are the line's, in order. */
export function createCells(line: string, chips: readonly Chip[], options: WrapOptions) {
  let nextChip = 0;
  return (start: number, end: number): Cell & { readonly chip?: Chip } => {
    const code = line.charCodeAt(start);
    if (end === start + 1) {
      if (stands(code)) return { shown: line.charAt(start), width: code < 0x1100 ? 1 : 2 };
      if (code === 0x09) return { shown: " ".repeat(tabColumns), width: tabColumns };
    }
    const chip = line.charAt(start) === chipMark ? chips[nextChip++] : undefined;
    const whole = chip === undefined ? printable(line, start, end) : options.labelOf(chip);
    const shown = truncateLine(whole, Math.max(2, options.columns));
    return { shown, width: widthOf(shown), ...(chip === undefined ? {} : { chip }) };
  };
}

/** A grapheme with what cannot be seen spelled out; whether a joiner at its end is needed shows in what follows. */
function printable(line: string, start: number, end: number): string {
  const grapheme = line.slice(start, end);
  const last = line.charCodeAt(end - 1);
  if ((last === 0x200c || last === 0x200d) && end < line.length) {
    const next = String.fromCodePoint(line.codePointAt(end) ?? 0);
    const spelled = spellInvisible(grapheme + next);
    if (spelled.endsWith(next)) return spelled.slice(0, -next.length);
  }
  return spellInvisible(grapheme);
}

/**
 * Breaks a line (no newline in it) into rows of at most `columns`: behind blanks, around wide characters and chips,
 * and inside a word only where it alone is longer than a row. One blank may hang over the end of a row, so that a
 * word that fits exactly stays where it is while the next one is typed. Returns at least one row; rows follow one
 * another without a gap.
 */
export function wrapLine(line: string, chips: readonly Chip[], options: WrapOptions): Row[] {
  const columns = Math.max(1, options.columns);
  const cellAt = createCells(line, chips, options);
  const breaks: number[] = [];
  let rowStart = 0;
  let used = 0;
  let lastBreak = { at: 0, used: 0 };
  let previousWidth = 0;

  function closeRow(at: number, usedBefore: number): void {
    breaks.push(at);
    rowStart = at;
    used -= usedBefore;
    lastBreak = { at, used: 0 };
  }

  eachGrapheme(line, 0, line.length, (start, end) => {
    const { width, chip } = cellAt(start, end);
    const isBlank = end === start + 1 && (line.charAt(start) === " " || line.charAt(start) === "\t");
    const isUnit = chip !== undefined || width > 1;
    if (isUnit || previousWidth > 1) lastBreak = { at: start, used };
    const hangs = isBlank && width === 1 && used === columns;
    if (used + width > columns && !hangs) {
      if (lastBreak.at > rowStart && lastBreak.at <= start) closeRow(lastBreak.at, lastBreak.used);
      if (used + width > columns && start > rowStart) closeRow(start, used);
    }
    used += width;
    if (isBlank) lastBreak = { at: end, used };
    previousWidth = isUnit ? 2 : 1;
  });
  return rowsBetween(line, [0, ...breaks, line.length], chips, options);
}

function rowsBetween(
  line: string,
  bounds: readonly number[],
  chips: readonly Chip[],
  options: WrapOptions,
): Row[] {
  if (/^[\u0020-\u007e]*$/.test(line)) {
    return bounds.slice(1).map((end, index) => {
      const start = bounds[index] ?? 0;
      return { start, end, text: line.slice(start, end), width: end - start, chips: [] };
    });
  }
  const cellAt = createCells(line, chips, options);
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? 0;
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
  });
}
