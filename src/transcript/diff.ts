/** A change to one file → hunks with line numbers. */
import { structuredPatch } from "diff";
import type { FileChange } from "../protocol/tool-result.ts";

export type DiffLine = {
  readonly type: "context" | "added" | "removed" | "note";
  /** Its number in the new file, for a removed line in the old one; 0 for a note. */
  readonly number: number;
  /** As it stands in the file, without its line end. */
  readonly text: string;
};

export type FileDiff = {
  /** `replaced`: too different to be compared in time, so that all lines count as removed and added. */
  readonly kind: "created" | "modified" | "replaced" | "unchanged";
  readonly added: number;
  readonly removed: number;
  /** Each with its lines of context, in the file's order. */
  readonly hunks: readonly (readonly DiffLine[])[];
};

/** How long a comparison may take, ms: 2,000 lines that are all different take 1.4 s. */
const timeLimit = 200;
const contextLines = 3;

/** A change is asked for its diff by its panel's head, its body and the question; it is compared once. */
const known = new WeakMap<FileChange, FileDiff>();

/** Returns the diff of a change. Takes at most about 200 ms, whatever the texts are. */
export function diffFile(change: FileChange): FileDiff {
  const before = known.get(change);
  if (before !== undefined) return before;
  const diff = compare(change);
  known.set(change, diff);
  return diff;
}

/** `+2 −1`; `unchanged` when nothing differs. */
export function diffCounts(diff: FileDiff): string {
  if (diff.kind === "unchanged") return "unchanged";
  const removed = diff.removed > 0 || diff.kind !== "created" ? ` −${diff.removed}` : "";
  return `+${diff.added}${removed}`;
}

function compare(change: FileChange): FileDiff {
  const strip = isCrlf(change.after) && (change.before === null || isCrlf(change.before));
  const after = strip ? change.after.replaceAll("\r\n", "\n") : change.after;
  if (change.before === null) return wholeFile("created", "", after);
  const before = strip ? change.before.replaceAll("\r\n", "\n") : change.before;
  if (before === after) return { kind: "unchanged", added: 0, removed: 0, hunks: [] };
  const patch = structuredPatch("", "", before, after, "", "", { context: contextLines, timeout: timeLimit });
  if (patch === undefined) return wholeFile("replaced", before, after);
  const hunks = patch.hunks.map((hunk) => numbered(hunk.lines, hunk.oldStart, hunk.newStart));
  return { kind: "modified", ...countsOf(hunks), hunks };
}

/** Line ends are no part of the text where a file has one kind of them before and after. */
function isCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

function wholeFile(kind: "created" | "replaced", before: string, after: string): FileDiff {
  const hunk = [...linesOf(before, "removed"), ...linesOf(after, "added")];
  const hunks = hunk.length === 0 ? [] : [hunk];
  return { kind, ...countsOf(hunks), hunks };
}

function linesOf(text: string, type: "added" | "removed"): DiffLine[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, index) => ({ type, number: index + 1, text: line }));
}

function numbered(lines: readonly string[], oldStart: number, newStart: number): DiffLine[] {
  let old = oldStart;
  let now = newStart;
  return lines.map((line) => {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case "+":
        return { type: "added", number: now++, text };
      case "-":
        return { type: "removed", number: old++, text };
      case "\\":
        return { type: "note", number: 0, text: "no line break at the end of the file" };
      default:
        old += 1;
        return { type: "context", number: now++, text };
    }
  });
}

function countsOf(hunks: readonly (readonly DiffLine[])[]): { added: number; removed: number } {
  const lines = hunks.flat();
  return {
    added: lines.filter((line) => line.type === "added").length,
    removed: lines.filter((line) => line.type === "removed").length,
  };
}
