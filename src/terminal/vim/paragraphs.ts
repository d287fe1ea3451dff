/** Paragraphs, which empty lines part, and sentences. */
import { isEmptyLine, lineEnd, lineStart, onGrapheme } from "./places.ts";

/** Offsets; `linewise`: whole lines, from the first one to the one where `end` is. */
export type Part = {
  readonly start: number;
  readonly end: number;
  readonly inclusive: boolean;
  readonly linewise: boolean;
};

/** So many empty lines behind paragraphs further down (up: negative), or an end of the text. */
export function paragraphBoundary(
  text: string,
  caret: number,
  count: number,
): { readonly at: number; readonly inclusive?: boolean } | null {
  const isDown = count > 0;
  let start = lineStart(text, caret);
  for (let left = Math.abs(count); left > 0; left -= 1) {
    let hasSkipped = false;
    for (let isFirst = true; ; isFirst = false) {
      const isEmpty = isEmptyLine(text, start);
      if (!isEmpty) hasSkipped = true;
      if (!isFirst && hasSkipped && isEmpty) break;
      const further = isDown ? lineEnd(text, start) + 1 : lineStart(text, Math.max(0, start - 1));
      if (isDown ? further > text.length : start === 0) {
        if (left > 1) return null;
        break;
      }
      start = further;
    }
  }
  if (isDown && lineEnd(text, start) === text.length && start < text.length)
    return { at: onGrapheme(text, text.length), inclusive: true };
  return { at: start };
}

/** The lines of a text with their offsets. */
function linesOf(text: string): readonly { readonly start: number; readonly isWhite: boolean }[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const at = start;
    start += line.length + 1;
    return { start: at, isWhite: /^[ \t]*$/.test(line) };
  });
}

/** The paragraph, or the blank lines, around a line; with `around` the blank lines behind it, too, or before it. */
export function paragraphAt(text: string, caret: number, count: number, around: boolean): Part | null {
  const lines = linesOf(text);
  const isWhite = (line: number) => lines[line]?.isWhite === true;
  const last = lines.length - 1;
  let first = lines.findLastIndex(({ start }) => start <= caret);
  const isInWhite = isWhite(first);
  while (first > 0 && isWhite(first - 1) === isInWhite) first -= 1;
  let end = first;
  while (end <= last && isWhite(end)) end += 1;
  end -= 1;
  for (let left = !around && isInWhite ? count - 1 : count; left > 0; left -= 1) {
    if (end === last) return null;
    const takesWhite = around || isWhite(end + 1);
    if (around || !isWhite(end + 1)) {
      end += 1;
      while (end < last && !isWhite(end + 1)) end += 1;
    }
    if (left === 1 && isInWhite && around) break;
    if (takesWhite) while (end < last && isWhite(end + 1)) end += 1;
  }
  if (around && !isInWhite && !isWhite(end)) while (first > 0 && isWhite(first - 1)) first -= 1;
  const startOf = (line: number) => lines[line]?.start ?? text.length;
  return { start: startOf(first), end: startOf(end), inclusive: true, linewise: true };
}

/** A sentence, or the blanks behind one: from here up to there. */
type Stretch = { readonly start: number; readonly end: number; readonly isBlank: boolean };

const sentence = /[\s\S]*?(?:[.!?…][)\]"']*(?=\s|$)|[。！？]|$)/y;

/** The sentences of the text with the blanks between them; an empty line ends one and stands by itself. */
function sentencesOf(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { index, 0: block } of text.matchAll(/(?:[^\n]+(?:\n(?!\n)|$)?)+|\n+/g)) {
    const behind = index + block.length;
    let at = index;
    while (at < behind) {
      // A line end parts sentences, but no object takes it along.
      if (text.charAt(at) === "\n") {
        at += 1;
        continue;
      }
      const blanks = /^[ \t]+/.exec(text.slice(at, behind))?.[0].length ?? 0;
      if (blanks > 0) stretches.push({ start: at, end: at + blanks, isBlank: true });
      at += blanks;
      if (at >= behind) break;
      sentence.lastIndex = 0;
      const length = sentence.exec(text.slice(at, behind))?.[0].trimEnd().length ?? behind - at;
      stretches.push({ start: at, end: at + Math.max(1, length), isBlank: false });
      at += Math.max(1, length);
    }
  }
  return stretches;
}

function isBeside(one: Stretch | undefined, other: Stretch | undefined): boolean {
  return one?.end === other?.start;
}

/** The sentence at the caret, or the blanks there; with `around` the blanks behind it, too, or before it. */
export function sentenceAt(text: string, caret: number, count: number, around: boolean): Part | null {
  const stretches = sentencesOf(text);
  const first = stretches.findIndex(({ start, end }) => start <= caret && caret < end);
  const here = stretches[first];
  if (here === undefined) return null;
  let at = first;
  for (let left = around ? count : count - 1; left > 0; left -= 1) {
    // Around: a sentence with the blanks beside it.
    const isPair = isBeside(stretches[at], stretches[at + 1]) && stretches[at + 1]?.isBlank !== here.isBlank;
    if (around && isPair) at += 1;
    if ((!around || left > 1) && at < stretches.length - 1) at += 1;
  }
  const last = stretches[at] ?? here;
  const before = stretches[first - 1];
  const takesBefore =
    around && !here.isBlank && !last.isBlank && before?.isBlank === true && isBeside(before, here);
  const end = text.charAt(last.end) === "\n" ? last.end + 1 : last.end;
  return { start: takesBefore ? before.start : here.start, end, inclusive: false, linewise: false };
}
