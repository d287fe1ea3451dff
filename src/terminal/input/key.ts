/** Keys as data: what was pressed, whichever of the terminals' encodings it came in. */

/**
 * One key press. `name` is a lower-case letter, another printable character as it was typed (`?`, not `shift+/`), or
 * one of the names in `key-codes.ts` (`enter`, `escape`, `space`, `up`, `f5` …).
 */
export type Key = {
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Command or Windows key; only terminals with the kitty protocol send it. */
  readonly super?: boolean;
  /** What the key types when nothing is bound to it; absent for keys that type nothing. */
  readonly text?: string;
};

export type Modifiers = { ctrl?: boolean; alt?: boolean; shift?: boolean; super?: boolean };

/** A key with the given modifiers held; letters become lower case with `shift`. */
export function pressed(name: string, modifiers: Modifiers = {}, text?: string): Key {
  const lower = isLetter(name) ? name.toLowerCase() : name;
  return {
    name: lower,
    ctrl: modifiers.ctrl ?? false,
    alt: modifiers.alt ?? false,
    shift: (modifiers.shift ?? false) || lower !== name,
    ...(modifiers.super ? { super: true } : {}),
    ...(text === undefined ? {} : { text }),
  };
}

/** A key that types one printable character, together with modifiers. */
export function characterKey(char: string, modifiers: Modifiers = {}): Key {
  return pressed(char === " " ? "space" : char, modifiers, char);
}

/**
 * The modifiers in the number that xterm and kitty send: 1 + bits. Caps and num lock do not change which key was
 * pressed and are left out; meta counts as alt. https://sw.kovidgoyal.net/kitty/keyboard-protocol/#modifiers
 */
export function modifiersOf(value: number | undefined): Modifiers {
  const bits = Math.max(0, (value ?? 1) - 1);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & (2 | 32)) !== 0,
    ctrl: (bits & 4) !== 0,
    super: (bits & 8) !== 0,
  };
}

/** The name that key tables use: `ctrl+alt+shift+super+name`, modifiers always in this order. */
export function keyId(key: Key): string {
  return [
    key.ctrl ? "ctrl+" : "",
    key.alt ? "alt+" : "",
    key.shift ? "shift+" : "",
    key.super ? "super+" : "",
    key.name,
  ].join("");
}

/** Typed text as single keys, for views in which letters are commands (dialogs, the transcript). */
export function keysOf(text: string): Key[] {
  return Array.from(text, (char) => characterKey(char));
}

/** What a key types where nothing is bound to it; nothing with Ctrl or Alt. */
export function typedBy(key: Key): string {
  return key.ctrl || key.alt ? "" : (key.text ?? (key.name === "space" ? " " : ""));
}

function isLetter(name: string): boolean {
  const code = name.codePointAt(0) ?? 0;
  const single = name.length === (code > 0xffff ? 2 : 1);
  // One-to-one case pairs only: "ß" and "İ" must not change their length.
  return single && name.toLowerCase().length === name.length && name.toLowerCase() !== name.toUpperCase();
}
