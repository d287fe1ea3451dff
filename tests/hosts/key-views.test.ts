/** The views about keys in windows of every width, and the welcome's keys. */
import { afterEach, describe, expect, test } from "bun:test";
import { allKeys, shortKeys } from "../../src/hosts/repl/commands/keys-text.ts";
import { KeyTest } from "../../src/hosts/repl/commands/key-test.ts";
import { createTerminalTalk } from "../../src/hosts/repl/screen/terminal-talk.ts";
import { Welcome } from "../../src/hosts/repl/commands/welcome.ts";
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

describe("what arrives for keys", () => {
  const arrived = (test: KeyTest, columns: number, rows: number) =>
    test.view(columns, rows).lines.filter((line) => /\binterrupt\b/.test(line)).length;

  test("is shown in a window of every height", () => {
    const test = new KeyTest(plainStyle, () => undefined);
    for (let count = 0; count < 50; count += 1)
      test.onInput({ type: "key", key: pressed("c", { ctrl: true }) });
    for (let rows = 2; rows <= 40; rows += 1) {
      const view = test.view(40, rows);
      expect(view.lines.length).toBeLessThan(rows);
      expect(arrived(test, 40, rows)).toBeGreaterThan(0);
    }
  });

  test("of a paste only the first bytes are told, and each key with its own", () => {
    let push = (_bytes: Uint8Array) => {};
    const [told, events]: [string[], string[]] = [[], []];
    const talk = createTerminalTalk({
      input: { passOn: (take) => void (push = take), resume: () => undefined },
      modes: { keyboard: "legacy" },
      terminal: { write: () => undefined, columns: 80, rows: 24 },
      timers: { after: () => () => undefined },
      answered: () => Promise.resolve(),
      onEvent: (event) => events.push(event.type),
    });
    talk.watchBytes((bytes) => told.push(Buffer.from(bytes).toString()));
    push(Buffer.from("\u001b[A\u0003"));
    push(Buffer.from("\u001b[200~"));
    push(Buffer.alloc(100_000, "a"));
    push(Buffer.from("\u001b[201~"));
    push(Buffer.from("\u001b[B"));
    expect(events).toEqual(["key", "key", "paste", "key"]);
    expect(told).toEqual(["\u001b[A", "\u0003", `\u001b[200~${"a".repeat(58)}`, "\u001b[B"]);
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
