/** What each grapheme of the text is on the screen. */
import { spellInvisible } from "../invisible.ts";
import { truncateLine, widthOf } from "../width.ts";
import { chipMark, type Chip } from "./content.ts";
import { stands } from "./graphemes.ts";

/** Columns that a tab takes in the composer; a fixed number, so that rows do not shift when one is wrapped. */
export const tabColumns = 4;

/** How chips look, and how many columns there are for text. */
export type CellOptions = { readonly columns: number; readonly labelOf: (chip: Chip) => string };

/** One grapheme as it is drawn. */
type Cell = { readonly shown: string; readonly width: number; readonly chip?: Chip };

/** The cell of the grapheme between two offsets; to be asked for in order, since it counts chips. */
export type CellReader = (start: number, end: number) => Cell;

/** `chips` are those of the line, in order, from the first offset that will be asked for. */
export function createCells(line: string, chips: readonly Chip[], options: CellOptions): CellReader {
  let nextChip = 0;
  return (start, end) => {
    const code = line.charCodeAt(start);
    if (end === start + 1) {
      if (stands(code)) return { shown: line.charAt(start), width: code < 0x3000 ? 1 : 2 };
      if (code === 0x09) return { shown: " ".repeat(tabColumns), width: tabColumns };
    }
    const chip = line.charAt(start) === chipMark ? chips[nextChip++] : undefined;
    if (chip === undefined) return fitting(printable(line, start, end), options.columns);
    return { ...fitting(options.labelOf(chip), options.columns), chip };
  };
}

/** What is shown, cut where even a row of its own is too narrow for it. */
function fitting(shown: string, columns: number): Cell {
  const width = widthOf(shown);
  if (width <= Math.max(2, columns)) return { shown, width };
  const cut = truncateLine(shown, columns);
  return { shown: cut, width: widthOf(cut) };
}

/** A grapheme with what cannot be seen spelled out; whether a joiner at its end is needed shows in what follows. */
function printable(line: string, start: number, end: number): string {
  const grapheme = line.slice(start, end);
  const last = line.charCodeAt(end - 1);
  if ((last === 0x200c || last === 0x200d) && end < line.length) {
    const next = String.fromCodePoint(line.codePointAt(end) ?? 0);
    const both = spellInvisible(grapheme + next);
    if (both.endsWith(next)) return both.slice(0, -next.length);
  }
  return spelled(grapheme);
}

/** Texts use few different characters that are not simple, each of them often. */
const spellings = new Map<string, string>();
const mostSpellings = 2000;

function spelled(grapheme: string): string {
  const known = spellings.get(grapheme);
  if (known !== undefined) return known;
  if (spellings.size >= mostSpellings) spellings.clear();
  const spelling = spellInvisible(grapheme);
  spellings.set(grapheme, spelling);
  return spelling;
}
