/** Where a pattern fits in a text, line by line. Pure. */
import type { Marks } from "./query.ts";

/** Longer lines are looked at up to here, UTF-16 units. */
const longestLine = 4_000;

/** What fits in the first line that fits; `late` when time is over before one is found. */
export function lineMarks(text: string, expression: RegExp, isLate: () => boolean): Marks | "late" {
  for (let at = 0; at <= text.length;) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const line = text.slice(at, Math.min(end, at + longestLine));
    // What fits the empty text fits everywhere: `x*` is looked for where there is an x.
    for (const match of line.matchAll(expression)) {
      if (match[0] === "") continue;
      const start = at + match.index;
      return [[start, start + match[0].length]];
    }
    if (isLate()) return "late";
    at = end + 1;
  }
  return [];
}
