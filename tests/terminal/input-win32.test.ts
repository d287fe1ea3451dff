/** Keys as Windows' console sends them: the same keys, texts and pastes as from any other terminal. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { keyId } from "../../src/terminal/input/key.ts";
import { createInputParser } from "../../src/terminal/input/parse.ts";

const shift = 0x10;
const leftCtrl = 0x08;
const leftAlt = 0x02;
const altGr = 0x01 | leftCtrl;
/** Num lock and "one of the keys beside the number pad": they change nothing. */
const numLock = 0x20;
const enhanced = 0x100;

/** A key that is pressed and let go. */
function stroke(virtualKey: number, code: number, state = 0, times = 1): string {
  const report = (isDown: number) => `\x1b[${virtualKey};30;${code};${isDown};${state};${times}_`;
  return report(1) + report(0);
}

/** A text as it is typed or pasted: every UTF-16 unit by itself. */
const typed = (text: string, virtualKey = 0x41) =>
  text
    .split("")
    .map((unit) => stroke(unit === "\r" ? 0x0d : virtualKey, unit.charCodeAt(0)))
    .join("");

function read(...reads: readonly (string | Uint8Array)[]): InputEvent[] {
  const parser = createInputParser();
  const events = reads.flatMap((chunk) => parser.feed(Buffer.from(chunk)));
  return [...events, ...parser.flush()];
}

const told = (event: InputEvent) => {
  if (event.type === "key") return keyId(event.key);
  return event.type === "text" || event.type === "paste" ? `${event.type} ${event.text}` : event.type;
};

test.each([
  ["enter", stroke(0x0d, 13)],
  ["shift+enter", stroke(0x0d, 13, shift)],
  ["ctrl+enter", stroke(0x0d, 10, leftCtrl)],
  ["alt+enter", stroke(0x0d, 13, leftAlt)],
  ["escape", stroke(0x1b, 27)],
  ["tab", stroke(0x09, 9)],
  ["shift+tab", stroke(0x09, 9, shift)],
  ["backspace", stroke(0x08, 8)],
  ["ctrl+backspace", stroke(0x08, 127, leftCtrl)],
  ["up", stroke(0x26, 0, enhanced)],
  ["ctrl+left", stroke(0x25, 0, leftCtrl | enhanced | numLock)],
  ["delete", stroke(0x2e, 0, enhanced)],
  ["home", stroke(0x24, 0)],
  ["pagedown", stroke(0x22, 0)],
  ["f5", stroke(0x74, 0)],
  ["ctrl+c", stroke(0x43, 3, leftCtrl)],
  ["ctrl+c", stroke(0x43, 0x0441, leftCtrl)],
  ["alt+b", stroke(0x42, 98, leftAlt)],
  ["ctrl+_", stroke(0xbd, 31, leftCtrl | shift)],
  ["ctrl+space", stroke(0x20, 32, leftCtrl)],
  ["text a", stroke(0x41, 97)],
  ["text A", stroke(0x41, 65, shift)],
  ["text  ", stroke(0x20, 32)],
  ["text @", stroke(0x51, 64, altGr)],
  ["text aaa", stroke(0x41, 97, 0, 3)],
  ["text é", "\x1b[18;56;233;0;0;1_"],
  ["text 7", stroke(0x67, 55, numLock)],
])("%s", (expected, bytes) => {
  expect(read(bytes).map(told)).toEqual([expected]);
});

test("lone modifiers, releases and what nobody knows are nothing", () => {
  const report =
    "\x1b[16;42;0;1;16;1_\x1b[17;29;0;1;8;1_\x1b[65;30;97;0;0;1_\x1b[_\x1b[?1;2_\x1b[173;0;0;1;0;1_";
  expect(read(report)).toEqual([]);
});

describe("text", () => {
  test("of an input method and its Enter in one read are the text and Enter", () => {
    expect(read(typed("안녕하세요\r")).map(told)).toEqual(["text 안녕하세요", "enter"]);
  });

  test("in characters of two halves comes whole, also when a read ends between them", () => {
    const [high, low] = [typed("\ud83d"), typed("\ude00")];
    expect(read(high + low).map(told)).toEqual(["text 😀"]);
    expect(read(high, low).map(told)).toEqual(["text 😀"]);
  });

  test("with line ends inside is a paste, as it is from any terminal", () => {
    expect(read(typed("one\rtwo")).map(told)).toEqual(["paste one\ntwo"]);
  });

  test("that a console passed on in brackets is one paste, with nothing in it a key", () => {
    const paste = typed("\x1b[200~one\r\x03/exit\r\x1b[201~", 0);
    expect(read(paste).map(told)).toEqual(["paste one\n/exit\n"]);
    expect(read(...(paste.match(/[^_]+_/g) ?? [])).map(told)).toEqual(["paste one\n/exit\n"]);
  });

  test("before a key is told before it", () => {
    expect(read(typed("ab") + stroke(0x25, 0) + typed("c")).map(told)).toEqual(["text ab", "left", "text c"]);
  });
});

test("answers of the terminal that a console passed on are no text", () => {
  expect(read(typed("\x1b[?62;22c\x1b]11;rgb:ff/ff/ff\x1b\\", 0)).map(told)).toEqual(["reply", "reply"]);
});

test("for any keys it does not matter where reads are cut", () => {
  const keys = fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 4 }).map((text) => typed(text.replaceAll(/\p{Cc}/gu, ""))),
      fc.constantFrom(stroke(0x26, 0), stroke(0x43, 3, leftCtrl), stroke(0x1b, 27), "\x1b[A", "é", "\x03"),
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(keys, fc.double({ min: 0, max: 1, noNaN: true }), (parts, place) => {
      const bytes = Buffer.from(parts.join(""));
      const at = Math.floor(place * bytes.length);
      const joined = (events: readonly InputEvent[]) =>
        events.map((event) => (event.type === "text" ? event.text : `<${told(event)}>`)).join("");
      expect(joined(read(bytes.subarray(0, at), bytes.subarray(at)))).toBe(joined(read(bytes)));
    }),
    { numRuns: 500 },
  );
});
