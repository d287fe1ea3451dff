/** Two texts of one file → what differs, as hunks. */
import { structuredPatch } from "diff";
import type { FileChange, Hunk } from "../protocol/tool-result.ts";
import { type DifferingPart, differingPart } from "./differing-part.ts";
import { withoutCommonLengths } from "./long-lines.ts";

/** How long a comparison may take, ms: 2,000 lines that are all different take 1.4 s. */
const timeLimitMs = 200;
const contextLines = 3;

/** Of texts that cannot be compared in time but have as many lines, so many must be equal line by line. */
const leastEqualLines = 0.1;

/** As unified diffs say it. */
const noLineEndNote = "\\ No newline at end of file";

/**
 * Returns the change from `before` to `after`; null stands for no file. Takes at most about 200 ms where the texts
 * differ in many places, and is linear where they differ in one, whatever their size. Where both texts have only
 * CRLF in the part that differs, it is no part of the lines; else a CR stays at the end of its line. Of lines with
 * thousands of characters that are changed, what stays is left out, and that is said in its place.
 */
export function compareTexts(path: string, before: string | null, after: string | null): FileChange {
  if (before === after) return { path, kind: "unchanged", hunks: [] };
  if (before === null) return { path, kind: "created", hunks: wholeText(after ?? "", "+") };
  if (after === null) return { path, kind: "deleted", hunks: wholeText(before, "-") };
  const part = withoutCommonCarriageReturns(differingPart(before, after, contextLines));
  const options = { context: contextLines, timeout: timeLimitMs };
  const patch = structuredPatch("", "", part.before, part.after, "", "", options);
  if (patch !== undefined) return { path, kind: "modified", hunks: moved(patch.hunks, part) };
  const byPosition = hunksByPosition(part);
  if (byPosition !== null) return { path, kind: "modified", hunks: moved(byPosition, part) };
  const core = withoutCommonCarriageReturns(differingPart(before, after, 0));
  const lines = [...signed(core.before, "-"), ...signed(core.after, "+")];
  return { path, kind: "replaced", hunks: moved([{ oldStart: 1, newStart: 1, lines }], core) };
}

/** Hunks of a part with the line numbers of the whole, and of long lines what differs. */
function moved(hunks: readonly Hunk[], { linesBefore }: DifferingPart): Hunk[] {
  return hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart: oldStart + linesBefore,
    newStart: newStart + linesBefore,
    lines: [...withoutCommonLengths(lines)],
  }));
}

/** Line ends are no part of the lines where there is one kind of them before and after. */
function withoutCommonCarriageReturns(part: DifferingPart): DifferingPart {
  const { before, after } = part;
  if (hasBareLineFeed(before) || hasBareLineFeed(after)) return part;
  return { ...part, before: before.replaceAll("\r\n", "\n"), after: after.replaceAll("\r\n", "\n") };
}

function hasBareLineFeed(text: string): boolean {
  return /(?<!\r)\n/.test(text);
}

/** All lines of a text as one hunk; none for an empty text. */
function wholeText(text: string, sign: "+" | "-"): Hunk[] {
  if (text === "") return [];
  const lines = signed(hasBareLineFeed(text) ? text : text.replaceAll("\r\n", "\n"), sign);
  return [{ oldStart: sign === "-" ? 1 : 0, newStart: sign === "+" ? 1 : 0, lines }];
}

/** Every line behind the sign, with a note where the last one has no end. */
function signed(text: string, sign: "+" | "-"): string[] {
  const lines = text.split("\n").map((line) => sign + line);
  const last = lines.pop();
  return last === undefined || last === sign ? lines : [...lines, last, noLineEndNote];
}

/**
 * The change as line against line, for texts of as many lines that are equal often enough (one word replaced
 * everywhere); null for others.
 */
function hunksByPosition({ before, after }: DifferingPart): Hunk[] | null {
  const old = before.split("\n");
  const now = after.split("\n");
  if (old.length !== now.length || old.at(-1) !== now.at(-1)) return null;
  const differing = old.flatMap((line, index) => (line === now[index] ? [] : [index]));
  if (old.length - differing.length < old.length * leastEqualLines) return null;
  return groupsOf(differing).map(({ first, last }) => {
    const from = Math.max(0, first - contextLines);
    // The piece behind the last line end is no line; it is the same in both.
    const to = Math.min(old.length - 1, last + contextLines + 1);
    return { oldStart: from + 1, newStart: from + 1, lines: linesByPosition(old, now, from, to) };
  });
}

/** Neighbours whose contexts touch, together. */
function groupsOf(indexes: readonly number[]): { first: number; last: number }[] {
  const groups: { first: number; last: number }[] = [];
  for (const index of indexes) {
    const group = groups.at(-1);
    if (group !== undefined && index - group.last <= 2 * contextLines + 1) group.last = index;
    else groups.push({ first: index, last: index });
  }
  return groups;
}

/** Lines `from` up to `to`: equal ones once, of each run of different ones first the old, then the new. */
function linesByPosition(old: readonly string[], now: readonly string[], from: number, to: number): string[] {
  const lines: string[] = [];
  let added: string[] = [];
  for (let index = from; index < to; index += 1) {
    const line = old[index] ?? "";
    if (line === now[index]) {
      lines.push(...added, ` ${line}`);
      added = [];
    } else {
      lines.push(`-${line}`);
      added.push(`+${now[index] ?? ""}`);
    }
  }
  return [...lines, ...added];
}
