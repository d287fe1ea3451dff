/** What was found out about a model at an address, kept between runs by whoever opens providers. */
import type { LearnedTraits } from "./learned-traits.ts";

export type RememberedModel = {
  readonly learned?: LearnedTraits;
  /** What its server had loaded when it was asked. */
  readonly loaded?: LoadedModel;
};

/** What a local server says of a model. */
export type LoadedModel = {
  /** The window that it was loaded with, tokens; absent when the server does not say. */
  readonly contextWindow?: number;
  /** The window that it was trained for, tokens. */
  readonly trainedWindow?: number;
  /** Whether it can call tools; absent when the server does not say. */
  readonly tools?: boolean;
  readonly vision?: boolean;
};

export type ModelMemory = {
  get(baseUrl: string, modelId: string): RememberedModel;
  /** Keeps the given fields and leaves the others. Never throws. */
  set(baseUrl: string, modelId: string, change: RememberedModel): void;
};

/** A memory for one run. */
export function createModelMemory(): ModelMemory {
  const remembered = new Map<string, RememberedModel>();
  return {
    get: (baseUrl, modelId) => remembered.get(keyOf(baseUrl, modelId)) ?? {},
    set(baseUrl, modelId, change) {
      const key = keyOf(baseUrl, modelId);
      remembered.set(key, { ...remembered.get(key), ...change });
    },
  };
}

function keyOf(baseUrl: string, modelId: string): string {
  return `${baseUrl} ${modelId}`;
}
