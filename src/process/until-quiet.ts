/** When the output of a command that has ended is over. */
import { pipeSize } from "./pipe.ts";
import type { Reading } from "./read-pipe.ts";

/**
 * It is over when nothing came for `quiet`, or after `most` at the latest, as a child in the background may print on.
 * What the command itself had printed is in the pipe still: it is read whatever that takes, but no longer than `disk`,
 * since reading may wait for a file on a disk that hangs. ms
 */
const grace = { quiet: 100, most: 500, disk: 10_000 } as const;

/**
 * Resolves when nobody can print any more, or nothing comes. To be called when the command has ended. `printed`: bytes
 * read so far. `over`: resolves when reading has ended.
 */
export async function untilQuiet(
  reading: Pick<Reading, "look">,
  printed: () => number,
  over: Promise<unknown>,
): Promise<void> {
  const start = performance.now();
  const before = printed();
  for (let seen = -1; ;) {
    const found = reading.look();
    const total = printed();
    if (found === "nothing" && total === seen) return;
    const isRead = found === "nothing" || total - before >= pipeSize;
    if (performance.now() - start >= (isRead ? grace.most : grace.disk)) return;
    seen = total;
    if (await endsWithin(over, grace.quiet)) return;
  }
}

async function endsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
