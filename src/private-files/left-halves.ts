/** What a killed process has left half written beside a file: it may hold keys, or a text that was taken away since. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Nobody writes for as long: what is younger may be another rein's that is at work, ms. */
const longestWrite = 60 * 60 * 1000;

/** What stands behind the name of a file while its next content is written: ours, and that of the package `conf`. */
const endings = /^\.(?:[0-9a-f-]{36}\.tmp|tmp-\w+)$/;

/** Removes it. Never throws: it is tidied up beside something else, and what cannot be removed stays. */
export function removeLeftHalves(file: string): void {
  const [folder, name] = [dirname(file), basename(file)];
  try {
    for (const other of readdirSync(folder)) {
      if (!other.startsWith(name) || !endings.test(other.slice(name.length))) continue;
      const path = join(folder, other);
      const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
      if (Date.now() - at > longestWrite) rmSync(path, { force: true });
    }
  } catch {
    // Whoever writes to the folder next meets the same trouble, and tells it.
  }
}
