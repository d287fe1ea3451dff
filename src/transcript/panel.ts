/** What all panels have in common: a head line with facts at its right end, and a body that hangs below it. */
import { keyName } from "../terminal/keymap/active.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { padLine, truncateLine, widthOf } from "../terminal/width.ts";
import { sayCount } from "../words/say.ts";
import type { RenderOptions } from "./render-options.ts";

/** On wide screens the facts stay near the title; columns. */
const widestHead = 100;
/** A title that would get fewer columns than this leaves the line to itself. */
const shortestTitle = 8;
const collapsedLines = 3;
const corner = "  ⎿ ";
const below = "    ";

type Drawing = Pick<RenderOptions, "width" | "style">;

/** `start` is never cut as long as there is room for it, `title` goes on right behind it. */
export type Head = { readonly start: string; readonly title: string; readonly facts: readonly string[] };

/** The head in one line, or in two where its facts would leave no room for a title. */
export function layHead({ start, title, facts: all }: Head, { width, style }: Drawing): string[] {
  const facts = all.join(" · ");
  const left = start + title;
  const room = Math.min(width, widestHead) - widthOf(facts) - 2;
  if (widthOf(left) <= room) return [`${padLine(left, room + 2)}${style.dim(facts)}`];
  if (room >= widthOf(start) + 2 + shortestTitle) {
    return [`${padLine(truncateLine(left, room), room + 2)}${style.dim(facts)}`];
  }
  return [truncateLine(left, width), style.dim(truncateLine(`  ${facts}`, width))];
}

/** The room that a body has beside its corner, columns. */
export function roomBelow({ width }: Pick<RenderOptions, "width">): number {
  return width > below.length * 2 ? width - below.length : Math.max(1, width);
}

/** Hangs a body's lines, which were drawn for `roomBelow`, below its head. */
export function hangBelow(lines: readonly string[], options: Drawing): string[] {
  if (roomBelow(options) === options.width) return [...lines];
  return lines.map((line, index) => {
    if (index === 0) return options.style.dim(corner) + line;
    return line === "" ? "" : below + line;
  });
}

/** A few lines, or the one that says most and the number of all; `saying` stands in that one's place. */
export function foldLines(
  lines: readonly string[],
  keep: "start" | "end",
  width: number,
  style: Style,
  saying: string | null = null,
): string[] {
  if (lines.length <= collapsedLines) return lines.map((line) => style.dim(truncateLine(line, width)));
  const line = saying ?? (keep === "start" ? lines[0] : lines.findLast((text) => text.trim() !== "")) ?? "";
  const note = `… ${sayCount(lines.length, "line")} (${keyName("open-transcript", "global")})`;
  const room = width - widthOf(note) - 3;
  if (room < shortestTitle) return [line, note].map((text) => style.dim(truncateLine(text, width)));
  return [style.dim(`${truncateLine(line, room)} · ${note}`)];
}

/** The printable lines of a program's text, without blank ones at its end. */
export function printedLines(text: string): string[] {
  const lines = sanitize(text, "output", { lastStateOnly: true }).trimEnd();
  return lines === "" ? [] : lines.split("\n");
}

/** A text of several lines on one. */
export function oneLine(text: string): string {
  return sanitize(text, "output")
    .trim()
    .replace(/\s*\n\s*/g, " ⏎ ");
}
