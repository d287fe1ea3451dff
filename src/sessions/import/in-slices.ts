/** Long work while somebody types. */
import { setImmediate as othersFirst } from "node:timers/promises";

/** So long is worked before keys get a turn, ms. */
const slice = 12;

/** Runs the work to its end, with turns for others in between. Throws the signal's reason when it fires. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  const pause = pauses(signal);
  while (true) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/** Runs work that is short to its end. */
export function atOnce<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** What is awaited after each step of a loop: nothing, unless others have waited long enough. */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < slice) return;
    await othersFirst();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
