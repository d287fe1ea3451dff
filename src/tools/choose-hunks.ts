/** Answers to the hunks of a change → what each file becomes. Pure. */
import type { HunkAnswer } from "../protocol/approval.ts";
import { hunkPlaces, hunkSide } from "../protocol/hunks.ts";
import type { FileChange, Hunk } from "../protocol/tool-result.ts";
import { dominantLineEnd } from "../workspace/text.ts";
import { requireFileText } from "./file-change.ts";
import { ToolError } from "./tool.ts";

/** A file's change and the texts that it stands between; null for no file, or for one that is no text. */
export type ChangedFile = {
  readonly change: FileChange;
  readonly before: string | null;
  readonly after: string | null;
};

export type ChosenFile = {
  readonly change: FileChange;
  /** `all`: as it was asked for. `none`: nothing of it happens. `part`: the file becomes `text`. */
  readonly outcome: "all" | "none" | { readonly text: string };
  readonly hunks: readonly ChosenHunk[];
};

export type ChosenHunk = {
  /** Counts from 1 in its file. */
  readonly number: number;
  /** Null where the answer is about the whole change of the file. */
  readonly hunk: Hunk | null;
  readonly answer: HunkAnswer;
  /** The line at which it now begins, from 1. */
  readonly line: number;
  /** What now stands there, with its line ends. */
  readonly text: string;
};

/**
 * What the answers, one for each place that `hunkPlaces` names, make of the files. Outside of the hunks that are taken or
 * edited a text stays as it is, to the last unit.
 *
 * @throws ToolError when the answers do not fit
 */
export function chooseHunks(
  files: readonly ChangedFile[],
  answers: readonly HunkAnswer[],
): readonly ChosenFile[] {
  const places = hunkPlaces(files.map(({ change }) => change)).length;
  if (places !== answers.length) {
    throw new ToolError(
      `There are ${answers.length} answers for the ${places} hunks of this change, so it is not clear what is allowed. Nothing was changed.`,
    );
  }
  let at = 0;
  return files.map((file) => {
    const count = hunkPlaces([file.change]).length;
    at += count;
    return chooseInFile(file, answers.slice(at - count, at));
  });
}

function chooseInFile({ change, before, after }: ChangedFile, answers: readonly HunkAnswer[]): ChosenFile {
  if (after === null && answers.some(({ type }) => type === "edit")) {
    throw new ToolError(
      `${change.path} would not be a text file, so nothing of it can be edited. Nothing was changed.`,
    );
  }
  const { text, hunks } = composed(change, before ?? "", after ?? "", answers);
  const isAll = (type: HunkAnswer["type"]) => answers.every((answer) => answer.type === type);
  if (isAll("take")) return { change, outcome: "all", hunks };
  return { change, outcome: isAll("leave") ? "none" : { text }, hunks };
}

function composed(
  change: FileChange,
  before: string,
  after: string,
  answers: readonly HunkAnswer[],
): { readonly text: string; readonly hunks: readonly ChosenHunk[] } {
  const [oldLine, newLine] = [lineFinder(before), lineFinder(after)];
  const hunks: ChosenHunk[] = [];
  let text = "";
  let line = 1;
  let at = 0;
  const put = (more: string) => {
    text += more;
    line += countLineBreaks(more);
  };
  for (const [index, answer] of answers.entries()) {
    const hunk = change.hunks[index] ?? null;
    if (hunk === null) {
      if (answer.type === "edit") throw notEditable(change, index, "it has no lines");
      hunks.push({ number: index + 1, hunk, answer, line: 1, text: "" });
      continue;
    }
    const old = spanOf(hunk, "old", oldLine);
    const now = spanOf(hunk, "new", newLine);
    put(before.slice(at, old.start));
    const side = after.slice(now.start, now.end);
    const own = answer.type === "edit" ? editedSide(answer.text, side, { change, index, hunk, after }) : side;
    const chosen = answer.type === "leave" ? before.slice(old.start, old.end) : own;
    // Where lines follow, the last one of the hunk ends before them.
    const isJoined = chosen !== "" && !chosen.endsWith("\n") && old.end < before.length;
    const stands = isJoined ? chosen + dominantLineEnd(before) : chosen;
    hunks.push({ number: index + 1, hunk, answer, line, text: stands });
    put(stands);
    at = old.end;
  }
  put(before.slice(at));
  return { text, hunks };
}

type Place = {
  readonly change: FileChange;
  readonly index: number;
  readonly hunk: Hunk;
  readonly after: string;
};

/**
 * The user's text as it is to stand in the file. Its line ends are those that the lines had which are still there above
 * and below what was edited, and else the file's own; a text with CRLF is taken as it is.
 */
function editedSide(text: string, side: string, { change, index, hunk, after }: Place): string {
  requireFileText(text, "the edited text");
  const had = piecesOf(side);
  if (had.some((piece) => bare(piece).includes("\r"))) {
    throw notEditable(change, index, "it has carriage returns that end no line");
  }
  const shown = hunkSide(hunk, "new").lines;
  if (!had.every((piece, at) => bare(piece) === shown[at]?.replace(/\r$/, ""))) {
    throw notEditable(change, index, "its lines are too long to be shown whole");
  }
  if (text.includes("\r\n")) return text;
  const given = piecesOf(text);
  const fallback = dominantLineEnd(side.includes("\n") ? side : after);
  const most = Math.min(had.length, given.length);
  let above = 0;
  while (above < most && bare(had[above]) === bare(given[above])) above += 1;
  let below = 0;
  while (below < most - above && bare(had.at(-1 - below)) === bare(given.at(-1 - below))) below += 1;
  return given
    .map((piece, at) => {
      const same = at < above ? at : at >= given.length - below ? at - given.length + had.length : -1;
      return withEndOf(had[same], piece, fallback);
    })
    .join("");
}

/** A line as it was given, with the end that the same line had. */
function withEndOf(had: string | undefined, piece: string, fallback: string): string {
  if (!piece.endsWith("\n")) return piece;
  return bare(piece) + (had?.endsWith("\n") === true ? had.slice(bare(had).length) : fallback);
}

function notEditable({ path }: FileChange, index: number, why: string): ToolError {
  return new ToolError(`Hunk ${index + 1} of ${path} cannot be edited: ${why}. Nothing was changed.`);
}

/** A text's lines with their ends. */
function piecesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** A line without its end. */
function bare(piece = ""): string {
  return piece.replace(/\r?\n$/, "");
}

/** Where a hunk's side stands in its text, as UTF-16 offsets. */
function spanOf(hunk: Hunk, side: "old" | "new", find: (line: number) => number) {
  const first = Math.max(1, side === "old" ? hunk.oldStart : hunk.newStart);
  const start = find(first);
  return { start, end: find(first + hunkSide(hunk, side).lines.length) };
}

/** Finds where lines begin (from 1); to be asked in rising order, so that a text is gone through once. */
function lineFinder(text: string): (line: number) => number {
  let [line, at] = [1, 0];
  return (wanted) => {
    for (; line < wanted && at < text.length; line += 1) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end + 1;
    }
    return at;
  };
}

function countLineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
