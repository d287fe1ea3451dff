/** A diff as lines: number, sign, text; words that changed inside a line are marked. */
import type { FileChange } from "../protocol/tool-result.ts";
import { keyName } from "../terminal/keymap/active.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateMiddle } from "../terminal/truncate-middle.ts";
import { truncateLine, widthOf, wrapLine } from "../terminal/width.ts";
import { say, sayCount } from "../words/say.ts";
import { type DiffLine, diffCounts, numberedLines } from "./diff.ts";
import { goesOn, painterOf, signs } from "./diff-looks.ts";
import { paintContext } from "./diff-syntax.ts";
import { markChangedWords } from "./diff-words.ts";
import { renderSideBySide, roomForSides } from "./render-diff-sides.ts";

export type DiffOptions = {
  readonly width: number;
  readonly style: Style;
  /** At most this many lines of the changes; `renderChanges` says below how many are left out. @default all */
  readonly maxLines?: number;
  /** So many lines at the beginning are left out. @default 0 */
  readonly fromLine?: number;
  /** At most this many rows for one line, whose rest is cut off. @default all */
  readonly maxRows?: number;
  /** Hidden characters are spelled out in questions. @default "output" */
  readonly mode?: "output" | "approval";
  /** The old file on the left, the new one on the right, where there is room for both. @default false */
  readonly sideBySide?: boolean;
};

const narrowest = 20;

/** Of a folded change, so many files are named at most. */
const mostNamed = 12;
/** … and of a line, which may be a whole file, so many rows are shown. */
const foldedRows = 3;
/** A folded change of more lines than this shows its end, too: so many of them. */
const hugeLines = 60;
const endLines = 3;

/**
 * Returns the drawn changes; nothing for an unchanged file. Several files, and moves, have a line with their path. No
 * line is wider than `width` columns.
 */
export function renderChanges(files: readonly FileChange[], options: DiffOptions): string[] {
  const { width, style, maxLines = Infinity } = options;
  const isFolded = maxLines !== Infinity;
  const [only] = files;
  if (isFolded && files.length === 1 && only !== undefined && linesOf(only) > hugeLines)
    return renderHuge(only, maxLines, options);
  const named = files.slice(0, isFolded ? mostNamed : files.length);
  const lines: string[] = [];
  let room = maxLines;
  for (const file of named) {
    if (files.length > 1 || file.movedFrom !== undefined) lines.push(headOfFile(file, options));
    const shown = Math.min(linesOf(file), room);
    room -= shown;
    lines.push(
      ...renderDiff(file, { ...options, maxLines: shown, ...(isFolded ? { maxRows: foldedRows } : {}) }),
    );
  }
  const total = files.reduce((sum, file) => sum + linesOf(file), 0);
  const hidden = [
    files.length > named.length ? sayCount(files.length - named.length, "more file") : "",
    total > maxLines ? sayCount(total - maxLines, "more line") : "",
  ].filter((words) => words !== "");
  if (hidden.length > 0)
    lines.push(
      style.dim(truncateLine(`… ${hidden.join(say`, `)} (${keyName("open-transcript", "global")})`, width)),
    );
  return lines;
}

/** The beginning and the end of a file's change, and how much there is between them. */
function renderHuge(file: FileChange, maxLines: number, options: DiffOptions): string[] {
  const total = linesOf(file);
  const end = Math.min(endLines, Math.floor(maxLines / 2));
  const folded = { ...options, maxRows: foldedRows };
  const note = `… ${sayCount(total - maxLines, "line")} (${keyName("open-transcript", "global")})`;
  return [
    ...(file.movedFrom === undefined ? [] : [headOfFile(file, options)]),
    ...renderDiff(file, { ...folded, maxLines: maxLines - end }),
    options.style.dim(truncateLine(note, options.width)),
    ...renderDiff(file, { ...folded, maxLines: end, fromLine: total - end }),
  ];
}

function linesOf({ hunks }: FileChange): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}

function headOfFile(file: FileChange, { width, style }: DiffOptions): string {
  const from = file.movedFrom === undefined ? "" : `${nameOf(file.movedFrom)} → `;
  const facts = `  ${file.kind === "created" ? say`new, ` : ""}${diffCounts([file])}`;
  const path = truncateMiddle(from + nameOf(file.path), Math.max(1, width - widthOf(facts)));
  return truncateLine(`${style.bold(path)}${style.dim(facts)}`, width);
}

function nameOf(path: string): string {
  return sanitize(path, "approval_inline");
}

/** Returns one file's drawn hunks, cut after `maxLines` lines without a word on it. */
export function renderDiff(change: FileChange, options: DiffOptions): string[] {
  const { width, style, maxLines = Infinity, fromLine = 0 } = options;
  const hunks = change.hunks.map(numberedLines);
  const highest = hunks.reduce(
    (most, hunk) => hunk.reduce((number, line) => Math.max(number, line.number), most),
    0,
  );
  const digits = `${highest}`.length;
  const lines: string[] = [];
  let drawn = 0;
  let before = 0;
  for (const hunk of hunks) {
    if (drawn >= maxLines) break;
    const from = Math.max(0, fromLine - before);
    before += hunk.length;
    if (from >= hunk.length) continue;
    if (drawn > 0) lines.push(style.dim(truncateLine(`${" ".repeat(digits)} ⋯`, width)));
    const shown = hunk.slice(from, from + maxLines - drawn);
    lines.push(...renderHunk(shown, change.path, digits, options));
    drawn += shown.length;
  }
  return lines;
}

function renderHunk(hunk: readonly DiffLine[], path: string, digits: number, options: DiffOptions): string[] {
  const { style, mode = "output" } = options;
  const texts = hunk.map((line) => printable(line.text, mode));
  const marked = markChangedWords(hunk, paintContext(hunk, texts, path, style), style);
  if (options.sideBySide === true && roomForSides(options.width))
    return renderSideBySide(hunk, marked, { ...options, digits });
  return hunk.flatMap((line, index) => renderLine(line, marked[index] ?? "", digits, options));
}

function renderLine(line: DiffLine, text: string, digits: number, options: DiffOptions): string[] {
  const { width, style, maxRows = Infinity } = options;
  const number = line.type === "note" ? "" : `${line.number}`;
  const numbers = width < narrowest ? "" : `${number.padStart(digits)} `;
  const gutter = numbers.length + 2;
  if (width <= gutter) return [truncateLine(`${signs[line.type]}${text}`, width)];
  const paint = painterOf(line, style);
  const columns = width - gutter;
  const rows = text.split("\n").flatMap((part) => {
    // What is cut off need not be wrapped: it may be a whole file.
    const shown = maxRows === Infinity ? part : truncateLine(part, columns * maxRows);
    return wrapLine(shown, columns, { hard: true });
  });
  const last = rows.length > maxRows ? [truncateLine(`${rows[maxRows - 1] ?? ""} …`, columns)] : [];
  return [...rows.slice(0, maxRows - last.length), ...last].map((row, index) =>
    index === 0
      ? `${style.dim(numbers)}${paint(`${signs[line.type]} ${row}`)}`
      : `${" ".repeat(gutter - 2)}${style.dim(goesOn)} ${paint(row)}`,
  );
}

function printable(text: string, mode: "output" | "approval"): string {
  const spaced = text.replaceAll("\t", "    ");
  // A line end that changes is a change that has to be seen.
  return mode === "output"
    ? sanitize(spaced.replaceAll("\r", "␍"), "output")
    : sanitize(spaced, "approval", { limit: Infinity });
}
