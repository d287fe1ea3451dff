/** What models used and what that cost, from the log: a sum over entries, by model. Prices are the caller's. */
import type { Entry } from "../protocol/entry.ts";
import type { Usage } from "../protocol/message.ts";
import type { ModelPrices } from "../providers/model-info.ts";
import { usesFrom } from "../sessions/model-use.ts";

/** The prices of a model, `provider/model-id`; undefined where they are not known, which is not the same as free. */
export type PriceOf = (model: string) => ModelPrices | undefined;

/** Counts of one model or of several together. Tokens as the servers reported them. */
export type Used = { readonly [Count in keyof Usage]-?: number } & {
  /** Answers that came, whole or in part; a summary counts too. */
  readonly answers: number;
  /** Those of them whose tokens the server did not tell: it broke off, or the server counts nothing. */
  readonly uncounted: number;
  /** Requests that failed and were sent again. */
  readonly retries: number;
  /** Waiting for the model and reading its answers, ms. */
  readonly durationMs: number;
};

/** By model, in the order in which they were first asked. */
export type UsedByModel = ReadonlyMap<string, Used>;

/** What it cost, as far as prices are known. */
export type Cost = {
  /** US dollars for the models with a price; null when none of them has one. */
  readonly dollars: number | null;
  /** Models that used tokens and whose price is not known: `dollars` is without them. */
  readonly unpriced: readonly string[];
};

const nothing: Used = {
  answers: 0,
  uncounted: 0,
  retries: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  durationMs: 0,
};

/** The sum over these entries. */
export function usedIn(entries: readonly Entry[]): UsedByModel {
  const used = new Map<string, Used>();
  for (const entry of entries) {
    const one = requestOf(entry);
    if (one !== null) used.set(one.model, sum(used.get(one.model) ?? nothing, one.used));
  }
  return used;
}

/** The sum with one entry more; the same map when it is none that a model had a part in. */
export function withEntry(used: UsedByModel, entry: Entry): UsedByModel {
  const one = requestOf(entry);
  if (one === null) return used;
  return new Map(used).set(one.model, sum(used.get(one.model) ?? nothing, one.used));
}

/** The model that had a part in an entry; null where none had. */
export function modelAsked(entry: Entry): string | null {
  return requestOf(entry)?.model ?? null;
}

/** The sum that a list of sessions knows, from its text; null where there is none. It says nothing of time and retries. */
export function usedFrom(text: string | null): UsedByModel | null {
  const uses = text === null ? null : usesFrom(text);
  if (uses === null) return null;
  return new Map(
    [...uses].map(([model, { answers, uncounted, usage }]) => [
      model,
      { ...nothing, ...usage, answers, uncounted },
    ]),
  );
}

/** All models together. */
export function totalOf(used: UsedByModel): Used {
  return [...used.values()].reduce(sum, nothing);
}

/** What the tokens of these models cost by today's prices. */
export function costOf(used: UsedByModel, priceOf: PriceOf): Cost {
  let dollars: number | null = null;
  const unpriced: string[] = [];
  for (const [model, counts] of used) {
    if (counts.answers === counts.uncounted) continue;
    const prices = priceOf(model);
    if (prices === undefined) unpriced.push(model);
    else dollars = (dollars ?? 0) + priceOfUsage(counts, prices);
  }
  return { dollars, unpriced };
}

/** US dollars for so many tokens. What was read from or written to a cache costs as other input does if nothing is said. */
export function priceOfUsage(usage: Usage, prices: ModelPrices): number {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  // xAI's servers have reported more cached tokens than input.
  const read = Math.min(cacheReadTokens, inputTokens);
  const written = Math.min(cacheWriteTokens, inputTokens - read);
  const perMillion =
    (inputTokens - read - written) * prices.input +
    read * (prices.cacheRead ?? prices.input) +
    written * (prices.cacheWrite ?? prices.input) +
    outputTokens * prices.output;
  return perMillion / 1_000_000;
}

/** The part of a model in an entry; null when it had none. */
function requestOf(entry: Entry): { readonly model: string; readonly used: Used } | null {
  switch (entry.type) {
    case "assistant": {
      if (entry.imported === true) return null;
      // The answer that came in the end counts the attempts and the time of the whole step.
      const step =
        entry.brokenOff === undefined
          ? { retries: count(entry.attempts - 1), durationMs: count(entry.latencyMs) }
          : { retries: 0, durationMs: 0 };
      return { model: entry.model, used: usedBy(entry.usage, step) };
    }
    case "compaction":
    case "title":
    case "context_edit":
      // Without a model it was made without one.
      if (entry.model === undefined) return null;
      return { model: entry.model, used: usedBy(entry.usage, { retries: 0, durationMs: 0 }) };
    default:
      return null;
  }
}

function usedBy(usage: Usage | undefined, more: Pick<Used, "retries" | "durationMs">): Used {
  if (usage === undefined) return { ...nothing, ...more, answers: 1, uncounted: 1 };
  const tokens = {
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    cacheReadTokens: count(usage.cacheReadTokens),
    cacheWriteTokens: count(usage.cacheWriteTokens),
    reasoningTokens: count(usage.reasoningTokens),
  };
  return { ...tokens, ...more, answers: 1, uncounted: 0 };
}

/** Nothing in a damaged log makes a session cheaper than it was, or a sum endless. */
export function count(told = 0): number {
  return Math.min(Math.max(0, told), Number.MAX_SAFE_INTEGER);
}

function sum(one: Used, other: Used): Used {
  return {
    answers: one.answers + other.answers,
    uncounted: one.uncounted + other.uncounted,
    retries: one.retries + other.retries,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
    durationMs: one.durationMs + other.durationMs,
  };
}
