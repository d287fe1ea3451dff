/** The places that a conversation can go back to, and what the last going back left. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { beginningMessages } from "../sessions/fork.ts";
import { changesByTurn, type FileChange } from "../sessions/file-history.ts";

/** A message with which a turn began, and what came of it. */
export type RewindPoint = {
  readonly message: EntryOf<"user">;
  /** The entry before it; null: it is the first. */
  readonly before: string | null;
  /** How many messages back it is, from 1. */
  readonly back: number;
  /** What its turn did to files. */
  readonly files: readonly FileChange[];
  /** What could not be seen of that, in words for the user. */
  readonly notes: readonly string[];
};

/** The messages of a branch, the youngest first. `entries` are those of the whole log. */
export function rewindPoints(branch: readonly Entry[], entries: readonly Entry[]): RewindPoint[] {
  const changes = new Map(changesByTurn(entries).map((turn) => [turn.turnId, turn]));
  const messages = beginningMessages(branch);
  return messages.map(({ message, at }, index) => {
    const end = messages[index - 1]?.at ?? branch.length;
    const turns = branch
      .slice(at, end)
      .flatMap((entry) => (entry.type === "turn_start" ? (changes.get(entry.turnId) ?? []) : []));
    return {
      message,
      before: message.parentId,
      back: index + 1,
      files: turns.flatMap(({ files }) => files),
      notes: [...new Set(turns.flatMap(({ notes }) => notes))],
    };
  });
}

/** How the last going back is taken back, or the last summary of a part. */
export type WayBack = {
  readonly undoes: "rewind" | "summary";
  /** Where the conversation was; undefined where it stayed. */
  readonly conversation: string | null | undefined;
  /** The entry after which the files were as they were; undefined where they stayed. */
  readonly files: string | null | undefined;
  /** Only these files; undefined: all. */
  readonly paths: readonly string[] | undefined;
  /** Nothing was said since. */
  readonly isLast: boolean;
};

/**
 * The way back from the last move or restore in a log, whatever its branch, or from a summary that was asked for when
 * nothing was said since; null where there was none. Taking it is a move and a restore of its own, with a way back.
 */
export function wayBack(entries: readonly Entry[]): WayBack | null {
  const spoken = entries.findLastIndex(({ type }) => isSpoken.has(type));
  const at = entries.findLastIndex(
    (entry, index) =>
      entry.type === "move" || entry.type === "restore" || (index > spoken && isSummary(entry)),
  );
  const last = entries[at];
  const isLast = !entries.slice(at).some(({ type }) => type === "user" || type === "turn_start");
  const rewind = { undoes: "rewind", paths: undefined, isLast } as const;
  if (last?.type === "compaction")
    return { ...rewind, undoes: "summary", conversation: last.parentId, files: undefined };
  if (last?.type === "restore") {
    const paths = last.files.map(({ path }) => path);
    return { ...rewind, conversation: undefined, files: last.parentId, paths };
  }
  // In a copy of a session the branch that was left is not there.
  if (last?.type !== "move" || !entries.some(({ id }) => id === last.from)) return null;
  // Files come back just before the conversation does; what a job has changed may come into the log in between.
  const isBehind = entries[at - 1]?.id === last.from;
  const left = entries.slice(0, at).findLast(({ type }) => type !== "checkpoint");
  if (isBehind && left?.type === "restore")
    return { ...rewind, conversation: left.parentId, files: left.parentId };
  return { ...rewind, conversation: last.from, files: undefined };
}

/** Behind one of these a summary was made in the middle of a turn, or is history: going back before it would lose them. */
const isSpoken: ReadonlySet<Entry["type"]> = new Set(["user", "turn_start", "assistant", "turn_end"]);

/** One with nothing in it only says what trying took. */
function isSummary(entry: Entry): boolean {
  return entry.type === "compaction" && entry.summary !== "";
}
