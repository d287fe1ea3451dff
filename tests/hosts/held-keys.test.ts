/** Keys that come while something is under way that they are meant for. */
import { expect, test } from "bun:test";
import { HeldKeys } from "../../src/hosts/repl/held-keys.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { pressed } from "../../src/terminal/input/key.ts";

const typed = (text: string): InputEvent => ({ type: "text", text });
const escape: InputEvent = { type: "key", key: pressed("escape") };

/** Takes each event, or keeps it as long as there is something to wait for. `on` is told of each that was taken. */
function keyboard(on: (text: string, held: HeldKeys) => void = () => undefined) {
  const taken: string[] = [];
  const take = (event: InputEvent) => {
    if (held.isHolding) return held.keep(event);
    const text = event.type === "text" ? event.text : event.type;
    taken.push(text);
    on(text, held);
  };
  const held = new HeldKeys(take);
  return { held, taken, take };
}

test("keys are taken in their order when it is over, behind what is done then", async () => {
  const { held, taken, take } = keyboard();
  const over = Promise.withResolvers<void>();
  const waited = held.until(over.promise, { whenOver: () => taken.push("over") });
  for (const text of ["a", "b"]) take(typed(text));
  take(escape);
  expect(taken).toEqual([]);
  over.resolve();
  await waited;
  take(typed("c"));
  expect(taken).toEqual(["over", "a", "b", "key", "c"]);
});

test("a key that begins another wait holds those behind it", async () => {
  const second = Promise.withResolvers<void>();
  const waits: Promise<void>[] = [];
  const { held, taken, take } = keyboard((text, keys) => {
    if (text === "open") waits.push(keys.until(second.promise));
  });
  const first = Promise.withResolvers<void>();
  waits.push(held.until(first.promise));
  for (const text of ["open", "a"]) take(typed(text));
  first.resolve();
  await waits[0];
  expect(taken).toEqual(["open"]);
  take(typed("b"));
  second.resolve();
  await waits[1];
  expect(taken).toEqual(["open", "a", "b"]);
});

test("of two waits at once the last one to end lets the keys go", async () => {
  const { held, taken, take } = keyboard();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = [held.until(one.promise), held.until(other.promise)];
  take(typed("a"));
  other.resolve();
  await waits[1];
  expect(taken).toEqual([]);
  one.resolve();
  await waits[0];
  expect(taken).toEqual(["a"]);
});

test("leaving counts at once, and the keys that were for what is left are nobody's", async () => {
  const { held, taken, take } = keyboard();
  const over = Promise.withResolvers<void>();
  let hasLeft = false;
  const onLeave = () => {
    hasLeft = true;
    return "drop" as const;
  };
  const waited = held.until(over.promise, { onLeave });
  take(typed("a filter"));
  take(escape);
  expect(hasLeft).toBe(true);
  take(typed("a message"));
  over.resolve();
  await waited;
  expect(taken).toEqual(["a message"]);
});

test("keys are not lost where it fails", async () => {
  const { held, taken, take } = keyboard();
  const over = Promise.withResolvers<void>();
  const waited = held.until(over.promise);
  take(typed("a"));
  over.reject(new Error("no"));
  expect(waited).rejects.toThrow("no");
  await waited.catch(() => undefined);
  expect(taken).toEqual(["a"]);
});
