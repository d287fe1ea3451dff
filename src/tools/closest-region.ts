/** Where a text that was not found might have been meant. */
import { cutText, linesOf } from "../workspace/text.ts";

/** The most lines of a region that are shown. */
const maxLines = 12;

/**
 * The numbered lines of `text` around the first line that equals one of `wanted`'s, blanks aside; null when there is
 * none. Tabs show as `→` and no-break spaces as `⍽`, because such a difference is usually why it was not found.
 */
export function closestRegion(text: string, wanted: string): string | null {
  const lines = linesOf(text);
  const wantedLines = linesOf(wanted);
  const at = firstCommonLine(lines, wantedLines);
  if (at === null) return null;
  const region = lines.slice(at, at + Math.min(wantedLines.length, maxLines));
  const shown = region
    .map((line, index) => `${String(at + index + 1).padStart(6)}\t${visible(line)}`)
    .join("\n");
  return /[→⍽]/.test(shown) ? `${shown}\n[→ is a tab, ⍽ a no-break space]` : shown;
}

/** The index in `lines` where `wanted` would begin, judged by the first of its lines that occurs there. */
function firstCommonLine(lines: readonly string[], wanted: readonly string[]): number | null {
  const positions = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const key = withoutBlanks(line);
    if (key !== "" && !positions.has(key)) positions.set(key, index);
  }
  for (const [index, line] of wanted.entries()) {
    const at = positions.get(withoutBlanks(line));
    if (at !== undefined) return Math.max(0, at - index);
  }
  return null;
}

function withoutBlanks(line: string): string {
  return line.replace(/\s+/g, "");
}

function visible(line: string): string {
  return cutText(line, 200).replaceAll("\t", "→").replaceAll("\u00A0", "⍽");
}
