/** Checkpoints: what files held before a call changed them, as the log has it. */
import type { EntryOf } from "../protocol/entry.ts";
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
