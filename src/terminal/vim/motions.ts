/** Where each motion leads. */
import { widthOf } from "../width.ts";
import { eachGrapheme, nextBoundary } from "../text-buffer/graphemes.ts";
import { type Find, findInLine, matchingBracket, opposite } from "./find.ts";
import { paragraphBoundary } from "./paragraphs.ts";
import {
  firstNonBlank,
  isLineEnd,
  lineEnd,
  lineFrom,
  lineStart,
  next,
  onGrapheme,
  previous,
} from "./places.ts";
import { nextWord, wordBefore, wordEnd, wordEndBefore } from "./words.ts";

/** The motions by their keys; those for a character have it in `char`. */
export const motionNames: readonly string[] = "h j k l w b e ge W B E gE 0 ^ $ { } % gg G f F t T ; ,".split(
  " ",
);
export type Motion = { readonly name: string; readonly char?: string };

/** The column that j and k keep to, in cells, or the end of whatever line. */
export type Goal = number | "end";

/** What a motion is made from. */
export type From = {
  readonly text: string;
  readonly caret: number;
  readonly count: number | undefined;
  /** An operator waits for it: the end of a line is a place then. `c` has its own idea of a word. */
  readonly operator: string | null;
  readonly isVisual: boolean;
  readonly goal: Goal | undefined;
  readonly find: Find | undefined;
};

/** Where it leads. `inclusive`: the grapheme there belongs to what was passed over; `linewise`: whole lines do. */
export type Target = {
  readonly at: number;
  readonly inclusive?: boolean;
  readonly linewise?: boolean;
  readonly goal?: Goal;
};

/** What a motion for a character looks for, to be looked for again by `;` also where it is not found. */
export function findOf({ name, char }: Motion): Find | undefined {
  if (char === undefined) return undefined;
  return name === "f" || name === "F" || name === "t" || name === "T" ? { kind: name, char } : undefined;
}

/** A motion that finds too few leads to the last that it finds, but for an operator. Null where it cannot be made: nothing is done then, with an operator neither. */
export function moved(motion: Motion, from: From): Target | null {
  const { text, caret } = from;
  const count = from.count ?? 1;
  const leadsOn = (at: number) => from.operator === null && at !== caret;
  switch (motion.name) {
    case "h":
      return sideways(from, count, previous, lineStart(text, caret));
    case "l":
      return sideways(from, count, next, lineEnd(text, caret));
    case "j":
    case "k":
      return overLines(from, motion.name === "j" ? count : -count);
    case "w":
    case "W":
      return forwardWord(motion.name === "W", from, count);
    case "e":
    case "E": {
      const { at } = wordEnd(text, caret, count, motion.name === "E");
      return { at: isLineEnd(text, at) ? onGrapheme(text, at) : at, inclusive: true };
    }
    case "b":
    case "B": {
      const { at, found } = wordBefore(text, caret, count, motion.name === "B");
      return found || leadsOn(at) ? { at } : null;
    }
    case "ge":
    case "gE": {
      const { at, found } = wordEndBefore(text, caret, count, motion.name === "gE");
      return found || leadsOn(at) ? { at, inclusive: true } : null;
    }
    case "0":
      return { at: lineStart(text, caret) };
    case "^":
      return { at: firstNonBlank(text, caret) };
    case "$":
      return toLineEnd(from, count);
    case "gg":
    case "G":
      return toLine(
        from,
        motion.name === "gg" ? (from.count ?? 1) : (from.count ?? Number.POSITIVE_INFINITY),
      );
    case "{":
    case "}":
      return paragraphBoundary(text, caret, motion.name === "}" ? count : -count);
    case "%":
      return from.count === undefined ? toBracket(text, caret) : toPart(from, from.count);
    case ";":
    case ",":
      if (from.find === undefined) return null;
      return toChar(motion.name === ";" ? from.find : opposite(from.find), from, count, true);
    default: {
      const find = findOf(motion);
      return find === undefined ? null : toChar(find, from, count, false);
    }
  }
}

function sideways(
  { text, caret, operator, isVisual }: From,
  count: number,
  step: typeof next,
  limit: number,
): Target | null {
  let at = caret;
  for (let left = count; left > 0 && at !== limit; left -= 1) at = step(text, at).at;
  const isBehind = at === limit && limit > caret && operator === null && !isVisual;
  const place = isBehind ? onGrapheme(text, at) : at;
  return place === caret && operator === null ? null : { at: place };
}

function overLines({ text, caret, goal }: From, lines: number): Target | null {
  const start = lineFrom(text, caret, lines);
  if (start === lineStart(text, caret)) return null;
  const wanted = goal ?? columnOf(text, caret);
  return { at: placeInLine(text, start, wanted), linewise: true, goal: wanted };
}

/** The cells before a place in its line. */
export function columnOf(text: string, at: number): number {
  return widthOf(text.slice(lineStart(text, at), at).replaceAll("\t", "    "));
}

/** The grapheme of a line that covers a column. */
export function placeInLine(text: string, start: number, goal: Goal): number {
  const end = lineEnd(text, start);
  if (goal === "end") return end;
  let column = 0;
  let place = start;
  eachGrapheme(text, start, end, (from, to) => {
    if (column > goal) return false;
    place = from;
    column += widthOf(text.slice(from, to).replaceAll("\t", "    "));
    return true;
  });
  return column <= goal ? end : place;
}

function forwardWord(big: boolean, from: From, count: number): Target | null {
  const { text, caret, operator } = from;
  if (operator === "c" && !isLineEnd(text, caret) && !/[ \t]/.test(text.charAt(caret))) {
    const { at } = wordEnd(text, caret, count, big, { stops: true });
    return { at: isLineEnd(text, at) ? onGrapheme(text, at) : at, inclusive: true };
  }
  if (operator === "c" && count === 1 && !isLineEnd(text, caret)) return { at: nextBoundary(text, caret) };
  const { at, found } = nextWord(text, caret, count, big, operator !== null);
  if (!found && operator === null && at === caret) return null;
  return { at: operator === null && !from.isVisual ? onGrapheme(text, at) : at };
}

function toLineEnd({ text, caret, operator, isVisual }: From, count: number): Target | null {
  const start = lineFrom(text, caret, count - 1);
  const end = lineEnd(text, start);
  if (operator !== null) return { at: end };
  return { at: isVisual ? end : onGrapheme(text, end), goal: "end" };
}

function toLine({ text }: From, line: number): Target {
  return { at: firstNonBlank(text, lineFrom(text, 0, Math.max(1, line) - 1)), linewise: true };
}

/** So many percent of the lines further down than the first. */
function toPart(from: From, percent: number): Target | null {
  if (percent > 100) return null;
  const lines = from.text.split("\n").length;
  return toLine(from, Math.floor((percent * lines + 99) / 100));
}

function toBracket(text: string, caret: number): Target | null {
  const at = matchingBracket(text, caret);
  return at === null ? null : { at, inclusive: true };
}

function toChar(find: Find, { text, caret }: From, count: number, isAgain: boolean): Target | null {
  const at = findInLine(find, text, caret, count, isAgain);
  return at === null ? null : { at, inclusive: find.kind === "f" || find.kind === "t" };
}
