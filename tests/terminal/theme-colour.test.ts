import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contrast, difference, luminance, numberOf, rgbOf, sgrOf } from "../../src/terminal/colour.ts";
import { colourDepthOf, hasAttributes } from "../../src/terminal/colour-depth.ts";
import { groundFromVariable, groundOf, groundQuestions } from "../../src/terminal/ground.ts";

const black = { red: 0, green: 0, blue: 0 };
const white = { red: 255, green: 255, blue: 255 };
const part = fc.nat(255);
const anyRgb = fc.record({ red: part, green: part, blue: part });

describe("a colour of few", () => {
  test.each([
    ["#7dcfff", "truecolor", "text", "38;2;125;207;255"],
    ["#7dcfff", "256", "text", "38;5;117"],
    ["#7dcfff", "16", "text", "96"],
    ["#7d2a34", "16", "background", "41"],
    ["#7d2a34", "truecolor", "background", "48;2;125;42;52"],
    ["bright-red", "truecolor", "text", "91"],
    ["bright-red", "16", "background", "101"],
    [9, "256", "text", "91"],
    [214, "256", "text", "38;5;214"],
    [214, "truecolor", "text", "38;5;214"],
    [214, "16", "text", "93"],
    ["#a9a9a9", "16", "text", "37"],
    ["#050505", "16", "text", "30"],
    ["#ffffff", "16", "text", "97"],
  ] as const)("%s in %s as %s is %s", (colour, depth, layer, expected) => {
    expect(sgrOf(colour, depth, layer)).toBe(expected);
  });

  test("the terminal's own is none, and without colours there is none", () => {
    expect(sgrOf("default", "truecolor", "text")).toBeNull();
    expect(sgrOf("#ffffff", "none", "text")).toBeNull();
  });

  test("the nearest of 256 is never one that differs from terminal to terminal, and none is nearer", () => {
    fc.assert(
      fc.property(anyRgb, fc.integer({ min: 16, max: 255 }), ({ red, green, blue }, other) => {
        const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("");
        const nearest = numberOf(`#${hex}`, "256");
        expect(nearest).toBeGreaterThanOrEqual(16);
        const far = (number: number) => difference({ red, green, blue }, rgbOf(number));
        expect(far(nearest)).toBeLessThanOrEqual(far(other));
      }),
    );
  });

  test.each([
    ["#c02020", 1],
    ["#209020", 2],
    ["#806000", 3],
    ["#2030c0", 4],
    ["#902090", 5],
    ["#107070", 6],
    ["#ff9a9a", 9],
    ["#8fd694", 10],
  ] as const)("%s keeps its hue among sixteen", (colour, number) => {
    expect(numberOf(colour, "16")).toBe(number);
  });
});

test("contrast is from 1 to 21, and the same both ways", () => {
  expect(contrast(black, white)).toBeCloseTo(21, 5);
  fc.assert(
    fc.property(anyRgb, anyRgb, (one, other) => {
      const ratio = contrast(one, other);
      expect(ratio).toBe(contrast(other, one));
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21.0001);
    }),
  );
});

describe("how many colours", () => {
  test.each([
    ["none", { NO_COLOR: "1", COLORTERM: "truecolor" }],
    ["16", { NO_COLOR: "", TERM: "xterm" }],
    ["none", { TERM: "dumb", COLORTERM: "truecolor" }],
    ["truecolor", { TERM: "xterm-256color", COLORTERM: "truecolor" }],
    ["truecolor", { TERM: "xterm", COLORTERM: "24bit" }],
    ["256", { TERM: "xterm-direct", COLORTERM: "256color" }],
    ["16", { TERM: "xterm-256color", COLORTERM: "16" }],
    ["256", { TERM: "xterm-256color" }],
    ["256", { TERM: "screen-256color", COLORTERM: "truecolor", STY: "1.pts-0" }],
    ["truecolor", { TERM: "tmux-256color", COLORTERM: "truecolor", TMUX: "/tmp/tmux", STY: "1.pts-0" }],
    ["truecolor", { TERM: "xterm-kitty" }],
    ["truecolor", { TERM: "foot" }],
    ["truecolor", { TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }],
    ["truecolor", { WT_SESSION: "x" }],
    ["256", { TERM_PROGRAM: "Apple_Terminal" }],
    ["16", { TERM: "linux" }],
    ["16", { TERM: "xterm", COLORTERM: "yes" }],
    ["16", {}],
  ] as const)("%s for %j", (depth, env) => {
    expect(colourDepthOf(env)).toBe(depth);
  });

  test("a dumb terminal understands no attributes either", () => {
    expect(hasAttributes({ TERM: "dumb" })).toBe(false);
    expect(hasAttributes({ TERM: "xterm", NO_COLOR: "1" })).toBe(true);
  });
});

describe("whether the background is dark or light", () => {
  test("is decided by which of black and white is read better on it", () => {
    fc.assert(
      fc.property(anyRgb, (background) => {
        const isLight = contrast(background, black) > contrast(background, white);
        fc.pre(Math.abs(luminance(background) - 0.1791) > 0.0005);
        expect(groundOf(background)).toBe(isLight ? "light" : "dark");
      }),
    );
  });

  test.each([
    ["15;0", "dark"],
    ["0;15", "light"],
    ["0;default;15", "light"],
    ["7;8", "light"],
    ["12;4", "dark"],
    ["15;default", "unknown"],
    ["0;99", "unknown"],
    ["", "unknown"],
    [undefined, "unknown"],
  ] as const)("COLORFGBG=%s tells: %s", (value, ground) => {
    expect(groundFromVariable(value)).toBe(ground);
  });

  test("is not asked where the answer would change nothing, or the question would be printed", () => {
    const background = "\u001b]11;?\u001b\\";
    expect(groundQuestions({ TERM: "xterm" }, "16")).toEqual([background, "\u001b[?2031$p"]);
    expect(groundQuestions({ TERM_PROGRAM: "Apple_Terminal" }, "256")).toEqual([background]);
    expect(groundQuestions({ TERM: "xterm" }, "none")).toEqual([]);
    expect(groundQuestions({ TERM: "linux" }, "16")).toEqual([]);
  });
});
