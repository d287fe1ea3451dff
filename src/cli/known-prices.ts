/** Prices for what was used in earlier sessions. */
import { ownFamilies } from "../providers/own-providers.ts";
import { priceOf } from "../providers/price-of.ts";
import { loadPublishedModels } from "../providers/published-models.ts";
import { loadSettings } from "../settings/load.ts";
import type { PriceOf } from "../transcript/usage.ts";
import { currentFolder } from "./current-folder.ts";

/** The prices that rein comes with, and those of the user's own providers. */
export async function knownPrices(): Promise<PriceOf> {
  await loadPublishedModels();
  const { settings } = loadSettings({ env: process.env, project: currentFolder() });
  const { families } = ownFamilies(settings.providers ?? {});
  return (model) => priceOf(model, families);
}
