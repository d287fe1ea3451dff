/** The end of a command's output, after the command's own. */
import { expect, test } from "bun:test";
import { pipeSize } from "../../src/process/pipe.ts";
import { untilQuiet } from "../../src/process/until-quiet.ts";

const never = new Promise<never>(() => {});

/** A reading whose looks take so many bytes each: "wait" for a disk that has no room. */
function reading(...looks: readonly (number | "wait")[]) {
  let [total, at] = [0, 0];
  return {
    total: () => total,
    look(): "more" | "nothing" {
      const found = looks[Math.min(at, looks.length - 1)] ?? 0;
      at += 1;
      if (found === "wait") return "more";
      total += found;
      return found > 0 ? "more" : "nothing";
    },
  };
}

test("a disk that takes nothing for a while cuts nothing off", async () => {
  const slow = reading("wait", "wait", "wait", "wait", "wait", "wait", "wait", 100, 0);
  await untilQuiet(slow, slow.total, never);
  expect(slow.total()).toBe(100);
});

test("what a child in the background prints on is not waited for", async () => {
  const flood = reading(pipeSize, "wait", 1_000, "wait");
  await untilQuiet(flood, flood.total, never);
  expect(flood.total()).toBe(pipeSize + 1_000);
});

test("nothing is waited for once nobody can print any more", async () => {
  const ended = reading("wait");
  await untilQuiet(ended, ended.total, Promise.resolve());
  expect(ended.total()).toBe(0);
});
