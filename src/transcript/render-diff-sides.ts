/** A hunk with the old file on the left and the new one on the right. */
import type { Style } from "../terminal/style.ts";
import { padLine, wrapLine } from "../terminal/width.ts";
import type { DiffLine } from "./diff.ts";
import { changedBlocks, pairsOf } from "./diff-words.ts";
import { goesOn, painterOf, signs } from "./diff-looks.ts";

export type SidesOptions = {
  readonly width: number;
  readonly style: Style;
  /** How many digits the highest line number has. */
  readonly digits: number;
};

const between = " │ ";
/** A side that is narrower than this is no help. */
const narrowestSide = 30;

/** Whether a window of this width has room for two sides. */
export function roomForSides(width: number): boolean {
  return sideWidth(width) >= narrowestSide;
}

function sideWidth(width: number): number {
  return Math.floor((width - between.length) / 2);
}

/** Draws it. `texts` are the lines' texts, printable, with their marks. No line is wider than `width`. */
export function renderSideBySide(
  hunk: readonly DiffLine[],
  texts: readonly string[],
  options: SidesOptions,
): string[] {
  const columns = sideWidth(options.width);
  return rowsOf(hunk, texts).flatMap(([left, right]) => {
    const old = sideLines(left, "old", hunk, texts, columns, options);
    const now = sideLines(right, "new", hunk, texts, columns, options);
    const height = Math.max(old.length, now.length);
    return Array.from({ length: height }, (_, at) =>
      `${padLine(old[at] ?? "", columns)}${options.style.dim(between)}${now[at] ?? ""}`.trimEnd(),
    );
  });
}

type SideRow = readonly [left: number | null, right: number | null];

/** The lines that stand side by side, by their places in the hunk; null where a side has none. */
function rowsOf(hunk: readonly DiffLine[], texts: readonly string[]): SideRow[] {
  const became = new Map(changedBlocks(hunk).flatMap((block) => pairsOf(block, texts)));
  const rows: SideRow[] = [];
  let left: number[] = [];
  let right: number[] = [];
  const flush = () => {
    rows.push(...rowsOfBlock(left, right, became));
    left = [];
    right = [];
  };
  for (const [index, { type }] of hunk.entries()) {
    const side = type === "note" ? hunk[index - 1]?.type : type;
    if (side === "removed") left.push(index);
    else if (side === "added") right.push(index);
    else {
      flush();
      rows.push([index, index]);
    }
  }
  flush();
  return rows;
}

/** A removed line stands beside what became of it; the others fill up what is between. */
function rowsOfBlock(
  left: readonly number[],
  right: readonly number[],
  became: ReadonlyMap<number, number>,
): SideRow[] {
  const rows: SideRow[] = [];
  let [i, j] = [0, 0];
  const fill = (iEnd: number, jEnd: number) => {
    while (i < iEnd || j < jEnd)
      rows.push([i < iEnd ? (left[i++] ?? null) : null, j < jEnd ? (right[j++] ?? null) : null]);
  };
  for (const [at, old] of left.entries()) {
    const place = right.indexOf(became.get(old) ?? -1);
    if (place < 0) continue;
    fill(at, place);
    fill(at + 1, place + 1);
  }
  fill(left.length, right.length);
  return rows;
}

function sideLines(
  index: number | null,
  file: "old" | "new",
  hunk: readonly DiffLine[],
  texts: readonly string[],
  columns: number,
  { style, digits }: SidesOptions,
): string[] {
  const line = index === null ? undefined : hunk[index];
  if (index === null || line === undefined) return [];
  const number = file === "old" ? (line.oldNumber ?? line.number) : line.number;
  const numbers = `${line.type === "note" ? "" : number}`.padStart(digits) + " ";
  const gutter = numbers.length + 2;
  const paint = painterOf(line, style);
  const rows = (texts[index] ?? "")
    .split("\n")
    .flatMap((part) => wrapLine(part, Math.max(1, columns - gutter), { hard: true }));
  return rows.map((row, at) =>
    at === 0
      ? `${style.dim(numbers)}${paint(`${signs[line.type]} ${row}`)}`
      : `${" ".repeat(gutter - 2)}${style.dim(goesOn)} ${paint(row)}`,
  );
}
