/** Whether the terminal's background is dark or light. */
import { type ColourDepth, luminance, rgbOf } from "./colour.ts";
import type { Rgb } from "./input/event.ts";
import { askColourScheme } from "./modes.ts";
import type { Ground } from "./theme.ts";

/** Asks for the background's colour: OSC 11. */
export const askBackground = "\u001b]11;?\u001b\\";

/**
 * The questions that go to the terminal: its background, and whether it tells when that changes. None where the answer
 * would change nothing, and none to a terminal that would print it.
 */
export function groundQuestions(
  env: Readonly<Record<string, string | undefined>>,
  depth: ColourDepth,
): string[] {
  if (depth === "none" || env["TERM"] === "linux") return [];
  // macOS's own terminal prints the last letter of the second one.
  return env["TERM_PROGRAM"] === "Apple_Terminal" ? [askBackground] : [askBackground, askColourScheme];
}

/** Where white and black text are equally well read: the luminance at which both have the same contrast. */
const middle = Math.sqrt(1.05 * 0.05) - 0.05;

export function groundOf(background: Rgb): Ground {
  return luminance(background) > middle ? "light" : "dark";
}

/**
 * What `COLORFGBG` tells, as rxvt and others set it: numbers of the first 16 colours, `text;background` or
 * `text;something;background`.
 */
export function groundFromVariable(value: string | undefined): Ground {
  const number = /;(\d{1,2})$/.exec(value ?? "")?.[1];
  if (number === undefined || Number(number) > 15) return "unknown";
  return groundOf(rgbOf(Number(number)));
}
