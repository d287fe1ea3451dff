import { expect, test } from "bun:test";
import { createSentBodies } from "../../src/providers/sent-bodies.ts";

const megabyte = "x".repeat(1024 * 1024);

function counted() {
  const waiting: (() => void)[] = [];
  let collected = 0;
  const bodies = createSentBodies(
    () => {
      collected += 1;
    },
    (work) => waiting.push(work),
  );
  const settle = () => {
    for (const work of waiting.splice(0)) work();
    return collected;
  };
  return { bodies, settle, waiting };
}

test("the memory of small requests is left to the runtime", () => {
  const { bodies, settle } = counted();
  for (let index = 0; index < 1_000; index += 1) bodies.note("a short question");
  expect(settle()).toBe(0);
});

test("what long requests were made of is given back, not at every one, and not before they are out", () => {
  const { bodies, settle, waiting } = counted();
  for (let index = 0; index < 15; index += 1) bodies.note(megabyte);
  expect(waiting).toHaveLength(0);
  bodies.note(megabyte);
  expect(waiting).toHaveLength(1);
  expect(settle()).toBe(1);
  for (let index = 0; index < 32; index += 1) bodies.note(megabyte);
  expect(settle()).toBe(3);
});

test("a request without a text is nothing to count", () => {
  const { bodies, settle } = counted();
  for (let index = 0; index < 100; index += 1) bodies.note(undefined);
  expect(settle()).toBe(0);
});
