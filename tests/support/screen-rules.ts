/** What a program's bytes may not do to a person's terminal, and how often its texts are there. */

/** `CSI 3 J`: throws the user's scrollback away. */
export const ERASE_SCROLLBACK = "\x1b[3J";
/** `CSI 2 J`: blanks the window. */
export const ERASE_SCREEN = "\x1b[2J";

const ESC = "\x1b";
const STEP_OR_ERASURE = new RegExp(String.raw`${ESC}(?:\[(\d*)([AFKG])|M)`, "g");

/** How often a text occurs in another, without overlaps. */
export function count(haystack: string, needle: string): number {
  return haystack.split(needle).length - 1;
}

/**
 * The largest step up in the bytes, in rows: `CSI n A`, `CSI n F`, or a run of these and of `ESC M` with only
 * erasures of lines between them, which is how live parts are painted over. For where the cursor really
 * went, see `Emulator.climb`.
 */
export function largestStepUp(raw: string): number {
  let largest = 0;
  let step = 0;
  let end = 0;
  for (const match of raw.matchAll(STEP_OR_ERASURE)) {
    if (match.index !== end) step = 0;
    end = match.index + match[0].length;
    const [, digits, final] = match;
    if (final !== "K" && final !== "G") step += final === undefined ? 1 : Math.max(Number(digits), 1);
    largest = Math.max(largest, step);
  }
  return largest;
}

/** How often a text stands in the lines; give joined lines (`scrollback({ joinWrapped: true })`) for long texts. */
export function countInLines(lines: readonly string[], text: string): number {
  return lines.reduce((sum, line) => sum + count(line, text), 0);
}
