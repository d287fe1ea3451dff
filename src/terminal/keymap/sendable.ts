/** Which keys a terminal can tell from others. */

/**
 * Whether a key, in the form of `keyId`, arrives as itself. With the kitty keyboard protocol every key does. Without it
 * Ctrl+Enter and Shift+Enter are Enter, letters with Ctrl have no Shift, and Ctrl only knows the keys that were control
 * characters on a teletype; of Super no terminal tells.
 */
export function isSendable(id: string, keyboard: "kitty" | "legacy"): boolean {
  if (keyboard === "kitty") return true;
  const { ctrl, alt, shift, isSuper, name } = partsOf(id);
  if (isSuper) return false;
  const isCharacter = Array.from(name).length === 1;
  switch (name) {
    case "enter":
    case "backspace":
      return !ctrl && !shift;
    case "escape":
      return !ctrl && !shift && !alt;
    case "tab":
      return !ctrl;
    case "space":
      return !shift;
    default:
      if (!isCharacter || !ctrl) return true;
      return !shift && isControlCharacter(name);
  }
}

/** Ctrl+H, Ctrl+I, Ctrl+M and Ctrl+[ are Backspace, Tab, Enter and Esc; Ctrl+J has stayed a key of its own. */
function isControlCharacter(name: string): boolean {
  return /^[a-z\\\]^_]$/.test(name) && !/^[him]$/.test(name);
}

function partsOf(id: string): {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly isSuper: boolean;
  readonly name: string;
} {
  const match = /^(ctrl\+)?(alt\+)?(shift\+)?(super\+)?(.+)$/.exec(id);
  return {
    ctrl: match?.[1] !== undefined,
    alt: match?.[2] !== undefined,
    shift: match?.[3] !== undefined,
    isSuper: match?.[4] !== undefined,
    name: match?.[5] ?? id,
  };
}
