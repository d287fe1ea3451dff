/** Where a session that is not to be kept has on disk what it cannot do without: in a folder that goes with it. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, UserError } from "../protocol/error.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { say } from "../words/say.ts";

export type PassingPaths = {
  readonly paths: DataPaths;
  /** Removes the folder with all that is in it. The end of the process does so, too. */
  remove(): void;
};

/**
 * The paths with drafts, contents of files, outputs and the history of prompts in a new private folder; what was kept
 * before (sessions, trash, trust) stays where it is. Throws a `UserError` when there can be no such folder.
 */
export function openPassingPaths(kept: DataPaths): PassingPaths {
  const folder = makeFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    paths: {
      ...kept,
      promptHistory: join(folder, "prompt-history.jsonl"),
      drafts: join(folder, "drafts"),
      checkpoints: join(folder, "checkpoints"),
      outputs: join(folder, "outputs"),
    },
    remove() {
      process.off("exit", remove);
      remove();
    },
  };
}

function makeFolder(): string {
  try {
    // Only its owner may look into one that is made so (0700).
    return mkdtempSync(join(realpathSync(tmpdir()), "rein-"));
  } catch (thrown) {
    throw new UserError(
      say`--ephemeral needs a folder for temporary files in ${tmpdir()}, and there can be none: ${messageOf(thrown)}. TMPDIR names another place.`,
    );
  }
}
