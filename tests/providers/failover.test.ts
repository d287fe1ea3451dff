import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { ProviderError } from "../../src/protocol/error.ts";
import type { ModelRequest } from "../../src/protocol/message.ts";
import { withFailover } from "../../src/providers/failover.ts";
import { afterFailure, askingOrder, restMs, shouldFailOver } from "../../src/providers/failover-policy.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";
import { collect, errorOf, requestOf, streamed } from "./collect.ts";

const busy: ProviderError = { kind: "overloaded", message: "Busy.", retryable: true };
const failing = (error: ProviderError): ProviderEvent[] => [{ type: "error", error, parts: [] }];
const says = (text: string): ProviderEvent[] => [
  { type: "text", text },
  { type: "response", response: { parts: [{ type: "text", text }], stop: "stop" } },
];

/** A model that plays one list of events a request, the last one again and again. */
function model(name: string, ...requests: readonly (readonly ProviderEvent[])[]) {
  const got: ModelRequest[] = [];
  const provider: Provider = {
    model: name,
    contextWindow: name.length,
    async *stream(request) {
      got.push(request);
      yield* requests[got.length - 1] ?? requests.at(-1) ?? [];
    },
  };
  return { provider, got };
}

/** Two models and a clock that the test moves. */
function pair(first: ReturnType<typeof model>, second: ReturnType<typeof model>) {
  let time = 0;
  const provider = withFailover(first.provider, [second.provider], {
    now: () => time,
    adapt: (request, name) => ({ ...request, system: `for ${name}` }),
  });
  return {
    provider,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe("when the chosen model cannot answer", () => {
  test("the next one does, with a request of its own, and it is told why", async () => {
    const [one, two] = [model("a/one", failing(busy)), model("b/two", says("hello"))];
    const { provider } = pair(one, two);
    const events = await collect(provider);
    expect(events[0]).toEqual({ type: "failover", from: "a/one", to: "b/two", error: busy });
    expect(streamed(events, "text")).toBe("hello");
    expect(one.got[0]?.system).toBe("");
    expect(two.got[0]?.system).toBe("for b/two");
  });

  test("it rests: the next request goes to the other at once, and says so to who asks", async () => {
    const [one, two] = [model("a/one", failing(busy)), model("b/two", says("hello"))];
    const { provider } = pair(one, two);
    expect(provider.model).toBe("a/one");
    await collect(provider);
    expect(provider).toMatchObject({ model: "b/two", chosenModel: "a/one", contextWindow: 5 });
    expect((await collect(provider)).map(({ type }) => type)).toEqual(["text", "response"]);
    expect(one.got).toHaveLength(1);
  });

  test("it is asked again after its rest, and stays when it answers", async () => {
    const one = model("a/one", failing(busy), says("back"));
    const { provider, pass } = pair(one, model("b/two", says("hello")));
    await collect(provider);
    pass(restMs);
    expect(provider.model).toBe("a/one");
    const events = await collect(provider);
    expect(events[0]).toEqual({ type: "failover", from: "b/two", to: "a/one" });
    expect(streamed(events, "text")).toBe("back");
    expect(one.got[1]?.system).toBe("for a/one");
    expect((await collect(provider))[0]).toMatchObject({ type: "text" });
  });

  test("it is left alone for as long as its server asked", async () => {
    const hours = 3 * 3_600_000;
    const one = model("a/one", failing({ ...busy, kind: "quota", retryAfterMs: hours }), says("back"));
    const { provider, pass } = pair(one, model("b/two", says("hello")));
    await collect(provider);
    pass(hours - 1);
    expect(provider.model).toBe("b/two");
    pass(1);
    expect(provider.model).toBe("a/one");
  });
});

test("when no model answers, the last error says so", async () => {
  const { provider } = pair(
    model("a/one", failing(busy)),
    model("b/two", failing({ ...busy, message: "Off." })),
  );
  expect(errorOf(await collect(provider)).message).toBe("Off. None of the 2 models answered.");
  // All of them rest now, and the user still may ask.
  expect(errorOf(await collect(provider)).message).toContain("None of the 2 models");
});

test.each(["invalid_request", "context_length", "message_order", "content_filter", "protocol"] as const)(
  "an error that another model would have too (%s) is told",
  async (kind) => {
    const two = model("b/two", says("hello"));
    const { provider } = pair(model("a/one", failing({ ...busy, kind })), two);
    expect(errorOf(await collect(provider)).kind).toBe(kind);
    expect(two.got).toHaveLength(0);
  },
);

test("an interrupt asks nobody else", async () => {
  const silent: Provider = { model: "a/one", async *stream() {} };
  const two = model("b/two", says("hello"));
  const provider = withFailover(silent, [two.provider], { adapt: (request) => request });
  expect(await collect(provider, requestOf(["hi"]), AbortSignal.abort())).toEqual([]);
  expect(two.got).toHaveLength(0);
});

test("without others the model is what it was", () => {
  const { provider } = model("a/one");
  expect(withFailover(provider, [], { adapt: (request) => request })).toBe(provider);
});

test("at any time somebody is asked, in the order of the list, and whoever failed just now is not first", () => {
  const failure = fc.record({
    place: fc.nat(3),
    wait: fc.integer({ min: 0, max: 10_000_000 }),
    at: fc.integer({ min: 0, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(failure, { maxLength: 12 }), (failures) => {
      let rests: readonly number[] = [0, 0, 0, 0];
      let now = 0;
      for (const { place, wait, at } of failures) {
        now += at;
        rests = afterFailure(rests, place, { ...busy, retryAfterMs: wait }, now);
        const order = askingOrder(rests, now);
        expect(order.length).toBeGreaterThan(0);
        expect(order).toEqual(order.toSorted((one, other) => one - other));
        if (order.length < 4) expect(order).not.toContain(place);
      }
      expect(askingOrder(rests, Number.POSITIVE_INFINITY)).toEqual([0, 1, 2, 3]);
    }),
  );
});

test("a key that is refused is a reason to ask somebody else, a request that is wrong is none", () => {
  expect(shouldFailOver({ ...busy, kind: "auth" })).toBe(true);
  expect(shouldFailOver({ ...busy, kind: "invalid_request" })).toBe(false);
});
