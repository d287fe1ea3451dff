/** What a call changed in files, as numbered lines. */
import type { Changes, FileChange, Hunk, WholeTexts } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { compareTexts } from "../workspace/compare-texts.ts";

export type DiffLine = {
  readonly type: "context" | "added" | "removed" | "note";
  /** Its number in the new file, for a removed line in the old one; 0 for a note. */
  readonly number: number;
  /** Of a line that stays: its number in the old file. */
  readonly oldNumber?: number;
  /** As it stands in the file, without its line end. */
  readonly text: string;
};

export type DiffCount = { readonly added: number; readonly removed: number };

/** Texts of old logs are asked for by their panel's head and its body; they are compared once. */
const compared = new WeakMap<WholeTexts, readonly FileChange[]>();

/** The changes that a view holds, file by file. */
export function filesOf(view: Changes | WholeTexts): readonly FileChange[] {
  if (view.type === "changes") return view.files;
  const known = compared.get(view) ?? [compareTexts(view.path, view.before, view.after)];
  compared.set(view, known);
  return known;
}

/** How many lines a change adds and removes. */
export function countOfChange({ hunks }: FileChange): DiffCount {
  let added = 0;
  let removed = 0;
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.startsWith("+")) added += 1;
    if (line.startsWith("-")) removed += 1;
  }
  return { added, removed };
}

/** `+2 −1`; `unchanged` when nothing differs; `moved` for a move without other changes. */
export function diffCounts(files: readonly FileChange[]): string {
  if (files.length > 1) return say`${files.length} files, ${signed(sumOf(files))}`;
  const [file] = files;
  if (file === undefined || file.kind === "unchanged") {
    return file?.movedFrom === undefined ? say`unchanged` : say`moved`;
  }
  const { added, removed } = countOfChange(file);
  if (file.kind === "created" && removed === 0) return `+${added}`;
  return file.kind === "deleted" ? say`deleted, −${removed}` : signed({ added, removed });
}

function signed({ added, removed }: DiffCount): string {
  return `+${added} −${removed}`;
}

function sumOf(files: readonly FileChange[]): DiffCount {
  const counts = files.map(countOfChange);
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** A hunk's lines with their numbers. */
export function numberedLines({ oldStart, newStart, lines }: Hunk): DiffLine[] {
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
        return { type: "note", number: 0, text: say`no line break at the end of the file` };
      default:
        return { type: "context", number: now++, oldNumber: old++, text };
    }
  });
}
