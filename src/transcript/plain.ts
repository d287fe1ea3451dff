/** Items as plain text for pipes and files: no escape sequence, nothing folded, assistant text as it was written. */
import { sanitize } from "../terminal/sanitize.ts";
import { plainStyle } from "../terminal/style.ts";
import type { Item } from "./item.ts";
import { needsGap, renderItem } from "./render.ts";

/** Wide enough that nothing is wrapped; columns. */
const unwrapped = 1_000_000;

const linesOfPart = 1000;

/**
 * The whole transcript, item by item, and of a long item some lines at a time. Each part ends with a line break; there is
 * none without items.
 */
export function* plainParts(items: Iterable<Item>): Generator<string> {
  let before: Item | undefined;
  for (const item of items) {
    const drawn = linesOf(item);
    const lines = needsGap(before, item) ? [""].concat(drawn) : drawn;
    for (let at = 0; at < lines.length; at += linesOfPart) {
      const part = lines.slice(at, at + linesOfPart);
      yield part.map((line) => `${line.trimEnd()}\n`).join("");
    }
    before = item;
  }
}

function linesOf(item: Item): string[] {
  if (item.type === "text") return sanitize(item.text.trim(), "output", { tabWidth: 4 }).split("\n");
  return renderItem(item, { width: unwrapped, style: plainStyle, expanded: true });
}
