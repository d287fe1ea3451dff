/** What Enter does where nobody could send otherwise. */
import { expect, test } from "bun:test";
import { pressed } from "../../src/terminal/input/key.ts";
import { createKeymap } from "../../src/terminal/keymap.ts";
import { defaultBindings } from "../../src/terminal/keymap/bindings.ts";
import { enterSends } from "../../src/terminal/keymap/enter-sends.ts";
import { moveKeys } from "../../src/terminal/keymap/moved.ts";

const moved = (composer: Readonly<Record<string, unknown>>) =>
  moveKeys(defaultBindings, { composer }).bindings;

test("it sends where no key for sending arrives from every terminal, whatever else it was given to", () => {
  const kept = enterSends(moved({ send: ["ctrl+enter", "super+s"], newline: "enter" }));
  expect(kept?.unsent).toEqual(["ctrl+enter", "super+s"]);
  const keymap = createKeymap(kept?.bindings);
  expect(keymap.lookup(pressed("enter"), "composer")).toBe("send");
  expect(keymap.lookup(pressed("enter", { ctrl: true }), "composer")).toBe("send");
  expect(keymap.lookup(pressed("enter"), "dialog")).toBe("accept");
});

test("it is left alone where one of them arrives, and where none is wanted", () => {
  expect(enterSends(defaultBindings)).toBeNull();
  expect(enterSends(moved({ send: ["ctrl+enter", "alt+s"] }))).toBeNull();
  expect(enterSends(moved({ send: null }))).toBeNull();
});
