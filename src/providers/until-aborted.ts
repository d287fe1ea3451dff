/** Reading a stream that may hang, and stopping at once all the same. */

/**
 * The items of a stream, which may still have to be opened, until the signal fires: then it ends, whatever the source
 * does. The source is told, not waited for: it may be in the middle of a read that ends only later.
 */
export async function* untilAborted<T>(
  opening: AsyncIterable<T> | Promise<AsyncIterable<T>>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  let leave: (() => void) | undefined;
  const onAbort = () => leave?.();
  signal.addEventListener("abort", onAbort);
  // No `Promise.race`: a promise that stays open for a whole stream would keep everything that was ever raced with it.
  const orAborted = <V>(work: V | PromiseLike<V>): Promise<V | "aborted"> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) resolve("aborted");
      leave = () => resolve("aborted");
      Promise.resolve(work).then(resolve, reject);
    });
  let iterator: AsyncIterator<T> | undefined;
  try {
    const source = await orAborted(opening);
    if (source === "aborted") return;
    iterator = source[Symbol.asyncIterator]();
    while (true) {
      const next = await orAborted(iterator.next());
      if (next === "aborted" || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    iterator?.return?.()?.catch(() => undefined);
  }
}
