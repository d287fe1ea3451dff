/** Chat Completions as vendors and gateways really send them. */
import { describe, expect, test } from "bun:test";
import type { AssistantPart, StopKind, Usage } from "../../src/protocol/message.ts";
import { raw, serveModel } from "../support/model-server.ts";
import { chunks, delta, done, providerFor } from "./chat-server.ts";
import { collect, errorOf, responseOf } from "./collect.ts";

type Row = {
  readonly name: string;
  readonly stream: string;
  readonly parts: readonly (string | AssistantPart)[];
  readonly stop?: StopKind;
  readonly usage?: Usage;
};

const counts = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
});
const thought = (text: string): AssistantPart => ({ type: "reasoning", text });
const called = (callId: string, name: string, argumentsText: string): AssistantPart => ({
  type: "tool_call",
  callId,
  name,
  argumentsText,
});
const callDelta = (fields: object, name?: string | null, args?: unknown) => ({
  tool_calls: [{ ...fields, function: { name, arguments: args } }],
});
const details = [{ type: "reasoning.text", text: "hm", signature: "s" }];

const rows: readonly Row[] = [
  {
    name: "usage in a chunk without choices, and padding (OpenAI)",
    stream: chunks(
      delta({ role: "assistant", content: "" }),
      { ...delta({ content: "a" }), obfuscation: "xyz" },
      delta({}, "stop"),
      { id: "c", choices: [], usage: counts(3, 1) },
    ),
    parts: ["a"],
    usage: { inputTokens: 3, outputTokens: 1 },
  },
  {
    name: "an empty first chunk, filter results and choices without a delta (Azure)",
    stream: chunks(
      { id: "", object: "", model: "", choices: [], prompt_filter_results: [{}] },
      { id: "c", choices: [{ index: 0, finish_reason: null, content_filter_results: {} }] },
      delta({ content: "a" }),
      { id: "c", choices: [{ index: 0, finish_reason: null, content_filter_offsets: {} }] },
      delta({}, "content_filter"),
    ),
    parts: ["a"],
    stop: "content_filter",
  },
  {
    name: "reasoning and content that are null in turns, and usage twice (DeepSeek)",
    stream: chunks(
      delta({ role: "assistant", content: null, reasoning_content: "" }),
      delta({ content: null, reasoning_content: "hm" }),
      delta({ content: "a", reasoning_content: null }),
      { ...delta({ content: "" }, "stop"), usage: counts(3, 1) },
      { id: "c", choices: [], usage: { ...counts(3, 2), prompt_cache_hit_tokens: 2 } },
    ),
    parts: [thought("hm"), "a"],
    usage: { inputTokens: 3, outputTokens: 2, cacheReadTokens: 2 },
  },
  {
    name: "usage in the choice (Moonshot)",
    stream: chunks({
      id: "c",
      choices: [
        {
          index: 0,
          delta: { content: "a" },
          finish_reason: "stop",
          usage: { ...counts(3, 1), cached_tokens: 2 },
        },
      ],
    }),
    parts: ["a"],
    usage: { inputTokens: 3, outputTokens: 1, cacheReadTokens: 2 },
  },
  {
    name: "reasoning in two fields at once, and usage behind the end with choices (MiniMax)",
    stream: chunks(
      delta({ reasoning_content: "hm", reasoning_details: [{ type: "reasoning.text", text: "hm" }] }),
      delta({ content: "a" }, "stop"),
      { ...delta({}), usage: counts(3, 1) },
    ),
    parts: [
      {
        type: "reasoning",
        text: "hm",
        opaque: { type: "chat", details: [{ type: "reasoning.text", text: "hm" }] },
      },
      "a",
    ],
    usage: { inputTokens: 3, outputTokens: 1 },
  },
  {
    name: "content in parts, then as a string, with citations (Mistral)",
    stream: chunks(
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }] }),
      delta({
        content: [
          { type: "text", text: "a" },
          { type: "reference", reference_ids: [1] },
        ],
      }),
      delta({ content: "b", annotations: [{ type: "url_citation" }] }, "stop"),
    ),
    parts: [thought("hm"), "ab"],
  },
  {
    name: "a call without an index, whose later pieces have an empty name (Mistral)",
    stream: chunks(
      delta(callDelta({ id: "c1" }, "look", '{"a"')),
      delta(callDelta({ id: "c1" }, "", ":1}"), "tool_calls"),
    ),
    parts: [called("c1", "look", '{"a":1}')],
    stop: "tool_use",
  },
  {
    name: "usage in a field of its own, and what the server ran by itself (Groq)",
    stream: chunks(delta({ reasoning: "hm", executed_tools: [{ name: "search" }] }), {
      ...delta({ content: "a" }, "stop"),
      x_groq: { usage: counts(3, 1) },
    }),
    parts: [thought("hm"), "a"],
    usage: { inputTokens: 3, outputTokens: 1 },
  },
  {
    name: "no finish reason at all, and empty strings everywhere (Snowflake)",
    stream:
      chunks(
        {
          id: "",
          choices: [{ index: 0, delta: { content: "a", refusal: "", reasoning: "", tool_calls: null } }],
        },
        { id: "", choices: [{ index: 0, delta: { content: "b", refusal: "", tool_calls: null } }] },
      ) + done,
    parts: ["ab"],
  },
  {
    name: "a message beside the delta, and nulls in later pieces of a call (Writer)",
    stream: chunks(
      {
        id: "c",
        choices: [{ index: 0, delta: { content: "a" }, message: { content: "a" }, finish_reason: null }],
      },
      delta(callDelta({ index: 0, id: "c1", type: "function" }, "look", null)),
      delta(callDelta({ index: 0, id: null, type: null }, null, '{"a":1}'), "tool_calls"),
    ),
    parts: ["a", called("c1", "look", '{"a":1}')],
    stop: "tool_use",
  },
  {
    name: "the end said twice, the second time with usage (OpenRouter)",
    stream:
      ": OPENROUTER PROCESSING\n\n" +
      chunks(
        delta({ role: "assistant", content: "", reasoning: "hm", reasoning_details: details }),
        delta({ role: "assistant", content: "a" }),
        { ...delta({ content: "" }, "length"), native_finish_reason: "max_tokens" },
        { ...delta({ content: "" }, "length"), usage: counts(3, 1) },
      ) +
      done,
    parts: [{ type: "reasoning", text: "hm", opaque: { type: "chat", details } }, "a"],
    stop: "length",
    usage: { inputTokens: 3, outputTokens: 1 },
  },
  {
    name: "more reasoning than answer in the count (Vercel)",
    stream: chunks(delta({ content: "a" }, "stop"), {
      id: "c",
      choices: [],
      usage: { ...counts(3, 1), total_tokens: 4, completion_tokens_details: { reasoning_tokens: 9 } },
    }),
    parts: ["a"],
    usage: { inputTokens: 3, outputTokens: 1, reasoningTokens: 9 },
  },
  {
    name: "parallel calls that all have index 0, and stop as the end (Ollama)",
    stream: chunks(
      delta({ role: "assistant", content: "", ...callDelta({ index: 0, id: "c1" }, "look", '{"a":1}') }),
      delta({ role: "assistant", content: "", ...callDelta({ index: 0, id: "c2" }, "look", '{"a":2}') }),
      delta({ role: "assistant", content: "" }, "stop"),
    ),
    parts: [called("c1", "look", '{"a":1}'), called("c2", "look", '{"a":2}')],
    stop: "tool_use",
  },
  {
    name: "an index that begins at 1 (gateways to Anthropic)",
    stream: chunks(
      delta({ content: "a" }),
      delta(callDelta({ index: 1, id: "c1" }, "look", "")),
      delta(callDelta({ index: 1 }, undefined, '{"a":1}'), "tool_calls"),
    ),
    parts: ["a", called("c1", "look", '{"a":1}')],
    stop: "tool_use",
  },
  {
    name: "what has to go back with a call (Gemini)",
    stream: chunks(
      delta({
        tool_calls: [
          {
            index: 0,
            id: "c1",
            extra_content: { google: { thought_signature: "s" } },
            function: { name: "look", arguments: { a: 1 } },
          },
        ],
      }),
      delta({}, "stop"),
    ),
    parts: [
      {
        type: "reasoning",
        text: "",
        opaque: { type: "chat", extras: [{ google: { thought_signature: "s" } }] },
      },
      called("c1", "look", '{"a":1}'),
    ],
    stop: "tool_use",
  },
  {
    name: "CRLF, usage in every chunk, citations and no end mark (Perplexity)",
    stream: chunks(
      { ...delta({ content: "a" }), usage: counts(3, 1), citations: ["https://a"] },
      { ...delta({ content: "b" }, "stop"), usage: counts(3, 2), object: "chat.completion.done" },
    ).replaceAll("\n", "\r\n"),
    parts: ["ab"],
    usage: { inputTokens: 3, outputTokens: 2 },
  },
  {
    name: "ids and event names, and no empty line at the end (watsonx)",
    stream: chunks(delta({ content: "a" }, "stop"), { id: "c", choices: [], usage: counts(3, 1) })
      .replaceAll("data:", "id: 1\nevent: message\ndata:")
      .trimEnd(),
    parts: ["a"],
    usage: { inputTokens: 3, outputTokens: 1 },
  },
  {
    name: "finish reasons that are empty until the end",
    stream: chunks(
      delta({ reasoning_content: "hm" }, ""),
      delta({ content: "hello " }, ""),
      delta({ content: "world" }, ""),
      delta({}, "stop"),
    ),
    parts: [thought("hm"), "hello world"],
  },
  {
    name: "several choices, of which the first counts",
    stream: chunks(
      {
        id: "c",
        choices: [
          { index: 1, delta: { content: "x" }, finish_reason: null },
          { index: 0, delta: { content: "a" }, finish_reason: null },
        ],
      },
      { id: "c", choices: [{ index: 1, delta: {}, finish_reason: "length" }] },
      delta({ content: "b" }, "stop"),
    ),
    parts: ["ab"],
  },
];

