/** Changing a file that several rein change: each reads what stands there, and none may write over what another wrote since. */
import { LinkError } from "./link-error.ts";
import { type ProcessLock, takeLock } from "./process-lock.ts";

/** Nobody holds it for longer than it takes to read and write a small file, ms. */
const longestWait = 2_000;

/**
 * Does `action` while no other rein does so for the same file, whose folder must be there. Where the file system has no
 * locks, or another rein hangs with it, it is done all the same: the file is whole in any case. Throws what `action`
 * throws, and a `LinkError` where a link stands in the lock's place.
 */
export function oneAtATime<T>(file: string, action: () => T): T {
  const lock = lockOf(file);
  try {
    return action();
  } finally {
    lock?.release();
  }
}

function lockOf(file: string): ProcessLock | null {
  try {
    return takeLock(`${file}.lock`, longestWait);
  } catch (thrown) {
    if (thrown instanceof LinkError) throw thrown;
    return null; // no locks here
  }
}
