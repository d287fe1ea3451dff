import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { NewEntry } from "../../src/protocol/entry.ts";
import type { Usage } from "../../src/protocol/message.ts";
import type { ModelPrices } from "../../src/providers/model-info.ts";
import { formatMoney } from "../../src/transcript/format.ts";
import { costOf, priceOfUsage, totalOf, usedIn, withEntry } from "../../src/transcript/usage.ts";
import { assistant, log, says, turnEnd, turnStart, user } from "./log.ts";

const prices: Readonly<Record<string, ModelPrices>> = {
  "a/known": { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  "b/plain": { input: 1, output: 2 },
  "c/free": { input: 0, output: 0 },
};
const priceOf = (model: string) => prices[model];

const answer = (model: string, usage?: Usage, more: Partial<NewEntry & { type: "assistant" }> = {}) =>
  assistant([says("x")], { model, ...(usage === undefined ? {} : { usage }), ...more });

describe("what tokens cost", () => {
  test("cached input is part of the input and has prices of its own", () => {
    const usage = {
      inputTokens: 1_000_000,
      outputTokens: 100_000,
      cacheReadTokens: 600_000,
      cacheWriteTokens: 100_000,
    };
    // 300k fresh, 600k read, 100k written, 100k out.
    expect(priceOfUsage(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })).toBeCloseTo(
      0.9 + 0.18 + 0.375 + 1.5,
      9,
    );
  });

  test("without prices for the cache it costs what other input does", () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 600_000, cacheWriteTokens: 1 };
    expect(priceOfUsage(usage, { input: 1, output: 2 })).toBeCloseTo(1, 9);
  });

  test("is never below zero, whatever a server counts as cached", () => {
    const tokens = fc.nat(10_000_000);
    fc.assert(
      fc.property(
        tokens,
        tokens,
        tokens,
        tokens,
        (inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens) => {
          const usage = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
          const cost = priceOfUsage(usage, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 });
          expect(cost).toBeGreaterThanOrEqual(0);
          expect(cost).toBeLessThanOrEqual((inputTokens * 3.75 + outputTokens * 15) / 1_000_000 + 1e-9);
        },
      ),
    );
  });
});

test("counts below zero, which only a damaged log holds, make nothing cheaper", () => {
  const odd = answer("b/plain", { inputTokens: -9_000_000, outputTokens: -1, cacheReadTokens: -5 });
  const entries = log(odd, answer("b/plain", { inputTokens: 1_000_000, outputTokens: 0 }));
  expect(costOf(usedIn(entries), priceOf).dollars).toBeCloseTo(1, 9);
});

describe("what a session used", () => {
  const entries = log(
    user("x"),
    turnStart,
    answer("a/known", { inputTokens: 1000, outputTokens: 10, cacheReadTokens: 400 }, { attempts: 3 }),
    answer("b/plain", { inputTokens: 500, outputTokens: 50, reasoningTokens: 20 }),
    answer("a/known", { inputTokens: 2000, outputTokens: 20, cacheWriteTokens: 7 }),
    turnEnd(),
    {
      type: "compaction",
      summary: "so far",
      firstKeptId: "e5",
      model: "b/plain",
      usage: { inputTokens: 100, outputTokens: 5 },
    },
    answer("a/known"),
  );

  test("is counted by model, a summary and what was sent again included", () => {
    const used = usedIn(entries);
    expect([...used.keys()]).toEqual(["a/known", "b/plain"]);
    expect(used.get("a/known")).toMatchObject({
      answers: 3,
      retries: 2,
      uncounted: 1,
      inputTokens: 3000,
      outputTokens: 30,
      cacheReadTokens: 400,
      cacheWriteTokens: 7,
      durationMs: 3600,
    });
    expect(used.get("b/plain")).toMatchObject({
      answers: 2,
      inputTokens: 600,
      outputTokens: 55,
      reasoningTokens: 20,
    });
    expect(totalOf(used)).toMatchObject({ answers: 5, inputTokens: 3600, outputTokens: 85, uncounted: 1 });
  });

  test("costs the sum of what its requests cost", () => {
    const { dollars, unpriced } = costOf(usedIn(entries), priceOf);
    const each = entries.map((entry) => {
      const price = (entry.type === "assistant" || entry.type === "compaction") && priceOf(entry.model ?? "");
      return price && "usage" in entry && entry.usage !== undefined ? priceOfUsage(entry.usage, price) : 0;
    });
    expect(dollars).toBeCloseTo(
      each.reduce((sum, one) => sum + one),
      12,
    );
    expect(unpriced).toEqual([]);
  });

  test("of a model without a known price is tokens and no money, and the model is named", () => {
    const usage = { inputTokens: 10, outputTokens: 1 };
    expect(costOf(usedIn(log(answer("x/new", usage))), priceOf)).toEqual({
      dollars: null,
      unpriced: ["x/new"],
    });
    const both = costOf(usedIn(log(answer("x/new", usage), answer("b/plain", usage))), priceOf);
    expect(both).toEqual({ dollars: priceOfUsage(usage, { input: 1, output: 2 }), unpriced: ["x/new"] });
  });

  test("of a free model costs nothing, which is known", () => {
    expect(costOf(usedIn(log(answer("c/free", { inputTokens: 9, outputTokens: 9 }))), priceOf).dollars).toBe(
      0,
    );
  });

  test("without counted tokens has no price at all", () => {
    expect(costOf(usedIn(log(answer("a/known"))), priceOf)).toEqual({ dollars: null, unpriced: [] });
  });

  test("counts the time of a step once, also when its first answer broke off", () => {
    const brokenOff = { kind: "cut", message: "cut", retryable: true } as const;
    const step = log(
      answer("a/known", undefined, { brokenOff }),
      answer("a/known", undefined, { attempts: 2 }),
    );
    expect(totalOf(usedIn(step))).toMatchObject({ answers: 2, retries: 1, uncounted: 2, durationMs: 1200 });
  });

  test("can be counted entry by entry, and other entries change nothing", () => {
    let used = usedIn([]);
    for (const entry of entries) {
      const next = withEntry(used, entry);
      if (entry.type !== "assistant" && entry.type !== "compaction") expect(next).toBe(used);
      used = next;
    }
    expect(used).toEqual(usedIn(entries));
  });
});

test.each([
  [0, "$0.00"],
  [0.14, "$0.14"],
  [12, "$12.00"],
  [0.0042, "$0.0042"],
  [0.00999, "$0.01"],
  [0.00001, "<$0.0001"],
  [1234.5, "$1234.50"],
])("%f is said as %s", (dollars, said) => {
  expect(formatMoney(dollars)).toBe(said);
});
