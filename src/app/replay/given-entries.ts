/** What stands in a log beside the engine's own loop: a re-drive takes it as it is. Pure. */
import type { Entry, NewEntry } from "../../protocol/entry.ts";

const besideLoop: ReadonlySet<Entry["type"]> = new Set([
  "mode",
  "model",
  "failover",
  "user_command",
  "title",
  "label",
  "restore",
  "checkpoint",
  "compaction",
  "context_edit",
  "move",
]);

/** Which of the entries are so. What rein tells the model in the middle of a turn may come of the loop. */
export function givenEntries(entries: readonly Entry[]): ReadonlySet<Entry> {
  let isInTurn = false;
  return new Set(
    entries.filter((entry) => {
      if (entry.type === "turn_start") isInTurn = true;
      if (entry.type === "turn_end") isInTurn = false;
      return isBeside(entry) || (entry.type === "notice" && !isInTurn);
    }),
  );
}

/** Whether an entry never comes of the loop. */
export function isBeside(entry: Entry): boolean {
  if (entry.type === "notice") return entry.endedJobs !== undefined || entry.leftOut !== undefined;
  return besideLoop.has(entry.type);
}

/** Whether a model was asked for it: its answer stands in the recording, too. */
export function hasAnswer(entry: Entry): boolean {
  return entry.type !== "assistant" && "usage" in entry && entry.usage !== undefined;
}

/** The entry to be written, which names others by the ids that they have now. */
export function rewritten(entry: Entry, newIds: ReadonlyMap<string, string>): NewEntry {
  const { id: _id, parentId: _parent, at: _at, ...content } = entry;
  const idOf = (old: string) => newIds.get(old) ?? old;
  if (content.type === "compaction") return { ...content, firstKeptId: idOf(content.firstKeptId) };
  if (content.type === "label") return { ...content, entryId: idOf(content.entryId) };
  if (content.type !== "context_edit") return content;
  const edits = content.edits.map((edit) => Object.assign({}, edit, { entryId: idOf(edit.entryId) }));
  return { ...content, edits };
}

/** The places where turns begin to be told, and what can be made of each. */
export type LoggedTurn = {
  /** The index of its `turn_start`. */
  readonly start: number;
  /** The index of its end. */
  readonly end: number;
};

/** The turns in their order; null for one that its user stopped, or that has no end: nobody can repeat that. */
export function turnsIn(entries: readonly Entry[]): (LoggedTurn | null)[] {
  return entries.flatMap((entry, start) => {
    if (entry.type !== "turn_start") return [];
    const end = indexFrom(entries, start + 1, ({ type }) => type === "turn_end" || type === "turn_start");
    const last = entries[end];
    return last?.type === "turn_end" && last.outcome !== "interrupted" ? [{ start, end }] : [null];
  });
}

/** The index of the first entry that fits, from a place on; -1 for none. */
export function indexFrom(entries: readonly Entry[], from: number, fits: (entry: Entry) => boolean): number {
  for (let at = from; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry !== undefined && fits(entry)) return at;
  }
  return -1;
}
