/** An id that is none of ours: which session of another program has it, and which one of ours was made of that. */
import { UserError } from "../protocol/error.ts";
import { findTranscripts, type FoundTranscript } from "../sessions/import/find-transcripts.ts";
import { inSlices } from "../sessions/import/in-slices.ts";
import { type ImportedSession, importedSessions, importKey } from "../sessions/import/log-imported.ts";
import { type ImportTool, importTools, toolNames } from "../sessions/import/transcript.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { printable } from "../terminal/sanitize.ts";
import { cutText } from "../workspace/text.ts";
import { say } from "../words/say.ts";
import { hasGrown } from "./import-session.ts";

export type ForeignPlaces = {
  readonly paths: Pick<DataPaths, "sessions">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute folder that rein was started in. */
  readonly cwd: string;
  /** Is told of a place that is there and cannot be read, and why. @default nobody is */
  readonly onUnreadable?: (file: string, why: string) => void;
};

/** A session of another program; `importedAs` is the id of ours that was made of it. */
export type ForeignTranscript = FoundTranscript & { readonly importedAs?: string };

/**
 * `imported`: our session `sessionId` was made of it; `hasGrown`: there is more of it since. `whole`: one is named, and by
 * its whole id or nearly that. `unclear`: that is no name to act upon, it is too short or there are several.
 */
export type ForeignSession =
  | {
      readonly type: "imported";
      readonly sessionId: string;
      /** The id that it has there. */
      readonly id: string;
      /** What the program is called. */
      readonly program: string;
      readonly hasGrown: boolean;
    }
  | { readonly type: "whole"; readonly found: FoundTranscript }
  | { readonly type: "unclear"; readonly found: readonly ForeignTranscript[] }
  | { readonly type: "none" };

/** Ids of other programs are longer than ours; shorter texts may be words. */
const leastOfId = 12;
/** So much of an id names it: what is missing was not taken along by whoever copied it. */
const nearlyAll = 0.75;
/** Less than this is the beginning of too many ids to look for it. */
const leastOfBeginning = 4;

/** Whether it looks like an id of another program, rather than like words: then that is looked for first. */
export function looksForeign(text: string): boolean {
  return text.length >= leastOfId && /^[\w-]+$/.test(text) && /\d/.test(text) && !/^\d+$/.test(text);
}

/** What a text is the id of. Where names of files tell which they are, no others are opened. */
export async function foreignSession(
  named: string,
  { paths, env, cwd, onUnreadable }: ForeignPlaces,
): Promise<ForeignSession> {
  const text = uuid.test(named.toLowerCase()) ? named.toLowerCase() : named;
  if (text.length < leastOfBeginning || /\s/.test(text)) return { type: "none" };
  const options = { here: cwd, ...(onUnreadable === undefined ? {} : { onUnreadable }) };
  const before = await inSlices(importedSessions(paths));
  const [one, ...others] = looksForeign(text) ? namedBy(text, before) : [];
  if (one !== undefined && others.length === 0) {
    const { tool, id, sessionId } = one;
    const there = await findTranscripts(env, { ...options, tool, named: id });
    const found = there.find((transcript) => transcript.id === id);
    const hasMore = found !== undefined && (await hasMoreThan(found, one.size));
    return { type: "imported", sessionId, id, program: toolNames[tool], hasGrown: hasMore };
  }
  const fitting = (all: readonly FoundTranscript[]) => all.filter(({ id }) => id.startsWith(text));
  let found = fitting(await findTranscripts(env, { ...options, named: text }));
  // Somebody has given files other names.
  if (found.length === 0 && uuid.test(text)) found = fitting(await findTranscripts(env, options));
  const exact = found.filter(({ id }) => id === text);
  const [only, ...more] = exact.length > 0 ? exact : found;
  if (only === undefined) return { type: "none" };
  const isNamed = more.length === 0 && looksForeign(text) && isNearly(text, only.id);
  if (isNamed) return { type: "whole", found: only };
  return { type: "unclear", found: withOurs([only, ...more], before) };
}

/** Each with the session that was made of it; of several files of one session only the first then. */
function withOurs(
  found: readonly FoundTranscript[],
  before: ReadonlyMap<string, ImportedSession>,
): ForeignTranscript[] {
  const seen = new Set<string>();
  return found.flatMap((one) => {
    const importedAs = before.get(importKey(one.tool, one.id))?.sessionId;
    if (importedAs === undefined) return [one];
    if (seen.has(importedAs)) return [];
    seen.add(importedAs);
    return [{ ...one, importedAs }];
  });
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isNearly(text: string, id: string): boolean {
  return id.startsWith(text) && text.length >= id.length * nearlyAll;
}

async function hasMoreThan(found: FoundTranscript, size: number): Promise<boolean> {
  try {
    return await hasGrown(found, size);
  } catch (thrown) {
    // What was imported is there without it.
    if (!(thrown instanceof UserError)) throw thrown;
    return false;
  }
}

type Imported = ImportedSession & { readonly tool: ImportTool };

/** Those that were made of what the text names. */
function namedBy(text: string, before: ReadonlyMap<string, ImportedSession>): Imported[] {
  const all = [...before.values()].flatMap((one) => {
    const tool = importTools.find((name) => name === one.tool);
    return tool === undefined ? [] : [{ ...one, tool }];
  });
  const exact = all.filter(({ id }) => id === text);
  return exact.length > 0 ? exact : all.filter(({ id }) => isNearly(text, id));
}

const mostListed = 10;
const longestTitle = 60;

/** A sentence that says that no session of ours has the id, whose has, and which command makes those ones of ours. */
export function elsewhereWords(text: string, found: readonly ForeignTranscript[]): string {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) {
    const program = toolNames[only.tool];
    return only.importedAs === undefined
      ? say`rein has no session "${text}", but ${program} has one: ${titleOf(only)}. It is not imported yet: ${commandFor(only, found)} makes it a session of rein.`
      : say`rein has no session "${text}", but ${program} has one: ${titleOf(only)}. It was imported: ${commandFor(only, found)} goes on with it.`;
  }
  const rows = found
    .slice(0, mostListed)
    .map((one) => `  ${commandFor(one, found)}  (${toolNames[one.tool]}, ${titleOf(one)})`);
  if (found.length > rows.length) rows.push(say`  … and ${found.length - rows.length} more`);
  return say`rein has no session "${text}", but other programs have ${found.length}. These commands take one over, or go on with what was:\n${rows.join("\n")}`;
}

/** What it is called there, between quotes, short and printable. */
export function titleOf({ title }: FoundTranscript): string {
  return title === "" ? say`(no title)` : `“${cutText(printable(title), longestTitle)}”`;
}

function commandFor(one: ForeignTranscript, all: readonly ForeignTranscript[]): string {
  return one.importedAs === undefined
    ? ["rein", "sessions", "import", nameOf(one, all)].join(" ")
    : `rein -r ${one.importedAs}`;
}

/** What names it to `rein sessions import`, and no other one. */
function nameOf({ tool, id, file }: FoundTranscript, all: readonly FoundTranscript[]): string {
  const twins = all.filter((other) => other.id === id);
  const isPlain = /^[\w-]+$/.test(id);
  if (isPlain && twins.length === 1) return id;
  if (isPlain && twins.filter((other) => other.tool === tool).length === 1)
    return [id, "--tool", tool].join(" ");
  return `'${printable(file).replaceAll("'", String.raw`'\''`)}'`;
}
