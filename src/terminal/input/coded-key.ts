/** Keys sent by the number of their character: kitty's `CSI code;mods u` and xterm's modifyOtherKeys. */
import { isControl } from "./plain-text.ts";
import { characterKey, pressed, type Key, type Modifiers } from "./key.ts";
import { isKittyPrivate, kittyPrivateKey, namedCodes } from "./key-codes.ts";

/**
 * @param codes the key, with shift applied, and at its place on a US layout; the last two only when the terminal
 *   reports alternate keys
 * @param text the text that the key types, as code points, when the terminal reports it
 * @returns a key, or typed text when nothing but shift was held, or nothing for keys that rein does not know
 */
export function codedKey(
  codes: readonly (number | undefined)[],
  modifiers: Modifiers,
  text: readonly (number | undefined)[] = [],
): Key | { readonly typed: string } | undefined {
  const [code, shifted, base] = codes;
  if (code === undefined) return undefined;
  const name = namedCodes[code];
  if (name !== undefined) return pressed(name, modifiers);
  if (isKittyPrivate(code)) {
    const special = kittyPrivateKey(code);
    if (special === undefined) return undefined;
    return "name" in special ? pressed(special.name, modifiers) : typedOr(special.char, modifiers);
  }

  const typed = text.map(characterOf).join("");
  const char = characterOf(modifiers.shift && shifted !== undefined ? shifted : code);
  if (!isCommand(modifiers)) {
    const upper = modifiers.shift && shifted === undefined ? char.toUpperCase() : char;
    const all = typed === "" ? upper : typed;
    return all === "" ? undefined : { typed: all };
  }
  // Ctrl+C on a Cyrillic layout is still Ctrl+C: shortcuts go by the place of the key when its letter is not Latin.
  const place = code > 0x7f && base !== undefined ? characterOf(base) : char;
  if (place === "") return undefined;
  const isShifted = place.toLowerCase() !== place.toUpperCase() || shifted === undefined;
  return characterKey(place, { ...modifiers, shift: isShifted && (modifiers.shift ?? false) });
}

function typedOr(char: string, modifiers: Modifiers): Key | { readonly typed: string } {
  return isCommand(modifiers) ? characterKey(char, modifiers) : { typed: char };
}

/** With these held a key does something instead of typing its character. */
function isCommand(modifiers: Modifiers): boolean {
  return modifiers.ctrl === true || modifiers.alt === true || modifiers.super === true;
}

/** The character with this code point, empty when there is none or it is no printable one. */
function characterOf(code: number | undefined): string {
  if (code === undefined || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || isControl(code))
    return "";
  return String.fromCodePoint(code);
}
