import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readTheme } from "../../src/terminal/themes/read-theme.ts";

describe("a theme of the user's", () => {
  test("says as little as it likes; a colour alone is a look", () => {
    const content = {
      base: "high-contrast",
      roles: {
        accent: "#7dcfff",
        dim: 245,
        warning: "default",
        link: { colour: "bright-blue", background: "#000000", attributes: ["bold", "underline"] },
      },
    };
    expect(readTheme("mine", content)).toEqual({
      theme: {
        name: "mine",
        base: "high-contrast",
        looks: {
          accent: { colour: "#7dcfff" },
          dim: { colour: 245 },
          warning: { colour: "default" },
          link: { colour: "bright-blue", background: "#000000", attributes: ["bold", "underline"] },
        },
      },
      faults: [],
    });
    expect(readTheme("mine", {})).toEqual({ theme: { name: "mine", base: "auto", looks: {} }, faults: [] });
  });

  test("what is wrong is said and left out, and the rest holds", () => {
    const content = {
      base: "solarized",
      roles: { accent: "pink", dim: 256, danger: { color: "red" }, success: "green", button: "red" },
    };
    const { theme, faults } = readTheme("mine", content);
    expect(theme).toEqual({ name: "mine", base: "auto", looks: { success: { colour: "green" } } });
    expect(faults).toHaveLength(5);
    for (const [at, word] of ["solarized", "accent", "dim", "color", "button"].entries())
      expect(faults[at]).toContain(word);
  });

  test.each([[null], ["dark"], [[]], [{ roles: "red" }], [{ colours: {} }]])("%j is none", (content) => {
    const { theme, faults } = readTheme("mine", content);
    expect(theme).toBeNull();
    expect(faults).toHaveLength(1);
  });

  test("does not take the place of one of rein's", () => {
    expect(readTheme("dark", {}).theme).toBeNull();
    expect(readTheme("auto", {}).faults[0]).toContain("another name");
  });

  test("whatever is in the file is read without an error", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        const { theme, faults } = readTheme("mine", content);
        expect(theme !== null || faults.length > 0).toBe(true);
      }),
    );
  });
});

test("many roles that there are not are told of in one sentence", () => {
  const roles = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`role-${at}`, "red"]));
  const { faults } = readTheme("mine", { base: "y".repeat(100_000), roles });
  expect(faults).toHaveLength(2);
  expect(faults[1]).toContain('"role-4" and 1995 more');
  for (const fault of faults) expect(fault.length).toBeLessThan(500);
});
