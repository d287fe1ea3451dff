import { describe, expect, test } from "bun:test";
import { keyId, keysOf, pressed, type Key } from "../../src/terminal/input/key.ts";
import { createInputParser } from "../../src/terminal/input/parse.ts";
import { createKeymap, type Command, type Context } from "../../src/terminal/keymap.ts";
import { keyBytes } from "../support/keys.ts";

const keymap = createKeymap();

/** The keys that bytes are, with typed letters as keys of their own, as dialogs and the transcript take them. */
function keysFrom(bytes: string): Key[] {
  const parser = createInputParser();
  const events = [...parser.feed(Buffer.from(bytes)), ...parser.flush()];
  return events.flatMap((event) => {
    if (event.type === "text") return keysOf(event.text);
    return event.type === "key" ? [event.key] : [];
  });
}

function command(bytes: string, context: Context = "composer"): Command | undefined {
  const [key] = keysFrom(bytes);
  return key === undefined ? undefined : keymap.lookup(key, context);
}

describe("keys point at commands", () => {
  test("a new line comes from every terminal's way to say it", () => {
    for (const bytes of ["\x1b[13;2u", "\x1b[27;2;13~", "\x1b\r", "\n", "\x1b[106;5u"]) {
      expect([bytes, command(bytes)]).toEqual([bytes, "newline"]);
    }
  });

  test("send and steer are different keys", () => {
    expect(command("\r")).toBe("send");
    expect(command("\x1b[13;5u")).toBe("steer");
    expect(command("\x1bs")).toBe("steer");
  });

  test("undo arrives in three shapes", () => {
    for (const bytes of ["\x1f", "\x1b[45:95;6u", "\x1b[45;6u", "\x1b[47;5u"])
      expect(command(bytes)).toBe("undo");
  });

  test("keys that were control characters once stay what they were", () => {
    expect([command("\x1b[109;5u"), command("\x1b[105;5u"), command("\x1b[91;5u")]).toEqual([
      "send",
      "complete",
      "dismiss",
    ]);
  });

  test("the same key does what its place says, and what the place around it says", () => {
    expect(command("\t", "composer")).toBe("complete");
    expect(command("\t", "completion")).toBe("complete");
    expect(command("\r", "completion")).toBe("accept");
    expect(command("\t", "transcript")).toBe("next-panel");
    expect(command("\x0b", "completion")).toBe("kill-to-line-end");
    expect(command("\x0b", "dialog")).toBeUndefined();
    for (const context of ["composer", "completion", "dialog", "transcript"] as const) {
      expect(command("\x1b", context)).toBe("dismiss");
      expect(command("\x03", context)).toBe("interrupt");
    }
  });

  test("letters are commands only in dialogs and in the transcript", () => {
    expect(command("1", "dialog")).toBe("choose-1");
    expect(command("g", "transcript")).toBe("go-top");
    expect(command("G", "transcript")).toBe("go-bottom");
    expect(command("{", "transcript")).toBe("previous-prompt");
    expect(command(" ", "transcript")).toBe("page-down");
    expect(command("1", "composer")).toBeUndefined();
  });
});

describe("the table", () => {
  test("every key in it is one that a terminal can send", () => {
    const sendable = keymap
      .describe()
      .flatMap(({ keys }) => keys)
      // Esc pressed twice is two keys.
      .flatMap((key) => key.split(" "))
      .filter((key) => !key.includes("super+"));
    for (const key of sendable) {
      const name = key.replace("shift+g", "G").replace("shift+n", "N");
      const modes = [0, 5].map((kittyFlags) => ({ applicationCursor: false, kittyFlags }));
      const arrived = modes.flatMap((mode) => keysFrom(keyBytes(name, mode))).map(keyId);
      expect([key, arrived.includes(key)]).toEqual([key, true]);
    }
  });

  test("binds no key twice in one place", () => {
    const bound = keymap.describe().flatMap(({ context, keys }) => keys.map((key) => `${context} ${key}`));
    expect(bound.length).toBe(new Set(bound).size);
  });

  test("describes every binding in words", () => {
    for (const { description, keys } of keymap.describe()) {
      expect(description).not.toBe("");
      expect(keys.length).toBeGreaterThan(0);
    }
    expect(keymap.describe().find((entry) => entry.command === "cycle-mode")?.keys).toEqual(["shift+tab"]);
  });

  test("a later binding takes the key", () => {
    const moved = createKeymap([
      { context: "composer", command: "send", keys: ["enter"] },
      { context: "composer", command: "newline", keys: ["enter", "ctrl+j"] },
    ]);
    expect(moved.lookup(pressed("enter"), "composer")).toBe("newline");
    expect(moved.describe()).toMatchObject([{ keys: [] }, { keys: ["enter", "ctrl+j"] }]);
  });
});
