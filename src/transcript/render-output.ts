/** The end of a running command's output. */
import type { SkippedOutput } from "../protocol/event.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine } from "../terminal/width.ts";
import { say, sayCount } from "../words/say.ts";

export type LiveOutputOptions = {
  readonly width: number;
  /** The most lines that are returned. */
  readonly rows: number;
  readonly style: Style;
  /** What came before `output` and is gone. @default nothing */
  readonly before?: SkippedOutput;
};

/** Output further back than this (UTF-16 units) is counted, not read. */
const longestRead = 32_768;

const nothing: SkippedOutput = { lines: 0, isExact: true };

/** Returns the last lines, cut to the width, below a line that counts those above them. */
export function renderLiveOutput(output: string, options: LiveOutputOptions): string[] {
  const { width, rows, style, before = nothing } = options;
  if (rows <= 0) return [];
  const from = output.length <= longestRead ? 0 : output.lastIndexOf("\n", output.length - longestRead) + 1;
  const text = sanitize(output.slice(from), "output", { lastStateOnly: true }).trimEnd();
  const lines = text === "" ? [] : text.split("\n");
  const total = before.lines + lines.length + lineEnds(output, from);
  if (before.isExact && total <= rows) return lines.map((line) => style.dim(truncateLine(line, width)));
  const shown = rows === 1 ? [] : lines.slice(1 - rows);
  const note = linesGone({ lines: total - shown.length, isExact: before.isExact });
  return [note, ...shown].map((line) => style.dim(truncateLine(line, width)));
}

/** `… 12 more lines`, and `… 12+ more lines` when they were not all counted. */
export function linesGone({ lines, isExact }: SkippedOutput): string {
  return isExact ? `… ${sayCount(lines, "more line")}` : say`… ${lines}+ more lines`;
}

function lineEnds(text: string, upTo: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < upTo; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
