import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { typedText } from "../../src/terminal/input/typed-text.ts";

test("keys that type nothing, the mouse and answers of the terminal are no text", () => {
  expect(typedText("ab\u001b[D\u001bOA\u001b[15~c")).toBe("abc");
  expect(typedText("x\u001b[<0;3;4My\u001b[?1;2c\u001b[12;5R\u001b]11;rgb:0000/0000/0000\u0007z")).toBe(
    "xyz",
  );
  expect(typedText("a\u0003\u001bb\u007f")).toBe("a");
  expect(typedText("half a sequence \u001b[1;")).toBe("half a sequence ");
});

test("lines stay lines, whether they were typed or pasted", () => {
  expect(typedText("one\rtwo\n\nthree\r")).toBe("one\ntwo\n\nthree\n");
  expect(typedText("\u001b[200~pasted\rtext\u001b[201~ typed")).toBe("pasted\ntext typed");
});

test("characters stay as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const printable = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, "");
      expect(typedText(printable)).toBe(printable);
    }),
    { seed: 3, numRuns: 200 },
  );
});
