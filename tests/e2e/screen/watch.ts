/** What every story about the screen looks at: the rules that hold at any time, and the lines that were printed. */
import { expect } from "bun:test";
import { drawnColumns } from "../../../src/hosts/repl/screen/frame.ts";
import { createStyle } from "../../../src/terminal/style.ts";
import { renderItem } from "../../../src/transcript/render.ts";
import { count, ERASE_SCREEN, ERASE_SCROLLBACK } from "../../support/screen-rules.ts";
import type { TestTerminal } from "../../support/terminal.ts";

export const SIZES = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 40, rows: 12 },
  { cols: 20, rows: 6 },
] as const;

/** The scrollback is never thrown away, the window never blanked, and the cursor never leaves the live part upwards. */
export function expectGoodManners(terminal: TestTerminal, mostRows = terminal.emulator.rows): void {
  expect(count(terminal.raw(), ERASE_SCROLLBACK)).toBe(0);
  expect(count(terminal.raw(), ERASE_SCREEN)).toBe(0);
  expect(terminal.emulator.climb).toBeLessThan(mostRows);
}

/** An answer's lines as they are printed in a window of so many columns. */
export function linesOf(markdown: string, windowColumns: number): string[] {
  const width = drawnColumns(windowColumns);
  const style = createStyle({ colour: true });
  const drawn = renderItem({ type: "text", id: "", text: markdown }, { width, style, expanded: false });
  return drawn.map((line) => Bun.stripANSI(line).trimEnd());
}

/** Every one of the lines stands in the scrollback: once, whole, in this order and without anything between them. */
export function expectPrinted(terminal: TestTerminal, lines: readonly string[]): void {
  const all = terminal.scrollback().map((line) => line.trimEnd());
  const first = all.indexOf(lines[0] ?? "");
  expect(all.slice(first, first + lines.length)).toEqual([...lines]);
  const last = lines.findLast((line) => line !== "") ?? "";
  expect(all.filter((line) => line === last)).toHaveLength(lines.filter((line) => line === last).length);
}

/** How many composers there are on the screen and above it: one, with its two rules where there is room for them. */
export function expectOneLivePart(terminal: TestTerminal): void {
  const all = terminal.scrollback();
  const rules = all.filter((line) => /^─+$/.test(line));
  const { rows } = terminal.emulator;
  expect(rules).toHaveLength(rows >= 12 ? 2 : 0);
  // Where there is no room for the mode, the status line still says that there is no sandbox.
  expect(all.filter((line) => /⇧⇥|no sandbox · /.test(line))).toHaveLength(1);
  expect(all.filter((line) => line === ">").length).toBeLessThanOrEqual(1);
}

/** Changes the window's size, and waits until the program has drawn for it. */
export async function resizeTo(terminal: TestTerminal, cols: number, rows: number): Promise<void> {
  const before = terminal.raw().length;
  await terminal.resize(cols, rows);
  // What is taken off and what is drawn in its place are one update; the wait is for its end.
  await terminal.waitFor(() => terminal.raw().length > before, { what: `a frame for ${cols}×${rows}` });
  await terminal.idle(20);
}

/** `text` in pieces of about a token. */
export function pieces(text: string, length = 4): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

/** The live part as it stands on the screen: from below the last printed line on. */
export function liveRows(terminal: TestTerminal, firstLine: string | RegExp): string[] {
  const screen = terminal.screen();
  const first = screen.findIndex((line) =>
    typeof firstLine === "string" ? line.includes(firstLine) : firstLine.test(line),
  );
  const last = screen.findLastIndex((line) => line !== "");
  return first === -1 ? [] : screen.slice(first, last + 1);
}
