/** Tables of plain text: the second column stays a column. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { widthOf } from "../../src/terminal/width.ts";
import { wrapHanging } from "../../src/transcript/hanging.ts";

test("what does not fit goes on below its own column", () => {
  expect(wrapHanging("Commands:\n  /fork [back]   go on in a copy of this session", 34)).toEqual([
    "Commands:",
    "  /fork [back]   go on in a copy",
    "                 of this session",
  ]);
});

test("where the first column takes most of the width it goes on further left", () => {
  expect(wrapHanging("  shift+enter, ctrl+j   new line", 24)).toEqual(
    ["  shift+enter, ctrl+j   ", "    new line"].map((l) => l.trimEnd()),
  );
});

test("ordinary text is wrapped as ever, no line is too wide and nothing is lost", () => {
  expect(wrapHanging("one two three", 8)).toEqual(["one two", "three"]);
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "  ", "漢", "\n", "word"), maxLength: 80 });
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (written, width) => {
      const lines = wrapHanging(written, width);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replaceAll(/\s/g, "")).toBe(written.replaceAll(/\s/g, ""));
    }),
    { seed: 20_261_006, numRuns: 300 },
  );
});
