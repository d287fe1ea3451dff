import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type Edit, type Knowledge, planEdits } from "../../src/tools/edit-plan.ts";

function plan(text: string, edits: readonly Edit[], knowledge: Knowledge = "read"): string {
  const result = planEdits(text, edits, knowledge);
  return result.type === "made" ? result.after : `refused: ${result.trouble.type}`;
}
const one = (old_string: string, new_string: string, replace_all?: boolean): Edit[] => [
  { old_string, new_string, replace_all },
];

describe("planning edits", () => {
  test("one exact place is the same as what a plain replacement makes, and all else is refused", () => {
    const piece = fc.constantFrom("a", "b", "ab", " ", "\t", "\n", "\r\n", "\u00A0", "“", "😀");
    const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat({ max: 6 }), text, (content, at, length, other) => {
        const from = at % (content.length + 1);
        const wanted = length === 0 ? other : content.slice(from, from + length);
        fc.pre(wanted !== "" && !content.includes("NEW"));
        const result = planEdits(content, one(wanted, "NEW"), "unread");
        const parts = content.split(wanted);
        const seen = (one: string) => one.replaceAll("\r\n", "\n");
        const isAlone = [
          [content, wanted],
          [seen(content), seen(wanted)],
        ].every(([all = "", part = ""]) => all.indexOf(part) === all.lastIndexOf(part));
        if (parts.length === 2 && isAlone)
          expect(result).toMatchObject({ type: "made", after: parts.join("NEW") });
        if (result.type !== "made") return;
        // What is made unread has one place, and everything around it stays.
        const start = result.after.indexOf("NEW");
        const tail = result.after.slice(start + "NEW".length);
        expect(content.startsWith(result.after.slice(0, start))).toBeTrue();
        expect(content.endsWith(tail)).toBeTrue();
        const replaced = content.slice(start, content.length - tail.length);
        expect(replaced.replaceAll("\r\n", "\n")).toBe(wanted.replaceAll("\r\n", "\n"));
      }),
      { numRuns: 2_000 },
    );
  });

  test("a text that was not read, or not as it is now, is changed only where it matches exactly once", () => {
    for (const knowledge of ["unread", "stale"] as const) {
      expect(plan("x y\n", one("x", "z"), knowledge)).toBe("z y\n");
      expect(plan("x x\n", one("x", "z", true), knowledge)).toBe("refused: must_read");
      expect(plan("x\u00A0y\n", one("x y", "z"), knowledge)).toBe("refused: must_read");
    }
    expect(plan("x x\n", one("x", "z", true))).toBe("z z\n");
    expect(plan("x\u00A0y\n", one("x y", "z"))).toBe("z\n");
  });

  test("two places that look the same are two places, also where their line ends differ", () => {
    expect(plan("a\r\nb\r\na\nb\n", one("a\nb", "x"))).toBe("refused: several");
    expect(plan("a\r\nb\r\na\nb\n", one("a\nb", "x", true))).toBe("x\r\nx\n");
  });

  test("two places that overlap are two places", () => {
    expect(plan("aaa", one("aa", "b"))).toBe("refused: several");
    expect(plan("}\r\n}\r\n}\r\n", one("}\n}\n", "}\n"))).toBe("refused: several");
    expect(plan("aaa", one("aa", "b", true))).toBe("ba");
    expect(plan("aaxaa", one("aaxaa", "b"))).toBe("b");
  });

  test("letters and accents are found however they are composed, and stay as the file has them", () => {
    const [apart, together] = ["cafe\u0301 = 1\n", "caf\u00E9 = 1\n"];
    expect(plan(apart, one("caf\u00E9 = 1", "caf\u00E9 = 2"))).toBe("cafe\u0301 = 2\n");
    expect(plan(together, one("cafe\u0301 = 1", "cafe\u0301 = 2"))).toBe("caf\u00E9 = 2\n");
    expect(plan(apart + apart, one("caf\u00E9", "tea"))).toBe("refused: several");
    expect(plan(apart, one("caf\u00E9", "tea"), "unread")).toBe("refused: must_read");
  });

  test("every place of a text with CRLF is replaced with CRLF", () => {
    expect(plan("a\r\nb\r\na\r\nb\r\n", one("a\nb", "a\nx\nb", true))).toBe("a\r\nx\r\nb\r\na\r\nx\r\nb\r\n");
  });

  test("an edit that would leave the text as it is, is no edit", () => {
    expect(plan("x\u00A0y\n", one("x y", "x\u00A0y"))).toBe("refused: no_change");
    expect(plan("a\r\nb\r\n", one("a\nb", "a\r\nb"))).toBe("refused: no_change");
  });

  test("so many places that they cannot be listed are refused", () => {
    expect(plan("x".repeat(1_000_002), one("x", "y", true))).toBe("refused: many");
  });

  test("`$&` in the new text means itself, at every place too", () => {
    expect(plan("x x", one("x", "$&$1", true))).toBe("$&$1 $&$1");
  });
});
