/** Keys that have been single control characters since the teletype. */
import { pressed, type Key } from "./key.ts";

/**
 * The key behind one C0 character or DEL; `undefined` for any other character. 0x08 is Backspace, as on terminals
 * that send it for that key; the ones that send it for Ctrl+Backspace delete one character with it instead of a word.
 */
export function controlKey(char: string): Key | undefined {
  const code = char.charCodeAt(0);
  if (char.length !== 1 || (code > 0x1f && code !== 0x7f)) return undefined;
  switch (code) {
    case 0x00:
      return pressed("space", { ctrl: true });
    case 0x08:
    case 0x7f:
      return pressed("backspace");
    case 0x09:
      return pressed("tab");
    case 0x0d:
      return pressed("enter");
    case 0x1b:
      return pressed("escape");
    default:
      return pressed(String.fromCharCode(code + 0x40).toLowerCase(), { ctrl: true });
  }
}
