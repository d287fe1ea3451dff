/** What the open session has used and cost, counted as it goes, and its budget. */
import { type Budget, createBudget } from "../engine/budget.ts";
import type { Entry } from "../protocol/entry.ts";
import { messageOf } from "../protocol/error.ts";
import { loadPublishedModels } from "../providers/published-models.ts";
import { type Cost, costOf, type PriceOf, type UsedByModel, usedIn, withEntry } from "../transcript/usage.ts";
import { say } from "../words/say.ts";

export type SpendingOptions = {
  /** What the session holds already. */
  readonly entries: () => readonly Entry[];
  /** What is known now; more is once the published prices are loaded. */
  readonly priceOf: PriceOf;
  /** US dollars; absent for no limit. */
  readonly maxCost: number | undefined;
  /** False where nobody can answer. */
  readonly canAsk: boolean;
  readonly warn: (message: string) => void;
};

export type Spending = Budget & {
  /** What is known now of a model's price. */
  readonly priceOf: PriceOf;
  /** Everything that was ever used in this session. */
  used(): UsedByModel;
  /** What that cost. Cheap: it is worked out again only when something has changed. */
  cost(): Cost;
  /** False for a model whose price is not known, as far as prices are loaded. */
  canCount(model: string): boolean;
  /** Counts a new entry. */
  add(entry: Entry): void;
  /** Loads the published prices. Never rejects: without them some prices stay unknown. */
  loadPrices(): Promise<void>;
};

/** Starts counting with what the session holds. */
export function openSpending({ entries, priceOf, maxCost, canAsk, warn }: SpendingOptions): Spending {
  let used = usedIn(entries());
  let cost: Cost | undefined;
  let loading: Promise<void> | undefined;
  const currentCost = () => (cost ??= costOf(used, priceOf));
  const budget = createBudget({
    limit: maxCost ?? null,
    spent: () => currentCost().dollars ?? 0,
    entries,
    priceOf,
    isFree,
    warn,
    howToRaise: canAsk ? say`/budget 5.00 raises it, /budget off removes it.` : say`--max-cost raises it.`,
  });
  const load = async () => {
    try {
      await loadPublishedModels();
    } catch (thrown) {
      const why = messageOf(thrown);
      warn(say`The published prices of models could not be loaded (${why}), so some costs are not known.`);
    }
    cost = undefined;
  };
  const loadPrices = () => (loading ??= load());
  return {
    ...budget,
    // What a request costs has to be known when it is counted.
    guard: async (turn) => {
      if (budget.limit() !== null) await loadPrices();
      return budget.guard(turn);
    },
    priceOf,
    used: () => used,
    cost: currentCost,
    canCount: (model) => isFree(model) || priceOf(model) !== undefined,
    add(entry) {
      const next = withEntry(used, entry);
      if (next === used) return;
      [used, cost] = [next, undefined];
      // Without a screen nobody sees a cost, and a short answer is not to wait for the list.
      if (canAsk) void loadPrices();
    },
    loadPrices,
  };
}

/** True for the models that rein brings along. */
function isFree(model: string): boolean {
  return model.startsWith("demo/") || model.startsWith("script:");
}
