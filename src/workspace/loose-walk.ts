/** Reading a text along a wanted one, with what may differ between them passed over. */
import { nothing, plainCode } from "./loose-characters.ts";

/** What may differ between the wanted text and the file's. Line ends always may. */
export type Tolerance = {
  /** Blanks before line ends. */
  readonly trailing: boolean;
  /** Blanks, quotes and dashes that look alike, and characters without width. */
  readonly characters: boolean;
  /** Indentation, and tabs for blanks within a line. */
  readonly tabs: boolean;
};

export const none = -1;

const blank = 0x20;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function isTabOrBlank(code: number): boolean {
  return code === blank || code === tab;
}

/** True for what counts as a blank beside a line end or in an indentation. */
export function isBlank(code: number, { characters }: Tolerance): boolean {
  const read = characters ? plainCode(code) : code;
  return isTabOrBlank(read) || (characters && read === nothing);
}

/** The offset behind all blanks at `at`. */
export function skipBlanks(text: string, at: number, tolerance: Tolerance): number {
  let end = at;
  while (end < text.length && isBlank(text.charCodeAt(end), tolerance)) end += 1;
  return end;
}

/** The offset of the first of all blanks before `at`. */
export function skipBlanksBack(text: string, at: number, tolerance: Tolerance): number {
  let start = at;
  while (start > 0 && isBlank(text.charCodeAt(start - 1), tolerance)) start -= 1;
  return start;
}

/** The offset behind the line end at `at`: CRLF, LF or CR; `none` where there is none. */
export function skipLineEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === carriageReturn) return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1;
  return code === lineFeed ? at + 1 : none;
}

/** The offset of the line end before `at`, or `none`. */
export function skipLineEndBack(text: string, at: number): number {
  if (at === 0) return none;
  const code = text.charCodeAt(at - 1);
  if (code === lineFeed) return at > 1 && text.charCodeAt(at - 2) === carriageReturn ? at - 2 : at - 1;
  return code === carriageReturn ? at - 1 : none;
}

export function isLineStart(text: string, at: number): boolean {
  return at === 0 || skipLineEndBack(text, at) !== none;
}

export function isLineEnd(text: string, at: number): boolean {
  return at === text.length || skipLineEnd(text, at) !== none;
}

/**
 * Where a line's text ends that begins at `at` in `text` and reads as `wanted`; `none` where it does not. `starts`
 * takes for each unit of `wanted`, and for its end, the offset in `text` that it stands for, or `none` in the middle of
 * what only matches as a whole.
 */
export function readAlong(
  text: string,
  at: number,
  wanted: string,
  tolerance: Tolerance,
  starts?: number[],
): number {
  const read = (code: number) => (tolerance.characters ? plainCode(code) : code);
  let here = at;
  let index = 0;
  while (index < wanted.length) {
    const code = read(wanted.charCodeAt(index));
    const found = here < text.length ? read(text.charCodeAt(here)) : none;
    if (found === nothing && found !== code && tolerance.characters) {
      here += 1;
      continue;
    }
    starts?.push(here);
    if (code === nothing && tolerance.characters) {
      index += 1;
    } else if (tolerance.tabs && isTabOrBlank(code) && isTabOrBlank(found)) {
      const run = runLength(wanted, index, read);
      const runFound = runLength(text, here, read);
      if (!sameRuns(wanted.slice(index, index + run), text.slice(here, here + runFound))) return none;
      for (let inside = 1; inside < run; inside += 1) starts?.push(none);
      index += run;
      here += runFound;
    } else if (code === found) {
      index += 1;
      here += 1;
    } else {
      return none;
    }
  }
  starts?.push(here);
  return here;
}

/** Where a line's text begins that ends before `at` in `text` and reads as `wanted`; `none` where it does not. */
export function readBack(text: string, at: number, wanted: string, tolerance: Tolerance): number {
  const read = (code: number) => (tolerance.characters ? plainCode(code) : code);
  let here = at;
  let index = wanted.length;
  while (index > 0) {
    const code = read(wanted.charCodeAt(index - 1));
    if (code === nothing && tolerance.characters) {
      index -= 1;
      continue;
    }
    const found = here > 0 ? read(text.charCodeAt(here - 1)) : none;
    if (found === nothing && tolerance.characters) {
      here -= 1;
    } else if (tolerance.tabs && isTabOrBlank(code) && isTabOrBlank(found)) {
      const run = runLengthBack(wanted, index, read);
      const runFound = runLengthBack(text, here, read);
      if (!sameRuns(wanted.slice(index - run, index), text.slice(here - runFound, here))) return none;
      index -= run;
      here -= runFound;
    } else if (code === found) {
      index -= 1;
      here -= 1;
    } else {
      return none;
    }
  }
  return here;
}

/** Runs of blanks are the same when they are as long, or when one of them has a tab. */
function sameRuns(one: string, other: string): boolean {
  return one.length === other.length || one.includes("\t") || other.includes("\t");
}

function runLength(text: string, at: number, read: (code: number) => number): number {
  let end = at;
  while (end < text.length && isTabOrBlank(read(text.charCodeAt(end)))) end += 1;
  return end - at;
}

function runLengthBack(text: string, at: number, read: (code: number) => number): number {
  let start = at;
  while (start > 0 && isTabOrBlank(read(text.charCodeAt(start - 1)))) start -= 1;
  return at - start;
}
