/**
 * The list of models and prices that comes with rein, of the package `@pydantic/genai-prices`: hundreds of models, kept
 * by others. It takes some 30 ms to load, so it is loaded when there is time, and until then nothing of it is known.
 */
import type { ModelPrice } from "@pydantic/genai-prices";
import type { ModelPrices } from "./model-info.ts";

type Published = typeof import("@pydantic/genai-prices");
/** What the list says of a model. */
export type PublishedModel = { readonly contextWindow?: number; readonly prices?: ModelPrices };

let loaded: Published | undefined;
/** What was looked up lately: a search takes up to 2 ms, and the status line wants to know with every frame. */
let lookedUp = new Map<string, PublishedModel | undefined>();
let lookedUpAt = 0;
/** Some prices depend on the hour, ms. */
const goodFor = 5 * 60 * 1000;

/** Loads the list, once; what `publishedModel` says is there from then on. Rejects when the package cannot be loaded. */
export async function loadPublishedModels(): Promise<void> {
  loaded ??= await import("@pydantic/genai-prices");
}

/** What the list calls rein's families, where it does not have them by the same name. */
const listNames: Readonly<Record<string, string>> = { zhipu: "zhipuai", moonshot: "moonshotai", xai: "x-ai" };

/** What the list says of a family's model, its prices at this hour; undefined when it does not know it or is not loaded. */
export function publishedModel(familyId: string, modelId: string): PublishedModel | undefined {
  if (loaded === undefined) return undefined;
  const now = Date.now();
  if (now - lookedUpAt > goodFor) [lookedUp, lookedUpAt] = [new Map(), now];
  const key = `${familyId} ${modelId}`;
  if (!lookedUp.has(key)) lookedUp.set(key, lookUp(loaded, familyId, modelId));
  return lookedUp.get(key);
}

function lookUp(list: Published, familyId: string, modelId: string): PublishedModel | undefined {
  const providerId = listNames[familyId] ?? familyId;
  // The list finds providers by words in their names, too.
  const provider = list.findProvider({ providerId });
  if (provider?.id !== providerId) return undefined;
  const found = list.calcPrice({}, modelId, { provider });
  if (found === null) return undefined;
  const contextWindow = found.model.context_window;
  const prices = pricesOf(found.model_price);
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(prices === undefined ? {} : { prices }),
  };
}

/** The ids of a family's models in the list; without those that are not offered any more. Empty before it is loaded. */
export function publishedIds(familyId: string): string[] {
  const providerId = listNames[familyId] ?? familyId;
  const provider = loaded?.findProvider({ providerId });
  if (provider?.id !== providerId) return [];
  return provider.models.filter(({ deprecated }) => deprecated !== true).map(({ id }) => id);
}

function pricesOf(price: ModelPrice): ModelPrices | undefined {
  const input = base(price["input_mtok"]);
  const output = base(price["output_mtok"]);
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = base(price["cache_read_mtok"]);
  const cacheWrite = base(price["cache_write_mtok"]);
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** Some prices rise with the length of the request; this is the one that most requests pay. */
function base(price: ModelPrice[string]): number | undefined {
  return typeof price === "object" ? price.base : price;
}
