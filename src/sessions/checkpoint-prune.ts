/**
 * Which kept contents go. Logs are not asked what they still name: that would mean reading all of them. What was kept or
 * used last stays longest, and the limits are far above what the sessions of a month need.
 */
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";

export type CheckpointLimits = {
  /** Bytes on disk. */
  readonly maxBytes: number;
  /** Since a content was last used, ms. */
  readonly maxAgeMs: number;
};

type Content = { readonly path: string; readonly bytes: number; readonly usedAt: number };

/** Below the limit by this much after a pruning, so that the next one is not due at once. */
const slack = 0.8;
/** A temporary file as old as this belongs to a process that is gone, ms. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Removes contents that were not used for too long, then the least recently used until the store is small enough, and
 * what killed processes left half written. `now` is ms since 1970. Throws what `fs` throws.
 */
export async function pruneCheckpoints(folder: string, limits: CheckpointLimits, now: number): Promise<void> {
  const files = await contentsOf(folder);
  const abandoned = files.filter(
    ({ path, usedAt }) => path.endsWith(".tmp") && now - usedAt > abandonedAfterMs,
  );
  const contents = files
    .filter(({ path }) => path.endsWith(".zst"))
    .toSorted((one, other) => one.usedAt - other.usedAt);
  let left = contents.reduce((sum, { bytes }) => sum + bytes, 0);
  const goal = left > limits.maxBytes ? limits.maxBytes * slack : limits.maxBytes;
  for (const { path } of abandoned) await unless("ENOENT", () => unlink(path));
  for (const { path, bytes, usedAt } of contents) {
    if (left <= goal && now - usedAt <= limits.maxAgeMs) break;
    left -= bytes;
    // Another process may have used it, or removed it, since it was looked at.
    const stats = await unless("ENOENT", () => stat(path));
    if (stats?.mtimeMs === usedAt) await unless("ENOENT", () => unlink(path));
  }
}

async function contentsOf(folder: string): Promise<Content[]> {
  const folders = (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const found: Content[] = [];
  for (const name of folders) {
    const paths = (await readdir(join(folder, name))).map((file) => join(folder, name, file));
    for (const path of paths) {
      const stats = await unless("ENOENT", () => stat(path));
      if (stats !== undefined) found.push({ path, bytes: stats.size, usedAt: stats.mtimeMs });
    }
  }
  return found;
}

/** The work's outcome, or undefined when it fails with this one of the system's codes. */
async function unless<T>(code: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === code) return undefined;
    throw thrown;
  }
}
