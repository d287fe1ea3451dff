/** Items as plain text for pipes and files: no escape sequence, nothing folded, assistant text as it was written. */
import { sanitize } from "../terminal/sanitize.ts";
import { plainStyle } from "../terminal/style.ts";
import type { Item } from "./item.ts";
import { needsGap, renderItem } from "./render.ts";

/** Wide enough that nothing is wrapped; columns. */
const unwrapped = 1_000_000;

/** Returns the whole transcript; it ends with a line break unless there are no items. */
export function toPlainText(items: readonly Item[]): string {
  const lines = items.flatMap((item, index) => {
    const drawn = linesOf(item);
    return needsGap(items[index - 1], item) ? [""].concat(drawn) : drawn;
  });
  return lines.length === 0 ? "" : `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function linesOf(item: Item): string[] {
  if (item.type === "text") return sanitize(item.text.trim(), "output", { tabWidth: 4 }).split("\n");
  return renderItem(item, { width: unwrapped, style: plainStyle, expanded: true });
}
