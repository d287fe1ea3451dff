/** Where a session that is not to be kept has on disk what it cannot do without: in a folder that goes with it. */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessLock, takeLock } from "../private-files/process-lock.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { say } from "../words/say.ts";

export type PassingPaths = {
  readonly paths: DataPaths;
  /** Removes the folder with all that is in it. The end of the process does so, too, with what was written since. */
  remove(): void;
};

/**
 * The paths with drafts, views, copied texts, contents of files, outputs and the history of prompts in a new private folder;
 * what was kept before (sessions, trash, trust) stays where it is. Folders that a killed rein has left are removed. Throws a
 * `UserError` when there can be no such folder.
 */
export function openPassingPaths(kept: DataPaths): PassingPaths {
  const { folder, lock } = makeFolder();
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    lock?.release();
  };
  // Also after `remove`: a command that is being ended may still have written to its output.
  process.once("exit", remove);
  return {
    paths: {
      ...kept,
      promptHistory: join(folder, "prompt-history.jsonl"),
      drafts: join(folder, "drafts"),
      copied: join(folder, "copied.md"),
      views: join(folder, "views"),
      checkpoints: join(folder, "checkpoints"),
      outputs: join(folder, "outputs"),
    },
    remove,
  };
}

/** A folder, and the lock that says that somebody is at work in it; null where the file system has no locks. */
type HeldFolder = { readonly folder: string; readonly lock: ProcessLock | null };

const prefix = "rein-ephemeral-";
const lockName = "lock";
/** Another rein that clears up may take a folder that nobody has locked yet. */
const mostTries = 5;

function makeFolder(): HeldFolder {
  try {
    const parent = realpathSync(tmpdir());
    removeLeft(parent);
    for (let tries = 1; ; tries += 1) {
      // Only its owner may look into one that is made so (0700).
      const folder = mkdtempSync(join(parent, prefix));
      const lock = lockOf(folder);
      if (lock === "gone" && tries < mostTries) continue;
      return { folder, lock: lock === "gone" ? null : lock };
    }
  } catch (thrown) {
    throw new UserError(
      say`--ephemeral needs a folder for temporary files in ${tmpdir()}, and there can be none: ${messageOf(thrown)}. TMPDIR names another place.`,
    );
  }
}

/** `gone`: another one has it, or removed the folder. */
function lockOf(folder: string): ProcessLock | "gone" | null {
  try {
    return takeLock(join(folder, lockName)) ?? "gone";
  } catch {
    // The folder is not there any more, or its file system has no locks: then it is never taken for one that was left.
    return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? "gone" : null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // One may make files in a folder without seeing those of others.
  }
}

/** Removes what a rein that was killed has left; those in which one is at work stay. */
function removeLeft(parent: string): void {
  for (const name of namesIn(parent).filter((one) => one.startsWith(prefix))) {
    const folder = join(parent, name);
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true || stats.uid !== process.getuid?.()) continue;
    const lock = lockOf(folder);
    if (lock === null || lock === "gone") continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Something in it cannot be removed: it stays as it was left, and the next rein tries again.
    } finally {
      lock.release();
    }
  }
}
