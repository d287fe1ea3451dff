/** Looks at the project come one after the other: what differs between two of them is one command's. */

/** Somebody who waits for a stopped command to be looked at does not wait longer than this, ms. */
const patienceMs = 3_000;

export type Turns = {
  /** Resolves with the way to let others go on, when those before have; null when the signal fires or it takes too long. */
  take(signal?: AbortSignal): Promise<(() => void) | null>;
  /** Resolves when all that were asked for so far are over. */
  all(): Promise<void>;
};

/** Without a signal a turn is waited for as long as it takes. */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = before.then(() => promise);
      if (signal === undefined) await before;
      else if (
        (await within(
          before.then(() => true),
          signal,
        )) === null
      ) {
        resolve();
        return null;
      }
      return resolve;
    },
    all: () => last,
  };
}

/** The promise's value; null when the signal fires first or it takes too long. */
export async function within<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patienceMs);
  const onAbort = () => resolve(null);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
