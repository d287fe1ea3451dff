/** Answers that break off and come again, other models that stand in, and turns that are asked for once more. */
import { expect, test } from "bun:test";
import type { ProviderError } from "../../src/protocol/error.ts";
import type { ProviderEvent } from "../../src/providers/provider.ts";
import { createTestEngine, hanging, response } from "../support/engine.ts";

const error: ProviderError = { kind: "network", message: "The line is dead.", retryable: true };
const again: ProviderEvent = { type: "retry", attempt: 2, of: 8, delayMs: 0, error };
const says = (text: string): ProviderEvent => ({ type: "text", text });

test("an answer that broke off stays in the log as such, and the next one is whole", async () => {
  const { engine, entries, turnEnds } = createTestEngine({
    answers: [[says("first ha"), again, ...response(["all of it"])]],
  });
  engine.submit("go");
  await engine.whenIdle();
  const answers = entries().filter((entry) => entry.type === "assistant");
  expect(answers).toMatchObject([
    { parts: [{ text: "first ha" }], stop: "truncated", step: 1, attempts: 1, brokenOff: error },
    { parts: [{ text: "all of it" }], stop: "stop", step: 1, attempts: 2 },
  ]);
  expect(answers[1]?.brokenOff).toBeUndefined();
  expect(turnEnds()).toMatchObject([{ outcome: "completed" }]);
});

test("an attempt that failed before it said a word leaves nothing but its number", async () => {
  const { engine, entries } = createTestEngine({
    answers: [
      [{ type: "call", index: 0, name: "bash", length: 3 }, says(""), again, ...response(["all of it"])],
    ],
  });
  engine.submit("go");
  await engine.whenIdle();
  expect(entries().filter((entry) => entry.type === "assistant")).toMatchObject([{ attempts: 2 }]);
});

test("another model that stands in is named in the log, with the reason, and is the author of its answer", async () => {
  const { engine, entries } = createTestEngine({
    answers: [
      [
        says("first ha"),
        { type: "failover", from: "test/model", to: "other/model", error },
        ...response(["from the other"]),
      ],
    ],
  });
  engine.submit("go");
  await engine.whenIdle();
  const told = entries().filter(({ type }) => type === "assistant" || type === "failover");
  expect(told).toMatchObject([
    { type: "assistant", model: "test/model", parts: [{ text: "first ha" }], brokenOff: error },
    { type: "failover", from: "test/model", to: "other/model", error },
    { type: "assistant", model: "other/model", parts: [{ text: "from the other" }], attempts: 2 },
  ]);
});

test("a turn that failed is asked for again without a new message", async () => {
  const { engine, entries, turnEnds, requests } = createTestEngine({
    answers: [[says("ha"), { type: "error", error, parts: [] }], response(["all of it"])],
  });
  engine.submit("go");
  await engine.whenIdle();
  expect(engine.retry()).toBe(true);
  await engine.whenIdle();
  expect(turnEnds().map(({ outcome }) => outcome)).toEqual(["failed", "completed"]);
  expect(entries().filter(({ type }) => type === "user")).toHaveLength(1);
  expect(requests).toHaveLength(2);
});

test("before anything was asked, and while a turn runs, there is nothing to ask again", async () => {
  const { engine, requests } = createTestEngine({ answers: [hanging()] });
  expect(engine.retry()).toBe(false);
  engine.submit("go");
  expect(engine.retry()).toBe(false);
  engine.interrupt();
  await engine.whenIdle();
  expect(requests.length).toBeLessThan(2);
});

test("what is said is kept aside until it is in the log, for each attempt by itself", async () => {
  const steps: string[] = [];
  const { engine, entries } = createTestEngine({
    answers: [[says("first ha"), again, ...response(["all of it"])]],
    answerFile: {
      begin: (entry) => {
        const now = entry();
        steps.push(now.type === "assistant" ? `attempt ${now.attempts}` : now.type);
      },
      add: (type, text) => void steps.push(`${type}: ${text}`),
      end: () =>
        void steps.push(`in the log: ${entries().filter(({ type }) => type === "assistant").length}`),
    },
  });
  engine.submit("go");
  await engine.whenIdle();
  expect(steps.slice(0, 3)).toEqual(["attempt 1", "text: first ha", "in the log: 1"]);
  expect(steps.slice(-2)).toEqual(["text: all of it", "in the log: 2"]);
});
