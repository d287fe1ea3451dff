/** What is known of a model at the moment. */
import { findModel } from "./find-model.ts";
import type { ModelInfo } from "./model-info.ts";
import type { Opening } from "./open-options.ts";

/** The settings count more than what its server said, that more than the catalogue. */
export function currentInfo({ choice, family, memory }: Opening): ModelInfo {
  const info = findModel(family, choice.modelId);
  const { loaded, learned } = memory.get(choice.baseUrl, choice.modelId);
  const own = family.models?.[choice.modelId];
  const contextWindow = own?.contextWindow ?? loaded?.contextWindow ?? info.contextWindow;
  return {
    ...info,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    vision: learned?.images !== false && (own?.vision ?? loaded?.vision ?? info.vision),
  };
}
