/** What a command does over all of a long session can be stopped, and is told only where somebody waits for it. */
import { expect, test } from "bun:test";
import { LongWork } from "../../src/hosts/repl/commands/long-work.ts";

function scene() {
  const due = new Set<() => void>();
  let told = 0;
  const work = new LongWork({
    timers: {
      after(_ms, callback) {
        due.add(callback);
        return () => due.delete(callback);
      },
    },
    tellLong: () => {
      told += 1;
    },
  });
  const untilStopped = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
  return { work, due, untilStopped, told: () => told };
}

test("stopping ends all that is under way, and there is nothing left to stop then", async () => {
  const { work, untilStopped } = scene();
  expect(work.stop()).toBe(false);
  const both = [work.run(untilStopped), work.run(untilStopped)];
  expect(work.stop()).toBe(true);
  expect(await Promise.all(both)).toEqual([null, null]);
  expect(work.stop()).toBe(false);
});

test("what ends by itself gives its result or its error, and a wait for it is told only while it goes on", async () => {
  const { work, due, told } = scene();
  const end = Promise.withResolvers<string>();
  const run = work.run(() => end.promise);
  for (const call of due) call();
  expect(told()).toBe(1);
  end.resolve("done");
  expect(await run).toBe("done");
  await expect(work.run(() => Promise.reject(new Error("full")))).rejects.toThrow("full");
  expect(due.size).toBe(0);
});
