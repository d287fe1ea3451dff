/** Time limits of commands, in tests that need the command to have got somewhere by then. */

/** A busy machine may need seconds to start a shell, ms. */
const LIMITS = [200, 2_000, 20_000];

/**
 * Runs something with the shortest time limit, ms, within which it gets as far as `isFarEnough` says; on a free machine
 * that is the first. What comes of the longest is returned as it is.
 */
export async function atTimeLimit<T>(
  run: (timeoutMs: number) => Promise<T>,
  isFarEnough: (result: T) => boolean,
): Promise<T> {
  for (const limit of LIMITS.slice(0, -1)) {
    const result = await run(limit);
    if (isFarEnough(result)) return result;
  }
  return run(LIMITS.at(-1) ?? 0);
}

/** For `isFarEnough`: a result whose output has this text. */
export const printed =
  (text: string) =>
  (result: { readonly output: string }): boolean =>
    result.output.includes(text);
