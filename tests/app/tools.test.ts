import { describe, expect, test } from "bun:test";
import { registryFor } from "../../src/app/tools.ts";

describe("which models get apply_patch", () => {
  test.each([
    "openai/gpt-5.4",
    "openai/gpt-5",
    "openai/gpt-5-mini",
    "openai/gpt-4.1",
    "openai/o3",
    "openai/o4-mini",
    "openai/codex-mini-latest",
    "openrouter/openai/gpt-5.1-codex-max",
    "groq/openai/gpt-oss-120b",
    "ollama/gpt-oss:20b",
  ])("%s has it", (model) => {
    expect(registryFor(model, undefined).names()).toContain("apply_patch");
  });

  test.each([
    "anthropic/claude-sonnet-5",
    "openai/gpt-4o",
    "openai/gpt-3.5-turbo",
    "azure/gpt-35-turbo",
    "deepseek/deepseek-v4-pro",
    "openrouter/openai/o",
    "ollama/olmo-3",
    "ollama/o1x",
    "demo/demo",
  ])("%s does not", (model) => {
    const registry = registryFor(model, undefined);
    expect(registry.names()).not.toContain("apply_patch");
    expect(registry.find("apply_patch")).toBeUndefined();
  });

  test("whoever asks for it by name gets it, and what a request costs stays small", () => {
    const registry = registryFor("anthropic/claude-sonnet-5", ["read_file", "apply_patch"]);
    expect(registry.names()).toEqual(["read_file", "apply_patch"]);
    const definition = registry.definitions().find(({ name }) => name === "apply_patch");
    expect(JSON.stringify(definition).length).toBeLessThan(550);
  });

  test("the demo model has its own tools besides", () => {
    expect(registryFor("demo/demo", undefined).find("uppercase")).toBeDefined();
    expect(registryFor("openai/gpt-5", undefined).find("uppercase")).toBeUndefined();
  });
});
