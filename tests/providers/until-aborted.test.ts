import { describe, expect, test } from "bun:test";
import { untilAborted } from "../../src/providers/until-aborted.ts";

/** A stream that gives its items and then hangs; it tells whether it was told to stop. */
function hangingAfter(...items: readonly number[]) {
  const told = Promise.withResolvers<void>();
  const rest = [...items];
  const stream: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const value = rest.shift();
        return value === undefined
          ? new Promise<never>(() => undefined)
          : Promise.resolve({ done: false, value });
      },
      return: async () => {
        told.resolve();
        return { done: true, value: undefined };
      },
    }),
  };
  return { stream, told: told.promise };
}

async function all(stream: AsyncIterable<number>, onItem: (item: number) => void = () => undefined) {
  const items: number[] = [];
  for await (const item of stream) {
    items.push(item);
    onItem(item);
  }
  return items;
}

async function* three() {
  yield 1;
  yield 2;
  yield 3;
}

describe("a stream with a signal", () => {
  test("is read to its end when the signal never fires", async () => {
    const { signal } = new AbortController();
    expect(await all(untilAborted(three(), signal))).toEqual([1, 2, 3]);
    expect(await all(untilAborted(Promise.resolve(three()), signal))).toEqual([1, 2, 3]);
  });

  test("gives nothing when the signal has fired before", async () => {
    expect(await all(untilAborted(three(), AbortSignal.abort()))).toEqual([]);
  });

  test("ends while it is still being opened", async () => {
    const stop = new AbortController();
    const reading = all(untilAborted(new Promise<AsyncIterable<number>>(() => undefined), stop.signal));
    stop.abort();
    expect(await reading).toEqual([]);
  });

  test("ends in the middle of a read that hangs, and the source is told", async () => {
    const stop = new AbortController();
    const { stream, told } = hangingAfter(1, 2);
    const reading = all(untilAborted(stream, stop.signal), (item) => {
      if (item === 2) queueMicrotask(() => stop.abort());
    });
    expect(await reading).toEqual([1, 2]);
    await told;
  });

  test("passes on what the source or its opening throws", async () => {
    const { signal } = new AbortController();
    const failing = async function* () {
      yield 1;
      throw new Error("cut");
    };
    await expect(all(untilAborted(failing(), signal))).rejects.toThrow("cut");
    await expect(all(untilAborted(Promise.reject(new Error("closed")), signal))).rejects.toThrow("closed");
  });
});
