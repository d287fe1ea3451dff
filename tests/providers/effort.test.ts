import { describe, expect, test } from "bun:test";
import { UserError } from "../../src/protocol/error.ts";
import { chooseModel } from "../../src/providers/choose.ts";
import { messagesEffortFields } from "../../src/providers/effort-fields.ts";
import { findModel } from "../../src/providers/find-model.ts";
import { openProvider } from "../../src/providers/open.ts";
import { serveModel, text } from "../support/model-server.ts";
import { collect } from "./collect.ts";

const keys = [
  "OPENAI",
  "ANTHROPIC",
  "DEEPSEEK",
  "ZAI",
  "DASHSCOPE",
  "MOONSHOT",
  "GROQ",
  "MINIMAX",
  "OPENROUTER",
  "XAI",
  "MISTRAL",
].map((name) => [`${name}_API_KEY`, "k"] as const);
const env = Object.fromEntries(keys);
const choose = (name: string) => chooseModel({ flag: name, env });

describe("a level behind a model's name", () => {
  test.each([
    ["openai/gpt-5.4:high", "openai/gpt-5.4", "high"],
    ["openai/gpt-5.4:off", "openai/gpt-5.4", "none"],
    ["gpt-5.4:low", "openai/gpt-5.4", "low"],
    ["anthropic:max", "anthropic/claude-sonnet-5", "max"],
    ["openrouter/anthropic/claude-sonnet-5:xhigh", "openrouter/anthropic/claude-sonnet-5", "xhigh"],
    ["ollama/gpt-oss:20b:high", "ollama/gpt-oss:20b", "high"],
  ] as const)("%s", (name, model, effort) => {
    expect(choose(name)).toMatchObject({ model, effort });
  });

  test.each([
    "ollama/qwen3:8b",
    "ollama/llama3.3:high",
    "openrouter/x/free-model:free",
    "mistral/devstral-latest",
  ])("is none in %s: a tag is part of the id", (name) => {
    expect(choose(name).model).toBe(name);
    expect(choose(name)).not.toHaveProperty("effort");
  });

  test("that the model does not have is refused with those that it has", () => {
    expect(() => choose("deepseek/deepseek-v4-pro:medium")).toThrow(UserError);
    expect(() => choose("deepseek/deepseek-v4-pro:medium")).toThrow("none, high, max");
  });
});

describe("a level goes out in the vendor's form", () => {
  test.each([
    ["groq/openai/gpt-oss-120b:low", "GROQ", { reasoning_effort: "low" }],
    ["groq/qwen/qwen3-32b:high", "GROQ", { reasoning_effort: "default" }],
    ["groq/qwen/qwen3-32b:none", "GROQ", { reasoning_effort: "none" }],
    ["xai/grok-4.5:medium", "XAI", { reasoning_effort: "medium" }],
    ["deepseek/deepseek-v4-pro:max", "DEEPSEEK", { thinking: { type: "enabled" }, reasoning_effort: "max" }],
    ["deepseek/deepseek-v4-pro:none", "DEEPSEEK", { thinking: { type: "disabled" } }],
    ["zai/glm-4.7:none", "ZAI", { thinking: { type: "disabled" } }],
    ["zai/glm-5.2:high", "ZAI", { thinking: { type: "enabled" }, reasoning_effort: "high" }],
    ["moonshot/kimi-k2.6:high", "MOONSHOT", { thinking: { type: "enabled" } }],
    ["dashscope/qwen3.7-plus:low", "DASHSCOPE", { enable_thinking: true, thinking_budget: 4096 }],
    ["dashscope/qwen3.7-plus:none", "DASHSCOPE", { enable_thinking: false }],
    ["openrouter/openai/gpt-5.4:high", "OPENROUTER", { reasoning: { effort: "high" } }],
    ["openrouter/openai/gpt-5.4:none", "OPENROUTER", { reasoning: { enabled: false } }],
    ["ollama/gpt-oss:20b:high", "OLLAMA", { reasoning_effort: "high" }],
    ["vllm/qwen/qwen3-8b:none", "VLLM", { chat_template_kwargs: { enable_thinking: false } }],
  ])("%s", async (name, vendor, fields) => {
    await using server = await serveModel([[text("hi")]]);
    const choice = chooseModel({ flag: name, env: { ...env, [`${vendor}_BASE_URL`]: server.chatUrl } });
    const provider = openProvider(choice);
    expect(provider.effort).toBe(choice.effort);
    await collect(provider);
    expect(server.requests[0]?.body).toMatchObject(fields);
  });

  test.each([
    [
      "anthropic/claude-sonnet-5:xhigh",
      "ANTHROPIC",
      { thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } },
    ],
    [
      "anthropic/claude-haiku-4-5:low",
      "ANTHROPIC",
      { thinking: { type: "enabled", budget_tokens: 4096 }, max_tokens: 64_000 },
    ],
    ["anthropic/claude-sonnet-5:none", "ANTHROPIC", { thinking: { type: "disabled" } }],
    ["minimax/MiniMax-M3:high", "MINIMAX", { thinking: { type: "adaptive" } }],
  ])("%s", async (name, vendor, fields) => {
    await using server = await serveModel([[text("hi")]]);
    await collect(
      openProvider(chooseModel({ flag: name, env: { ...env, [`${vendor}_BASE_URL`]: server.url } })),
    );
    expect(server.requests[0]?.body).toMatchObject(fields);
  });

  test("and where none was asked for, nothing goes out", async () => {
    await using server = await serveModel([[text("hi")]]);
    const choice = chooseModel({
      flag: "deepseek/deepseek-v4-pro",
      env: { ...env, DEEPSEEK_BASE_URL: server.chatUrl },
    });
    await collect(openProvider(choice));
    for (const field of ["thinking", "reasoning_effort", "reasoning"])
      expect(server.requests[0]?.body).not.toHaveProperty(field);
  });

  test("a budget leaves room for the answer", () => {
    const info = findModel({ id: "anthropic" }, "claude-haiku-4-5");
    expect(messagesEffortFields(info, "high", 8192)).toEqual({
      thinking: { type: "enabled", budget_tokens: 4096 },
    });
    expect(messagesEffortFields(info, "high", 1500)).toEqual({});
  });
});
