import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import {
  type Colour,
  colourNames,
  contrast,
  difference,
  linear,
  numberOf,
  rgbOf,
} from "../../src/terminal/colour.ts";
import type { Rgb } from "../../src/terminal/input/event.ts";
import { createStyle, createThemedStyle } from "../../src/terminal/style.ts";
import { attributeNames, type Look, roleNames, type Theme, unsignedRoles } from "../../src/terminal/theme.ts";
import { builtInThemes } from "../../src/terminal/themes/built-in.ts";
import { offeredThemes, type OwnTheme, themeNamed } from "../../src/terminal/themes/named.ts";

const esc = "\u001b";
const { ansi, ...ofColours } = builtInThemes;
const themes = Object.entries(ofColours);

/** Backgrounds that many people have. */
const grounds = {
  dark: ["#000000", "#1e1e1e", "#282c34", "#002b36", "#2e3440"],
  light: ["#ffffff", "#fdf6e3", "#eff1f5", "#eeeeee"],
} as const;
const groundsOf = (name: string) =>
  grounds[name.endsWith("light") ? "light" : "dark"].map((colour) => rgbOf(colour));

/** As a terminal with so many colours shows it. */
function shown(colour: Colour, depth: "truecolor" | "256"): Rgb {
  if (colour === "default") throw new Error("nobody knows what that looks like");
  return rgbOf(depth === "256" ? numberOf(colour, "256") : colour);
}

describe.each(themes)("the theme %s", (name, theme: Theme) => {
  test.each(["truecolor", "256"] as const)("can be read in %s, on every usual background", (depth) => {
    const least = name.startsWith("high-contrast") ? 7 : 4.5;
    for (const role of roleNames) {
      const { colour, background } = theme[role];
      if (colour === undefined) continue;
      const behind = background === undefined ? groundsOf(name) : [shown(background, depth)];
      for (const ground of behind)
        expect([role, contrast(shown(colour, depth), ground)]).toSatisfy(
          ([, ratio]) => Number(ratio) >= least,
        );
    }
  });
});

test.each(Object.entries(builtInThemes))("in %s colour is never the only sign", (_, theme: Theme) => {
  for (const role of unsignedRoles) expect(theme[role].attributes ?? []).not.toEqual([]);
});

/**
 * What is seen by eyes without one kind of cone, for linear parts: Machado, Oliveira and Fernandes, 2009, severity 1.
 * https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html
 */
const seenBy = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

function asSeen(colour: Colour | undefined, eyes: keyof typeof seenBy): Rgb {
  const parts = linear(shown(colour ?? "default", "truecolor"));
  const row = (at: number): number => {
    const [red = 0, green = 0, blue = 0] = seenBy[eyes].slice(at * 3, at * 3 + 3);
    const value = Math.min(1, Math.max(0, red * parts.red + green * parts.green + blue * parts.blue));
    return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  };
  return { red: row(0), green: row(1), blue: row(2) };
}

describe("the themes for colour-blind eyes", () => {
  const cases = [
    ["deuteranopia-dark", "deuteranopia"],
    ["deuteranopia-light", "deuteranopia"],
    ["deuteranopia-dark", "protanopia"],
    ["deuteranopia-light", "protanopia"],
    ["tritanopia-dark", "tritanopia"],
    ["tritanopia-light", "tritanopia"],
  ] as const;

  test.each(cases)("%s tells apart with %s what must be told apart", (name, eyes) => {
    const theme: Theme = builtInThemes[name];
    const apart = (one: Colour | undefined, other: Colour | undefined) =>
      Math.sqrt(difference(asSeen(one, eyes), asSeen(other, eyes)));
    // Oklab: black and white are 1 apart; from 0.02 on a difference can just be seen.
    expect(apart(theme.added.colour, theme.removed.colour)).toBeGreaterThan(0.15);
    expect(apart(theme.addedWord.background, theme.removedWord.background)).toBeGreaterThan(0.15);
    expect(apart(theme.success.colour, theme.danger.colour)).toBeGreaterThan(0.15);
    expect(apart(theme.warning.colour, theme.danger.colour)).toBeGreaterThan(0.1);
    expect(apart(theme.warning.colour, theme.success.colour)).toBeGreaterThan(0.1);
  });

  test("the usual theme does not, which is what they are for", () => {
    const { added, removed }: Theme = builtInThemes.dark;
    expect(
      difference(asSeen(added.colour, "deuteranopia"), asSeen(removed.colour, "deuteranopia")),
    ).toBeLessThan(0.02 ** 2);
  });
});

