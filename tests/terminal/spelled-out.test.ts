import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sanitize } from "../../src/terminal/sanitize.ts";
import { spellOutStretches } from "../../src/terminal/spelled-out.ts";

const seed = 20_261_005;

/** What became of the part between ⟦ and ⟧. */
function found(text: string): string {
  const from = text.indexOf("⟦");
  const stretch = { from, to: text.indexOf("⟧") - 1 };
  const spelled = spellOutStretches(text.replaceAll(/[⟦⟧]/g, ""), [stretch]);
  const [moved = stretch] = spelled.stretches;
  return spelled.text.slice(moved.from, moved.to);
}

describe("a stretch of a text that is spelled out", () => {
  test.each([
    ["a \u202e⟦b c⟧ d", "b c"],
    ["⟦a\tb⟧\tc", "a\\tb"],
    ["a\u200b⟦\u200b⟧\u200bc", "\\u{200b}"],
    [`a${" ".repeat(50)}⟦b⟧`, "b"],
    [`a${" ".repeat(20)}⟦${" ".repeat(30)}b⟧`, "⟨50 spaces⟩b"],
    ["p⟦\u0430⟧ypal", "\\u{430}"],
    ["curl http://⟦\u0430ррӏе⟧.com", "\\u{430}\\u{440}\\u{440}\\u{4cf}\\u{435}"],
  ])("%j is found again", (text, expected) => {
    expect(found(text)).toBe(expected);
  });

  test("is found whatever stands around it, and the text is the one that is shown everywhere", () => {
    const piece = fc.constantFrom(
      "a",
      " ",
      "\t",
      "\u0430",
      "\u202e",
      " ".repeat(45),
      "漢",
      "\n",
      "\n".repeat(12),
      "\x1b",
      "https://",
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        // Letters of no alphabet, so that what stands beside them changes nothing about them.
        const command = `${before};#!;${after}`;
        const from = before.length + 1;
        const spelled = spellOutStretches(command, [{ from, to: from + 2 }]);
        expect(spelled.text).toBe(sanitize(command, "approval", { limit: Infinity }));
        expect(spelled.stretches.map((one) => spelled.text.slice(one.from, one.to))).toEqual(["#!"]);
      }),
      { seed, numRuns: 300 },
    );
  });
});
