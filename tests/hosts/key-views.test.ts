/** The views about keys in windows of every width, and the welcome's keys. */
import { afterEach, describe, expect, test } from "bun:test";
import { allKeys, shortKeys } from "../../src/hosts/repl/keys-text.ts";
import { Welcome } from "../../src/hosts/repl/welcome.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { keyName, useBindings } from "../../src/terminal/keymap/active.ts";
import { defaultBindings } from "../../src/terminal/keymap/bindings.ts";
import { moveKeys } from "../../src/terminal/keymap/moved.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";

afterEach(() => useBindings());

describe("the lists of keys", () => {
  test("fit windows of every width", () => {
    for (let columns = 20; columns <= 160; columns += 7) {
      const lines = [...allKeys(columns, "legacy", plainStyle), ...shortKeys(columns, plainStyle)];
      expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    }
  });

  test("name every command", () => {
    const text = allKeys(100, "kitty", plainStyle).join("\n");
    const names = new Set(defaultBindings.map(({ command }) => command));
    expect([...names].filter((name) => !text.includes(name))).toEqual([]);
    expect(text).not.toContain("not in this terminal");
  });

  test("the short one is at most eight lines where it is 80 columns wide", () => {
    expect(shortKeys(80, plainStyle).length).toBeLessThanOrEqual(8);
  });

  test("hints tell the key that a command has now, and one that every terminal can send", () => {
    expect(keyName("newline", "composer")).toBe("ctrl+j");
    expect(keyName("dismiss", "global")).toBe("esc");
    useBindings(moveKeys(defaultBindings, { composer: { newline: "f9", undo: null } }).bindings);
    expect(keyName("newline", "composer")).toBe("f9");
    expect(keyName("undo", "composer")).toBe("no key");
  });
});

describe("the welcome", () => {
  let [now, told] = [0, [] as string[]];
  const open = () => {
    [now, told] = [0, []];
    return new Welcome({ timers: { now: () => now }, tell: (text) => told.push(text) });
  };
  const typed = (text: string) => ({ type: "text", text }) as const;

  test("passes on what is typed before it can have been seen, also a digit", () => {
    expect(open().onInput(typed("1"))).toBe("pass");
    expect(told).toEqual([]);
  });

  test("takes a digit as a choice later, and passes on letters, pastes and several signs", () => {
    const welcome = open();
    now = 1_000;
    expect(welcome.onInput(typed("h"))).toBe("pass");
    expect(welcome.onInput(typed("1+1"))).toBe("pass");
    expect(welcome.onInput({ type: "paste", text: "1", continues: false })).toBe("pass");
    expect(welcome.onInput(typed("7"))).toBe("pass");
    expect(welcome.onInput(typed("2"))).toBe("close");
    expect(told.join()).toContain("rein auth login");
  });

  test("is closed by Esc, and other keys are the composer's", () => {
    const welcome = open();
    expect(welcome.onInput({ type: "key", key: pressed("down") })).toBe("stay");
    expect(welcome.onInput({ type: "key", key: pressed("escape") })).toBe("close");
    expect(welcome.onInput({ type: "key", key: pressed("d", { ctrl: true }) })).toBe("pass");
    expect(welcome.onInput({ type: "focus", focused: false })).toBe("stay");
  });
});
