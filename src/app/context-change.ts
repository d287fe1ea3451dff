/** What a change of the context saves, and what it costs once: what a provider has cached behind it. Pure. */
import { partKey } from "../context/edits.ts";
import type { ModelPrices } from "../providers/model-info.ts";
import type { ContextLook, ContextPart } from "./context-parts.ts";

export type ContextChange = {
  /** How many parts stand otherwise. */
  readonly parts: number;
  /** Tokens of a request before and after it. */
  readonly before: number;
  readonly after: number;
  /** Tokens behind the first changed place: a provider that had them cached reads them anew, once. */
  readonly anew: number;
  /** What that costs more than reading them from the cache, US dollars; null where prices are not known. */
  readonly dollars: number | null;
  /** Whether a request is more than the model's window then. */
  readonly isTooMuch: boolean;
};

/** Compares two looks at the same branch. */
export function changeBetween(
  before: ContextLook,
  after: ContextLook,
  prices: ModelPrices | undefined,
): ContextChange {
  const [was, is] = [before, after].map(({ parts }) => parts.filter(({ tokens }) => tokens > 0));
  let same = 0;
  while (isSame(was?.[same], is?.[same])) same += 1;
  const anew = (is ?? []).slice(same).reduce((sum, { tokens }) => sum + tokens, 0);
  const sizes = new Map(before.parts.map((part) => [nameOf(part), part.tokens]));
  const changed = after.parts.filter((part) => sizes.get(nameOf(part)) !== part.tokens);
  return {
    parts: changed.length,
    before: before.total,
    after: after.total,
    anew,
    dollars: prices === undefined ? null : (anew * priceOfAnew(prices)) / 1_000_000,
    isTooMuch: after.window !== undefined && after.total > after.window,
  };
}

/** How much more a million tokens cost that are read anew, and written to the cache where that is paid for. */
function priceOfAnew({ input, cacheRead = input, cacheWrite = input }: ModelPrices): number {
  return Math.max(0, cacheWrite - cacheRead);
}

function isSame(one: ContextPart | undefined, other: ContextPart | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.tokens === other.tokens && one.state === other.state && nameOf(one) === nameOf(other);
}

function nameOf({ kind, place }: ContextPart): string {
  return place === null ? kind : partKey(place);
}
