/** How a log is known again that was read to some place. */
import { readSync } from "node:fs";

/** So much of what stands before a place tells whether the file is the one that was read up to there, bytes. */
const markSize = 4 * 1024;

/** What stands before a place of a file. Throws what `fs` throws. */
export function markAt(fd: number, place: number): string {
  const size = Math.min(place, markSize);
  const bytes = new Uint8Array(size);
  const count = readSync(fd, bytes, 0, size, place - size);
  return count < size ? "cut" : Bun.hash(bytes).toString(36);
}
