/** The marks that stand for the live part's lines while they are laid out. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { createLineMarks } from "../../src/hosts/repl/transcript/line-marks.ts";
import { writing } from "../components/views.ts";
import { openWindow } from "./window.ts";

const seed = 20_261_130;

test("each mark stands for its own line, however many lines have been on the screen", () => {
  const line = fc.string({ minLength: 1, maxLength: 4 }).filter((text) => text.trim() !== "");
  const frames = fc.array(fc.array(line, { maxLength: 20 }), { minLength: 1, maxLength: 20 });
  // Together the runs take more marks than there are.
  const marks = createLineMarks();
  let others = 0;
  fc.assert(
    fc.property(frames, (all) => {
      const standing = marks.mark("what stands below it all the time", 80);
      for (const frame of all) {
        for (let index = 0; index < 150; index += 1) marks.mark(`gone ${(others += 1)}`, 80);
        expect(marks.mark("what stands below it all the time", 80)).toBe(standing);
        const given = frame.map((one) => marks.mark(one, 80));
        expect(given.map((mark) => marks.lineOf(mark))).toEqual(frame.map((one) => one.trimEnd()));
        expect(given).not.toContain(standing);
      }
      expect(marks.lineOf(standing)).toBe("what stands below it all the time");
    }),
    { seed, numRuns: 80 },
  );
  expect(others).toBeGreaterThan(65_536);
});

test("a line that is wider than the window is not drawn past its edge", () => {
  const marks = createLineMarks();
  expect(marks.lineOf(marks.mark("日本語", 5))).toBe("日本…");
  expect(marks.lineOf(marks.mark("日本語", 6))).toBe("日本語");
});

test("a look that a line leaves open ends with it", () => {
  const marks = createLineMarks();
  expect(marks.lineOf(marks.mark("\u001b[31mred", 80))).toBe("\u001b[31mred\u001b[0m");
});

test("characters for private use are shown as they are written", async () => {
  using window = openWindow();
  const text = "a\u{100000}b\u{100001}c\u{10f000}d";
  window.screen.set({ composer: writing(text, 74), status: "the status" });
  await window.drawn();
  expect(window.text().join("\n")).toContain(text);
  expect(window.text().join("\n")).toContain("the status");
});
