/** The one key table of the running program. It has the keys that everybody has until somebody's own are read. */
import { type Command, type Context, createKeymap, type Keymap } from "../keymap.ts";
import type { Binding } from "./bindings.ts";
import { toldKey } from "./key-names.ts";
import { isSendable } from "./sendable.ts";
import { say } from "../../words/say.ts";

let active = createKeymap();

export const keymap: Keymap = {
  lookup: (key, context) => active.lookup(key, context),
  describe: () => active.describe(),
};

/** From now on keys do what this table says. */
export function useBindings(bindings?: readonly Binding[]): void {
  active = createKeymap(bindings);
}

/**
 * What to tell of a command's key in a hint: the first that every terminal can send, else its first. "no key" where it
 * has none.
 *
 * @example keyName("open-transcript", "global") // "ctrl+o"
 */
export function keyName(command: Command, context: Context): string {
  const found = active.describe().find((entry) => entry.command === command && entry.context === context);
  const key = found?.keys.find((candidate) => isSendable(candidate, "legacy")) ?? found?.keys[0];
  return key === undefined ? say`no key` : toldKey(key);
}
