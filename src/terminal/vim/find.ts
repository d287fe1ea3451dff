/** Looking for one character in the line, and for the bracket that belongs to another. */
import { eachGrapheme } from "../text-buffer/graphemes.ts";
import { lineEnd, lineStart, next, previous } from "./places.ts";

/** `f` finds a character further on, `F` before, `t` and `T` stop one short of it. */
export type Find = { readonly kind: "f" | "F" | "t" | "T"; readonly char: string };

const opposites = { f: "F", F: "f", t: "T", T: "t" } as const;

export function opposite({ kind, char }: Find): Find {
  return { kind: opposites[kind], char };
}

/** The place that the count'th character leads to, in the line; null where there are fewer. */
export function findInLine(
  { kind, char }: Find,
  text: string,
  from: number,
  count: number,
  isAgain: boolean,
): number | null {
  const isForward = kind === "f" || kind === "t";
  const places = placesOf(char, text, from, isForward);
  const stopsShort = kind === "t" || kind === "T";
  // Again, it does not stay before the character that it stands before already.
  const near = isForward ? next(text, from).at : previous(text, from).at;
  const skipped = stopsShort && isAgain && count === 1 && places[0] === near ? 1 : 0;
  const found = places[count - 1 + skipped];
  if (found === undefined) return null;
  if (!stopsShort) return found;
  return isForward ? previous(text, found).at : next(text, found).at;
}

/** Where a grapheme stands in the line, nearest first. */
function placesOf(char: string, text: string, from: number, isForward: boolean): readonly number[] {
  const places: number[] = [];
  const [start, end] = isForward ? [next(text, from).at, lineEnd(text, from)] : [lineStart(text, from), from];
  eachGrapheme(text, start, end, (at, behind) => {
    if (text.slice(at, behind) === char) places.push(at);
  });
  return isForward ? places : places.toReversed();
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const opening: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The bracket that belongs to the first one at or behind the caret in its line. */
export function matchingBracket(text: string, caret: number): number | null {
  const end = lineEnd(text, caret);
  for (let at = caret; at < end; at += 1) {
    const char = text.charAt(at);
    if (closing[char] !== undefined) return closingBracket(text, at + 1, char, closing[char]);
    if (opening[char] !== undefined) return openingBracket(text, at, opening[char], char);
  }
  return null;
}

/** The bracket that closes what is open at the place; null for none. */
export function closingBracket(text: string, from: number, open: string, close: string): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === close) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === open) depth += 1;
  }
  return null;
}

/** The bracket before the place that is not closed before it; null for none. */
export function openingBracket(text: string, from: number, open: string, close: string): number | null {
  let depth = 0;
  for (let at = from - 1; at >= 0; at -= 1) {
    const char = text.charAt(at);
    if (char === open) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === close) depth += 1;
  }
  return null;
}