describe("a name stands for", () => {
  const here = { depth: "truecolor", own: [] } as const;

  test.each([
    ["auto", "dark", "dark"],
    ["auto", "light", "light"],
    ["auto", "unknown", "ansi"],
    ["high-contrast", "light", "high-contrast-light"],
    ["high-contrast", "unknown", "high-contrast-dark"],
    ["deuteranopia", "light", "deuteranopia-light"],
    ["tritanopia", "dark", "tritanopia-dark"],
    ["dark", "light", "dark"],
    ["ansi", "light", "ansi"],
  ] as const)("%s on a background that is %s: %s", (name, ground, expected) => {
    expect(themeNamed(name, { ...here, ground })).toBe(builtInThemes[expected]);
  });

  test("auto with sixteen colours: the terminal's own, which fit its background", () => {
    expect(themeNamed("auto", { ground: "dark", depth: "16", own: [] })).toBe(ansi);
  });

  test("nothing, when there is no such theme", () => {
    expect(themeNamed("no-such", { ...here, ground: "dark" })).toBeUndefined();
    expect(themeNamed("toString", { ...here, ground: "dark" })).toBeUndefined();
  });

  test("a theme of the user's: their looks, the rest from its base on this background", () => {
    const mine: OwnTheme = {
      name: "mine",
      base: "high-contrast",
      looks: { accent: { colour: "#123456" }, comment: { attributes: [] } },
    };
    const theme = themeNamed("mine", { ground: "light", depth: "256", own: [mine] });
    const base: Theme = builtInThemes["high-contrast-light"];
    expect(theme).toEqual({
      ...base,
      accent: { colour: "#123456" },
      comment: { ...base.comment, attributes: [] },
    });
  });
});

const anyColour: fc.Arbitrary<Colour> = fc.oneof(
  fc.constantFrom(...colourNames, "default" as const),
  fc.nat(255),
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}` as const),
);
const anyLook: fc.Arbitrary<Look> = fc.record(
  { colour: anyColour, background: anyColour, attributes: fc.subarray([...attributeNames]) },
  { requiredKeys: [] },
);
const anyOwn = fc.record({
  name: fc.constant("mine"),
  base: fc.constantFrom("auto", "ansi", ...Object.keys(ofColours)),
  looks: fc.dictionary(fc.constantFrom(...roleNames), anyLook),
});

/** The codes that would have to end what a text leaves switched on. */
function leftOpen(painted: string): number[] {
  const open = new Set<number>();
  for (const [, parameters = ""] of painted.matchAll(new RegExp(`${esc}\\[([\\d;]+)m`, "g"))) {
    const code = Number.parseInt(parameters, 10);
    if (code >= 22 && code <= 29) open.delete(code);
    else if (code === 39 || code === 49) open.delete(code);
    else if (code < 10) open.add(code <= 2 ? 22 : code + 20);
    else open.add((code >= 30 && code < 40) || (code >= 90 && code < 100) ? 39 : 49);
  }
  return [...open];
}

describe("painting", () => {
  test("whatever theme the user makes, the text stays, what is open is closed, and colour is never the only sign", () => {
    const depths = fc.constantFrom("none", "16", "256", "truecolor");
    fc.assert(
      fc.property(anyOwn, depths, fc.constantFrom(...roleNames), (own, depth, role) => {
        const theme = themeNamed("mine", { ground: "unknown", depth, own: [own] });
        if (theme === undefined) throw new Error("it is known");
        const painted = createStyle({ colour: true, depth, theme })[role]("text");
        expect(Bun.stripANSI(painted)).toBe("text");
        expect(leftOpen(painted)).toEqual([]);
        if (unsignedRoles.has(role)) expect(painted).toMatch(new RegExp(`${esc}\\[[1-9]m`));
        if (depth === "none") expect(painted).not.toMatch(new RegExp(`${esc}\\[(?:[349]\\d|10\\d|[34]8;)`));
        if (depth === "16") expect(painted).not.toMatch(new RegExp(`${esc}\\[[34]8;`));
        if (depth === "256") expect(painted).not.toMatch(new RegExp(`${esc}\\[[34]8;2;`));
      }),
    );
  });

  test("a painter that was taken before follows a change of the theme", () => {
    const { style, use } = createThemedStyle({ colour: true });
    const { accent } = style;
    expect(accent("x")).toBe("\u001b[36mx\u001b[39m");
    use(builtInThemes.dark);
    expect(accent("x")).toBe("\u001b[38;2;125;207;255mx\u001b[39m");
    use(ansi);
    expect(accent("x")).toBe("\u001b[36mx\u001b[39m");
  });

  test("without colours every theme leaves the attributes that stand in for them", () => {
    const { style, use } = createThemedStyle({ colour: false });
    for (const [, theme] of themes) {
      use(theme);
      expect(style.dim("x")).toBe("\u001b[2mx\u001b[22m");
      expect(style.addedWord("x")).toBe("\u001b[7mx\u001b[27m");
      expect(style.danger("x")).toBe("x");
    }
  });

  test("a word on a ground of its own goes back to its line's colour", () => {
    const style = createStyle({ colour: true, depth: "16", theme: builtInThemes.dark });
    expect(style.added(`a${style.addedWord("b")}c`)).toBe(
      "\u001b[92ma\u001b[97m\u001b[42m\u001b[1mb\u001b[22m\u001b[49m\u001b[39m\u001b[92mc\u001b[39m",
    );
  });
});

test("docs/themes.md tells every role and every theme that is offered", () => {
  const text = readFileSync(join(import.meta.dir, "../../docs/themes.md"), "utf8");
  const firstCells = text.split("\n").flatMap((line) => /^\| (`.*?) *\|/.exec(line)?.[1] ?? []);
  const told = firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  expect(new Set(told)).toEqual(new Set<string>([...offeredThemes.map(({ name }) => name), ...roleNames]));
});
