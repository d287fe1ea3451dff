/**
 * A log's entries without secrets, and other data without them. Whatever text an entry has is looked through, but for the
 * few fields that name things: a field that comes to be later is concealed, too.
 */
import type { Entry, Header } from "../../protocol/entry.ts";
import { type Changes, changesSchema } from "../../protocol/tool-result.ts";
import type { Veil } from "../../secrets/veil.ts";
import { say } from "../../words/say.ts";
import { beginTurn } from "./turns.ts";

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
]);

/** The entry as it is told: `at` is its place among those that were looked through. */
export type TellEntry = (entry: Entry, at: number) => Promise<Entry>;

/**
 * Looks through the entries for secrets that one of the veils knows or finds, keeps nothing of them, and returns how
 * each is told then: with a name in the place of each secret. What shows itself to be a secret only late, as a password
 * that is in a file of settings, is told nowhere before that either. `turnMs`: so long is worked before others get a
 * turn. Throws the signal's reason when it fires.
 */
export async function lookThrough(
  entries: readonly Entry[],
  veils: Veils,
  turnMs?: number,
  signal?: AbortSignal,
): Promise<TellEntry> {
  const known = knownTo(veils);
  const withSecrets = new Set<number>();
  const sizes: number[] = [];
  const turn = beginTurn(turnMs);
  for (const [at, entry] of entries.entries()) {
    if (turn.isOver()) await turn.rest();
    signal?.throwIfAborted();
    const whole = withWholeTitle(entry);
    sizes.push(sizeOf(whole));
    if ((await concealIn(whole, veils)) !== whole) withSecrets.add(at);
  }
  return async (entry, at) => {
    const whole = withWholeTitle(entry);
    // A long text may have been lost when it was looked through, and be back by now: its log was cut and put right.
    const isSame = sizeOf(whole) === sizes[at];
    const mayHoldMore = withSecrets.has(at) || !isSame || knownTo(veils) !== known;
    return mayHoldMore ? concealIn(whole, veils) : whole;
  };
}

/** All of them as they are told. */
export async function concealEntries(
  entries: readonly Entry[],
  veils: Veils,
  turnMs?: number,
): Promise<Entry[]> {
  const tell = await lookThrough(entries, veils, turnMs);
  const told: Entry[] = [];
  for (const [at, entry] of entries.entries()) told.push(await tell(entry, at));
  return told;
}

/** How long its texts are together, UTF-16 units. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, part: unknown) => sum + sizeOf(part), 0);
}

/** How many secrets they hide wherever they stand: one more may stand in what was looked through before. */
function knownTo(veils: Veils): number {
  return veils.reduce((sum, veil) => sum + veil.known(), 0);
}

/** The head of their log without any; ids are as they were. */
export async function concealHeader(header: Header, veils: Veils): Promise<Header> {
  const { cwd, gitBranch } = header;
  const told = await conceal({ cwd, gitBranch: gitBranch ?? "" }, veils);
  return {
    ...header,
    cwd: told.cwd,
    ...(typeof gitBranch === "string" ? { gitBranch: told.gitBranch } : {}),
  };
}

type Veils = readonly Pick<Veil, "conceal" | "known">[];

/** The same for any other plain data: all of its texts, whatever their fields are called, and the names of the fields. */
export async function conceal<T>(value: T, veils: Veils): Promise<T>;
export async function conceal(value: unknown, veils: Veils): Promise<unknown> {
  if (typeof value === "string") return concealText(value, veils);
  if (Array.isArray(value)) return inTurn(value, (one: unknown) => conceal(one, veils));
  if (typeof value !== "object" || value === null) return value;
  const fields = await inTurn(Object.entries(value), async ([name, field]: [string, unknown]) => {
    return [await concealText(name, veils), await conceal(field, veils)] as const;
  });
  return Object.fromEntries(fields);
}

/** The longest title that a call is given, UTF-16 units. */
const longestTitle = 200;

/** A title that was cut in the middle of a word must not end in half of a secret, which no rule would know. */
function withWholeTitle(entry: Entry): Entry {
  if (!("title" in entry) || entry.title.length < longestTitle - 1 || !entry.title.endsWith("…"))
    return entry;
  return { ...entry, title: entry.title.replace(/\S*…$/u, "…") };
}

/** The same value where nothing in it is secret. */
async function concealIn<T>(value: T, veils: Veils): Promise<T>;
async function concealIn(value: unknown, veils: Veils): Promise<unknown> {
  if (typeof value === "string") return concealText(value, veils);
  if (Array.isArray(value)) {
    const told = await inTurn(value, (one: unknown) => concealIn(one, veils));
    return told.every((one, at) => one === value[at]) ? value : told;
  }
  if (typeof value !== "object" || value === null) return value;
  // The lines of a hunk belong together: a key has several.
  const object = isChanges(value) ? await concealChanges(value, veils) : value;
  const isPicture = "mediaType" in object;
  let isSame = true;
  const fields = await inTurn(Object.entries(object), async ([name, field]: [string, unknown]) => {
    const told = isName(name, field, isPicture) ? field : await concealedField(name, field, veils);
    isSame &&= told === field;
    return [name, told] as const;
  });
  return isSame ? object : Object.fromEntries(fields);
}

/** One after the other: a veil numbers what it finds. */
async function inTurn<T, Made>(list: readonly T[], make: (one: T) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of list) made.push(await make(one));
  return made;
}

function isName(name: string, field: unknown, isPicture: boolean): boolean {
  if (name === "data" && isPicture) return typeof field === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(field);
  return names.has(name);
}

function concealedField(name: string, field: unknown, veils: Veils): Promise<unknown> {
  return (name === "argumentsText" || name === "arguments") && typeof field === "string"
    ? concealArguments(field, veils)
    : concealIn(field, veils);
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
  return Bun.deepEquals(shown, changes) ? changes : shown;
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
