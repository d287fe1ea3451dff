/** Colours as themes name them, and the nearest that a terminal can show. */
import type { Rgb } from "./input/event.ts";

/** The colours that every terminal has, in its own palette's hues, in the order of their numbers. */
export const colourNames = [
  "black",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "white",
  "bright-black",
  "bright-red",
  "bright-green",
  "bright-yellow",
  "bright-blue",
  "bright-magenta",
  "bright-cyan",
  "bright-white",
] as const;
export type ColourName = (typeof colourNames)[number];

/** A name, a number of the 256 colours, or `#rrggbb`; `default` is the terminal's own. */
export type Colour = ColourName | "default" | number | `#${string}`;

/** How many colours a terminal shows. */
export type ColourDepth = "none" | "16" | "256" | "truecolor";

/** The SGR parameters of a colour, the nearest that `depth` has; null for the terminal's own and without colours. */
export function sgrOf(colour: Colour, depth: ColourDepth, layer: "text" | "background"): string | null {
  if (depth === "none" || colour === "default") return null;
  const extended = layer === "text" ? 38 : 48;
  if (typeof colour === "string" && colour.startsWith("#") && depth === "truecolor") {
    const { red, green, blue } = rgbOf(colour);
    return `${extended};2;${red};${green};${blue}`;
  }
  const number = numberOf(colour, depth);
  if (number >= 16) return `${extended};5;${number}`;
  const first = number < 8 ? 30 : 82;
  return `${first + number + (layer === "text" ? 0 : 10)}`;
}

/** What a colour looks like; of the first 16, which differ from terminal to terminal, as xterm has them. */
export function rgbOf(colour: Exclude<Colour, "default">): Rgb {
  if (typeof colour === "number") return rgbOfNumber(colour);
  const named = colourNames.findIndex((name) => name === colour);
  if (named >= 0) return rgbOfNumber(named);
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return { red: part(1), green: part(3), blue: part(5) };
}

/** The number among the 256, or among the first 16, of the nearest colour. */
export function numberOf(colour: Exclude<Colour, "default">, depth: Exclude<ColourDepth, "none">): number {
  const named = colourNames.findIndex((name) => name === colour);
  if (named >= 0) return named;
  if (typeof colour === "number" && (colour < 16 || depth !== "16")) return colour;
  const rgb = rgbOf(colour);
  return depth === "16" ? nearestOf16(rgb) : nearestOf256(rgb);
}

/** The ratio of two colours' luminances, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** From 0, black, to 1, white. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(rgb: Rgb): number {
  const { red, green, blue } = linear(rgb);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The parts without the gamma of sRGB, from 0 to 1. */
export function linear({ red, green, blue }: Rgb): Rgb {
  return { red: linearPart(red), green: linearPart(green), blue: linearPart(blue) };
}

function linearPart(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** How different two colours look: the square of the way between them in Oklab. https://bottosson.github.io/posts/oklab/ */
export function difference(one: Rgb, other: Rgb): number {
  const [a, b] = [oklab(one), oklab(other)];
  return a.reduce((sum, part, at) => sum + (part - (b[at] ?? 0)) ** 2, 0);
}

function oklab(rgb: Rgb): readonly number[] {
  const { red, green, blue } = linear(rgb);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** xterm's first 16: https://invisible-island.net/xterm/manpage/xterm.html (color0 to color15). */
const first16 = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000,
  0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
] as const;
/** The steps of the cube of 216 colours that stand from 16 on. */
const steps = [0, 95, 135, 175, 215, 255] as const;

function rgbOfNumber(number: number): Rgb {
  if (number < 16) {
    const value = first16[number] ?? 0;
    return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
  }
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return { red: grey, green: grey, blue: grey };
  }
  const at = number - 16;
  const [red = 0, green = 0, blue = 0] = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(
    (index) => steps[index],
  );
  return { red, green, blue };
}

function nearestOf256(rgb: Rgb): number {
  let best = 16;
  let least = Number.POSITIVE_INFINITY;
  // The first 16 are left out: nobody knows what they look like.
  for (let number = 16; number < 256; number += 1) {
    const far = difference(rgb, rgbOfNumber(number));
    if (far < least) [best, least] = [number, far];
  }
  return best;
}

/** With less between its largest and its smallest part a colour is a grey. */
const leastColourful = 48;

/**
 * By hue: what the palette's colours look like exactly differs, but red is red everywhere. The bright ones are for colours
 * that are light themselves.
 */
function nearestOf16(rgb: Rgb): number {
  const { red, green, blue } = rgb;
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < leastColourful) return [0, 8, 7, 15][Math.min(3, Math.floor((most * 4) / 256))] ?? 7;
  const middle = (most + least) / 2;
  const hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return luminance(rgb) > 0.3 ? hue + 8 : hue;
}
