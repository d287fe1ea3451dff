import { describe, expect, test } from "bun:test";
import { applyBudget, costWords, tokenWords, usageText } from "../../src/hosts/repl/commands/usage-words.ts";
import type { NewEntry } from "../../src/protocol/entry.ts";
import type { Usage } from "../../src/protocol/message.ts";
import type { PriceOf } from "../../src/transcript/usage.ts";
import { totalOf, usedIn } from "../../src/transcript/usage.ts";
import { assistant, log, says } from "../transcript/log.ts";

const priceOf: PriceOf = (model) => (model === "a/known" ? { input: 10, output: 100 } : undefined);
const answer = (model: string, usage?: Usage, attempts = 1) =>
  assistant([says("x")], { model, attempts, ...(usage === undefined ? {} : { usage }) });
const spendingOf = (entries: readonly NewEntry[], limit: number | null = null) => ({
  used: () => usedIn(log(...entries)),
  priceOf,
  limit: () => limit,
});

describe("the cost in the status line", () => {
  test("is the sum, or the known part of it with a plus", () => {
    expect(costWords({ dollars: 0.137, unpriced: [] })).toBe("$0.14");
    expect(costWords({ dollars: 0.137, unpriced: ["b/new"] })).toBe("$0.14+");
    expect(costWords({ dollars: 0, unpriced: [] })).toBe("$0.00");
  });

  test("is not there when nothing of it is known", () => {
    expect(costWords({ dollars: null, unpriced: ["b/new"] })).toBe("");
    expect(costWords({ dollars: 0, unpriced: ["b/new"] })).toBe("");
  });
});

test("the activity line says tokens once there are any", () => {
  expect(tokenWords(totalOf(new Map()))).toBe("");
  const used = usedIn(log(answer("a/known", { inputTokens: 18_200, outputTokens: 1100 })));
  expect(tokenWords(totalOf(used))).toBe("↑18.2k ↓1.1k");
});

describe("/usage", () => {
  test("says so when nothing was used", () => {
    expect(usageText(spendingOf([]))).toBe("No model has answered in this session yet.");
  });

  test("tells each model, what of it is not known, and the budget", () => {
    const usage = { inputTokens: 10_000, outputTokens: 1000, cacheReadTokens: 4000, reasoningTokens: 500 };
    const text = usageText(
      spendingOf([answer("a/known", usage, 3), answer("b/new", usage), answer("b/new")], 2),
    );
    expect(text.split("\n")).toEqual([
      "This session: $0.20+ · 3 answers · 2 requests sent again · 3.6s",
      "  a/known  $0.20 · 1 answer · 2 requests sent again",
      "    ↑10.0k (4.0k from the cache) ↓1.0k (500 reasoning)",
      "  b/new  price not known · 2 answers",
      "    ↑10.0k (4.0k from the cache) ↓1.0k (500 reasoning)",
      "  together",
      "    ↑20.0k (8.0k from the cache) ↓2.0k (1.0k reasoning)",
      "Not in the sum, for rein does not know the price: b/new.",
      "Without a count of tokens: 1 answer that broke off or whose server does not count.",
      "Its budget is $2.00.",
    ]);
  });
});

describe("/budget", () => {
  const spending = () => {
    let limit: number | null = null;
    return {
      cost: () => ({ dollars: 0.5, unpriced: [] }),
      limit: () => limit,
      setLimit: (dollars: number | null) => {
        limit = dollars;
      },
    };
  };

  test("sets, shows and removes the budget", () => {
    const session = spending();
    expect(applyBudget(session, "").text).toContain("It has no budget");
    expect(applyBudget(session, "$2.50").text).toBe(
      "This session has cost $0.50. Its budget is $2.50; /budget off removes it.",
    );
    expect(session.limit()).toBe(2.5);
    expect(applyBudget(session, "off").text).toContain("It has no budget");
    expect(session.limit()).toBeNull();
  });

  test.each(["0", "-1", "two", "1e9", "1,5", "99999999"])("refuses %s and changes nothing", (argument) => {
    const session = spending();
    session.setLimit(1);
    expect(applyBudget(session, argument)).toMatchObject({ level: "warning" });
    expect(session.limit()).toBe(1);
  });
});
