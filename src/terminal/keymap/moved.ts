/** A key table with some of its keys moved, as somebody's `keybindings.json` wants it. */
import { z } from "zod";
import { nearestWord } from "../nearest-word.ts";
import type { Binding, Command, Context } from "./bindings.ts";
import { isTypedKey, readKey, toldKey } from "./key-names.ts";
import { truncateMiddle } from "../truncate-middle.ts";
import { say } from "../../words/say.ts";

export type MovedKeys = {
  readonly bindings: readonly Binding[];
  /** What was not taken, or does not do what one may think, a sentence each. */
  readonly faults: readonly string[];
};

/** What a command may be given: a key, several, or none. */
const keysSchema = z
  .union([z.string(), z.array(z.string()), z.null()])
  .transform((keys) => (typeof keys === "string" ? [keys] : (keys ?? [])));

/**
 * These keys are what a question shows beside its choices. An answer must never be on another key than the one that was
 * learned, so they stay, and nothing else comes to lie on them.
 */
const fixedKeys: Readonly<Partial<Record<Context, readonly string[]>>> = {
  dialog: ["1", "2", "3"],
  hunks: ["1", "3"],
};
const escapeKeys: ReadonlySet<string> = new Set(["escape", "ctrl+["]);
const fixedWords = say`1, 2, 3 and esc stay where they are, so that an answer never lies on another key`;

/** More of a name than this says nothing more; cells. */
const longestName = 60;

function short(name: string): string {
  return truncateMiddle(name, longestName);
}

/** In these places plain letters are text. */
const writtenIn: ReadonlySet<Context> = new Set([
  "global",
  "composer",
  "completion",
  "history-search",
  "list",
]);

/**
 * The table with the keys of `moved`, the content of a `keybindings.json`: `{ context: { command: key | [keys] | null } }`.
 * A command that is named has exactly the keys that are given; another one of the same place loses those. Never throws:
 * what is not right is left out, and told.
 */
export function moveKeys(bindings: readonly Binding[], moved: unknown): MovedKeys {
  const faults: string[] = [];
  const wanted: Binding[] = [];
  if (!isRecord(moved)) {
    return {
      bindings,
      faults: [say`It holds no keys: an object is expected, as in {"composer": {"send": ["ctrl+enter"]}}.`],
    };
  }
  for (const [place, table] of Object.entries(moved)) {
    if (place === "$schema") continue;
    const context = bindings.find((binding) => binding.context === place)?.context;
    if (context === undefined) {
      const places = new Set(bindings.map((binding) => binding.context));
      faults.push(
        say`There is no place “${short(place)}”${meant(nearestWord(place, places), [...places].join(", "))}.`,
      );
    } else if (!isRecord(table)) {
      faults.push(say`“${place}” is not right and is left out: commands and their keys are expected.`);
    } else wanted.push(...readPlace(context, table, bindings, faults));
  }
  const result = bindings.map((binding) => apply(binding, wanted));
  faults.push(...losses(bindings, result, wanted), ...shadows(result, wanted));
  return { bindings: result, faults };
}

/** What a file says of one place. */
function readPlace(
  context: Context,
  table: Readonly<Record<string, unknown>>,
  bindings: readonly Binding[],
  faults: string[],
): Binding[] {
  const own = bindings.filter((binding) => binding.context === context);
  const taken = new Map<string, Command>();
  return Object.entries(table).flatMap(([name, value]): Binding[] => {
    const where = `${context}.${name}`;
    const binding = own.find(({ command }) => command === name);
    if (binding === undefined) {
      const names = own.map(({ command }) => command);
      const elsewhere = bindings.find(({ command }) => command === name)?.context;
      const hint =
        elsewhere === undefined
          ? meant(nearestWord(name, names), say`/keys lists them`)
          : say`; it is one of “${elsewhere}”`;
      faults.push(say`There is no command “${short(name)}” in “${context}”${hint}.`);
      return [];
    }
    const { command } = binding;
    if (command === "dismiss" || /^choose-[123]$/.test(command)) {
      faults.push(say`“${where}” is left out: ${fixedWords}.`);
      return [];
    }
    const parsed = keysSchema.safeParse(value);
    if (!parsed.success) {
      faults.push(say`“${where}” is not right and is left out: a key, a list of keys or null is expected.`);
      return [];
    }
    const keys: string[] = [];
    for (const written of parsed.data) {
      const read = readKey(written);
      const fault = read.type === "key" ? faultOf(read.id, context, taken) : unknownKey(written, read);
      if (fault !== null) faults.push(say`“${where}”: ${fault}.`);
      else if (read.type === "key") {
        keys.push(read.id);
        taken.set(read.id, command);
      }
    }
    // Where nothing that was asked for can be had, the command keeps its keys; "none" was not asked for.
    if (keys.length === 0 && parsed.data.length > 0) return [];
    const fixed = binding.keys.filter((key) => fixedKeys[context]?.includes(key) === true);
    return [{ context, command, keys: [...new Set([...keys, ...fixed])] }];
  });
}

function unknownKey(
  written: string,
  { part, nearest }: Extract<ReturnType<typeof readKey>, { type: "unknown" }>,
): string {
  return say`there is no key “${short(written)}”${part === written ? "" : ` (“${short(part)}”)`}${meant(nearest)}`;
}

/** Why a key cannot be had in a place; null when it can. */
function faultOf(id: string, context: Context, taken: ReadonlyMap<string, Command>): string | null {
  const key = toldKey(id);
  if (escapeKeys.has(id) || fixedKeys[context]?.includes(id) === true)
    return say`“${key}” cannot be had: ${fixedWords}`;
  if (writtenIn.has(context) && isTypedKey(id)) return say`“${key}” is text there, so it cannot be a command`;
  const other = taken.get(id);
  return other === undefined ? null : say`“${key}” is given to ${other} already, which keeps it`;
}

function apply(binding: Binding, wanted: readonly Binding[]): Binding {
  const inPlace = wanted.filter(({ context }) => context === binding.context);
  const own = inPlace.find(({ command }) => command === binding.command);
  if (own !== undefined) return own;
  const gone = new Set(inPlace.flatMap(({ keys }) => keys));
  const keys = binding.keys.filter((key) => !gone.has(key));
  return keys.length === binding.keys.length ? binding : { ...binding, keys };
}

/** Commands that have no key left though nobody asked for that. */
function losses(before: readonly Binding[], after: readonly Binding[], wanted: readonly Binding[]): string[] {
  return after.flatMap(({ context, command, keys }, index) => {
    const [had] = before[index]?.keys ?? [];
    if (keys.length > 0 || had === undefined) return [];
    const taker = wanted.find((one) => one.context === context && one.keys.includes(had));
    if (taker === undefined || taker.command === command) return [];
    return [say`“${toldKey(had)}” now runs ${taker.command}, and “${context}.${command}” has no key left.`];
  });
}

/** Keys that hold everywhere, but for the composer, which has another use for them. */
function shadows(after: readonly Binding[], wanted: readonly Binding[]): string[] {
  const composer = after.filter(({ context }) => context === "composer");
  return wanted
    .filter(({ context }) => context === "global")
    .flatMap(({ command, keys }) =>
      keys.flatMap((key) => {
        const other = composer.find((binding) => binding.keys.includes(key));
        if (other === undefined) return [];
        return [
          say`“global.${command}”: in the composer “${toldKey(key)}” runs ${other.command}; move that one, too.`,
        ];
      }),
    );
}

function meant(nearest: string | null, otherwise?: string): string {
  if (nearest !== null) return say`; “${nearest}” may be meant`;
  return otherwise === undefined ? "" : ` (${otherwise})`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
