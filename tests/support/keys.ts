/** What a keyboard sends: named keys as the bytes of a terminal, old style or with the kitty keyboard protocol. */

export interface KeyMode {
  /** `CSI ? 1 h`: plain arrows, Home and End are sent as `ESC O x`. */
  readonly applicationCursor: boolean;
  /** Flags that the program has pushed with `CSI > flags u`; 0 means the old encoding. */
  readonly kittyFlags: number;
}

const OLD_STYLE: KeyMode = { applicationCursor: false, kittyFlags: 0 };

/** Keys of the form `CSI x`, or `CSI 1 ; modifiers x`. */
const LETTER_KEYS: Readonly<Record<string, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  end: "F",
  home: "H",
};

/** F1 to F4 are `ESC O x` on a plain press, whatever the mode. */
const F_LETTER_KEYS: Readonly<Record<string, string>> = { f1: "P", f2: "Q", f3: "R", f4: "S" };

/** Keys of the form `CSI n ~`, or `CSI n ; modifiers ~`. */
const TILDE_KEYS: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};

/** Keys that are one byte of their own, which is also their number in the kitty protocol. */
const BYTE_KEYS: Readonly<Record<string, number>> = {
  enter: 13,
  tab: 9,
  escape: 27,
  backspace: 127,
  space: 32,
};

interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
}

/**
 * The bytes for a key such as `enter`, `ctrl+c`, `shift+tab`, `alt+left`, `x`, `é`. A combination that the old
 * encoding does not know loses its modifier, as on a real keyboard: `shift+enter` is then `enter`.
 *
 * @throws {Error} for a name that is neither a known key nor one character.
 */
export function keyBytes(key: string, mode: KeyMode = OLD_STYLE): string {
  const { name, modifiers } = parseKey(key);
  const code = modifierCode(modifiers);

  const letter = LETTER_KEYS[name];
  if (letter !== undefined) {
    if (code > 1) return `\x1b[1;${code}${letter}`;
    return `${mode.applicationCursor ? "\x1bO" : "\x1b["}${letter}`;
  }
  const fLetter = F_LETTER_KEYS[name];
  if (fLetter !== undefined) return code > 1 ? `\x1b[1;${code}${fLetter}` : `\x1bO${fLetter}`;
  const number = TILDE_KEYS[name];
  if (number !== undefined) return code > 1 ? `\x1b[${number};${code}~` : `\x1b[${number}~`;

  const byte = BYTE_KEYS[name] ?? character(name, key);
  return mode.kittyFlags % 2 === 1 ? kitty(name, byte, modifiers) : oldStyle(name, byte, modifiers);
}

/** A paste: `ESC [200~ text ESC [201~` if the program asked for brackets. Line ends are sent as Enter sends them. */
export function pasteBytes(text: string, bracketed: boolean): string {
  const sent = text.replaceAll(/\r?\n/g, "\r");
  return bracketed ? `\x1b[200~${sent}\x1b[201~` : sent;
}

function parseKey(key: string): { name: string; modifiers: Modifiers } {
  const parts = key.length > 1 ? key.split(/\+(?=.)/) : [key];
  const name = parts.at(-1) ?? "";
  const held = parts.slice(0, -1);
  const unknown = held.find((part) => !["shift", "alt", "ctrl"].includes(part));
  if (unknown !== undefined) throw new Error(`unknown modifier ${unknown} in key ${key}`);
  return {
    name,
    modifiers: { shift: held.includes("shift"), alt: held.includes("alt"), ctrl: held.includes("ctrl") },
  };
}

function modifierCode({ shift, alt, ctrl }: Modifiers): number {
  return 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
}

function character(name: string, key: string): number {
  const code = name.codePointAt(0);
  if (code === undefined || name.length !== String.fromCodePoint(code).length) {
    throw new Error(`unknown key ${key}`);
  }
  return code;
}

function oldStyle(name: string, code: number, { shift, alt, ctrl }: Modifiers): string {
  return (alt ? "\x1b" : "") + oldStyleKey(name, code, shift, ctrl);
}

function oldStyleKey(name: string, code: number, shift: boolean, ctrl: boolean): string {
  if (name === "tab") return shift ? "\x1b[Z" : "\t";
  if (name === "backspace") return ctrl ? "\b" : "\x7f";
  if (name === "enter" || name === "escape") return String.fromCodePoint(code);
  const text = String.fromCodePoint(code);
  if (!ctrl) return shift ? text.toUpperCase() : text;
  // Ctrl takes the low five bits of @ A–Z [ \ ] ^ _ and of a–z; Ctrl+Space is Ctrl+@, Ctrl+/ is Ctrl+_.
  if (name === "space") return "\0";
  if (name === "/") return "\x1f";
  return code >= 0x40 && code < 0x7f ? String.fromCodePoint(code % 32) : text;
}

/** https://sw.kovidgoyal.net/kitty/keyboard-protocol/ with the flag "disambiguate escape codes". */
function kitty(name: string, code: number, modifiers: Modifiers): string {
  const held = modifierCode(modifiers);
  const isText = BYTE_KEYS[name] === undefined || name === "space";
  if (isText && !modifiers.alt && !modifiers.ctrl) return oldStyle(name, code, modifiers);
  if (!isText && held === 1 && name !== "escape") return String.fromCodePoint(code);
  return held === 1 ? `\x1b[${code}u` : `\x1b[${code};${held}u`;
}
