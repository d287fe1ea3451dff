/** What of a branch the model sees: all of it, or the last summary with what it keeps and what is pinned. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { type ContextEdits, editsOf } from "./edits.ts";

export type Kept = {
  /** It stands for everything before `rest`; null where nothing does. */
  readonly summary: EntryOf<"compaction"> | null;
  /** Those before `rest` of which something is pinned. */
  readonly pinned: readonly Entry[];
  /** What stands as it was said. */
  readonly rest: readonly Entry[];
};

/**
 * A summary that says nothing, that the user has left out, or that keeps from an entry that is not there, stands for
 * nothing: then the one before it counts, or all of the conversation is better than a part of it.
 */
export function keptOf(entries: readonly Entry[], edits: ContextEdits = editsOf(entries)): Kept {
  const summary = entries.findLast(
    (entry): entry is EntryOf<"compaction"> =>
      entry.type === "compaction" &&
      entry.summary.trim() !== "" &&
      edits.holdOf(entry.id)?.action !== "exclude",
  );
  if (summary === undefined) return { summary: null, pinned: [], rest: entries.filter(isNoSummary) };
  const first = entries.findIndex((entry) => entry.id === summary.firstKeptId);
  const rest = entries.slice(Math.max(first, 0)).filter(isNoSummary);
  if (first === -1) return { summary: null, pinned: [], rest };
  const before = edits.hasPins ? entries.slice(0, first) : [];
  return { summary, pinned: before.filter(({ id }) => edits.pinsOf(id)), rest };
}

/** The same as one list, with the edits before it: what they put in the place of something is sent, too. */
export function keptEntries(entries: readonly Entry[]): readonly Entry[] {
  const { summary, pinned, rest } = keptOf(entries);
  if (summary === null) return rest;
  const first = rest[0];
  const edits = entries.slice(0, first === undefined ? undefined : entries.indexOf(first));
  return [summary, ...pinned, ...edits.filter(({ type }) => type === "context_edit"), ...rest];
}

function isNoSummary({ type }: Entry): boolean {
  return type !== "compaction";
}
