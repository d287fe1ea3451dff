import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { pressed } from "../../src/terminal/input/key.ts";
import { createKeymap } from "../../src/terminal/keymap.ts";
import { defaultBindings } from "../../src/terminal/keymap/bindings.ts";
import { readKey } from "../../src/terminal/keymap/key-names.ts";
import { moveKeys } from "../../src/terminal/keymap/moved.ts";

function keysOf(moved: unknown) {
  const { bindings, faults } = moveKeys(defaultBindings, moved);
  const of = (context: string, command: string) =>
    bindings.find((binding) => binding.context === context && binding.command === command)?.keys;
  return { bindings, faults, of, keymap: createKeymap(bindings) };
}

describe("keybindings.json", () => {
  test("gives a command exactly the keys that it names, and takes them from the others there", () => {
    const { of, faults, keymap } = keysOf({
      composer: { send: ["ctrl+enter"], newline: ["enter", "ctrl+j"] },
    });
    expect(faults).toEqual([]);
    expect(of("composer", "send")).toEqual(["ctrl+enter"]);
    expect(of("composer", "steer")).toEqual(["alt+s"]);
    expect(keymap.lookup(pressed("enter"), "composer")).toBe("newline");
    expect(keymap.lookup(pressed("enter"), "completion")).toBe("accept");
  });

  test("null and an empty list leave a command without a key", () => {
    const { of, faults } = keysOf({ composer: { "open-chip": null, undo: [] } });
    expect([of("composer", "open-chip"), of("composer", "undo"), faults]).toEqual([[], [], []]);
  });

  test("keys may be written as people write them", () => {
    const written = ["Ctrl+Shift+Z", "shift+ctrl+z", "Esc", "Option+Return", "G", "alt++", "PgUp", "cmd+k"];
    const read = written.map((text) => readKey(text)).map((key) => (key.type === "key" ? key.id : key.part));
    expect(read).toEqual([
      "ctrl+shift+z",
      "ctrl+shift+z",
      "escape",
      "alt+enter",
      "shift+g",
      "alt++",
      "pageup",
      "super+k",
    ]);
  });

  test("what does not exist is told with the nearest name, and the rest holds", () => {
    const { faults, of } = keysOf({
      compose: { send: "f5" },
      composer: { sned: "f5", newline: ["ctl+j", "entre", "f6"], "open-transcript": "f7", undo: 7 },
    });
    expect(faults.map((fault) => fault.replaceAll(/[“”]/g, '"'))).toEqual([
      'There is no place "compose"; "composer" may be meant.',
      'There is no command "sned" in "composer"; "send" may be meant.',
      '"composer.newline": there is no key "ctl+j" ("ctl"); "ctrl" may be meant.',
      '"composer.newline": there is no key "entre"; "enter" may be meant.',
      'There is no command "open-transcript" in "composer"; it is one of "global".',
      '"composer.undo" is not right and is left out: a key, a list of keys or null is expected.',
    ]);
    expect(of("composer", "newline")).toEqual(["f6"]);
  });

  test("a key that two commands are given stays with the first", () => {
    const { faults, of } = keysOf({ composer: { yank: "f5", undo: ["f5"] } });
    expect(faults).toEqual(["“composer.undo”: “f5” is given to yank already, which keeps it."]);
    expect(of("composer", "yank")).toEqual(["f5"]);
    expect(of("composer", "undo")).toContain("ctrl+_");
  });

  test("what loses its only key is told", () => {
    const { faults } = keysOf({ composer: { undo: "ctrl+r" } });
    expect(faults).toEqual(["“ctrl+r” now runs undo, and “composer.search-history” has no key left."]);
  });

  test("a key for everywhere that the composer needs is told", () => {
    const { faults } = keysOf({ global: { "open-transcript": "ctrl+r" } });
    expect(faults.join()).toContain("in the composer “ctrl+r” runs search-history");
  });

  test("letters that are text cannot be commands where text is written, and can elsewhere", () => {
    const { faults, of } = keysOf({ composer: { send: "x", undo: "space" }, transcript: { close: "x" } });
    expect(faults).toHaveLength(2);
    expect(of("composer", "send")).toContain("enter");
    expect(of("transcript", "close")).toEqual(["x"]);
  });

  test("1, 2, 3 and esc stay the answers that they are", () => {
    const { faults, keymap } = keysOf({
      dialog: { "choose-1": "y", "answer-all": ["1", "esc"], accept: "3" },
      global: { dismiss: "q", interrupt: "escape" },
      hunks: { "take-hunk": "t" },
    });
    expect(faults).toHaveLength(6);
    const commands = ["1", "2", "3", "escape"].map((key) => keymap.lookup(pressed(key), "dialog"));
    expect(commands).toEqual(["choose-1", "choose-2", "choose-3", "dismiss"]);
    expect(keymap.lookup(pressed("1"), "hunks")).toBe("take-hunk");
    expect(keymap.lookup(pressed("t"), "hunks")).toBe("take-hunk");
  });

  test("whatever a file says, nothing throws and no answer comes to lie on another key", () => {
    const places = fc.constantFrom("dialog", "hunks", "global", "composer", "nowhere");
    const names = fc.constantFrom(...defaultBindings.map(({ command }) => command), "nothing");
    const keys = fc.constantFrom("1", "2", "3", "esc", "ctrl+[", "enter", "x", "ctrl+x", "?+", "", "ctrl+");
    const value = fc.oneof(keys, fc.array(keys, { maxLength: 3 }), fc.constant(null), fc.jsonValue());
    const file = fc.oneof(fc.dictionary(places, fc.dictionary(names, value)), fc.jsonValue());
    fc.assert(
      fc.property(file, (moved) => {
        const { keymap } = keysOf(moved);
        const commands = ["1", "2", "3", "escape"].map((key) => keymap.lookup(pressed(key), "dialog"));
        expect(commands).toEqual(["choose-1", "choose-2", "choose-3", "dismiss"]);
        const described = keymap.describe();
        const bound = described.flatMap(({ context, keys: own }) => own.map((key) => `${context} ${key}`));
        expect(bound.length).toBe(new Set(bound).size);
      }),
    );
  });
});

test("names as long as the file are told in short, and compared with nothing", () => {
  const long = "x".repeat(400_000);
  const { faults } = keysOf({ [long]: {}, composer: { [long]: "a", send: [long, `${long}+a`] } });
  expect(faults).toHaveLength(4);
  for (const fault of faults) expect(fault.length).toBeLessThan(400);
});
