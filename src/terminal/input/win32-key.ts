/**
 * Keys in the encoding of Windows' console, `CSI Vk;Sc;Uc;Kd;Cs;Rc _`: some terminals, and sessions that pass through a
 * Windows console, send it unasked.
 * https://github.com/microsoft/terminal/blob/main/doc/specs/%234999%20-%20Improved%20keyboard%20handling%20in%20Conpty.md
 */
import { controlKey } from "./control-key.ts";
import { characterKey, pressed, type Key, type Modifiers } from "./key.ts";

/** `characters`: UTF-16 units, which may be halves of a character, and go through the parser as if sent as they are. */
export type Win32Input =
  | { readonly type: "key"; readonly key: Key; readonly times: number }
  | { readonly type: "characters"; readonly text: string }
  | { readonly type: "nothing" };

/** Virtual key codes. https://learn.microsoft.com/windows/win32/inputdev/virtual-key-codes */
const names: Readonly<Record<number, string>> = {
  0x08: "backspace",
  0x09: "tab",
  0x0c: "begin",
  0x0d: "enter",
  0x1b: "escape",
  0x20: "space",
  0x21: "pageup",
  0x22: "pagedown",
  0x23: "end",
  0x24: "home",
  0x25: "left",
  0x26: "up",
  0x27: "right",
  0x28: "down",
  0x2d: "insert",
  0x2e: "delete",
  0x5d: "menu",
};
const altKey = 0x12;
const f1 = 0x70;
const f24 = 0x87;

/** Bits of the control key state. */
const rightAlt = 0x01;
const anyAlt = 0x03;
const leftCtrl = 0x08;
const anyCtrl = 0x0c;
const shiftBit = 0x10;

/** So often a key counts at most that says it was repeated. */
const mostTimes = 1000;

const nothing: Win32Input = { type: "nothing" };

/** Reads the parameters of `CSI … _`. Releases, lone modifiers and what nobody knows are nothing. */
export function readWin32(params: string): Win32Input {
  if (!/^[\d;]*$/.test(params)) return nothing;
  const field = params.split(";").map(Number);
  const [virtualKey = 0, , code = 0, isDown = 0, state = 0, repeat = 1] = field;
  const times = Math.max(1, Math.min(repeat, mostTimes));
  // A character composed on the number pad comes with the release of Alt.
  if (isDown !== 1) return virtualKey === altKey ? characters(code, 1) : nothing;
  // Characters that came from no key: what another program or a paste put into the console.
  if (virtualKey === 0) return characters(code, times);

  const modifiers: Modifiers = {
    alt: (state & anyAlt) !== 0,
    ctrl: (state & anyCtrl) !== 0,
    shift: (state & shiftBit) !== 0,
  };
  const isAltGr = (state & rightAlt) !== 0 && (state & leftCtrl) !== 0 && code >= 0x20;
  if (isAltGr || isTyped(virtualKey, code, modifiers)) return characters(code, times);
  const key = keyOf(virtualKey, code, modifiers);
  return key === undefined ? nothing : { type: "key", key, times };
}

/** Whether the key types its character. So do plain Enter and Tab: in a paste they come like that, too. */
function isTyped(virtualKey: number, code: number, { alt, ctrl, shift }: Modifiers): boolean {
  if (alt === true || ctrl === true) return false;
  if (virtualKey === 0x0d || virtualKey === 0x09) return shift !== true && code === virtualKey;
  return code >= 0x20 && code !== 0x7f && (names[virtualKey] === undefined || code === 0x20);
}

function keyOf(virtualKey: number, code: number, modifiers: Modifiers): Key | undefined {
  const name = names[virtualKey];
  if (name !== undefined) return pressed(name, modifiers);
  if (virtualKey >= f1 && virtualKey <= f24) return pressed(`f${virtualKey - f1 + 1}`, modifiers);
  // Letters and digits go by the place of the key, as shortcuts do on every layout.
  const char = String.fromCharCode(virtualKey);
  if (/^[A-Z\d]$/.test(char))
    return hasCommand(modifiers) ? characterKey(char.toLowerCase(), modifiers) : undefined;
  if (code === 0) return undefined;
  const control = controlKey(String.fromCharCode(code));
  if (control !== undefined) return { ...control, alt: modifiers.alt ?? false };
  return hasCommand(modifiers)
    ? characterKey(String.fromCharCode(code), { ...modifiers, shift: false })
    : undefined;
}

function hasCommand({ alt, ctrl }: Modifiers): boolean {
  return alt === true || ctrl === true;
}

function characters(code: number, times: number): Win32Input {
  if (code === 0 || code > 0xffff) return nothing;
  return { type: "characters", text: String.fromCharCode(code).repeat(times) };
}
