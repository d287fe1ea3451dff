import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createFileQueue } from "../../src/workspace/file-queue.ts";

describe("the queue of work on files", () => {
  test("never runs two pieces of work on one file at once, ends all of them, and keeps their order", async () => {
    const paths = fc.uniqueArray(fc.constantFrom("/a", "/b", "/c", "/d"), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(paths, { maxLength: 12 }), async (scheduler, calls) => {
        const inQueue = createFileQueue();
        const busy = new Set<string>();
        const order = new Map<string, number[]>();
        const all = calls.map((own, index) =>
          inQueue(own, async () => {
            for (const path of own) {
              expect(busy.has(path)).toBeFalse();
              busy.add(path);
              order.set(path, [...(order.get(path) ?? []), index]);
            }
            await scheduler.schedule(Promise.resolve());
            for (const path of own) busy.delete(path);
            if (index % 3 === 0) throw new Error("failed");
          }),
        );
        const settled = Promise.allSettled(all);
        await scheduler.waitFor(settled);
        const ends = (await settled).map(({ status }) => status);
        expect(ends).toEqual(calls.map((_, index) => (index % 3 === 0 ? "rejected" : "fulfilled")));
        for (const indexes of order.values()) expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }),
    );
  });

  test("work that waits can be stopped, and those behind it still get their turn", async () => {
    const inQueue = createFileQueue();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const done: string[] = [];
    const first = inQueue(["/a"], () => held);
    const stop = new AbortController();
    const second = inQueue(["/a"], async () => void done.push("second"), stop.signal);
    const third = inQueue(["/a"], async () => void done.push("third"));
    stop.abort();
    expect(second).rejects.toThrow("abort");
    await second.catch(() => undefined);
    expect(done).toEqual([]);
    release();
    await Promise.all([first, third]);
    expect(done).toEqual(["third"]);
  });

  test("a signal that has fired already lets nothing run", async () => {
    const inQueue = createFileQueue();
    expect(inQueue(["/a"], async () => "ran", AbortSignal.abort())).rejects.toThrow("abort");
    expect(await inQueue(["/a"], async () => "next")).toBe("next");
  });
});
