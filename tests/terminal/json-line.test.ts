import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { jsonLine } from "../../src/terminal/json-line.ts";

test("whatever is in a value, its line reads back as the value, and nothing in it acts on a terminal or hides", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const line = jsonLine(value);
      // JSON has no negative zero.
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    }),
  );
});

test("what is seen stays as it is; a tag outside the first plane is spelled in halves", () => {
  expect(jsonLine("日本 ünï 👍")).toBe('"日本 ünï 👍"');
  expect(jsonLine("\u009b\u202e\u{e0041}")).toBe(String.raw`"\u009b\u202e\udb40\udc41"`);
  expect(jsonLine(undefined)).toBe("null");
});
