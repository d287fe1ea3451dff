/** Checkpoints: what files held before a call changed them, as the log has it. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import type { FileBefore } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import type { CheckpointStore } from "./checkpoint-store.ts";

export type CheckpointFile = EntryOf<"checkpoint">["files"][number];

/**
 * Returns what keeps files before a change and says what a checkpoint is to hold of them. That never throws: what cannot
 * be kept says so in its place, and `tell` gets a sentence for the user, for each cause once.
 */
export function createCheckpointKeeper(
  store: Pick<CheckpointStore, "keep">,
  tell: (message: string) => void,
): (files: readonly FileBefore[]) => Promise<CheckpointFile[]> {
  const told = new Set<string>();
  return async (files) => {
    const kept: CheckpointFile[] = [];
    // One after the other: a patch may change hundreds of files, and each is held in memory while it is compressed.
    for (const { path, before } of files) {
      if (before === null) {
        kept.push({ path, before: null });
        continue;
      }
      const { mode } = before;
      const outcome = await store.keep(before.bytes);
      if ("hash" in outcome) {
        kept.push({ path, before: outcome.hash, mode });
        continue;
      }
      const { notKept } = outcome;
      kept.push({ path, before: null, mode, notKept });
      if (told.has(notKept)) continue;
      told.add(notKept);
      tell(
        say`What ${path} held before this change could not be kept: ${notKept}. The change is made all the same; rein cannot take it back.`,
      );
    }
    return kept;
  };
}

/** What has to be done to one file to bring it back. */
export type FileThen =
  | { readonly type: "absent"; readonly path: string }
  | { readonly type: "content"; readonly path: string; readonly hash: string; readonly mode?: number }
  /** Its content was not kept; `because` says why. */
  | { readonly type: "unknown"; readonly path: string; readonly because: string };

/**
 * Every file that was changed after an entry of a branch, and what it held when that entry was written: for each path
 * what its first checkpoint behind the entry says. Files that are not named hold now what they held then, as far as rein
 * changed them. With null it is the beginning of the session. An id that is not in the branch gives null.
 */
export function checkpointsOf(branch: readonly Entry[], entryId: string | null): readonly FileThen[] | null {
  const at = entryId === null ? -1 : branch.findIndex(({ id }) => id === entryId);
  if (entryId !== null && at === -1) return null;
  const files = new Map<string, FileThen>();
  for (const entry of branch.slice(at + 1)) {
    if (entry.type !== "checkpoint") continue;
    for (const file of entry.files) {
      if (!files.has(file.path)) files.set(file.path, thenOf(file));
    }
  }
  return [...files.values()];
}

function thenOf({ path, before, mode, notKept }: CheckpointFile): FileThen {
  if (notKept !== undefined) return { type: "unknown", path, because: notKept };
  if (before === null) return { type: "absent", path };
  return { type: "content", path, hash: before, ...(mode === undefined ? {} : { mode }) };
}
