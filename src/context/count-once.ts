/** Counts that are worked out once for each object: what stands in a log never changes, and is asked for before each request. */

export type CountOnce = <T extends object>(value: T, count: (value: T) => number) => number;

/** Remembers as long as the objects live. For one way of counting. */
export function createCountOnce(): CountOnce {
  const known = new WeakMap<object, number>();
  return (value, count) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const counted = count(value);
    known.set(value, counted);
    return counted;
  };
}
