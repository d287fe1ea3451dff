/** What a model costs, by the name that the log has of it. */
import { modelNamed } from "./find-model.ts";
import type { ModelPrices } from "./model-info.ts";
import type { ProviderFamily } from "./provider-family.ts";

/** The prices of `provider/model-id` as far as they are known now; `own` are the providers of the user's own. */
export function priceOf(model: string, own: readonly ProviderFamily[] = []): ModelPrices | undefined {
  return modelNamed(model, own)?.prices;
}
