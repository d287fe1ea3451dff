/** A todo list as lines, and what a new one changes in an older one. */
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine } from "../terminal/width.ts";
import { doneWords, type Todo } from "../tools/todo-list.ts";
import { say } from "../words/say.ts";

const signs = { done: "✓", in_progress: "▸", pending: "○" } as const;

/**
 * The list in at most `rows` lines: how far it is, then what is around the item that is under way, and how many there are
 * beside. An empty list says so.
 */
export function renderTodos(
  items: readonly Todo[],
  { width, style, rows }: { readonly width: number; readonly style: Style; readonly rows: number },
): string[] {
  if (rows <= 0) return [];
  if (items.length === 0) return [style.dim(truncateLine(say`todo · nothing on the list`, width))];
  const head = style.dim(truncateLine(say`todo · ${doneWords(items)}`, width));
  const room = rows - 1;
  const isCut = items.length > room;
  const count = Math.max(0, isCut ? room - 1 : items.length);
  const first = Math.max(0, Math.min(currentOf(items) - Math.min(1, count - 1), items.length - count));
  const shown = items.slice(first, first + count).map((item) => todoLine(item, width, style));
  const more =
    isCut && room > 0 ? [style.dim(truncateLine(say`  … ${items.length - count} more`, width))] : [];
  return [head, ...shown, ...more];
}

/** The item that is under way, else the first that is not done, else the last. */
function currentOf(items: readonly Todo[]): number {
  const at = items.findIndex(({ status }) => status === "in_progress");
  if (at !== -1) return at;
  const open = items.findIndex(({ status }) => status !== "done");
  return open === -1 ? items.length - 1 : open;
}

function todoLine({ text, status }: Todo, width: number, style: Style): string {
  const line = truncateLine(`  ${signs[status]} ${sanitize(text, "approval_inline")}`, width);
  return status === "in_progress" ? line : style.dim(line);
}

/**
 * What a list changes in the one before it: done, begun, added, dropped, as lines for the call's panel. An item is known by
 * its text.
 */
export function todoChanges(items: readonly Todo[], before: readonly Todo[]): string[] {
  const old = new Map(before.map(({ text, status }) => [text, status]));
  const isNew = new Set(items.map(({ text }) => text));
  const changed = items.flatMap(({ text, status }) =>
    old.get(text) === status ? [] : `${signs[status]} ${text}`,
  );
  const dropped = before.flatMap(({ text }) => (isNew.has(text) ? [] : `− ${text}`));
  return [...changed, ...dropped];
}
