/** Very long lines of a change, shown by what differs in them: a bundle's only line would be told twice, whole. */

/** Longer lines are shortened; so much is kept around what differs. UTF-16 units. */
const longest = 5_000;
const kept = 1_000;

/**
 * The lines of a hunk, each behind its sign, where long ones are without what they have in common. A removed line is
 * compared with the added one in its place where there are as many; a line that stays has nothing that differs. Lines
 * that have no partner are new or gone as a whole, and stay whole.
 */
export function withoutCommonLengths(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => line.length <= longest)) return lines;
  const shown = [...lines];
  for (const { removed, added } of blocksOf(lines)) {
    if (removed.length !== added.length) continue;
    for (const [index, old] of removed.entries()) {
      const now = added[index] ?? old;
      const [before, after] = shortened(lines[old] ?? "", lines[now] ?? "");
      shown[old] = before;
      shown[now] = after;
    }
  }
  return shown;
}

/** Indexes of removed lines and of the added ones that follow them; a line that stays is a block of its own. */
type Block = { readonly removed: number[]; readonly added: number[] };

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, line] of lines.entries()) {
    const sign = line.charAt(0);
    // The note on a missing line end stands behind its line, removed or added.
    if (sign === "\\") continue;
    if (sign === " ") {
      blocks.push({ removed: [index], added: [index] });
      open = null;
      continue;
    }
    if (open === null || (sign === "-" && open.added.length > 0)) {
      open = { removed: [], added: [] };
      blocks.push(open);
    }
    (sign === "-" ? open.removed : open.added).push(index);
  }
  return blocks;
}

/** Two lines behind their signs. */
function shortened(before: string, after: string): readonly [string, string] {
  const most = Math.min(before.length, after.length);
  if (most <= longest) return [before, after];
  let start = 1;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [around(before, start, end), around(after, start, end)];
}

/** A line without what is more than `kept` before `start` and more than that behind its last `end` units. */
function around(line: string, start: number, end: number): string {
  let from = Math.max(1, start - kept);
  let to = Math.min(line.length, line.length - end + kept);
  // No character is cut in two.
  if (isSecondHalf(line, from)) from += 1;
  if (isSecondHalf(line, to)) to -= 1;
  return line.charAt(0) + leftOut(from - 1) + line.slice(from, to) + leftOut(line.length - to);
}

function isSecondHalf(line: string, at: number): boolean {
  return (line.charCodeAt(at) & 0xfc_00) === 0xdc_00;
}

/** Whether a line of a hunk reads as if a part of it were left out. */
export function isShortened(line: string): boolean {
  return /\[… \d+ characters that stay …\]/.test(line);
}

function leftOut(count: number): string {
  return count === 0 ? "" : `[… ${count} characters that stay …]`;
}
