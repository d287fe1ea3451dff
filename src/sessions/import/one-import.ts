/** One import of a transcript at a time: who comes second finds what was made meanwhile, and makes no second one. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { ensurePrivateFolder } from "../../private-files/private-folder.ts";
import { type ProcessLock, takeLock } from "../../private-files/process-lock.ts";
import { UserError } from "../../protocol/error.ts";
import { say } from "../../words/say.ts";
import type { DataPaths } from "../paths.ts";

/** How often it is looked whether the other one is done, and how long, ms: most imports take less than a second. */
const betweenLooks = 50;
const longestWait = 10_000;

/**
 * Does `work` while nobody else does so for the same transcript, `key`. Where the file system has no locks it is done all
 * the same. Throws what `work` throws, a `UserError` where another one takes long, and the signal's reason when it fires.
 */
export async function oneImport<T>(
  paths: Pick<DataPaths, "locks">,
  key: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await lockFor(paths, key, signal);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

async function lockFor(
  { locks }: Pick<DataPaths, "locks">,
  key: string,
  signal: AbortSignal | undefined,
): Promise<ProcessLock | null> {
  // No id of a session has such a sign, so that none of their locks is called so.
  const file = join(locks, `import_${createHash("sha256").update(key).digest("hex").slice(0, 32)}.lock`);
  const until = performance.now() + longestWait;
  while (true) {
    try {
      ensurePrivateFolder(locks);
      const lock = takeLock(file);
      if (lock !== null) return lock;
    } catch {
      // No locks here, or nothing can be written: then the session cannot be either, and that is told.
      return null;
    }
    if (performance.now() > until)
      throw new UserError(
        say`Another rein is importing this session at this moment, so this one has not begun. Say it again when that is done.`,
      );
    await passed(betweenLooks);
    signal?.throwIfAborted();
  }
}
