/** Words as vim has them: runs of one kind of character, or, the big ones, of anything but blanks. */
import { chipMark } from "../text-buffer/content.ts";
import { isEmptyLine, next, previous, type Step } from "./places.ts";

/** Blanks and line ends; signs; chips, each a word; letters of a script; all else that words are made of. */
type Kind = "blank" | "sign" | "chip" | "han" | "hiragana" | "katakana" | "hangul" | "emoji" | "word";

/** Whether a search for words found one, and where it ended. */
type Found = { readonly at: number; readonly found: boolean };

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ["han", /^\p{Script=Han}/u],
  ["hiragana", /^\p{Script=Hiragana}/u],
  ["katakana", /^\p{Script=Katakana}/u],
  ["hangul", /^\p{Script=Hangul}/u],
  ["word", /^[\p{L}\p{N}\p{M}_]/u],
  ["emoji", /^\p{Extended_Pictographic}/u],
];

/** What a place is for the search of words; with `big`, everything that is no blank is alike. */
export function kindAt(text: string, at: number, big = false): Kind {
  const char = text.charAt(at);
  if (char === "" || char === "\n" || char === " " || char === "\t") return "blank";
  if (char === chipMark) return "chip";
  if (big) return "word";
  const code = char.charCodeAt(0);
  if (code < 0x80) return /\w/.test(char) ? "word" : "sign";
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  return kinds.find(([, pattern]) => pattern.test(character))?.[0] ?? "sign";
}

/** A chip is a word by itself, also beside another one. */
function isSame(kind: Kind, text: string, at: number, big: boolean): boolean {
  return kind !== "chip" && kindAt(text, at, big) === kind;
}

/** Whether a word of this kind goes on at a place. */
function goesOn(kind: Kind, text: string, at: number, big: boolean): boolean {
  return kind !== "blank" && isSame(kind, text, at, big);
}

/** The start of the next word. `stopsAtEnd`: the last one of them ends with its line, as an operator wants it. */
export function nextWord(
  text: string,
  from: number,
  count: number,
  big: boolean,
  stopsAtEnd: boolean,
): Found {
  let at = from;
  for (let left = count - 1; left >= 0; left -= 1) {
    const kind = kindAt(text, at, big);
    const isLast = stopsAtEnd && left === 0;
    let step: Step = next(text, at);
    if (step.crossed === "none") return { at, found: false };
    at = step.at;
    if (step.crossed === "end" && at === text.length) return { at, found: false };
    if (isCrossing(step) && isLast) return { at, found: true };
    while (goesOn(kind, text, at, big)) {
      step = next(text, at);
      if (step.crossed === "none") return { at, found: true };
      at = step.at;
      if (isCrossing(step) && isLast) return { at, found: true };
    }
    while (kindAt(text, at, big) === "blank") {
      if (isEmptyLine(text, at)) break;
      step = next(text, at);
      if (step.crossed === "none") return { at, found: true };
      at = step.at;
      if (isCrossing(step) && isLast) return { at, found: true };
    }
  }
  return { at, found: true };
}

function isCrossing(step: Step): boolean {
  return step.crossed === "end" || step.crossed === "line";
}

/** The start of the word before. `stops`: on the start of a word it moves one word less. */
export function wordBefore(text: string, from: number, count: number, big: boolean, stops = false): Found {
  let at = from;
  for (let left = count; left > 0; left -= 1) {
    const kind = kindAt(text, at, big);
    const step = previous(text, at);
    if (step.crossed === "none") return { at, found: false };
    at = step.at;
    if (!(stops && left === count) || isSame(kind, text, at, big) || kind === "blank") {
      while (kindAt(text, at, big) === "blank" && !isEmptyLine(text, at)) {
        const back = previous(text, at);
        if (back.crossed === "none") return { at, found: true };
        at = back.at;
      }
      if (isEmptyLine(text, at)) continue;
      const word = kindAt(text, at, big);
      for (;;) {
        const back = previous(text, at);
        if (back.crossed === "none") return { at, found: true };
        if (!isSame(word, text, back.at, big)) break;
        at = back.at;
      }
    } else at = next(text, at).at;
  }
  return { at, found: true };
}

/** The end of the word. `stops`: on the end of one it moves one word less; `stopsAtEmpty`: on an empty line, too. */
export function wordEnd(
  text: string,
  from: number,
  count: number,
  big: boolean,
  { stops = false, stopsAtEmpty = false } = {},
): Found {
  let at = from;
  for (let left = count; left > 0; left -= 1) {
    const kind = kindAt(text, at, big);
    const step = next(text, at);
    if (step.crossed === "none") return { at, found: false };
    at = step.at;
    if (goesOn(kind, text, at, big)) {
      at = behindRun(text, at, big);
    } else if (!(stops && left === count) || kind === "blank") {
      let isAtEmpty = false;
      while (kindAt(text, at, big) === "blank") {
        isAtEmpty = stopsAtEmpty && isEmptyLine(text, at);
        if (isAtEmpty) break;
        const forward = next(text, at);
        if (forward.crossed === "none") return { at, found: false };
        at = forward.at;
      }
      if (isAtEmpty) continue;
      at = behindRun(text, at, big);
    }
    at = previous(text, at).at;
  }
  return { at, found: true };
}

/** Behind the run of one kind of character at `at`, which is no blank. */
function behindRun(text: string, at: number, big: boolean): number {
  const kind = kindAt(text, at, big);
  let place = next(text, at).at;
  while (isSame(kind, text, place, big)) place = next(text, place).at;
  return place;
}

/** The end of the word before. */
export function wordEndBefore(text: string, from: number, count: number, big: boolean): Found {
  let at = from;
  for (let left = count; left > 0; left -= 1) {
    const kind = kindAt(text, at, big);
    let step = previous(text, at);
    if (step.crossed === "none") return { at, found: false };
    at = step.at;
    while (goesOn(kind, text, at, big)) {
      step = previous(text, at);
      if (step.crossed === "none") return { at, found: true };
      at = step.at;
    }
    while (kindAt(text, at, big) === "blank" && !isEmptyLine(text, at)) {
      step = previous(text, at);
      if (step.crossed === "none") return { at, found: true };
      at = step.at;
    }
  }
  return { at, found: true };
}

/** The start of the run of one kind of character around a place, in its line. */
export function runStart(text: string, at: number, big: boolean): number {
  const kind = kindAt(text, at, big);
  let place = at;
  for (;;) {
    const step = previous(text, place);
    if (step.crossed !== "within" || !isSame(kind, text, step.at, big)) return place;
    place = step.at;
  }
}
