/** What a session may cost: a guard that ends a turn before the request that would pass it. */
import type { Entry } from "../protocol/entry.ts";
import { formatMoney } from "../transcript/format.ts";
import { type PriceOf, priceOfUsage } from "../transcript/usage.ts";
import { say } from "../words/say.ts";
import type { RequestGuard } from "./dependencies.ts";
import type { TurnEnd } from "./stop-kinds.ts";

export type BudgetOptions = {
  /** US dollars, more than 0; null for no limit. */
  readonly limit: number | null;
  /** What the session has cost so far, US dollars: what is known of it. */
  readonly spent: () => number;
  /** The session's active branch. */
  readonly entries: () => readonly Entry[];
  readonly priceOf: PriceOf;
  /** True for a model that nobody sends a bill for. */
  readonly isFree: (model: string) => boolean;
  /** Told in words for the user what they should know while the turn goes on. */
  readonly warn: (message: string) => void;
  /** How the user gives more, a sentence. */
  readonly howToRaise: string;
};

export type Budget = {
  readonly guard: RequestGuard;
  /** US dollars; null for no limit. */
  limit(): number | null;
  /** From the next request on. */
  setLimit(dollars: number | null): void;
};

/** The share of the budget at which the user is told. */
const warnedAt = 0.8;

/**
 * The budget of one session. It counts what servers have reported and what sending the conversation once more will
 * cost, not the answer to that, which nobody can know: an answer can pass it, the request behind it is not sent.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { spent, entries, priceOf, isFree, warn, howToRaise } = options;
  let { limit } = options;
  let warned = false;
  const uncountable = new Set<string>();

  const check = (model: string): TurnEnd | null => {
    if (limit === null || isFree(model)) return null;
    const budget = formatMoney(limit);
    if (priceOf(model) === undefined && !uncountable.has(model)) {
      uncountable.add(model);
      warn(
        say`rein does not know what ${model} costs, so the budget of ${budget} cannot count it. The turn goes on.`,
      );
    }
    const soFar = spent();
    const next = costOfNext(entries(), model, priceOf);
    if (soFar >= limit || soFar + next > limit) {
      const cost = formatMoney(soFar);
      const reason =
        soFar >= limit
          ? say`Stopped at the budget of ${budget}: the session has cost ${cost}. ${howToRaise}`
          : say`Stopped at the budget of ${budget}: the session has cost ${cost}, and sending it once more would cost about ${formatMoney(next)}. ${howToRaise}`;
      return { outcome: "budget_reached", reason };
    }
    if (!warned && soFar + next >= limit * warnedAt) {
      warned = true;
      const percent = Math.floor(((soFar + next) / limit) * 100);
      warn(
        say`The session has cost ${formatMoney(soFar)} of its budget of ${budget}; the next request brings it to about ${percent}%.`,
      );
    }
    return null;
  };

  return {
    guard: async ({ model }) => check(model),
    limit: () => limit,
    setLimit(dollars) {
      limit = dollars;
      warned = false;
      uncountable.clear();
    },
  };
}

/**
 * The least that the next request will cost, US dollars: it holds the last one and its answer. 0 where nothing is known
 * of it: at the beginning, behind a summary, and without prices.
 */
function costOfNext(entries: readonly Entry[], model: string, priceOf: PriceOf): number {
  const last = entries.findLast(
    (entry) => entry.type === "compaction" || (entry.type === "assistant" && entry.usage !== undefined),
  );
  const prices = priceOf(model);
  if (last?.type !== "assistant" || last.usage === undefined || prices === undefined) return 0;
  const { inputTokens, outputTokens, cacheReadTokens = 0 } = last.usage;
  // A cache is a model's own; what was read from it can be read again.
  const cached = last.model === model ? cacheReadTokens : 0;
  const usage = { inputTokens: inputTokens + outputTokens, outputTokens: 0, cacheReadTokens: cached };
  return priceOfUsage(usage, prices);
}
