/** The order in which searches give files. */
import { modifiedAt } from "../workspace/modified-at.ts";

/** Those changed last come first, those changed at one time by path. */
export function newestFirst(paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, time: modifiedAt(path) }))
    .toSorted((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}
