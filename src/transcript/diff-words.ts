/** Which words of a changed line are others: removed and added lines that are the same line in two states. */
import { diffWordsWithSpace } from "diff";
import type { Style } from "../terminal/style.ts";
import type { DiffLine } from "./diff.ts";

/** Marking words is for lines that a person reads; UTF-16 units. */
const longestMarkedLine = 400;
/** Two lines that share less than this part are two different lines. */
const leastInCommon = 0.4;
/** Of more lines than these nobody can say in time which became which. */
const mostCompared = 2_000;

/** What was removed and added between two lines that stay, by the lines' places in the hunk. */
export type ChangedBlock = { readonly removed: readonly number[]; readonly added: readonly number[] };

/** The changed stretches of a hunk, in order. Notes about a missing line end belong to neither side. */
export function changedBlocks(hunk: readonly DiffLine[]): ChangedBlock[] {
  const blocks: { removed: number[]; added: number[] }[] = [];
  let open: { removed: number[]; added: number[] } | undefined;
  for (const [index, { type }] of hunk.entries()) {
    if (type === "note") continue;
    if (type === "context") open = undefined;
    else {
      if (open === undefined) blocks.push((open = { removed: [], added: [] }));
      open[type].push(index);
    }
  }
  return blocks;
}

/**
 * Which removed line became which added one, in order. As many on both sides are taken one by one; else those go
 * together that begin and end alike.
 */
export function pairsOf({ removed, added }: ChangedBlock, texts: readonly string[]): [number, number][] {
  const text = (index: number | undefined): string => (index === undefined ? "" : (texts[index] ?? ""));
  if (removed.length === added.length) return removed.map((old, at) => [old, added[at] ?? old]);
  if (removed.length * added.length > mostCompared) return [];
  // best[i][j]: the most that the lines from i and from j on can have in common.
  const best = Array.from({ length: removed.length + 1 }, () => [0, ...added.map(() => 0)]);
  const alike = removed.map((old) => added.map((now) => likeness(text(old), text(now))));
  const bestAt = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = removed.length - 1; i >= 0; i -= 1) {
    for (let j = added.length - 1; j >= 0; j -= 1) {
      const together = bestAt(i + 1, j + 1) + (alike[i]?.[j] ?? 0);
      (best[i] ?? [])[j] = Math.max(together, bestAt(i + 1, j), bestAt(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < removed.length && j < added.length;) {
    const isPair = (alike[i]?.[j] ?? 0) > 0 && bestAt(i, j) === bestAt(i + 1, j + 1) + (alike[i]?.[j] ?? 0);
    if (isPair) pairs.push([removed[i++] ?? 0, added[j++] ?? 0]);
    else if (bestAt(i, j) === bestAt(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The part of two lines that is the same at their starts and ends, 0 where that is too little to be one line. */
function likeness(before: string, after: string): number {
  const [one, other] = [before.trim(), after.trim()];
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const part = (start + end) / Math.max(1, one.length, other.length);
  return part < leastInCommon ? 0 : part;
}

/** The lines' texts with the words marked that differ from the line that they were, or have become. */
export function markChangedWords(
  hunk: readonly DiffLine[],
  texts: readonly string[],
  style: Style,
): string[] {
  const marked = [...texts];
  for (const block of changedBlocks(hunk)) {
    for (const [old, now] of pairsOf(block, texts)) {
      [marked[old], marked[now]] = markWords(texts[old] ?? "", texts[now] ?? "", style);
    }
  }
  return marked;
}

function markWords(before: string, after: string, style: Style): [string, string] {
  if (before.length > longestMarkedLine || after.length > longestMarkedLine) return [before, after];
  const parts = diffWordsWithSpace(before, after);
  const common = parts
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.value.length, 0);
  if (common < leastInCommon * Math.max(before.length, after.length)) return [before, after];
  const side = (left: "added" | "removed", kept: "added" | "removed"): string =>
    parts
      .filter((part) => !part[left])
      .map((part) => (part[kept] ? style[`${kept}Word`](part.value) : part.value))
      .join("");
  return [side("added", "removed"), side("removed", "added")];
}
