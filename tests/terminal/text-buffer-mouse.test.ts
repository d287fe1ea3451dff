/** Cells of the composer: a click puts the caret on what is under it, and a drag selects. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createTextBuffer } from "../../src/terminal/text-buffer.ts";

const seed = 20_261_130;

test("every cell of a text leads to the row it is in, never behind it, and as near as can be", () => {
  const words = fc.array(fc.constantFrom("ab ", "日本", "👩‍👩‍👧", "é", "\n", "\t", "longerword", "🇩🇪"), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 4, max: 30 }),
      fc.nat(8),
      fc.nat(40),
      (parts, width, row, column) => {
        const buffer = createTextBuffer();
        buffer.insert(parts.join(""));
        const { lines } = buffer.layout(width);
        const clicked = lines[Math.min(row, lines.length - 1)];
        const at = Math.min(row, lines.length - 1);
        buffer.moveTo(buffer.offsetAt(width, at, column));
        const { caret } = buffer.layout(width);
        expect(caret.row).toBe(at);
        expect(caret.column).toBeLessThanOrEqual(column);
        // The next character would begin behind the cell, or in the next row.
        const place = buffer.caret;
        buffer.run("move-right", width);
        const next = buffer.layout(width).caret;
        // A blank may hang over the end of a row; the caret behind it stays in the window.
        const isEnd = buffer.caret === place || next.row > at || next.column === width - 1;
        expect(isEnd || next.column > column).toBeTrue();
        expect(place).toBeLessThanOrEqual(clicked?.end ?? 0);
      },
    ),
    { seed, numRuns: 300 },
  );
});

test("a chip is one: a click anywhere in its label stands before it", () => {
  const buffer = createTextBuffer();
  buffer.insert("a");
  buffer.insertPaste("line\n".repeat(30));
  buffer.insert("b");
  expect([1, 5, 12].map((column) => buffer.offsetAt(80, 0, column))).toEqual([1, 1, 1]);
});

test("a drag selects from where it began, in both directions; a click ends that", () => {
  const buffer = createTextBuffer();
  buffer.insert("hello world");
  buffer.moveTo(6);
  buffer.extendTo(8);
  expect(buffer.selection).toEqual({ start: 6, end: 8 });
  buffer.extendTo(2);
  expect(buffer.selection).toEqual({ start: 2, end: 6 });
  buffer.moveTo(0);
  expect(buffer.selection).toBeUndefined();
});
