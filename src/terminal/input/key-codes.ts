/** Which key stands behind which code. */

/** Final letters of `CSI 1;mods X` and `SS3 X`. */
export const letterKeys: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "begin",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** SS3 only: the keypad in application mode. Operators type their character. */
export const keypadKeys: Readonly<Record<string, string>> = {
  M: "enter",
  I: "tab",
  j: "*",
  k: "+",
  l: ",",
  m: "-",
  n: ".",
  o: "/",
  p: "0",
  q: "1",
  r: "2",
  s: "3",
  t: "4",
  u: "5",
  v: "6",
  w: "7",
  x: "8",
  y: "9",
  X: "=",
};

/** The number of `CSI n ~`. */
export const tildeKeys: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
  25: "f13",
  26: "f14",
  28: "f15",
  29: "f16",
  31: "f17",
  32: "f18",
  33: "f19",
  34: "f20",
};

/** rxvt: lower-case arrows are shifted in CSI and with ctrl in SS3. */
export const rxvtArrows: Readonly<Record<string, string>> = { a: "up", b: "down", c: "right", d: "left" };

/** The Linux console's `CSI [ A` to `CSI [ E`. */
export const linuxFunctionKeys: Readonly<Record<string, string>> = {
  A: "f1",
  B: "f2",
  C: "f3",
  D: "f4",
  E: "f5",
};

/** Codes that `CSI code u` and modifyOtherKeys give to keys which are no characters. */
export const namedCodes: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  10: "enter",
  13: "enter",
  27: "escape",
  127: "backspace",
  57358: "capslock",
  57359: "scrolllock",
  57360: "numlock",
  57361: "printscreen",
  57362: "pause",
  57363: "menu",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
  57427: "begin",
};

const keypadCharacters = "0123456789./*-+";

/**
 * The keypad's characters and the upper function keys in kitty's private range; `undefined` for lone modifiers and
 * media keys, which rein has no use for. https://sw.kovidgoyal.net/kitty/keyboard-protocol/#functional-key-definitions
 */
export function kittyPrivateKey(code: number): { name: string } | { char: string } | undefined {
  if (code >= 57376 && code <= 57398) return { name: `f${code - 57376 + 13}` };
  if (code >= 57399 && code <= 57413) return { char: keypadCharacters.charAt(code - 57399) };
  if (code === 57415) return { char: "=" };
  if (code === 57416) return { char: "," };
  return undefined;
}

/** The range in which kitty numbers keys that are no characters. */
export function isKittyPrivate(code: number): boolean {
  return code >= 57344 && code <= 63743;
}
