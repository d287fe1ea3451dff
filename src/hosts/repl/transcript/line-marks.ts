/**
 * Stands one character for each line of the live part while Ink lays it out: Ink takes every line of every frame apart
 * into cells, which is most of what a frame costs, and counts some scripts otherwise than we and terminals do.
 */
import { truncateLine, widthOf } from "../../../terminal/width.ts";

export type LineMarks = {
  /** What Ink is given in place of a drawn line: one character. A line of more than `columns` cells is cut. */
  mark(line: string, columns: number): string;
  /** The line that a mark stands for, as the terminal is to get it; undefined where it stands for none. */
  lineOf(mark: string): string | undefined;
};

/** The last plane for private use, without its end, which stands for what is printed. */
const firstMark = 0x10_0000;
const manyMarks = 0xf000;

/** So many lines are kept by their marks: each frame marks all of its lines, and no window has so many rows. */
const mostKept = 2048;

type Kept = { readonly mark: string; readonly width: number };

/** Marks that no line has yet. */
export function createLineMarks(): LineMarks {
  /** By line; those that were drawn last are at the end. */
  const kept = new Map<string, Kept>();
  const lines = new Map<string, string>();
  let next = 0;
  const freeMark = () => {
    for (;;) {
      const mark = String.fromCodePoint(firstMark + (next % manyMarks));
      next += 1;
      // One that stands on the screen must not stand for another line.
      if (!lines.has(mark)) return mark;
    }
  };
  const keep = (line: string): Kept => {
    const one = kept.get(line) ?? { mark: freeMark(), width: widthOf(line) };
    kept.delete(line);
    kept.set(line, one);
    lines.set(one.mark, line);
    const oldest = kept.size > mostKept ? kept.entries().next().value : undefined;
    if (oldest !== undefined) {
      kept.delete(oldest[0]);
      lines.delete(oldest[1].mark);
    }
    return one;
  };
  return {
    mark(line, columns) {
      const shown = line.trimEnd();
      if (shown === "") return " ";
      const { mark, width } = keep(shown);
      return width <= columns ? mark : keep(truncateLine(shown, columns)).mark;
    },
    lineOf(mark) {
      const line = lines.get(mark);
      return line === undefined ? undefined : closed(line);
    },
  };
}

/** A look that a line leaves open, as a status script's may, must not go on in the next one. */
function closed(line: string): string {
  return line.includes("\u001b[") ? `${line}\u001b[0m` : line;
}
