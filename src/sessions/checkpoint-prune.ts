/**
 * Which kept contents go. Logs are not asked what they still name: that would mean reading all of them. What was kept or
 * used last stays longest, and the limits are far above what the sessions of a month need.
 */
import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";

export type CheckpointLimits = {
  /** Bytes on disk. */
  readonly maxBytes: number;
  /** Since a content was last used, ms. */
  readonly maxAgeMs: number;
};

/** A file of a store. `usedAt` is ms since 1970. */
export type StoredFile = {
  readonly path: string;
  /** SHA-256 of the content, hex; null for what a write has left behind. */
  readonly hash: string | null;
  readonly bytes: number;
  readonly usedAt: number;
};

/** Below the limit by this much after a pruning, so that the next one is not due at once. */
const slack = 0.8;
/** A temporary file as old as this belongs to a process that is gone, ms. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * Removes contents that were not used for too long, then the least recently used until the store is small enough, and
 * what killed processes left half written. `now` is ms since 1970. Throws what `fs` throws.
 */
export async function pruneCheckpoints(folder: string, limits: CheckpointLimits, now: number): Promise<void> {
  const files = await storedIn(folder);
  for (const file of [...abandonedOf(files, now), ...overLimits(files, limits, now)])
    await removeStored(file);
}

/** What killed processes left half written. */
export function abandonedOf(files: readonly StoredFile[], now: number): StoredFile[] {
  return files.filter(({ hash, usedAt }) => hash === null && now - usedAt > abandonedAfterMs);
}

/** The contents that were not used for too long, and the least recently used of those that are too many. */
export function overLimits(
  files: readonly StoredFile[],
  { maxBytes, maxAgeMs }: CheckpointLimits,
  now: number,
): StoredFile[] {
  const contents = files
    .filter(({ hash }) => hash !== null)
    .toSorted((one, other) => one.usedAt - other.usedAt);
  let left = contents.reduce((sum, { bytes }) => sum + bytes, 0);
  const goal = left > maxBytes ? maxBytes * slack : maxBytes;
  const found: StoredFile[] = [];
  for (const one of contents) {
    if (left <= goal && now - one.usedAt <= maxAgeMs) break;
    left -= one.bytes;
    found.push(one);
  }
  return found;
}

/** Removes a file unless it was used since it was looked at. Returns whether it is gone. Throws what `fs` throws. */
export async function removeStored({ path, usedAt }: StoredFile): Promise<boolean> {
  // Another process may have used it, or removed it, since it was looked at.
  const stats = await unless("ENOENT", () => lstat(path));
  if (stats === undefined) return true;
  if (stats.mtimeMs !== usedAt) return false;
  await unless("ENOENT", () => unlink(path));
  return true;
}

/** Every content of a store and every temporary file in it; none where there is no store. Throws what `fs` throws. */
export async function storedIn(folder: string): Promise<StoredFile[]> {
  const names = await namesIn(folder);
  const found: StoredFile[] = [];
  for (const name of names.filter((one) => /^[0-9a-f]{2}$/.test(one))) {
    for (const file of await namesIn(join(folder, name))) {
      const hash = /^[0-9a-f]{62}\.zst$/.test(file) ? name + file.slice(0, 62) : null;
      if (hash === null && !file.endsWith(".tmp")) continue;
      const path = join(folder, name, file);
      const stats = await unless("ENOENT", () => lstat(path));
      if (stats?.isDirectory() === false)
        found.push({ path, hash, bytes: stats.size, usedAt: stats.mtimeMs });
    }
  }
  return found;
}

/** None where there is no folder, or something else in its place. */
async function namesIn(folder: string): Promise<string[]> {
  return (await unless("ENOENT", () => unless("ENOTDIR", () => readdir(folder)))) ?? [];
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
