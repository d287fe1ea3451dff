/**
 * What a session did to files, from its log alone. Files have no branches: what counts is the order in which entries were
 * written (`session.entries()`), whatever branch each stands in. Pure.
 */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { killedSentence } from "../protocol/interruption.ts";
import { say } from "../words/say.ts";
import { type FileHeld, heldAfter, heldBefore } from "./file-held.ts";

/** What one file held at some moment. */
export type FileThen =
  | { readonly type: "absent"; readonly path: string }
  | { readonly type: "content"; readonly path: string; readonly hash: string; readonly mode?: number }
  /** A symbolic link: where it led, as it said itself. */
  | { readonly type: "link"; readonly path: string; readonly target: string }
  /** Its content was not kept; `because` says why, in words for the user. */
  | { readonly type: "unknown"; readonly path: string; readonly because: string };

export type FileChange = {
  /** Absolute and real. */
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  /** Whether it was a symbolic link, or is one since, or both. */
  readonly link?: "before" | "after" | "both";
  /** Why what it held before was not kept, in words for the user: it cannot be brought back from here. */
  readonly notKept?: string;
  /** How many lines came and went, where the log says it: for files that the tools changed, not for commands. */
  readonly lines?: { readonly added: number; readonly removed: number };
};

/** The files that one call changed, or one restore brought back. */
export type EntryChanges = {
  /** The `checkpoint` or `restore` entry. */
  readonly entryId: string;
  readonly by:
    | { readonly type: "call"; readonly callId: string }
    | { readonly type: "restore"; readonly to: string | null };
  /** Each once, by path. */
  readonly files: readonly FileChange[];
  /** What could not be seen of what it changed, in words for the user. */
  readonly note?: string;
};

export type TurnChanges = {
  readonly turnId: string;
  /** Each once, by path, from the turn's beginning to its end: what was made and removed in between is not named. */
  readonly files: readonly FileChange[];
  /** What could not be seen, in words for the user, each once. */
  readonly notes: readonly string[];
};

type NamingEntry = Extract<Entry, { type: "checkpoint" | "restore" }>;

function isNaming(entry: Entry): entry is NamingEntry {
  return entry.type === "checkpoint" || entry.type === "restore";
}

/**
 * Every file that was changed after an entry, and what it held when that entry was the last one: for each path what the
 * first checkpoint or restore behind it says. Files that are not named hold now what they held then, as far as rein
 * changed them. The change that a checkpoint or a restore announces belongs to it. `to` null is the beginning of the
 * session. An id that is not there gives null.
 */
export function filesAt(entries: readonly Entry[], to: string | null): readonly FileThen[] | null {
  const at = to === null ? -1 : entries.findIndex(({ id }) => id === to);
  if (to !== null && at === -1) return null;
  const files = new Map<string, FileThen>();
  const unnamed: NonNullable<EntryOf<"checkpoint">["unnamed"]>[] = [];
  for (let next = at + 1; next < entries.length; next += 1) {
    const entry = entries[next];
    if (entry === undefined || !isNaming(entry)) continue;
    for (const file of entry.files) {
      const { path } = file;
      if (files.has(path)) continue;
      const isLost = unnamed.some(({ first, last }) => path >= first && path <= last);
      files.set(path, isLost ? { type: "unknown", path, because: unnamedWords() } : thenOf(file));
    }
    if (entry.type === "checkpoint" && entry.unnamed !== undefined) unnamed.push(entry.unnamed);
  }
  return [...files.values()];
}

function unnamedWords(): string {
  return say`an earlier command changed too many files at once to name them all`;
}

function thenOf(file: NamingEntry["files"][number]): FileThen {
  const { path, mode, notKept } = file;
  const held = heldBefore(file);
  if (held === undefined) return { type: "unknown", path, because: notKept ?? "" };
  if (held.type !== "file") return { ...held, path };
  return { type: "content", path, hash: held.hash, ...(mode === undefined ? {} : { mode }) };
}

/**
 * What rein itself left in the place of each file that it changed. More than one where a restore may have been cut short.
 * A file that holds anything else was changed outside rein; of one that is not in it the log does not say.
 */
