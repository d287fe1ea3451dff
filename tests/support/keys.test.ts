import { expect, test } from "bun:test";
import { keyBytes, pasteBytes } from "./keys.ts";

test.each([
  ["enter", "\r"],
  ["escape", "\x1b"],
  ["tab", "\t"],
  ["shift+tab", "\x1b[Z"],
  ["backspace", "\x7f"],
  ["ctrl+backspace", "\b"],
  ["alt+backspace", "\x1b\x7f"],
  ["space", " "],
  ["x", "x"],
  ["shift+x", "X"],
  ["alt+x", "\x1bx"],
  ["ctrl+c", "\x03"],
  ["ctrl+o", "\x0f"],
  ["ctrl+j", "\n"],
  ["ctrl+_", "\x1f"],
  ["ctrl+space", "\0"],
  ["+", "+"],
  ["ctrl++", "+"],
  ["é", "é"],
  ["alt+enter", "\x1b\r"],
  ["shift+enter", "\r"],
  ["up", "\x1b[A"],
  ["ctrl+left", "\x1b[1;5D"],
  ["alt+shift+right", "\x1b[1;4C"],
  ["home", "\x1b[H"],
  ["pageup", "\x1b[5~"],
  ["ctrl+delete", "\x1b[3;5~"],
  ["f1", "\x1bOP"],
  ["f5", "\x1b[15~"],
])("the old encoding of %s", (key, bytes) => {
  expect(keyBytes(key)).toBe(bytes);
});

test.each([
  ["enter", "\r"],
  ["shift+enter", "\x1b[13;2u"],
  ["ctrl+enter", "\x1b[13;5u"],
  ["escape", "\x1b[27u"],
  ["shift+tab", "\x1b[9;2u"],
  ["ctrl+c", "\x1b[99;5u"],
  ["alt+s", "\x1b[115;3u"],
  ["ctrl+space", "\x1b[32;5u"],
  ["space", " "],
  ["shift+x", "X"],
  ["up", "\x1b[A"],
])("the kitty encoding of %s", (key, bytes) => {
  expect(keyBytes(key, { applicationCursor: false, kittyFlags: 1 })).toBe(bytes);
});

test("plain arrows follow the application cursor mode", () => {
  const mode = { applicationCursor: true, kittyFlags: 0 };
  expect([keyBytes("up", mode), keyBytes("shift+up", mode)]).toEqual(["\x1bOA", "\x1b[1;2A"]);
});

test("a misspelt key is an error, not text", () => {
  expect(() => keyBytes("entr")).toThrow("unknown key entr");
  expect(() => keyBytes("cmd+x")).toThrow("unknown modifier cmd");
});

test("a paste has its brackets and sends line ends as Enter does", () => {
  expect(pasteBytes("a\nb\r\nc", true)).toBe("\x1b[200~a\rb\rc\x1b[201~");
  expect(pasteBytes("a\nb", false)).toBe("a\rb");
});
