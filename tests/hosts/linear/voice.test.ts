import { expect, test } from "bun:test";
import fc from "fast-check";
import { createVoice } from "../../../src/hosts/linear/voice.ts";

test("whatever is said comes out as whole lines, without anything that moves a cursor or paints", () => {
  const piece = fc.oneof(
    fc.constantFrom("\u001b[2J", "\u001b]0;title\u0007", "\u009b1A", "\r", "\b", "\n", "\t", "\u2028"),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const lines: string[] = [];
      createVoice((line) => lines.push(line)).tell(pieces.join(""), "warning");
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
});
