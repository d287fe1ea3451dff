import { describe, expect, test } from "bun:test";
import { findFamily } from "../../src/providers/catalogue.ts";
import { chooseModel } from "../../src/providers/choose.ts";
import { findModel, modelNamed } from "../../src/providers/find-model.ts";
import { createModelMemory } from "../../src/providers/model-memory.ts";
import { openProvider } from "../../src/providers/open.ts";
import { ownFamilies } from "../../src/providers/own-providers.ts";
import { priceOf } from "../../src/providers/price-of.ts";
import { loadPublishedModels } from "../../src/providers/published-models.ts";
import { loadedPackages } from "./loaded-packages.ts";

const ownOf = (providers: Parameters<typeof ownFamilies>[0]) => ownFamilies(providers).families;

describe("what is known of a model", () => {
  test("is there at once for the usual ones, and the list of prices is not loaded for it", () => {
    expect(modelNamed("anthropic/claude-sonnet-5")).toMatchObject({
      contextWindow: 1_000_000,
      maxOutput: 128_000,
      vision: true,
      reasoning: "effort",
    });
    expect(loadedPackages("src/providers/find-model.ts", "genai-prices")).toEqual([]);
  });

  test("grows with the published list: prices, and models that rein's own table does not have", async () => {
    await loadPublishedModels();
    expect(priceOf("anthropic/claude-sonnet-5")).toEqual({
      input: 2,
      output: 10,
      cacheRead: 0.2,
      cacheWrite: 2.5,
    });
    expect(modelNamed("openai/gpt-4o")).toMatchObject({ contextWindow: 128_000, prices: { input: 2.5 } });
    expect(modelNamed("xai/grok-4.5")?.prices).toMatchObject({ input: 2, output: 6 });
  });

  test("of prices that depend on the length of the request, is the usual one", async () => {
    await loadPublishedModels();
    expect(priceOf("openai/gpt-5.4")).toMatchObject({ input: 2.5, output: 15 });
  });

  test("has prices of rein's own table where the list has none, or others of the same name", async () => {
    await loadPublishedModels();
    expect(priceOf("dashscope/qwen3-coder-plus")).toEqual({ input: 1, output: 5 });
    expect(priceOf("zai/glm-4.6")).toMatchObject({ input: 0.6, output: 2.2 });
    expect(priceOf("mistral/mistral-large-latest")).toEqual({ input: 0.5, output: 1.5 });
  });

  test("passed on by a router, is what its vendor says", async () => {
    await loadPublishedModels();
    expect(modelNamed("vercel/anthropic/claude-sonnet-5")).toMatchObject({
      contextWindow: 1_000_000,
      prices: { input: 2 },
    });
    expect(modelNamed("openrouter/anthropic/claude-sonnet-5")?.efforts).toContain("max");
  });

  test("of a local server, is not the window that the model could have, and no price", async () => {
    await loadPublishedModels();
    const info = modelNamed("ollama/gpt-oss:20b");
    expect(info).toMatchObject({ efforts: ["low", "medium", "high"] });
    expect(info).not.toHaveProperty("contextWindow");
    expect(info).not.toHaveProperty("prices");
  });

  test("of an unknown model is little, and it can be talked to", () => {
    expect(modelNamed("openai/brand-new")).toEqual({
      provider: "openai",
      id: "brand-new",
      efforts: [],
      vision: false,
    });
    expect(modelNamed("nobody/m")).toBeUndefined();
  });

  test("never calls a word of every object a model", () => {
    for (const id of ["constructor", "__proto__", "toString"])
      expect(findModel({ id: "openai" }, id)).not.toHaveProperty("contextWindow");
  });

  test("is overruled by the settings", () => {
    const own = ownOf({
      openai: {
        models: { "gpt-5.4": { contextWindow: 5_000, prices: { input: 1, output: 2 }, vision: false } },
      },
    });
    expect(modelNamed("openai/gpt-5.4", own)).toMatchObject({
      contextWindow: 5_000,
      maxOutput: 128_000,
      prices: { input: 1, output: 2 },
      vision: false,
    });
    expect(priceOf("openai/gpt-5.4", own)).toEqual({ input: 1, output: 2 });
    expect(findFamily("openai", own)?.defaultModel).toBe("gpt-5.4");
  });
});

describe("an open provider", () => {
  const open = (memory = createModelMemory(), own = ownOf({})) => {
    const choice = chooseModel({ flag: "ollama/qwen3:8b", env: {}, own });
    return { choice, provider: openProvider(choice, { memory, own }) };
  };

  test("has the window that its server has loaded, as soon as that is known", () => {
    const memory = createModelMemory();
    const { choice, provider } = open(memory);
    expect(provider.contextWindow).toBeUndefined();
    memory.set(choice.baseUrl, choice.modelId, { loaded: { contextWindow: 4096, vision: true } });
    expect(provider).toMatchObject({ contextWindow: 4096, vision: true });
  });

  test("has the window of the settings, whatever its server says", () => {
    const memory = createModelMemory();
    const own = ownOf({ ollama: { models: { "qwen3:8b": { contextWindow: 8192 } } } });
    const { choice, provider } = open(memory, own);
    memory.set(choice.baseUrl, choice.modelId, { loaded: { contextWindow: 4096 } });
    expect(provider.contextWindow).toBe(8192);
  });
});
