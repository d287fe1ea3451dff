/** How people write keys, and how the key table does. */
import { namedCodes, letterKeys, linuxFunctionKeys, tildeKeys } from "../input/key-codes.ts";
import { keyId, pressed } from "../input/key.ts";
import { nearestWord } from "../nearest-word.ts";
import { escapeTwice } from "./bindings.ts";

/** The names of keys that are no characters. */
export const namedKeys: ReadonlySet<string> = new Set([
  "space",
  ...Object.values(namedCodes),
  ...Object.values(letterKeys),
  ...Object.values(linuxFunctionKeys),
  ...Object.values(tildeKeys),
]);

const otherNames: Readonly<Record<string, string>> = {
  esc: "escape",
  return: "enter",
  del: "delete",
  ins: "insert",
  pgup: "pageup",
  pgdn: "pagedown",
  pgdown: "pagedown",
};

const modifierNames = {
  ctrl: "ctrl",
  control: "ctrl",
  alt: "alt",
  option: "alt",
  meta: "alt",
  shift: "shift",
  super: "super",
  cmd: "super",
  command: "super",
  win: "super",
} as const;

export type ReadKey =
  | { readonly type: "key"; readonly id: string }
  | { readonly type: "unknown"; readonly part: string; readonly nearest: string | null };

/**
 * Reads a key as people write it: `Ctrl+Enter`, `shift+tab`, `esc`, `G`, `alt++`. Modifiers may stand in any order.
 * A capital letter by itself is that letter with Shift.
 */
export function readKey(text: string): ReadKey {
  const written = text.trim();
  if (/^esc(ape)?\s+esc(ape)?$/i.test(written)) return { type: "key", id: escapeTwice };
  const plusIsKey = written === "+" || written.endsWith("++");
  const parts = (plusIsKey ? written.slice(0, -1) : written).split("+");
  const name = plusIsKey ? "+" : (parts.at(-1) ?? "");
  const held = parts.slice(0, -1).filter((part) => part !== "");
  const modifiers: { ctrl?: true; alt?: true; shift?: true; super?: true } = {};
  for (const part of held) {
    const modifier = modifierNamed(part.trim().toLowerCase());
    if (modifier === undefined)
      return { type: "unknown", part, nearest: nearestWord(part, Object.keys(modifierNames)) };
    modifiers[modifier] = true;
  }
  const key = keyNamed(name.trim(), held.length > 0);
  if (key === undefined)
    return {
      type: "unknown",
      part: name,
      nearest: nearestWord(name, [...namedKeys, ...Object.keys(otherNames)]),
    };
  return { type: "key", id: keyId(pressed(key, modifiers)) };
}

/** What a key is called on screen. */
export function toldKey(id: string): string {
  return id.replaceAll(/(^|\+| )escape(?= |$)/g, "$1esc");
}

/** Whether a key types something by itself, so that a place in which text is written never sees it as a command. */
export function isTypedKey(id: string): boolean {
  const name = id.replace(/^shift\+(?=.)/, "");
  return name === "space" || Array.from(name).length === 1;
}

function modifierNamed(name: string): "ctrl" | "alt" | "shift" | "super" | undefined {
  return isModifier(name) ? modifierNames[name] : undefined;
}

function isModifier(name: string): name is keyof typeof modifierNames {
  return Object.hasOwn(modifierNames, name);
}

/** `hasModifiers`: `Ctrl+R` is Ctrl and the key with an R on it, whether or not it is written as a capital letter. */
function keyNamed(name: string, hasModifiers: boolean): string | undefined {
  const lower = name.toLowerCase();
  const named = Object.hasOwn(otherNames, lower) ? otherNames[lower] : lower;
  if (named !== undefined && namedKeys.has(named)) return named;
  if (Array.from(name).length !== 1 || /[\p{Cc}\p{Z}]/u.test(name)) return undefined;
  return hasModifiers ? lower : name;
}
