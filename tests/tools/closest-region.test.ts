import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { closestRegion } from "../../src/tools/closest-region.ts";

const filler = (count: number) => Array.from({ length: count }, (_, index) => `filler ${index};\n`).join("");

describe("the closest lines to a text that is not there", () => {
  test("are those with its words, with their numbers", () => {
    const text = `${filler(50)}function total(items) {\n  return items.sum();\n}\n${filler(50)}`;
    expect(closestRegion(text, "function total(items) {\n  return items.length();\n}")).toBe(
      "    51\tfunction total(items) {\n    52\t  return items.sum();\n    53\t}",
    );
  });

  test("show tabs and blanks where they differ, and only there", () => {
    expect(
      closestRegion(
        "\tif (alpha) {\n\t\tbeta();\n\tgamma( );  \n",
        "    if (alpha) {\n\t\tbeta();\n\tgamma();",
      ),
    ).toBe("     1\t→if (alpha) {\n     2\t\t\tbeta();\n     3\t\tgamma(·);··\n[→ is a tab; · is a blank]");
  });

  test("name characters that look like others", () => {
    expect(closestRegion("the list in\u00A0current  row\n", "the list in current row")).toBe(
      "     1\tthe list in·current··row\n[· is U+00A0 (no-break space) or a blank]",
    );
    expect(closestRegion("it’s  here\n", "it's here")).toContain("the file has U+2019 (’)");
  });

  test("are the ones with most in common where words stand in many places", () => {
    const block = (name: string) =>
      `test("${name}", () => {\n  const result = run("${name}");\n  check(result);\n});\n`;
    const text = ["alpha", "beta", "gamma"].map(block).join("");
    expect(closestRegion(text, block("beta").replace("check", "verify"))).toStartWith('     5\ttest("beta"');
  });

  test("begin near the difference where the text is long", () => {
    const text = `${filler(100)}the old end\n`;
    const region = closestRegion(text, `${filler(100)}the new end\n`) ?? "";
    expect(region).toContain("   101\tthe old end");
    expect(region.split("\n").length).toBeLessThanOrEqual(12);
  });

  test("of one huge line are what is around the word", () => {
    const text = `${"x".repeat(3_000_000)} function compute(a,b){return a+b} ${"y".repeat(3_000_000)}`;
    const region = closestRegion(text, "function compute(a, b) { return a - b }") ?? "";
    expect(region).toContain("function compute(a,b)");
    expect(region.length).toBeLessThan(300);
  });

  test("have context around them when it is asked for", () => {
    expect(closestRegion("a1\nb2\nwanted here\nc3\nd4\n", "wanted there", 1)).toBe(
      "     2\tb2\n     3\twanted here\n     4\tc3",
    );
    expect(closestRegion("wanted here\n", "wanted there", 3)).toBe("     1\twanted here");
  });

  test("are none where no word is shared", () => {
    expect(closestRegion("alpha\n", "omega")).toBeNull();
    expect(closestRegion("", "omega")).toBeNull();
  });

  test("are bounded, numbered lines of the text, whatever both are", () => {
    const piece = fc.constantFrom(
      "alpha",
      "beta",
      " ",
      "\t",
      "\n",
      "\r\n",
      "\u00A0",
      "“",
      "😀",
      "x".repeat(300),
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, fc.nat({ max: 3 }), (file, wanted, context) => {
        const region = closestRegion(file, wanted, context);
        if (region === null) return;
        const lines = file.split("\n");
        const shown = region.split("\n").filter((line) => !line.startsWith("["));
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.length).toBeLessThanOrEqual(12 + 2 * context);
        for (const line of shown) {
          const [, number, words = ""] = /^ *(\d+)\t(.*)$/s.exec(line) ?? [];
          const original = lines[Number(number) - 1] ?? "";
          const plain = (value: string) => value.replaceAll(/[\s→·…\u00A0]/g, "");
          expect(plain(original)).toContain(plain(words));
          expect(line.length).toBeLessThan(220);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
