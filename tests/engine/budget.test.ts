import { expect, test } from "bun:test";
import { createBudget } from "../../src/engine/budget.ts";
import type { Usage } from "../../src/protocol/message.ts";
import type { ModelPrices } from "../../src/providers/model-info.ts";
import { costOf, usedIn } from "../../src/transcript/usage.ts";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

/** A dollar for a thousand tokens, in or out: numbers that one can follow. */
const dollarAThousand: ModelPrices = { input: 1000, output: 1000, cacheRead: 100 };

type Options = {
  readonly limit: number | null;
  /** @default a dollar for a thousand tokens */
  readonly prices?: ModelPrices | null;
  readonly isFree?: boolean;
  readonly answers: readonly Usage[];
};

/** A session whose every answer but the last calls a tool, with a budget. */
function spending({ limit, prices = dollarAThousand, isFree = false, answers }: Options) {
  const warnings: string[] = [];
  let budget: ReturnType<typeof createBudget> | undefined;
  const test = createTestEngine({
    answers: answers.map((usage, index) =>
      response(index === answers.length - 1 ? ["done"] : [call(`c${index}`, "look", { at: index })], {
        usage,
      }),
    ),
    tools: [tool("look")],
    guards: (entries) => {
      const priceOf = () => prices ?? undefined;
      budget = createBudget({
        limit,
        spent: () => costOf(usedIn(entries()), priceOf).dollars ?? 0,
        entries,
        priceOf,
        isFree: () => isFree,
        warn: (message) => warnings.push(message),
        howToRaise: "/budget raises it.",
      });
      return [budget.guard];
    },
  });
  const { engine, turnEnds, requests } = test;
  return {
    warnings,
    requests,
    budget,
    turn: async () => {
      engine.submit("go");
      await engine.whenIdle();
      return turnEnds().at(-1);
    },
  };
}

const tokens = (inputTokens: number, outputTokens: number, more: Partial<Usage> = {}): Usage => ({
  inputTokens,
  outputTokens,
  ...more,
});

test("a turn ends before the request that would pass the budget, and says what it cost and how to go on", async () => {
  const { turn, requests } = spending({ limit: 1.5, answers: [tokens(700, 100), tokens(900, 100)] });
  const end = await turn();
  expect(end).toMatchObject({ outcome: "budget_reached", steps: 1 });
  expect(requests).toHaveLength(1);
  expect(end?.reason).toBe(
    "Stopped at the budget of $1.50: the session has cost $0.80, and sending it once more would cost about $0.80. /budget raises it.",
  );
});

test("what the next request reads from the cache is estimated at the price of that", async () => {
  const cached = tokens(700, 100, { cacheReadTokens: 600 });
  const { turn, requests } = spending({ limit: 0.7, answers: [cached, tokens(1, 1)] });
  expect((await turn())?.outcome).toBe("completed");
  expect(requests).toHaveLength(2);
});

test("an answer may pass the budget by itself; no turn begins behind it", async () => {
  const { turn, requests } = spending({ limit: 1, answers: [tokens(1000, 500), tokens(1, 1)] });
  expect(await turn()).toMatchObject({ outcome: "budget_reached", steps: 1 });
  const again = await turn();
  expect(again).toMatchObject({ outcome: "budget_reached", steps: 0 });
  expect(again?.reason).toContain("the session has cost $1.50. /budget raises it.");
  expect(requests).toHaveLength(1);
});

test("with a new budget the session goes on, and without one as well", async () => {
  const { turn, budget } = spending({
    limit: 1,
    answers: [tokens(900, 300), tokens(10, 10), tokens(5000, 5000)],
  });
  expect((await turn())?.outcome).toBe("budget_reached");
  budget?.setLimit(2);
  expect((await turn())?.outcome).toBe("budget_reached");
  budget?.setLimit(null);
  expect((await turn())?.outcome).toBe("completed");
});

test("the user is warned once when most of the budget is gone", async () => {
  const step = tokens(190, 10);
  const { turn, warnings } = spending({ limit: 2.23, answers: Array.from({ length: 14 }, () => step) });
  expect(await turn()).toMatchObject({ outcome: "budget_reached", steps: 11 });
  expect(warnings).toEqual([
    "The session has cost $1.60 of its budget of $2.23; the next request brings it to about 80%.",
  ]);
});

test("a model without a known price is warned of once, and is not stopped", async () => {
  const much = tokens(1e9, 1e9);
  const { turn, warnings } = spending({ limit: 0.01, prices: null, answers: [much, much, much] });
  expect((await turn())?.outcome).toBe("completed");
  expect(warnings).toEqual([
    "rein does not know what test/model costs, so the budget of $0.01 cannot count it. The turn goes on.",
  ]);
});

test("a model that nobody sends a bill for needs neither warning nor end", async () => {
  const much = tokens(1e9, 1e9);
  const { turn, warnings } = spending({ limit: 0.01, prices: null, isFree: true, answers: [much, much] });
  expect((await turn())?.outcome).toBe("completed");
  expect(warnings).toEqual([]);
});