export function leftInFiles(entries: readonly Entry[]): ReadonlyMap<string, readonly FileHeld[]> {
  const left = new Map<string, readonly FileHeld[]>();
  const note = (path: string, ...held: readonly (FileHeld | undefined)[]) => {
    const known = held.filter((one) => one !== undefined);
    if (known.length === 0) left.delete(path);
    else left.set(path, known);
  };
  for (const entry of entries) {
    switch (entry.type) {
      case "checkpoint":
        for (const file of entry.files) note(file.path, heldAfter(file));
        break;
      case "tool_result":
        for (const file of entry.files ?? []) note(file.path, heldAfter(file));
        break;
      case "restore":
        for (const file of entry.files) note(file.path, heldAfter(file), heldBefore(file));
        break;
      default:
    }
  }
  return left;
}

/** What each call and each restore changed, in the order in which it happened. */
export function changesByEntry(entries: readonly Entry[]): readonly EntryChanges[] {
  const afters = afterEach(entries);
  const lines = linesByCall(entries);
  return entries.filter(isNaming).map((entry) => changesOf(entry, afters.get(entry.id), lines));
}

function changesOf(
  entry: NamingEntry,
  afters: ReadonlyMap<string, FileHeld> | undefined,
  lines: ReadonlyMap<string, ReadonlyMap<string, Lines>>,
): EntryChanges {
  const isCall = entry.type === "checkpoint";
  const files = entry.files.flatMap((file): FileChange[] => {
    const after = afters?.get(file.path);
    const before = heldBefore(file);
    const kind = kindOf(before, after);
    if (kind === null) return [];
    const link = linkOf(before?.type === "link", after?.type === "link");
    const counted = isCall ? linesOf(lines.get(entry.callId), file.path) : undefined;
    return [
      {
        path: file.path,
        kind,
        ...link,
        ...(before !== undefined || file.notKept === undefined ? {} : { notKept: file.notKept }),
        ...(counted === undefined ? {} : { lines: counted }),
      },
    ];
  });
  return {
    entryId: entry.id,
    by: isCall ? { type: "call", callId: entry.callId } : { type: "restore", to: entry.to },
    files,
    ...(isCall && entry.note !== undefined ? { note: entry.note } : {}),
  };
}

/**
 * What each turn's calls changed, in the order of the turns; turns that changed nothing are not in it. A call belongs to
 * the turn in which it started, also where its end, as that of a background job, was seen later. Restores belong to none.
 */
export function changesByTurn(entries: readonly Entry[]): readonly TurnChanges[] {
  const turns = turnsOfCalls(entries);
  const found = new Map<string, { files: Map<string, FileChange>; notes: Set<string> }>();
  const turnOf = (turnId: string) => {
    const turn = found.get(turnId) ?? { files: new Map<string, FileChange>(), notes: new Set<string>() };
    found.set(turnId, turn);
    return turn;
  };
  const killed = new Set(entries.flatMap((entry) => (wasKilled(entry) ? [turns.get(entry.callId)] : [])));
  for (const turnId of killed) if (turnId !== undefined) turnOf(turnId).notes.add(unseenWords());
  for (const { by, files, note } of changesByEntry(entries)) {
    const turnId = by.type === "call" ? turns.get(by.callId) : undefined;
    if (turnId === undefined || (files.length === 0 && note === undefined)) continue;
    const turn = turnOf(turnId);
    if (note !== undefined) turn.notes.add(note);
    for (const file of files) {
      const joined = joinedChange(turn.files.get(file.path), file);
      if (joined === null) turn.files.delete(file.path);
      else turn.files.set(file.path, joined);
    }
  }
  return [...new Set(turns.values())].flatMap((turnId) => {
    const turn = found.get(turnId);
    return turn === undefined ? [] : [{ turnId, files: [...turn.files.values()], notes: [...turn.notes] }];
  });
}

/** Whether this is the end of a command that rein did not live to see. */
export function wasKilled(entry: Entry): entry is Extract<Entry, { type: "tool_result" }> {
  if (entry.type !== "tool_result" || entry.name !== "bash") return false;
  return !entry.result.ok && entry.result.message.startsWith(killedSentence("stopped"));
}

/** What is said of one, for the user. */
export function unseenWords(): string {
  return say`rein was stopped while a command ran; what that one changed was not seen, and stays as it is.`;
}

