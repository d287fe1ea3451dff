/** Random choices that come out the same for the same seed. */

export type Random = {
  /** A whole number from 0, below `limit`. */
  readonly below: (limit: number) => number;
  /** True `percent` times in a hundred. */
  readonly chance: (percent: number) => boolean;
  /** One of the list, which must not be empty. */
  readonly pick: <T>(list: readonly T[]) => T;
};

/** The generator known as mulberry32: 32 bits of state, good enough to spread over a grammar. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (percent) => next() * 100 < percent,
    pick(list) {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error("there is nothing to pick from");
      return one;
    },
  };
}
