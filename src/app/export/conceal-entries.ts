/**
 * A log's entries without secrets. Whatever text an entry has is looked through, but for the few fields that name things:
 * a field that comes to be later is concealed, too.
 */
import type { Entry } from "../../protocol/entry.ts";
import { type Changes, changesSchema } from "../../protocol/tool-result.ts";
import type { Veil } from "../../secrets/veil.ts";
import { say } from "../../words/say.ts";

/** What names an entry, a call, a model or a kind: not text that somebody wrote. So is the data of a picture. */
const names: ReadonlySet<string> = new Set([
  "id",
  "parentId",
  "at",
  "type",
  "turnId",
  "traceId",
  "callId",
  "firstKeptId",
  "requestedAfter",
  "entryId",
  "action",
  "by",
  "model",
  "from",
  "to",
  "effort",
  "mode",
  "stop",
  "outcome",
  "via",
  "kind",
  // What only its provider can read; no export has it.
  "opaque",
]);

/** The entries with a name in the place of each secret that one of the veils knows or finds; others are as they were. */
export async function concealEntries(
  entries: readonly Entry[],
  veils: readonly Pick<Veil, "conceal">[],
): Promise<Entry[]> {
  const concealed: Entry[] = [];
  for (const entry of entries) concealed.push(await conceal(entry, veils));
  return concealed;
}

type Veils = readonly Pick<Veil, "conceal">[];

/** The same for any plain data that an entry could hold. */
export async function conceal<T>(value: T, veils: Veils): Promise<T>;
export async function conceal(value: unknown, veils: Veils): Promise<unknown> {
  if (typeof value === "string") return concealText(value, veils);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const one of value) list.push(await conceal(one, veils));
    return list;
  }
  if (typeof value !== "object" || value === null) return value;
  // The lines of a hunk belong together: a key has several.
  const object = isChanges(value) ? await concealChanges(value, veils) : value;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(object))
    fields.push([name, isName(name, field) ? field : await concealedField(name, field, veils)]);
  return Object.fromEntries(fields);
}

function isName(name: string, field: unknown): boolean {
  return (
    names.has(name) || (name === "data" && typeof field === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(field))
  );
}

function concealedField(name: string, field: unknown, veils: Veils): Promise<unknown> {
  return (name === "argumentsText" || name === "arguments") && typeof field === "string"
    ? concealArguments(field, veils)
    : conceal(field, veils);
}

/** In JSON a line break stands as two characters, which no rule for keys would see through. */
async function concealArguments(json: string, veils: Veils): Promise<string> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // A model writes what it likes.
    return concealText(json, veils);
  }
  const shown = await conceal({ value }, veils);
  return concealText(
    JSON.stringify(shown.value) === JSON.stringify(value) ? json : JSON.stringify(shown.value),
    veils,
  );
}

function isChanges(value: object): value is Changes {
  return "type" in value && value.type === "changes" && changesSchema.safeParse(value).success;
}

async function concealChanges(changes: Changes, veils: Veils): Promise<Changes> {
  let shown = changes;
  for (const veil of veils) {
    const { view } = await veil.conceal({ ok: true, text: "", view: shown }, say`an export`);
    if (view?.type === "changes") shown = view;
  }
  return shown;
}

/** Pauses on the way in a long text: keys and timers have their turn. */
async function concealText(text: string, veils: Veils): Promise<string> {
  let shown = text;
  for (const veil of veils) {
    const result = await veil.conceal({ ok: true, text: shown }, say`an export`);
    if (result.ok) shown = result.text;
  }
  return shown;
}
