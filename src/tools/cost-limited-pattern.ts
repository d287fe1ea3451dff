/** A regular expression of a stranger's, which may take longer on one line than anybody wants to wait. */

export type CostLimitedPattern = {
  readonly pattern: RegExp;
  /** True once it has used up its time: from then on it matches everything, since hiding a line would be a guess. */
  readonly gaveUp: boolean;
};

/** All lines together, ms. The engine itself gives up on a line after some 400 ms. */
const allowedMs = 500;
/** Longer lines are only looked at up to here, UTF-16 units. */
const longestLine = 4_000;

/** The pattern with a limit on the time that its `test` takes over all calls. */
export function costLimited({ source, flags }: RegExp): CostLimitedPattern {
  let spent = 0;
  class Limited extends RegExp {
    override test(line: string): boolean {
      if (spent > allowedMs) return true;
      const start = performance.now();
      const matches = super.test(line.slice(0, longestLine));
      spent += performance.now() - start;
      return matches || spent > allowedMs;
    }
  }
  return {
    pattern: new Limited(source, flags),
    get gaveUp() {
      return spent > allowedMs;
    },
  };
}
