/** What is said of a terminal's keys is what such a terminal sends. */
import { expect, test } from "bun:test";
import { keyId, keysOf } from "../../src/terminal/input/key.ts";
import { createInputParser } from "../../src/terminal/input/parse.ts";
import { createKeymap } from "../../src/terminal/keymap.ts";
import { isSendable } from "../../src/terminal/keymap/sendable.ts";
import { keyBytes } from "../support/keys.ts";

function arrivesAs(id: string): string {
  const capital = id.replace(
    /(^|\+)shift\+([a-z])$/,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  const parser = createInputParser();
  const events = [...parser.feed(Buffer.from(keyBytes(capital))), ...parser.flush()];
  const keys = events.flatMap((event) =>
    event.type === "text" ? keysOf(event.text) : event.type === "key" ? [event.key] : [],
  );
  return keys.map(keyId).join(" ");
}

test("a key is sendable by a terminal without the kitty protocol exactly when it arrives as itself", () => {
  const names = "abcdefghijklmnopqrstuvwxyz[]\\^_/-1<?";
  const bases = [
    ...Array.from(names),
    "enter",
    "tab",
    "escape",
    "backspace",
    "space",
    "up",
    "home",
    "delete",
    "pageup",
    "f1",
    "f5",
  ];
  const ids = ["", "ctrl+", "alt+", "shift+", "alt+shift+"].flatMap((held) =>
    bases.map((base) => held + base),
  );
  const letters = /^(alt\+)?shift\+[^a-z]$/;
  for (const id of ids.filter((candidate) => !letters.test(candidate)))
    expect([id, isSendable(id, "legacy")]).toEqual([id, arrivesAs(id) === id]);
});

test("with the kitty protocol every key is", () => {
  const all = createKeymap()
    .describe()
    .flatMap(({ keys }) => keys);
  expect(all.filter((key) => !isSendable(key, "kitty"))).toEqual([]);
  expect(all.filter((key) => !isSendable(key, "legacy"))).toContain("ctrl+enter");
});
