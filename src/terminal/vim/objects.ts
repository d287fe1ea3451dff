/** Text objects: the word, the quotes, the brackets, the paragraph or the sentence around the caret. */
import { closingBracket, openingBracket } from "./find.ts";
import { paragraphAt, type Part, sentenceAt } from "./paragraphs.ts";
import {
  isBlank,
  isInIndent,
  isLineEnd,
  isLineStart,
  lineEnd,
  lineStart,
  next,
  nextSkipping,
  previous,
  previousSkipping,
} from "./places.ts";
import { kindAt, nextWord, runStart, wordEnd } from "./words.ts";

/** Which object: its key (`w`, `"`, `(` …), and whether what surrounds it belongs to it (`a`) or not (`i`). */
export type TextObject = { readonly key: string; readonly around: boolean };

/** Keys of objects, with those that mean the same. */
const objectKeys: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["w", "W", '"', "'", "`", "p", "s", "(", "[", "{", "<"].map((key) => [key, key])),
  ")": "(",
  b: "(",
  "]": "[",
  "}": "{",
  B: "{",
  ">": "<",
};

/** The object of a key behind `i` or `a`; undefined where there is none. */
export function objectOf(key: string, around: boolean): TextObject | undefined {
  const name = Object.hasOwn(objectKeys, key) ? objectKeys[key] : undefined;
  return name === undefined ? undefined : { key: name, around };
}

const brackets: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** Where the object is; null where there is none. */
export function objectAt(
  { key, around }: TextObject,
  text: string,
  caret: number,
  count: number,
): Part | null {
  switch (key) {
    case "w":
    case "W":
      return wordAt(text, caret, count, around, key === "W");
    case '"':
    case "'":
    case "`":
      return quotedAt(text, caret, count, around, key);
    case "p":
      return paragraphAt(text, caret, count, around);
    case "s":
      return sentenceAt(text, caret, count, around);
    default:
      return blockAt(text, caret, count, around, key);
  }
}

function wordAt(text: string, caret: number, count: number, around: boolean, big: boolean): Part | null {
  const isBlankAt = (at: number) => kindAt(text, at, big) === "blank";
  const start = runStart(text, caret, big);
  let end = start;
  let takesBefore = false;
  let inclusive = true;
  for (let turn = 0; turn < count; turn += 1) {
    if (turn > 0) {
      const step = nextSkipping(text, end);
      if (step.crossed === "none") return null;
      end = step.at;
    }
    if (isBlankAt(end) === around) {
      const found = wordEnd(text, end, 1, big, { stops: true, stopsAtEmpty: true });
      if (!found.found) return null;
      end = found.at;
    } else {
      end = nextWord(text, end, 1, big, true).at;
      if (!isLineStart(text, end)) end = previous(text, end).at;
      else if (turn === 0) end = previousSkipping(text, end).at;
      else inclusive = false;
      if (around) takesBefore = true;
    }
  }
  // Of an empty line at the end of the text vim itself takes the end of the line before; that helps nobody.
  if (end < start) return null;
  const part = { start, end, inclusive, linewise: false };
  if (!takesBefore || (isBlankAt(end) && !(isLineStart(text, end) && !inclusive))) return part;
  if (isLineStart(text, start)) return part;
  const blanks = previous(text, start).at;
  if (!isBlankAt(blanks)) return part;
  const from = runStart(text, blanks, big);
  return isLineStart(text, from) ? part : { ...part, start: from };
}

function quotedAt(text: string, caret: number, count: number, around: boolean, quote: string): Part | null {
  const pair = quotesAround(text, caret, quote);
  if (pair === null) return null;
  let { start, end } = pair;
  if (around) {
    if (isBlank(text.charAt(end + 1))) while (isBlank(text.charAt(end + 1))) end += 1;
    else while (start > lineStart(text, caret) && isBlank(text.charAt(start - 1))) start -= 1;
  }
  if (around || count > 1) return { start, end: end + 1, inclusive: false, linewise: false };
  return { start: start + 1, end, inclusive: false, linewise: false };
}

/** The quotes that the caret is between or on, else the first pair behind it, in the line. */
function quotesAround(
  text: string,
  caret: number,
  quote: string,
): { readonly start: number; readonly end: number } | null {
  const from = lineStart(text, caret);
  const to = lineEnd(text, caret);
  const find = (at: number, isEscapable: boolean): number | null => {
    for (let place = at; place < to; place += 1) {
      if (isEscapable && text.charAt(place) === "\\") place += 1;
      else if (text.charAt(place) === quote) return place;
    }
    return null;
  };
  if (text.charAt(caret) === quote) {
    for (let open = find(from, false); open !== null && open <= caret;) {
      const close = find(open + 1, true);
      if (close === null) return null;
      if (caret <= close) return { start: open, end: close };
      open = find(close + 1, false);
    }
    return null;
  }
  let start: number | null = caret;
  do start -= 1;
  while (start >= from && (text.charAt(start) !== quote || isEscaped(text, start, from)));
  if (start < from) start = find(caret, false);
  const end = start === null ? null : find(start + 1, true);
  return start === null || end === null ? null : { start, end };
}

function isEscaped(text: string, at: number, from: number): boolean {
  let place = at;
  while (place > from && text.charAt(place - 1) === "\\") place -= 1;
  return (at - place) % 2 === 1;
}

function blockAt(text: string, caret: number, count: number, around: boolean, open: string): Part | null {
  const close = brackets[open] ?? open;
  let from = caret;
  if (open === "{")
    while (isInIndent(text, from, 1) && next(text, from).crossed === "within") from = next(text, from).at;
  if (text.charAt(from) === open) from += 1;
  let start = from;
  for (let left = count; left > 0; left -= 1) {
    const found = openingBracket(text, start, open, close) ?? bracketAhead(text, caret, count, open, close);
    if (found === null) return null;
    start = found;
  }
  const end = closingBracket(text, start + 1, open, close);
  if (end === null) return null;
  if (around) return { start, end, inclusive: true, linewise: false };
  return insideOf(text, start, end);
}

/** The next bracket that opens, for a caret that is in none, where none closes before it. */
function bracketAhead(
  text: string,
  caret: number,
  count: number,
  open: string,
  close: string,
): number | null {
  const at = count === 1 ? text.indexOf(open, caret) : -1;
  return at < 0 || text.slice(caret, at).includes(close) ? null : at;
}

/** What stands between two brackets: without the line ends next to them, and without the indent of the closing one. */
function insideOf(text: string, open: number, close: number): Part {
  const start = nextSkipping(text, open).at;
  let isAtStart = isLineStart(text, close);
  let end = previousSkipping(text, close).at;
  while (isInIndent(text, end, 1)) {
    isAtStart = true;
    const step = previousSkipping(text, end);
    end = step.at;
    if (step.crossed !== "within") break;
  }
  if (isAtStart) return { start, end: nextSkipping(text, end).at, inclusive: false, linewise: false };
  if (start <= end) return { start, end, inclusive: !isLineEnd(text, end), linewise: false };
  return { start, end: start, inclusive: false, linewise: false };
}
