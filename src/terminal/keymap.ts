/**
 * Which key runs which command. A key never hides behaviour: it points at a name, and whoever owns the place gives the
 * name its function. The table is data, so that it can be listed, and moved by a `keybindings.json`
 * (`keymap/moved.ts`).
 */
import {
  defaultBindings,
  commandDescriptions,
  type Binding,
  type Command,
  type Context,
} from "./keymap/bindings.ts";
import { keyId, type Key } from "./input/key.ts";

export type { Binding, Command, Context };

/** Where a key is looked up next when a place does not bind it itself. */
const parents: Readonly<Record<Context, Context | undefined>> = {
  global: undefined,
  composer: "global",
  completion: "composer",
  "history-search": "composer",
  list: "global",
  jobs: "list",
  queue: "list",
  sessions: "list",
  dialog: "global",
  hunks: "global",
  tree: "global",
  context: "global",
  replay: "global",
  transcript: "global",
};

/** A command with all its keys in one place, for `/help` and `/keys`. */
export type KeyDescription = {
  readonly command: Command;
  readonly context: Context;
  /** In the form of `keyId`, the one to tell people first. */
  readonly keys: readonly string[];
  /** English; other languages go by the command's name. */
  readonly description: string;
};

export interface Keymap {
  /** The command of a key in a place or in the ones around it; `undefined` when nothing is bound. */
  lookup(key: Key, context: Context): Command | undefined;
  /** Every binding, in the order of the table. */
  describe(): readonly KeyDescription[];
}

/**
 * Makes a keymap from a table. Where a key is bound twice in one place the later binding wins.
 *
 * @example createKeymap().lookup(key, "composer") // "send"
 */
export function createKeymap(bindings: readonly Binding[] = defaultBindings): Keymap {
  const tables = new Map<Context, Map<string, Command>>();
  for (const { context, command, keys } of bindings) {
    const table = tables.get(context) ?? new Map<string, Command>();
    for (const key of keys) table.set(key, command);
    tables.set(context, table);
  }
  return {
    lookup(key, context) {
      const id = keyId(key);
      for (let place: Context | undefined = context; place !== undefined; place = parents[place]) {
        const command = tables.get(place)?.get(id);
        if (command !== undefined) return command;
      }
      return undefined;
    },
    describe: () =>
      bindings.map(({ context, command, keys }) => ({
        command,
        context,
        keys: keys.filter((key) => tables.get(context)?.get(key) === command),
        description: commandDescriptions[command],
      })),
  };
}
