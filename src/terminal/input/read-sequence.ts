/** Sequences to events. What nobody knows becomes nothing. */
import type { InputEvent } from "./event.ts";
import { controlKey } from "./control-key.ts";
import { codedKey } from "./coded-key.ts";
import { characterKey, modifiersOf, pressed, type Key, type Modifiers } from "./key.ts";
import { keypadKeys, letterKeys, linuxFunctionKeys, rxvtArrows, tildeKeys } from "./key-codes.ts";
import { readMouse } from "./mouse.ts";
import { readCsiReply, readStringReply } from "./replies.ts";
import type { Sequence } from "./scan.ts";

type Csi = Extract<Sequence, { type: "csi" | "ss3" }>;

/** The events that a sequence stands for: none, one, or two where ESC was pressed right before a report. */
export function readSequence(sequence: Sequence): InputEvent[] {
  switch (sequence.type) {
    case "escape":
      return [keyEvent(pressed("escape"))];
    case "alt":
      return altKey(sequence.char);
    case "ss3":
      return asEvents(ss3Key(sequence), sequence.alt);
    case "csi":
      return readCsi(sequence);
    case "string": {
      const reply = readStringReply(sequence.kind, sequence.content);
      return reply === undefined ? [] : [{ type: "reply", reply }];
    }
    case "nothing":
      return [];
    default:
      return sequence satisfies never;
  }
}

function readCsi(csi: Csi): InputEvent[] {
  const report = readReport(csi);
  if (report !== undefined) return csi.alt ? [keyEvent(pressed("escape")), report] : [report];
  if (/^[<=>?]/.test(csi.params) || csi.intermediates !== "") return [];
  return asEvents(csiKey(csi), csi.alt);
}

/** Everything in CSI form that is no key. */
function readReport(csi: Csi): InputEvent | undefined {
  if (csi.params === "" && csi.intermediates === "") {
    if (csi.final === "I") return { type: "focus", focused: true };
    if (csi.final === "O") return { type: "focus", focused: false };
  }
  const mouse = readMouse(csi.params, csi.final);
  if (mouse !== undefined) return { type: "mouse", ...mouse };
  const reply = readCsiReply(csi.params, csi.intermediates, csi.final);
  return reply === undefined ? undefined : { type: "reply", reply };
}

/** A key, text that a key sent in coded form, or nothing (a release, a lone modifier, an unknown code). */
type Pressed = Key | { readonly typed: string } | undefined;

function csiKey(csi: Csi): Pressed {
  const { params, final } = csi;
  if (params === "[") return named(linuxFunctionKeys[final], {});
  const fields = params.split(";").map((field) => field.split(":").map(numberOf));
  const modifiers = modifiersOf(fields[1]?.[0]);
  // Kitty appends the kind of event to the modifiers; 3 is a release.
  if (fields[1]?.[1] === 3) return undefined;

  if (final === "u") return codedKey(fields[0] ?? [], modifiers, fields[2]);
  if (final === "~") {
    const number = fields[0]?.[0];
    if (number === 27 && fields.length > 2) return codedKey(fields[2] ?? [], modifiers);
    return named(tildeKeys[number ?? 0], modifiers);
  }
  if (final === "$" || final === "^" || final === "@") {
    return named(tildeKeys[fields[0]?.[0] ?? 0], { shift: final !== "^", ctrl: final !== "$" });
  }
  if (final === "Z") return pressed("tab", { ...modifiers, shift: true });
  if (final in rxvtArrows) return named(rxvtArrows[final], { ...modifiers, shift: true });
  return named(letterKeys[final], modifiers);
}

function ss3Key(ss3: Csi): Pressed {
  // Some send the modifiers as SS3 5 A.
  const modifiers = modifiersOf(ss3.params === "" ? undefined : Number(ss3.params));
  const { final } = ss3;
  if (final in letterKeys) return named(letterKeys[final], modifiers);
  if (final in rxvtArrows) return named(rxvtArrows[final], { ...modifiers, ctrl: true });
  const keypad = keypadKeys[final];
  return keypad?.length === 1 ? { typed: keypad } : named(keypad, modifiers);
}

function named(name: string | undefined, modifiers: Modifiers): Key | undefined {
  return name === undefined ? undefined : pressed(name, modifiers);
}

function numberOf(field: string): number | undefined {
  return /^\d{1,9}$/.test(field) ? Number(field) : undefined;
}

function altKey(char: string): InputEvent[] {
  const control = controlKey(char);
  if (control !== undefined) return [keyEvent({ ...control, alt: true })];
  const code = char.codePointAt(0) ?? 0;
  return code < 0xa0 && code >= 0x7f ? [] : [keyEvent(characterKey(char, { alt: true }))];
}

function asEvents(key: Pressed, alt: boolean): InputEvent[] {
  if (key === undefined) return [];
  if ("typed" in key) return [{ type: "text", text: key.typed }];
  return [keyEvent(alt ? { ...key, alt: true } : key)];
}

function keyEvent(key: Key): InputEvent {
  return { type: "key", key };
}
