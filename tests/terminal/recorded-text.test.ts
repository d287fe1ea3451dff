/** What a program's output is in plain text: the same as a person saw on the main screen. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createOutputReader } from "../../src/terminal/output-tokens.ts";
import { recordText } from "../../src/terminal/recorded-text.ts";
import { Emulator } from "../support/emulator.ts";

const rows = 8;

function recorded(...chunks: readonly string[]): string {
  return recordedIn(rows, ...chunks);
}

function recordedIn(rows: number, ...chunks: readonly string[]): string {
  let text = "";
  const record = recordText(rows, (more) => {
    text += more;
  });
  const reader = createOutputReader((token) => record.see(token));
  for (const chunk of chunks) reader.push(chunk);
  record.end();
  return text;
}

/** Where a program left the cursor, and what brings it to a line of its own. */
function freshLine(output: string): string {
  const record = recordText(rows, () => {});
  createOutputReader((token) => record.see(token)).push(output);
  return record.toFreshLine();
}

const linesOf = (text: string): string => text.replace(/[ ]+$/gm, "").trimEnd();

async function emulated(output: string, rows: number): Promise<string> {
  const emulator = new Emulator({
    cols: 300,
    rows,
    kittyKeyboard: false,
    background: undefined,
    reply: () => {},
  });
  const written = Promise.withResolvers<void>();
  emulator.write(Buffer.from(output), () => written.resolve());
  await written.promise;
  const text = emulator.scrollback(false).join("\n");
  emulator.dispose();
  return text;
}

describe("plain text of output", () => {
  test.each([
    ["lines", "one\r\ntwo\r\n", "one\ntwo"],
    ["colours go", "\x1b[1;31mred\x1b[0m and \x1b]8;;https://x.y\x07link\x1b]8;;\x07\r\n", "red and link"],
    ["progress", "10%\r50%\r100%\r\ndone\r\n", "100%\ndone"],
    ["a shorter line over a longer one", "downloading\r\x1b[Kok\r\n", "ok"],
    ["what was erased with the backspace key", "yas\b \b\b \bes\r\n", "yes"],
    ["several progress lines", "a 1\r\nb 1\r\n\x1b[2Aa 2\r\nb 2\r\n", "a 2\nb 2"],
    [
      "the other screen",
      "before\r\n\x1b[?1049h\x1b[H\x1b[2Jsecret menu\x1b[?1049lafter\r\n",
      "before\nafter",
    ],
    [
      "only the last picture",
      "first\r\n\x1b[H\x1b[2Jframe 1\r\nx\r\n\x1b[H\x1b[Jframe 2\r\n",
      "first\nframe 2",
    ],
    ["tabs", "all:\r\n\tcc main.c\r\n", "all:\n\tcc main.c"],
    ["window titles", "\x1b]0;title\x1b\\shown\r\n", "shown"],
  ])("%s", (_, output, text) => {
    expect(linesOf(recorded(output))).toBe(text);
  });

  test("is the same however the output is cut", () => {
    const piece = fc.constantFrom(
      "a",
      "\r",
      "\n",
      "\x1b[K",
      "\x1b[2A",
      "\x1b]0;t\x1b\\",
      "\x1b[?1049h",
      "\x1b[?1049l",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const output = pieces.join("");
        expect(recorded(...output.split(""))).toBe(recorded(output));
      }),
    );
  });

  test("holds no control characters, whatever was written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (output) => {
        expect(recorded(output)).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });

  const steps = ["word", "x", "\r\n", "\r\n", "\r", "\b", "\x1b[K", "\x1b[2K", "\x1b[1A", "\x1b[3A"];
  const more = ["\x1b[4C", "\x1b[2D", "\x1b[6G", "\x1b[J"];
  test.each([
    ["that scrolls", 8, [...steps, ...more]],
    // Where the window's end is, nobody tells: in a high one it is not met.
    ["that is high", 60, [...steps, ...more, "\x1b[2B"]],
  ])("is what an emulated screen shows %s", async (_, height, pieces) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), async (chosen) => {
        const output = chosen.join("");
        expect(linesOf(recordedIn(height, output))).toBe(linesOf(await emulated(output, height)));
      }),
    );
  });

  test("of a line without end is handed over all the same", () => {
    let longest = 0;
    let total = 0;
    const record = recordText(rows, (text) => {
      longest = Math.max(longest, text.length);
      total += text.length;
    });
    const reader = createOutputReader((token) => record.see(token));
    for (let count = 0; count < 1000; count += 1) reader.push("x".repeat(1000));
    expect(total).toBeGreaterThan(900_000);
    expect(longest).toBeLessThan(40_000);
  });
});

describe("below the output", () => {
  test.each([
    ["behind a whole line is where the cursor is", "done\r\n", ""],
    ["behind half a line begins a new one", "no end", "\r\n"],
    ["is below what the cursor was moved above of", "one\r\ntwo\r\nthree\r\x1b[2A", "\x1b[2B\r\n"],
    ["is at the bottom when the program went anywhere on the screen", "\x1b[3;5H", "\x1b[9999B\r\n"],
    ["is below the text of a screen that was cleared", "\x1b[H\x1b[2Ja\r\nb\r\n\x1b[H", "\x1b[1B\r\n"],
    ["is where it was before the other screen", "a\r\n\x1b[?1049h\x1b[9;9Hmenu\x1b[?1049l", ""],
  ])("%s", (_, output, bytes) => {
    expect(freshLine(output)).toBe(bytes);
  });
});
