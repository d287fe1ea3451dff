/** What the user wants to be otherwise in requests: what of a branch is left out, shortened, summarised or pinned. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";

/** One change of one part, as the log has it. */
export type ContextEdit = EntryOf<"context_edit">["edits"][number];

/** A part of a branch: an entry, of an answer what it says and thinks; with `callId` a call of it, with its result. */
export type PartPlace = Pick<ContextEdit, "entryId" | "callId">;

/** What stands in the place of a part. */
export type Hold = Pick<ContextEdit, "text" | "tokens"> & {
  readonly action: "exclude" | "shorten" | "summarise";
};

/** What holds for each part of a branch, in a form that is quick to ask. */
export type ContextEdits = {
  readonly isNothing: boolean;
  readonly hasPins: boolean;
  /** What stands in its place; undefined for a part that is as it was. */
  readonly holdOf: (entryId: string, callId?: string) => Hold | undefined;
  /** Whether it stays through every summary. What is left out does not. */
  readonly isPinned: (entryId: string, callId?: string) => boolean;
  /** Whether anything of this entry is pinned. */
  readonly pinsOf: (entryId: string) => boolean;
  /** Whether anything of this entry is otherwise. */
  readonly touches: (entryId: string) => boolean;
};

/** The name of a part: the same for an edit and for what it is about. */
export function partKey({ entryId, callId }: PartPlace): string {
  return JSON.stringify(callId === undefined ? [entryId] : [entryId, callId]);
}

/** Gathers what the edits of a branch say; what was said last of a part counts. */
export function editsOf(branch: readonly Entry[]): ContextEdits {
  const holds = new Map<string, Hold>();
  const pins = new Map<string, PartPlace>();
  const touched = new Set<string>();
  for (const entry of branch) {
    if (entry.type !== "context_edit") continue;
    for (const edit of entry.edits) take(edit, holds, pins);
    for (const { entryId } of entry.edits) touched.add(entryId);
  }
  for (const key of pins.keys()) if (holds.get(key)?.action === "exclude") pins.delete(key);
  const pinned = new Set([...pins.values()].map(({ entryId }) => entryId));
  return {
    isNothing: holds.size === 0 && pins.size === 0,
    hasPins: pins.size > 0,
    // Of most entries nothing is changed, and to name a part takes longer than to see that.
    holdOf: (entryId, callId) => (touched.has(entryId) ? holds.get(keyOf(entryId, callId)) : undefined),
    isPinned: (entryId, callId) => pinned.has(entryId) && pins.has(keyOf(entryId, callId)),
    pinsOf: (entryId) => pinned.has(entryId),
    touches: (entryId) => touched.has(entryId),
  };
}

function take(edit: ContextEdit, holds: Map<string, Hold>, pins: Map<string, PartPlace>): void {
  const { action, text, tokens } = edit;
  const key = partKey(edit);
  switch (action) {
    case "exclude":
      holds.set(key, { action, ...(tokens === undefined ? {} : { tokens }) });
      return;
    case "shorten":
    case "summarise":
      // Without a text there is nothing to stand in the part's place: then the part itself does.
      if (text === undefined) holds.delete(key);
      else holds.set(key, { action, text, ...(tokens === undefined ? {} : { tokens }) });
      return;
    case "restore":
      holds.delete(key);
      return;
    case "pin":
      pins.set(key, edit);
      return;
    case "unpin":
      pins.delete(key);
      return;
    default:
      action satisfies never;
  }
}

function keyOf(entryId: string, callId?: string): string {
  return partKey(callId === undefined ? { entryId } : { entryId, callId });
}
