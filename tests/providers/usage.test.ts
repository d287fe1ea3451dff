import { describe, expect, test } from "bun:test";
import { chatUsage, messagesUsage } from "../../src/providers/usage.ts";

describe("the usage of Chat Completions", () => {
  const base = { prompt_tokens: 100, completion_tokens: 20 };
  const plain = { inputTokens: 100, outputTokens: 20 };

  test.each([
    ["OpenAI", { prompt_tokens_details: { cached_tokens: 60 } }, { cacheReadTokens: 60 }],
    ["Moonshot", { cached_tokens: 60 }, { cacheReadTokens: 60 }],
    ["DeepSeek", { prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 }, { cacheReadTokens: 60 }],
    ["DashScope", { prompt_tokens_details: { cache_creation_input_tokens: 9 } }, { cacheWriteTokens: 9 }],
    ["OpenRouter", { prompt_tokens_details: { cache_write_tokens: 9 } }, { cacheWriteTokens: 9 }],
    ["a thinking model", { completion_tokens_details: { reasoning_tokens: 15 } }, { reasoningTokens: 15 }],
    ["nulls", { prompt_tokens_details: null, completion_tokens_details: null, cached_tokens: null }, {}],
  ])("of %s", (_vendor, fields, more) => {
    expect(chatUsage({ ...base, ...fields })).toEqual({ ...plain, ...more });
  });

  test("of xAI, which counts reasoning beside the completion, has both in the output", () => {
    const usage = { ...base, total_tokens: 150, completion_tokens_details: { reasoning_tokens: 30 } };
    expect(chatUsage(usage)).toEqual({ inputTokens: 100, outputTokens: 50, reasoningTokens: 30 });
  });

  test.each([[-5], [1e300], [0.5], ["7"], [[1]], [true]])(
    "leaves out what is no count of tokens: %j",
    (odd) => {
      expect(chatUsage({ ...base, cached_tokens: odd })).toEqual(plain);
      expect(chatUsage({ ...base, prompt_tokens: odd })).toEqual({ inputTokens: 0, outputTokens: 20 });
      expect(chatUsage({ prompt_tokens: odd, completion_tokens: odd })).toBeUndefined();
      expect(messagesUsage([{ input_tokens: 3 }, { input_tokens: odd, output_tokens: 2 }])).toEqual({
        inputTokens: 3,
        outputTokens: 2,
      });
    },
  );

  test.each([[null], [undefined], ["x"], [{}], [{ total_tokens: 5 }]])(
    "is none when there is none (%j)",
    (raw) => {
      expect(chatUsage(raw)).toBeUndefined();
    },
  );
});

describe("the usage of Messages", () => {
  test("is what came last of each number, and the input holds what the cache took", () => {
    const start = {
      input_tokens: 1,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 30,
      output_tokens: 1,
    };
    const end = { input_tokens: 10, output_tokens: 20, output_tokens_details: { thinking_tokens: 5 } };
    expect(messagesUsage([start, end])).toEqual({
      inputTokens: 100,
      outputTokens: 20,
      cacheReadTokens: 60,
      cacheWriteTokens: 30,
      reasoningTokens: 5,
    });
  });

  test("is none when there is none", () => {
    expect(messagesUsage([])).toBeUndefined();
  });
});
