import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { clipboardSequence, pasteable } from "../../src/terminal/clipboard.ts";

test("any text is one sequence, and what the terminal decodes is the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sequence = clipboardSequence(text);
      expect(sequence).toStartWith("\u001b]52;c;");
      expect(sequence).toEndWith("\u001b\\");
      const encoded = sequence.slice("\u001b]52;c;".length, -2);
      expect(encoded).toMatch(/^[A-Za-z0-9+/=]*$/);
      expect(Buffer.from(encoded, "base64").toString()).toBe(text);
    }),
  );
});

test("what is pasted is text: no key is in it but line ends and tabs", () => {
  expect(pasteable("a\tb\r\nc\u001b[201~d\u0003\u009b")).toBe("a\tb\nc[201~d");
});
