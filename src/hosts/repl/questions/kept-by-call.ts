/** What the user has begun in a question's mode, for when they come back to it. */

/** Calls that are long over are forgotten, beyond so many. */
const mostKept = 32;

/** Keeps one value a call, as long as what it was begun from is the same. */
export type Kept<Value> = {
  /**
   * The value of a call; a new one when there is none yet, or `from` is not what it was begun from: then `begin` gets the
   * one before it.
   */
  of(callId: string, from: unknown, begin: (before?: Value) => Value): Value;
};

export function createKept<Value>(): Kept<Value> {
  const values = new Map<string, { readonly from: unknown; readonly value: Value }>();
  return {
    of(callId, from, begin) {
      const known = values.get(callId);
      if (known !== undefined && Bun.deepEquals(known.from, from)) return known.value;
      const value = begin(known?.value);
      values.delete(callId);
      values.set(callId, { from, value });
      const [oldest] = values.keys();
      if (values.size > mostKept && oldest !== undefined) values.delete(oldest);
      return value;
    },
  };
}
