import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { validateRequest } from "../../src/context/validate.ts";
import type { EncodedImage, ModelMessage } from "../../src/protocol/message.ts";
import { messagesBody } from "../../src/providers/anthropic-request.ts";
import { chatBody } from "../../src/providers/chat-request.ts";
import { takesImages } from "../../src/providers/find-model.ts";
import { anyRequest } from "../context/random-history.ts";
import { brokenOrder } from "../support/model-order.ts";
import { png } from "../workspace/make-images.ts";
import { requestOf } from "./collect.ts";

const model = "anthropic/claude-sonnet-5";
const image: EncodedImage = { mediaType: "image/png", data: png(2, 2).toString("base64") };
const url = `data:image/png;base64,${image.data}`;

const calls: ModelMessage = {
  role: "assistant",
  model,
  parts: ["a", "b"].map(
    (callId) => ({ type: "tool_call", callId, name: "read_file", argumentsText: "{}" }) as const,
  ),
};
const results: ModelMessage = {
  role: "tool",
  results: [
    { callId: "a", name: "read_file", text: "logo.png", isError: false, images: [image, image] },
    { callId: "b", name: "read_file", text: "notes", isError: false },
  ],
};

const chat = (messages: (string | ModelMessage)[]) =>
  chatBody(requestOf(messages), { modelId: "m", model, traits: {} });
const anthropic = (messages: (string | ModelMessage)[]) =>
  messagesBody(requestOf(messages), { modelId: "m", model, maxTokens: 10 });

describe("images of a result", () => {
  test("follow behind all results of the step in Chat Completions, each with a few words", () => {
    const { messages } = chat(["go", calls, results]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(messages[2]).toEqual({ role: "tool", tool_call_id: "a", content: "logo.png" });
    expect(messages[4]).toEqual({
      role: "user",
      content: [
        { type: "text", text: "Image 1 of 2 in the result of read_file (call a):" },
        { type: "image_url", image_url: { url } },
        { type: "text", text: "Image 2 of 2 in the result of read_file (call a):" },
        { type: "image_url", image_url: { url } },
      ],
    });
  });

  test("and what the user says then are one message there", () => {
    const { messages } = chat(["go", calls, results, "and now?"]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(messages[4]?.content).toContainEqual({ type: "text", text: "and now?" });
  });

  test("stand inside the result in the Messages API, behind its text", () => {
    const { messages } = anthropic(["go", calls, results, "and now?"]);
    expect(messages[2]?.content).toMatchObject([
      {
        type: "tool_result",
        tool_use_id: "a",
        content: [
          { type: "text", text: "logo.png" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: image.data } },
          { type: "image" },
        ],
      },
      { type: "tool_result", tool_use_id: "b", content: "notes" },
      { type: "text", text: "and now?" },
    ]);
  });
});

test("whatever the history holds, calls and results stand as both protocols want them", () => {
  fc.assert(
    fc.property(anyRequest, (any) => {
      const { request } = validateRequest(any, { model });
      const body = chatBody(request, { modelId: "m", model, traits: {} });
      expect(brokenOrder("chat", body)).toBeUndefined();
      expect(
        brokenOrder("messages", messagesBody(request, { modelId: "m", model, maxTokens: 10 })),
      ).toBeUndefined();
      const users = body.messages.map(
        ({ role }, at) => role === "user" && body.messages[at + 1]?.role === "user",
      );
      expect(users).not.toContain(true);
    }),
    { numRuns: 1_000 },
  );
});

describe("which models see", () => {
  test.each([
    "anthropic/claude-sonnet-5",
    "openrouter/anthropic/claude-opus-4-8",
    "openai/anthropic.claude-haiku-4-5",
    "openai/gpt-5.4",
    "openai/gpt-4.1",
    "openai/gpt-4o-mini",
    "openai/o4-mini",
    "dashscope/qwen3.7-plus",
    "dashscope/qwen-vl-max",
    "moonshot/kimi-k2.7-code",
    "ollama/qwen2.5vl:7b",
    "ollama/gemma3:12b",
    "ollama/llama3.2-vision",
    "openrouter/google/gemini-3-pro",
    "zhipu/glm-4.6v",
  ])("%s does", (name) => expect(takesImages(name)).toBe(true));

  test.each([
    "deepseek/deepseek-v4-pro",
    "zai/glm-5.2",
    "dashscope/qwen3-coder-plus",
    "dashscope/qwen3.7-max",
    "groq/openai/gpt-oss-120b",
    "openai/gpt-3.5-turbo",
    "openai/o3-mini",
    "ollama/gemma3:1b",
    "ollama/llama3.3",
    "lmstudio/whatever-is-loaded",
    "openrouter/mistralai/mistral-large-latest",
    "demo/offline",
    "script:steps.jsonl",
  ])("%s is not known to", (name) => expect(takesImages(name)).toBe(false));
});