describe("an answer is read rightly that has", () => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", async (_, row) => {
    await using server = await serveModel([[raw(row.stream)]]);
    const { parts, stop, usage } = responseOf(await collect(providerFor(server)));
    expect(parts).toEqual(
      row.parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
    );
    expect(stop).toBe(row.stop ?? "stop");
    expect(usage).toEqual(row.usage);
  });
});

describe("an end", () => {
  test.each([
    ["MAX_TOKENS", "length"],
    ["max_output_tokens", "length"],
    ["model_length", "context_window"],
    ["SAFETY", "content_filter"],
    ["guardrail_intervened", "content_filter"],
    ["eos", "stop"],
  ] as const)("that is called %s is %s", async (word, stop) => {
    await using server = await serveModel([[raw(chunks(delta({ content: "a" }), delta({}, word)))]]);
    expect(responseOf(await collect(providerFor(server))).stop).toBe(stop);
  });

  test.each(["error", "network_error", "insufficient_system_resource", "abort"])(
    "that is called %s is a failure that may pass",
    async (word) => {
      await using server = await serveModel([[raw(chunks(delta({ content: "a" }), delta({}, word)))]]);
      expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "server", retryable: true });
    },
  );

  test("is clean, or cut, or there was nothing at all: three things", async () => {
    await using server = await serveModel([
      [raw(chunks(delta({ content: "a" })) + done)],
      [raw(chunks(delta({ content: "a" })))],
      [raw(chunks(delta({ role: "assistant", content: "" })) + done)],
    ]);
    const provider = providerFor(server);
    expect(responseOf(await collect(provider)).parts).toEqual([{ type: "text", text: "a" }]);
    expect(errorOf(await collect(provider))).toMatchObject({ kind: "cut", retryable: true });
    expect(errorOf(await collect(provider))).toMatchObject({ kind: "empty", retryable: true });
  });

  test("without a word on how, after which usage came in due form, is clean", async () => {
    await using server = await serveModel([
      [raw(chunks(delta({ content: "a" }), { id: "c", choices: [], usage: counts(3, 1) }))],
    ]);
    expect(responseOf(await collect(providerFor(server)))).toMatchObject({
      parts: [{ type: "text", text: "a" }],
      usage: { inputTokens: 3, outputTokens: 1 },
    });
  });
});
