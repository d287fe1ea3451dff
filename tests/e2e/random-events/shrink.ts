/** Leaves out of a list of events what its failure does not need. */
import type { RandomEvent } from "./events.ts";

/** The shortest list that was found in so many tries for which `fails` is still true. */
export async function shrink(
  events: readonly RandomEvent[],
  fails: (events: readonly RandomEvent[]) => Promise<boolean>,
  tries: number,
): Promise<readonly RandomEvent[]> {
  let shortest = events;
  let left = tries;
  for (let size = Math.ceil(events.length / 2); size >= 1 && left > 0; size = half(size)) {
    for (let at = 0; at < shortest.length && left > 0; left -= 1) {
      const without = shortest.toSpliced(at, size);
      if (await fails(without)) shortest = without;
      else at += size;
    }
  }
  return shortest;
}

const half = (size: number): number => (size === 1 ? 0 : Math.ceil(size / 2));

/** What tells one failure from another: how its words begin, without their numbers. Undefined if nothing failed. */
export async function failureOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return Bun.stripANSI(message).replaceAll(/\d+/g, "#").slice(0, 25);
  }
}
