/** Where a text that was not found might have been meant. */
import { lineNumbersAt } from "../workspace/replace-text.ts";
import { cutStart, cutText } from "../workspace/text.ts";
import { linesAlike, type ShownLine, showLines } from "./visible-blanks.ts";

/** The most lines of a region that are shown, without the context around it. */
const maxLines = 12;

/** How much of the wanted text is looked at, and how many of its words are searched for, how often each. */
const maxWanted = 20_000;
const maxWords = 12;
const maxHits = 64;

/** Lines longer than this have no beginning that is worth searching for; UTF-16 units. */
const maxLineLength = 10_000;

/** So many places are compared line by line. */
const maxCompared = 8;

/** A place of the text: where its first line begins, and a spot in it that is also in the wanted text. */
export type Region = { readonly start: number; readonly focus: number };

/**
 * The numbered lines of `text` that are most like `wanted`, and `contextLines` around them; null when none are. Where
 * only blanks differ, they are made visible. Looks at the whole text, but a bounded number of times.
 */
export function closestRegion(text: string, wanted: string, contextLines = 0): string | null {
  const region = findRegion(text, wanted.slice(0, maxWanted));
  return region === null ? null : showRegion(text, region, wanted, contextLines);
}

/** The numbered lines at a place, compared with the wanted ones. */
export function showRegion(text: string, region: Region, wanted: string, contextLines: number): string {
  const wantedLines = wanted.slice(0, maxWanted).split(/\r\n|\n|\r/, 400);
  if (wantedLines.length > 1 && wantedLines.at(-1) === "") wantedLines.pop();
  const first = stepUp(text, region.start, contextLines);
  const lines: ShownLine[] = [];
  const count = wantedLines.length + 2 * contextLines;
  for (let at = first.start; lines.length < count && at <= text.length;) {
    const end = lineEndFrom(text, at);
    if (at === text.length && lines.length > 0) break;
    const counterpart = wantedLines[lines.length - first.steps];
    lines.push({ ...partOfLine(text, at, end, region.focus), counterpart });
    at = end + 1;
  }
  const [number = 1] = lineNumbersAt(text, [first.start]);
  const skipped = Math.max(
    0,
    Math.min(firstDifference(lines) - 2, lines.length - maxLines - 2 * contextLines),
  );
  return showLines(lines.slice(skipped, skipped + maxLines + 2 * contextLines), number + skipped);
}

/** A line, or of a very long one what is around the focus. */
function partOfLine(text: string, start: number, end: number, focus: number): Omit<ShownLine, "counterpart"> {
  const inside = focus >= start && focus < end ? focus : start;
  if (end - start <= maxLineLength) {
    return { text: text.slice(start, end).replace(/\r$/, ""), focus: inside - start };
  }
  const before = cutStart(text.slice(start, inside), maxLineLength / 2);
  const part = before + cutText(text.slice(inside, end), maxLineLength - before.length);
  return { text: inside - before.length > start ? `…${part}` : part, focus: before.length };
}

/** What differs far below is what should be seen. */
function firstDifference(lines: readonly ShownLine[]): number {
  const index = lines.findIndex(({ text, counterpart }) => counterpart !== undefined && counterpart !== text);
  return index === -1 ? 0 : index;
}

function findRegion(text: string, wanted: string): Region | null {
  const words = wordsOf(wanted);
  const rare = vote(text, words, false);
  const votes = rare.size > 0 ? rare : vote(text, words, true);
  const most = [...votes.values()].toSorted((a, b) => b.weight - a.weight).slice(0, maxCompared);
  const wantedLines = wanted.split(/\r\n|\n|\r/, maxLines * 2);
  let best: Region | null = null;
  let bestScore = -1;
  for (const region of most) {
    const score = likeness(text, region.start, wantedLines);
    if (score > bestScore) [best, bestScore] = [region, score];
  }
  return best;
}

type Word = { readonly text: string; readonly line: number };

/** The longest words, with the lines that they are in. */
function wordsOf(wanted: string): Word[] {
  const words = new Map<string, Word>();
  for (const [line, text] of wanted.split(/\r\n|\n|\r/).entries()) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]{2,60}/gu)) {
      if (!words.has(word)) words.set(word, { text: word, line });
    }
  }
  return [...words.values()].toSorted((a, b) => b.text.length - a.text.length).slice(0, maxWords);
}

/** Each word speaks for the places where the wanted text would begin if the word were meant. */
function vote(
  text: string,
  words: readonly Word[],
  common: boolean,
): Map<number, Region & { weight: number }> {
  const votes = new Map<number, Region & { weight: number }>();
  for (const word of words) {
    const hits: number[] = [];
    for (let at = text.indexOf(word.text); at !== -1; at = text.indexOf(word.text, at + word.text.length)) {
      hits.push(at);
      if (hits.length === maxHits) break;
    }
    if (hits.length === maxHits && !common) continue;
    for (const focus of hits) {
      const { start } = stepUp(text, lineStartBefore(text, focus), word.line);
      const known = votes.get(start);
      if (known === undefined) votes.set(start, { start, focus, weight: word.text.length });
      else known.weight += word.text.length;
    }
  }
  return votes;
}

/** How many of the wanted lines the text has at a place, those that are only similar by halves. */
function likeness(text: string, start: number, wanted: readonly string[]): number {
  let at = start;
  let score = 0;
  for (const line of wanted) {
    if (at > text.length) break;
    const end = lineEndFrom(text, at);
    const found = text.slice(at, Math.min(end, at + maxLineLength));
    if (line.trim() !== "") score += linesAlike(found, line);
    at = end + 1;
  }
  return score;
}

function lineStartBefore(text: string, at: number): number {
  const from = Math.max(0, at - maxLineLength);
  return from + text.slice(from, at).lastIndexOf("\n") + 1;
}

function lineEndFrom(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** The start of the line so many lines above the one that begins at `start`, or of the first one. */
function stepUp(
  text: string,
  start: number,
  lines: number,
): { readonly start: number; readonly steps: number } {
  let at = start;
  let steps = 0;
  for (; steps < lines && at > 0; steps += 1) at = lineStartBefore(text, at - 1);
  return { start: at, steps };
}
