import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { plainOutput } from "../../src/tools/plain-output.ts";

describe("output for a model", () => {
  test.each([
    ["a progress bar shows its last state", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
    ["a line that was wiped at its end keeps what was there", "building…\r        \rok\n", "ok\n"],
    ["line ends of Windows are line ends", "one\r\ntwo\r\n", "one\ntwo\n"],
    ["colours go", "\x1b[31mred\x1b[0m and \x1b[1;38;5;4mblue\x1b[m", "red and blue"],
    [
      "titles and links go, their words stay",
      "\x1b]0;title\x07\x1b]8;;http://x\x1b\\here\x1b]8;;\x1b\\",
      "here",
    ],
    ["letters that were printed twice are there once", "N\x08NA\x08AM\x08ME\x08E", "NAME"],
    ["a counter that goes back over itself shows its last state", "at 10%\b\b\b20%\b\b\b100%\n", "at 100%\n"],
    ["a spinner shows its last state, and goes back no further than its line", "a\n\b\b|\b/\b-", "a\n-"],
    ["control characters go, tabs stay", "a\0b\x07\tc\x7f\n", "ab\tc\n"],
    ["what is plain stays as it is", "  two  blanks\n\n中文 👩‍👩‍👧\n", "  two  blanks\n\n中文 👩‍👩‍👧\n"],
  ])("%s", (_, printed, read) => {
    expect(plainOutput(printed)).toBe(read);
  });

  test("holds no control character but line ends and tabs, whatever was printed", () => {
    const anything = fc.string({
      unit: fc.oneof(fc.constantFrom("\x1b", "[", "\r", "\n", "\b", "3", "m"), fc.string({ maxLength: 1 })),
    });
    fc.assert(
      fc.property(anything, (printed) => {
        expect(plainOutput(printed)).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });
});
