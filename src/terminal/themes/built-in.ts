/** The themes that rein brings along. */
import type { Ground, Theme } from "../theme.ts";
import { ansiTheme } from "./ansi.ts";
import { themeOf } from "./from-palette.ts";

const dark = themeOf({
  accent: "#7dcfff",
  dim: "#a9b1c0",
  good: "#8fd694",
  bad: "#ff9a9a",
  warning: "#e8c468",
  link: "#8fb8ff",
  code: "#7fdbca",
  word: "#ffffff",
  addedGround: "#1f5d33",
  removedGround: "#7d2a34",
  keyword: "#d9a8ff",
  string: "#b5d99c",
  number: "#ffb68a",
  title: "#8fb8ff",
  type: "#e8c468",
});

const light = themeOf({
  accent: "#005f87",
  dim: "#555b66",
  good: "#1a6334",
  bad: "#a8202a",
  warning: "#7a5200",
  link: "#0b4fb3",
  code: "#00605a",
  word: "#000000",
  addedGround: "#a6e8b4",
  removedGround: "#ffc2c0",
  keyword: "#7a2d9e",
  string: "#1a6334",
  number: "#93400a",
  title: "#0b4fb3",
  type: "#7a5200",
});

/** 7:1 and more, which is WCAG's level AAA. */
const highContrastDark = themeOf({
  accent: "#7fe9ff",
  dim: "#dcdcdc",
  good: "#7dff9b",
  bad: "#ffc0c0",
  warning: "#ffe25c",
  link: "#bcd7ff",
  code: "#7ff5e4",
  word: "#000000",
  addedGround: "#7dff9b",
  removedGround: "#ffb0b0",
  keyword: "#f0ccff",
  string: "#c4ff9e",
  number: "#ffd2a6",
  title: "#bcd7ff",
  type: "#ffe25c",
});

const highContrastLight = themeOf({
  accent: "#003a66",
  dim: "#2e2e2e",
  good: "#00390f",
  bad: "#6b0010",
  warning: "#4a2f00",
  link: "#00308f",
  code: "#003d3d",
  word: "#ffffff",
  addedGround: "#00450f",
  removedGround: "#75000f",
  keyword: "#4a0072",
  string: "#00390f",
  number: "#5c2200",
  title: "#00308f",
  type: "#4a2f00",
});

/**
 * For eyes that tell red and green apart badly. The hues are those of Okabe and Ito, "Color Universal Design"
 * (https://jfly.uni-koeln.de/color/): sky blue, orange, yellow, reddish purple, blue, vermilion, bluish green. How light
 * they are was moved until they can be read. What is good and added is blue, what is bad and removed is orange.
 */
const deuteranopiaDark = themeOf({
  accent: "#cfd8e3",
  dim: "#a9b1c0",
  good: "#6cc0ee",
  bad: "#f2a71b",
  warning: "#f5ea7a",
  link: "#6cc0ee",
  code: "#e3a5c7",
  word: "#ffffff",
  addedGround: "#00568a",
  removedGround: "#8a4300",
  keyword: "#e3a5c7",
  string: "#6cc0ee",
  number: "#f2a71b",
  title: "#f5ea7a",
  type: "#cfd8e3",
});

const deuteranopiaLight = themeOf({
  accent: "#2b3a4a",
  dim: "#555b66",
  good: "#005a8f",
  bad: "#9b3d00",
  warning: "#332e00",
  link: "#005a8f",
  code: "#8a3566",
  word: "#000000",
  addedGround: "#a9dcf7",
  removedGround: "#f9c978",
  keyword: "#8a3566",
  string: "#005a8f",
  number: "#9b3d00",
  title: "#2b3a4a",
  type: "#5c5300",
});

/**
 * For eyes that tell blue and yellow apart badly: red against cyan and blue, and no yellow that has to be told from
 * white. The pairs are those of Paul Tol's "vibrant" scheme (https://sronpersonalpages.nl/~pault/): cyan, teal, blue,
 * red, magenta, grey; lighter or darker until they can be read.
 */
const tritanopiaDark = themeOf({
  accent: "#7fdff2",
  dim: "#b4b4b4",
  good: "#4fd3c4",
  bad: "#ff8a75",
  warning: "#ffc4d8",
  link: "#7fdff2",
  code: "#4fd3c4",
  word: "#ffffff",
  addedGround: "#00605a",
  removedGround: "#8a1c0e",
  keyword: "#ff9ec4",
  string: "#4fd3c4",
  number: "#ff8a75",
  title: "#7fdff2",
  type: "#ffc4d8",
});

const tritanopiaLight = themeOf({
  accent: "#00557f",
  dim: "#595959",
  good: "#005f5a",
  bad: "#b01a05",
  warning: "#7f0045",
  link: "#00557f",
  code: "#005f5a",
  word: "#000000",
  addedGround: "#9be3dc",
  removedGround: "#ffb8a8",
  keyword: "#a3005c",
  string: "#005f5a",
  number: "#b01a05",
  title: "#00557f",
  type: "#7f0045",
});

/** By name. Each is made for one ground; `ansi` for any. */
export const builtInThemes = {
  dark,
  light,
  ansi: ansiTheme,
  "high-contrast-dark": highContrastDark,
  "high-contrast-light": highContrastLight,
  "deuteranopia-dark": deuteranopiaDark,
  "deuteranopia-light": deuteranopiaLight,
  "tritanopia-dark": tritanopiaDark,
  "tritanopia-light": tritanopiaLight,
} as const satisfies Readonly<Record<string, Theme>>;
export type BuiltInName = keyof typeof builtInThemes;

/** Names that stand for one theme on each ground. Most terminals are dark, so that is where nobody has told. */
export const followingThemes = {
  auto: { dark: "dark", light: "light", unknown: "ansi" },
  "high-contrast": pair("high-contrast"),
  deuteranopia: pair("deuteranopia"),
  tritanopia: pair("tritanopia"),
} as const satisfies Readonly<Record<string, Readonly<Record<Ground, BuiltInName>>>>;
export type FollowingName = keyof typeof followingThemes;

function pair<Name extends "high-contrast" | "deuteranopia" | "tritanopia">(name: Name) {
  return { dark: `${name}-dark`, light: `${name}-light`, unknown: `${name}-dark` } as const;
}
