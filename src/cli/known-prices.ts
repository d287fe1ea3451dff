/** Prices for what was used in earlier sessions. */
import { ownFamilies } from "../providers/own-providers.ts";
import { priceOf } from "../providers/price-of.ts";
import { loadPublishedModels } from "../providers/published-models.ts";
import type { PriceOf } from "../transcript/usage.ts";
import { settingsHere } from "./settings-here.ts";

/** The prices that rein comes with, and those of the user's own providers; what is wrong with the settings is told. */
export async function knownPrices(): Promise<PriceOf> {
  await loadPublishedModels();
  const { settings } = await settingsHere();
  const { families } = ownFamilies(settings.providers ?? {});
  return (model) => priceOf(model, families);
}
