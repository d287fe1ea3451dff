import { describe, expect, test } from "bun:test";
import type { ProviderError } from "../../src/protocol/error.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";
import { withRetry } from "../../src/providers/retry.ts";
import { collect, errorOf, requestOf } from "./collect.ts";

const busy: ProviderError = { kind: "overloaded", message: "Busy.", retryable: true };
const wrong: ProviderError = { kind: "auth", message: "Wrong key.", retryable: false };
const failing = (error: ProviderError): ProviderEvent => ({ type: "error", error, parts: [] });
const text: ProviderEvent = { type: "text", text: "hello" };
const answer: ProviderEvent = {
  type: "response",
  response: { parts: [{ type: "text", text: "hello" }], stop: "stop" },
};

/** A provider that plays one list of events a request, and says how often it was asked. */
function playing(...requests: readonly (readonly ProviderEvent[])[]) {
  let asked = 0;
  const provider: Provider = {
    model: "test/m1",
    contextWindow: 1000,
    async *stream() {
      asked += 1;
      yield* requests[asked - 1] ?? [];
    },
  };
  return { provider, asked: () => asked };
}

/** Retries that do not wait but write down for how long they would. */
function patience() {
  const waits: number[] = [];
  return {
    waits,
    options: {
      random: () => 0,
      sleep: async (ms: number) => {
        waits.push(ms);
      },
    },
  };
}

test("a failed request is sent again, and the retry shows", async () => {
  const { provider, asked } = playing([failing(busy)], [text, answer]);
  const { options, waits } = patience();
  const events = await collect(withRetry(provider, options));
  expect(events).toEqual([{ type: "retry", attempt: 2, of: 8, delayMs: 1000, error: busy }, text, answer]);
  expect(asked()).toBe(2);
  expect(waits).toEqual([1000]);
});

test("the waits grow, and after eight attempts the error is told, with what to do", async () => {
  const { provider, asked } = playing(...Array.from({ length: 8 }, () => [failing(busy)]), [answer]);
  const { options, waits } = patience();
  const events = await collect(withRetry(provider, options));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(asked()).toBe(8);
  expect(errorOf(events).message).toBe(
    "Busy. rein tried 8 times. Try again later, or talk to another model.",
  );
});

test("clients that fail together do not come back together", async () => {
  const { provider } = playing([failing(busy)], [answer]);
  const { options, waits } = patience();
  await collect(withRetry(provider, { ...options, random: () => 0.5 }));
  expect(waits).toEqual([750]);
});

test("what the server asks to wait is waited", async () => {
  const { provider } = playing([failing({ ...busy, retryAfterMs: 12_345 })], [answer]);
  const { options, waits } = patience();
  await collect(withRetry(provider, options));
  expect(waits).toEqual([12_345]);
});

test("a wait of more than a minute is told, not waited", async () => {
  const { provider, asked } = playing([failing({ ...busy, retryAfterMs: 400_000 })]);
  const { options, waits } = patience();
  const error = errorOf(await collect(withRetry(provider, options)));
  expect(error.message).toContain("7 minutes");
  expect(error.message).toContain("60 seconds");
  expect(waits).toEqual([]);
  expect(asked()).toBe(1);
});

test("a quota that comes back in hours is told with its time, not waited for", async () => {
  const quota: ProviderError = { ...wrong, kind: "quota", retryAfterMs: 3 * 3_600_000 };
  const { provider, asked } = playing([failing(quota)]);
  const error = errorOf(await collect(withRetry(provider, patience().options)));
  expect(error).toMatchObject({ kind: "quota", retryAfterMs: 3 * 3_600_000 });
  expect(error.message).toContain("3 hours");
  expect(asked()).toBe(1);
});

test("what can not get better is not tried again", async () => {
  const { provider, asked } = playing([failing(wrong)], [answer]);
  expect(await collect(withRetry(provider, patience().options))).toEqual([failing(wrong)]);
  expect(asked()).toBe(1);
});

test.each([
  text,
  { type: "reasoning", text: "hm" },
  { type: "call", index: 0, name: "read", length: 0 },
] as const)("an answer that broke off (%j) is asked for anew, with the same request", async (delta) => {
  const requests: unknown[] = [];
  const { provider, asked } = playing([delta, failing(busy)], [text, answer]);
  const watched: Provider = {
    model: provider.model,
    stream(request, signal) {
      requests.push(request);
      return provider.stream(request, signal);
    },
  };
  const events = await collect(withRetry(watched, patience().options));
  expect(events.map(({ type }) => type)).toEqual([delta.type, "retry", "text", "response"]);
  expect(asked()).toBe(2);
  expect(requests[1]).toBe(requests[0]);
});

test("an answer that breaks off in its words again and again is given up after the third", async () => {
  const { provider, asked } = playing(...Array.from({ length: 8 }, () => [text, failing(busy)]));
  const events = await collect(withRetry(provider, patience().options));
  expect(asked()).toBe(3);
  expect(errorOf(events).message).toContain("rein tried 3 times");
});

test("a call that the server refuses as badly written is not asked for eight times", async () => {
  const bad: ProviderError = { kind: "tool_use_failed", message: "Bad call.", retryable: true };
  const { provider, asked } = playing(...Array.from({ length: 8 }, () => [failing(bad)]));
  await collect(withRetry(provider, patience().options));
  expect(asked()).toBe(3);
});

describe("an interrupt", () => {
  test("while it waits ends the stream at once", async () => {
    const { provider, asked } = playing([failing({ ...busy, retryAfterMs: 50_000 })], [answer]);
    const interrupt = new AbortController();
    const types = [];
    // The real sleep: it has to end long before its 50 s.
    for await (const event of withRetry(provider).stream(requestOf(["hi"]), interrupt.signal)) {
      types.push(event.type);
      queueMicrotask(() => interrupt.abort());
    }
    expect(types).toEqual(["retry"]);
    expect(asked()).toBe(1);
  });

  test("when a retry is told ends the stream before the next attempt", async () => {
    const { provider, asked } = playing([failing(busy)], [answer]);
    const interrupt = new AbortController();
    const stream = withRetry(provider, patience().options).stream(requestOf(["hi"]), interrupt.signal);
    for await (const { type } of stream) {
      expect(type).toBe("retry");
      interrupt.abort();
    }
    expect(asked()).toBe(1);
  });
});

test("the model and its window are the provider's", () => {
  const { provider } = playing();
  expect(withRetry(provider)).toMatchObject({ model: "test/m1", contextWindow: 1000 });
});