function joinedChange(first: FileChange | undefined, second: FileChange): FileChange | null {
  if (first === undefined) return second;
  const was = first.kind !== "created";
  const is = second.kind !== "deleted";
  if (!was && !is) return null;
  const lines =
    first.lines === undefined || second.lines === undefined
      ? undefined
      : {
          added: first.lines.added + second.lines.added,
          removed: first.lines.removed + second.lines.removed,
        };
  return {
    path: first.path,
    kind: !was ? "created" : is ? "modified" : "deleted",
    ...linkOf(
      first.link === "before" || first.link === "both",
      second.link === "after" || second.link === "both",
    ),
    ...(first.notKept === undefined ? {} : { notKept: first.notKept }),
    ...(lines === undefined ? {} : { lines }),
  };
}

function linkOf(was: boolean, is: boolean): Pick<FileChange, "link"> {
  if (was) return { link: is ? "both" : "before" };
  return is ? { link: "after" } : {};
}

function turnsOfCalls(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const turns = new Map<string, string>();
  let turnId: string | undefined;
  for (const entry of entries) {
    if (entry.type === "turn_start") ({ turnId } = entry);
    if (entry.type === "tool_start" && turnId !== undefined) turns.set(entry.callId, turnId);
    // Old logs and broken ones may have no start.
    if (entry.type === "checkpoint" && turnId !== undefined && !turns.has(entry.callId))
      turns.set(entry.callId, turnId);
  }
  return turns;
}

/** By entry and path what stood there behind the entry; not in it where the log does not say. */
function afterEach(entries: readonly Entry[]): ReadonlyMap<string, ReadonlyMap<string, FileHeld>> {
  const found = new Map<string, Map<string, FileHeld>>();
  const ofCall = new Map<string, Map<string, FileHeld | undefined>>();
  /** What is known from what comes later. */
  const next = new Map<string, FileHeld>();
  for (const entry of entries.toReversed()) {
    if (entry.type === "tool_result" && entry.files !== undefined)
      ofCall.set(entry.callId, new Map(entry.files.map((file) => [file.path, heldAfter(file)])));
    if (!isNaming(entry)) continue;
    const afters = new Map<string, FileHeld>();
    for (const file of entry.files) {
      const { path } = file;
      const told = entry.type === "checkpoint" ? ofCall.get(entry.callId)?.get(path) : undefined;
      const after = heldAfter(file) ?? told ?? next.get(path);
      if (after !== undefined) afters.set(path, after);
    }
    for (const file of entry.files) {
      const before = heldBefore(file);
      if (before === undefined) next.delete(file.path);
      else next.set(file.path, before);
    }
    found.set(entry.id, afters);
  }
  return found;
}

/** Null where there was nothing, before and behind it. Not given is what the log does not say. */
function kindOf(before: FileHeld | undefined, after: FileHeld | undefined): FileChange["kind"] | null {
  if (before?.type === "absent") return after?.type === "absent" ? null : "created";
  // With the same content it has other rights.
  return after?.type === "absent" ? "deleted" : "modified";
}

type Lines = { readonly added: number; readonly removed: number };

/** The lines of each call's changes, by the path that its panel shows. */
function linesByCall(entries: readonly Entry[]): ReadonlyMap<string, ReadonlyMap<string, Lines>> {
  const found = new Map<string, ReadonlyMap<string, Lines>>();
  for (const entry of entries) {
    if (entry.type !== "tool_result" || entry.result.view?.type !== "changes") continue;
    found.set(
      entry.callId,
      new Map(entry.result.view.files.map(({ path, hunks }) => [path, countLines(hunks)])),
    );
  }
  return found;
}

function countLines(hunks: readonly { readonly lines: readonly string[] }[]): Lines {
  let [added, removed] = [0, 0];
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith("+")) added += 1;
      else if (line.startsWith("-")) removed += 1;
    }
  }
  return { added, removed };
}

function linesOf(shown: ReadonlyMap<string, Lines> | undefined, path: string): Lines | undefined {
  if (shown === undefined) return undefined;
  for (const [name, lines] of shown) if (path === name || path.endsWith(`/${name}`)) return lines;
  return undefined;
}
