/** The one key table of the running program. It has the keys that everybody has until somebody's own are read. */
import { type Command, type Context, createKeymap, type Keymap } from "../keymap.ts";
import type { Binding } from "./bindings.ts";
import { toldKey } from "./key-names.ts";
import { isSendable } from "./sendable.ts";
import { say } from "../../words/say.ts";

let active = createKeymap();
/** The keys that were told of, by place and command: a status line tells of the same ones at every frame. */
let toldOf = new Map<string, string | null>();

export const keymap: Keymap = {
  lookup: (key, context) => active.lookup(key, context),
  describe: () => active.describe(),
};

/** From now on keys do what this table says. */
export function useBindings(bindings?: readonly Binding[]): void {
  active = createKeymap(bindings);
  toldOf = new Map();
}

/**
 * What to tell of a command's key in a hint: the first that every terminal can send, else its first. "no key" where it
 * has none.
 *
 * @example keyName("open-transcript", "global") // "ctrl+o"
 */
export function keyName(command: Command, context: Context): string {
  const asked = `${context} ${command}`;
  const known = toldOf.get(asked);
  const key = known === undefined ? findKey(command, context) : known;
  if (known === undefined) toldOf.set(asked, key);
  return key === null ? say`no key` : toldKey(key);
}

function findKey(command: Command, context: Context): string | null {
  const found = active.describe().find((entry) => entry.command === command && entry.context === context);
  return found?.keys.find((candidate) => isSendable(candidate, "legacy")) ?? found?.keys[0] ?? null;
}
