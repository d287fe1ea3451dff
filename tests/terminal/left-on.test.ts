/** A program may leave anything on: what is sent afterwards brings the terminal to rest. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createLeftOn } from "../../src/terminal/modes/left-on.ts";
import { createOutputReader } from "../../src/terminal/output-tokens.ts";
import { AT_REST, Emulator } from "../support/emulator.ts";

const atRest = "\x1b[0m\x1b[?25h";

function restoration(output: string): string {
  const leftOn = createLeftOn();
  createOutputReader((token) => leftOn.see(token)).push(output);
  return leftOn.restoration();
}

describe("what is left on", () => {
  test.each([
    ["nothing", "hello \x1b[31mred", ""],
    ["a mode that was switched off again", "\x1b[?1000h\x1b[?2004h\x1b[?2004l\x1b[?1000l", ""],
    [
      "mouse and alternate screen, left in this order",
      "\x1b[?1049h\x1b[?1002;1006h",
      "\x1b[?1002l\x1b[?1006l\x1b[?1049l",
    ],
    ["autowrap that was switched off", "\x1b[?7l", "\x1b[?7h"],
    ["keys of the kitty protocol", "\x1b[>1u\x1b[>15u\x1b[<u", "\x1b[<1u"],
    ["such keys of the other screen", "\x1b[?1049h\x1b[>1u", "\x1b[<1u\x1b[?1049l"],
    ["margins", "\x1b[3;9r", "\x1b7\x1b[r\x1b8"],
    ["line drawing letters", "\x1b(0lqk", "\x1b(B"],
    ["everything, then a reset", "\x1b[?1000h\x1b[3;9r\x1bc", ""],
  ])("%s", (_, output, bytes) => {
    expect(restoration(output)).toBe(bytes + atRest);
  });

  test("an emulated terminal is at rest afterwards, whatever was on", async () => {
    const mode = fc.constantFrom(9, 25, 47, 1000, 1002, 1003, 1004, 1006, 1047, 1049, 2004, 2026);
    const step = fc.tuple(mode, fc.constantFrom("h", "l")).map(([number, end]) => `\x1b[?${number}${end}`);
    const key = fc.constantFrom("\x1b[>1u", "\x1b[>7u", "\x1b[<u");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(step, key), { maxLength: 12 }), async (steps) => {
        const emulator = new Emulator({
          cols: 40,
          rows: 6,
          kittyKeyboard: true,
          background: undefined,
          reply: () => {},
        });
        const written = Promise.withResolvers<void>();
        const output = steps.join("");
        emulator.write(Buffer.from(output + restoration(output)), () => written.resolve());
        await written.promise;
        expect(emulator.modes()).toEqual(AT_REST);
        emulator.dispose();
      }),
    );
  });
});
