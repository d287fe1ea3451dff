/** The one answer to what a model can: the settings, then rein's own table, then the published list. */
import { findFamily } from "./catalogue.ts";
import type { ModelInfo } from "./model-info.ts";
import { maxOutputOf, ownNameOf, reasoningOf, rowByName, seesImages, tableRow } from "./model-table.ts";
import type { ProviderFamily } from "./provider-family.ts";
import { publishedModel, type PublishedModel } from "./published-models.ts";

/** What is needed of a provider to know its models. */
export type ModelOwner = Pick<ProviderFamily, "id" | "isRouter" | "local" | "models">;

/**
 * What is known of a model, at once. Sizes of rein's own table are there from the start; most prices, and what rein's
 * table lacks, come once `loadPublishedModels` has run.
 */
export function findModel(owner: ModelOwner, modelId: string): ModelInfo {
  const ownName = ownNameOf(modelId);
  const { traits: _traits, ...own } = owner.models?.[modelId] ?? {};
  const reasoning =
    own.efforts === undefined ? reasoningOf(ownName) : { control: "effort" as const, efforts: [] };
  // The window of a local model is what its server gave it, not what it was trained for.
  const known = owner.local === undefined ? knownOf(owner, modelId, ownName) : {};
  return {
    provider: owner.id,
    id: modelId,
    efforts: reasoning?.efforts ?? [],
    ...(reasoning === undefined ? {} : { reasoning: reasoning.control }),
    vision: owner.id !== "mistral" && seesImages(ownName),
    ...known,
    ...own,
  };
}

/** What is known of `provider/model-id`; undefined for a provider that nobody knows. */
export function modelNamed(name: string, own: readonly ProviderFamily[] = []): ModelInfo | undefined {
  const slash = name.indexOf("/");
  const family = slash === -1 ? undefined : findFamily(name.slice(0, slash), own);
  return family === undefined ? undefined : findModel(family, name.slice(slash + 1));
}

/** True when the model (`provider/model-id`, the id with or without a vendor in front) takes images in a request. */
export function takesImages(model: string): boolean {
  return seesImages(ownNameOf(model));
}

function knownOf(
  owner: ModelOwner,
  modelId: string,
  ownName: string,
): Pick<ModelInfo, "contextWindow" | "maxOutput" | "prices"> {
  const row = tableRow(owner.id, modelId);
  const listed = publishedModel(owner.id, modelId) ?? passedOn(owner, modelId);
  // Others serve a model with limits and prices of their own, but hardly with a smaller window.
  const window = row?.contextWindow ?? listed?.contextWindow ?? rowByName(ownName)?.contextWindow;
  const prices = row?.prices ?? listed?.prices;
  const maxOutput = row === undefined ? maxOutputOf(ownName) : row.maxOutput;
  return {
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(prices === undefined ? {} : { prices }),
  };
}

/** A router passes the vendor's own prices on: `anthropic/claude-sonnet-5`. */
function passedOn({ isRouter }: ModelOwner, modelId: string): PublishedModel | undefined {
  const slash = modelId.indexOf("/");
  if (isRouter !== true || slash === -1) return undefined;
  return publishedModel(modelId.slice(0, slash), modelId.slice(slash + 1));
}
