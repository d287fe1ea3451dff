/** A change with the old file on the left and the new one on the right. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { renderDiff } from "../../src/transcript/render-diff.ts";
import { compareTexts } from "../../src/workspace/compare-texts.ts";

const seed = 20_261_005;

function drawn(before: string, after: string, width = 80, style = plainStyle): string[] {
  return renderDiff(compareTexts("a.ts", before, after), {
    width,
    style,
    sideBySide: true,
    mode: "approval",
  });
}

describe("side by side", () => {
  test("a changed line stands beside what it became, and each file has its own numbers", () => {
    const before = "a\nif (user.name = name) {\n  return get(id);\nz\n";
    const after = "new\na\n// why\nif (user.name === name) {\n  return find(id);\nz\n";
    const sides = drawn(before, after).map((line) => line.split("│").map((side) => side.trim()));
    expect(sides).toEqual([
      ["", "1 + new"],
      ["1   a", "2   a"],
      ["", "3 + // why"],
      ["2 − if (user.name = name) {", "4 + if (user.name === name) {"],
      ["3 −   return get(id);", "5 +   return find(id);"],
      ["4   z", "6   z"],
    ]);
  });

  test("the words that changed are marked on both sides, also without colours", () => {
    const style = createStyle({ colour: false });
    const [line = ""] = drawn("const user = get(id);\n", "const user = find(id);\n", 80, style);
    expect(line).toContain(style.inverse("get"));
    expect(line).toContain(style.inverse("find"));
  });

  test("what is missing at the end of a file is said on its side", () => {
    expect(drawn("a\n", "a", 100).map((line) => line.split("│").map((side) => side.trim()))).toEqual([
      ["1 − a", "1 + a"],
      ["", "no line break at the end of the file"],
    ]);
  });

  test("a narrow window has one column", () => {
    expect(drawn("a\n", "b\n", 50)).toEqual(["1 − a", "1 + b"]);
  });

  test("every line of both files is there, and none is too wide", () => {
    const line = fc.constantFrom(
      "same",
      "日本語",
      "x".repeat(70),
      "a\tb",
      "\u202e",
      "if (a) {",
      "if (b) {",
      "",
    );
    const text = fc.array(line, { maxLength: 10 }).map((lines) => lines.map((one) => `${one}\n`).join(""));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 63, max: 160 }), (before, after, width) => {
        const change = compareTexts("a.ts", before, after);
        const lines = renderDiff(change, { width, style: plainStyle, sideBySide: true, mode: "approval" });
        for (const row of lines) expect(widthOf(row)).toBeLessThanOrEqual(width);
        const signs = change.hunks.flatMap(({ lines: all }) => all.map((one) => one.charAt(0)));
        const count = (sign: string) =>
          lines.filter((row) => row.includes(` ${sign} `) || row.endsWith(` ${sign}`)).length;
        expect(count("−")).toBe(signs.filter((sign) => sign === "-").length);
        expect(count("+")).toBe(signs.filter((sign) => sign === "+").length);
      }),
      { seed },
    );
  });
});

test("lines that were changed and lines that came in between are told apart", () => {
  const style = createStyle({ colour: false });
  const before = "const first = one;\nconst second = two;\n";
  const after = "const first = 1;\n// here\n// and here\nconst second = 2;\n";
  const lines = renderDiff(compareTexts("a.ts", before, after), { width: 60, style });
  expect(lines.filter((line) => line.includes("\u001b[7m"))).toHaveLength(4);
  expect(lines.join("\n")).toContain(`second = ${style.inverse("2")}`);
});
