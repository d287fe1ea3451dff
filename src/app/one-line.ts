/** Names and sentences that others have made, as they may stand within a line of rein's own. */
import { sanitize } from "../terminal/sanitize.ts";

/** A sentence is never as long, UTF-16 units; the middle of what is longer is left out, with a count. */
const longest = 1_000;

/** Printable, on one line: line breaks, and what would turn or hide the text around it, are spelled out. */
export function oneLine(text: string): string {
  return sanitize(text, "approval", { limit: longest }).replaceAll("\n", "\\n");
}
