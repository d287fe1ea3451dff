/** Where words begin and end, for moving and deleting. */
import { chipMark } from "./content.ts";
import { boundaryAtOrAfter, previousBoundary } from "./graphemes.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const space = /\s/;
/** Letters, with or without accents, their combining marks and digits; not the marks that only choose how emoji look. */
const letter = /[\p{L}\p{N}_]|(?![\ufe00-\ufe0f\u20d0-\u20ff])\p{M}/u;
const withoutSpaces =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}|\p{Script=Tibetan}/u;
const ascii = /^[\u0020-\u007e]$/;

/**
 * What a character counts as: runs of one class are one word. Scripts that write no spaces between words, and signs that
 * are no ASCII, are left to the word segmenter.
 */
type CharacterClass = "space" | "word" | "sign" | "chip" | "other";

// Enough for any word; bounds the work where a line of 50 KB has no space.
const longestWord = 256;

/** The start of the word before `at`; spaces and newlines between are passed over. */
export function wordStartBefore(text: string, at: number): number {
  let end = at;
  while (end > 0 && classOf(text, end - 1) === "space") end -= 1;
  if (end === 0) return 0;
  const kind = classOf(text, end - 1);
  if (kind === "chip") return end - 1;
  let start = end;
  while (start > 0 && end - start < longestWord && classOf(text, start - 1) === kind) start -= 1;
  let last = 0;
  if (kind === "other") {
    for (const { index } of segmenter.segment(text.slice(start, end))) last = index;
  }
  const found = boundaryAtOrAfter(text, start + last);
  return found < at ? found : previousBoundary(text, at);
}

/** The end of the word behind `at`; spaces and newlines between are passed over. */
export function wordEndAfter(text: string, at: number): number {
  let start = at;
  while (start < text.length && classOf(text, start) === "space") start += 1;
  if (start === text.length) return start;
  const kind = classOf(text, start);
  if (kind === "chip") return start + 1;
  let end = start;
  while (end < text.length && end - start < longestWord && classOf(text, end) === kind) end += 1;
  if (kind === "other") {
    for (const { segment } of segmenter.segment(text.slice(start, end))) {
      end = start + segment.length;
      break;
    }
  }
  return boundaryAtOrAfter(text, end);
}

/** The start of the run without spaces before `at`, as the shell's Ctrl+W has it: a path is one piece. */
export function shellWordStartBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && classOf(text, start - 1) === "space") start -= 1;
  if (start > 0 && classOf(text, start - 1) === "chip") return start - 1;
  while (start > 0 && !["space", "chip"].includes(classOf(text, start - 1))) start -= 1;
  return boundaryAtOrAfter(text, start);
}

function classOf(text: string, at: number): CharacterClass {
  const char = text.charAt(at);
  if (char === chipMark) return "chip";
  if (space.test(char)) return "space";
  if (letter.test(char) && !withoutSpaces.test(char)) return "word";
  return ascii.test(char) ? "sign" : "other";
}
