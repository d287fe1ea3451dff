/** Work on one file runs one after the other, whoever asks for it. */

/**
 * Runs work that no other work on any of `paths` (absolute, real) overlaps, in the order of the calls. Several paths
 * are taken at once, so that two calls never wait for each other. Whatever the work does, its turn ends with it. Work
 * must not wait for another turn of the same queue on its own paths.
 *
 * @throws what the work throws; the signal's reason when it fires while the work waits for its turn.
 */
export type FileQueue = <T>(
  paths: readonly string[],
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** A queue that knows nothing of others. */
export function createFileQueue(): FileQueue {
  /** By path: resolves when all that was asked for so far has ended. */
  const ends = new Map<string, Promise<void>>();
  return async (paths, work, signal) => {
    const before = Promise.all(paths.flatMap((path) => ends.get(path) ?? []));
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    const end = before.then(() => done);
    for (const path of paths) ends.set(path, end);
    try {
      await inTime(before, signal);
      return await work();
    } finally {
      leave();
      void end.then(() => {
        for (const path of paths) if (ends.get(path) === end) ends.delete(path);
      });
    }
  };
}

/**
 * The turns of calls that change files, in the whole process: a tool reads, decides and writes within one. The one
 * write in it has turns of its own.
 */
export const inFileQueue: FileQueue = createFileQueue();

/** Waits, but not longer than until the signal fires. */
async function inTime(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (signal === undefined) {
    await wait;
    return;
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([wait, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  signal.throwIfAborted();
}
