import { expect, test } from "bun:test";
import { count, countInLines, ERASE_SCROLLBACK, largestStepUp } from "./screen-rules.ts";

test("counts sequences", () => {
  expect(count("a\x1b[3Jb\x1b[3J\x1b[2J", ERASE_SCROLLBACK)).toBe(2);
});

test.each([
  ["no movement", "hello\r\n", 0],
  ["cursor up", "\x1b[A\x1b[2Ktext\x1b[4A", 4],
  ["previous line", "\x1b[3F", 3],
  ["reverse index", "\x1bM", 1],
  ["a live part erased row by row", "\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K\x1b[G", 2],
  ["steps with text between them", "\x1b[2A text \x1b[2A", 2],
])("the largest step up: %s", (_, raw, rows) => {
  expect(largestStepUp(raw)).toBe(rows);
});

test("counts a text in lines", () => {
  expect(countInLines(["one two", "two two"], "two")).toBe(3);
});
