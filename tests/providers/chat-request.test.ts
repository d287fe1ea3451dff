import { describe, expect, test } from "bun:test";
import type { ModelMessage } from "../../src/protocol/message.ts";
import { chatBody, type ChatTraits } from "../../src/providers/chat-request.ts";
import { requestOf, toolsNamed } from "./collect.ts";

const bodyOf = (request: Parameters<typeof chatBody>[0], traits: ChatTraits = {}) =>
  chatBody(request, { modelId: "m1", model: "test/m1", traits });

const assistant = (
  parts: Extract<ModelMessage, { role: "assistant" }>["parts"],
  model = "test/m1",
): ModelMessage => ({
  role: "assistant",
  model,
  parts,
});
const callPart = (callId: string, argumentsText = "{}") =>
  ({ type: "tool_call", callId, name: "read", argumentsText }) as const;
const results = (...callIds: string[]): ModelMessage => ({
  role: "tool",
  results: callIds.map((callId) => ({ callId, name: "read", text: `of ${callId}`, isError: false })),
});

test("a request is streamed, asks for usage and leaves limits to the server", () => {
  const body = bodyOf(requestOf(["hi"], { system: "be good", tools: toolsNamed("read") }));
  expect(body).toEqual({
    model: "m1",
    messages: [
      { role: "system", content: "be good" },
      { role: "user", content: "hi" },
    ],
    tools: [
      {
        type: "function",
        function: { name: "read", description: "read", parameters: { type: "object", properties: {} } },
      },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("results stand directly behind their calls, one message each, in order", () => {
  const { messages } = bodyOf(
    requestOf([
      "go",
      assistant([{ type: "text", text: "ok" }, callPart("a"), callPart("b")]),
      results("a", "b"),
      "on",
    ]),
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
  expect(messages[1]).toMatchObject({ content: "ok", tool_calls: [{ id: "a" }, { id: "b" }] });
  expect(messages[2]).toEqual({ role: "tool", tool_call_id: "a", content: "of a" });
});

test.each(["", '{"path": "x', "[1]", "null"])(
  "arguments that are no JSON object (%p) go out as {}",
  (text) => {
    const { messages } = bodyOf(requestOf(["go", assistant([callPart("a", text)]), results("a")]));
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: "{}" } }] });
  },
);

test("ids that are too long for OpenAI are shortened alike in call and result", () => {
  const long = `chatcmpl-tool-${"0".repeat(40)}`;
  const { messages } = bodyOf(
    requestOf([
      "go",
      assistant([callPart(`${long}1`), callPart(`${long}2`)]),
      results(`${long}1`, `${long}2`),
    ]),
  );
  const calls = messages.flatMap((message) => ("tool_calls" in message ? (message.tool_calls ?? []) : []));
  const answers = messages.flatMap((message) => ("tool_call_id" in message ? [message.tool_call_id] : []));
  const ids = calls.map(({ id }) => id);
  expect(ids).toEqual(answers);
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => id.length <= 40)).toBe(true);
});

test("the name of a called tool that no server would take is made one that it does; the tool's own is left alone", () => {
  const names = ["read_file", "rea\u0007d file", "functions.read", "x".repeat(5000), "読む"];
  const parts = names.map((name, at) => Object.assign(callPart(`c${at}`), { name }));
  const request = requestOf(["hi", assistant(parts)]);
  const wire = JSON.stringify(bodyOf(request));
  const sent = [...wire.matchAll(/"function":\{"name":"([^"]*)"/g)].map(([, name]) => name ?? "");
  expect(sent.slice(0, 3)).toEqual(["read_file", "rea_d_file", "functions_read"]);
  for (const name of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(sent).toHaveLength(5);
  expect(JSON.stringify(bodyOf(request))).toBe(wire);
});

describe("reasoning", () => {
  const thought = { type: "reasoning", text: "hm" } as const;

  const history = (model: string) =>
    requestOf(["go", assistant([thought, callPart("a")], model), results("a")]);

  test("does not go back where nobody asks for it", () => {
    const { messages } = bodyOf(requestOf(["go", assistant([thought, { type: "text", text: "ok" }])]));
    expect(messages[1]).toEqual({ role: "assistant", content: "ok" });
  });

  test("goes back to the model that made it, where the vendor wants it", () => {
    const traits = { reasoningBack: "reasoning_content" } as const;
    expect(bodyOf(history("test/m1"), traits).messages[1]).toMatchObject({ reasoning_content: "hm" });
    // The field has to be there with calls, but never another model's reasoning in it.
    expect(bodyOf(history("test/m2"), traits).messages[1]).toMatchObject({ reasoning_content: "" });
  });

  test("goes back as OpenRouter's details, unchanged and in order", () => {
    const details = [
      { type: "reasoning.text", text: "hm", signature: "s" },
      { type: "reasoning.encrypted", data: "d" },
    ];
    const signed = { ...thought, opaque: { type: "chat", details } };
    const traits = { reasoningBack: "reasoning_details" } as const;
    const { messages } = bodyOf(requestOf(["go", assistant([signed, callPart("a")]), results("a")]), traits);
    expect(messages[1]).toMatchObject({ reasoning_details: details });
  });
});

test("a message with calls and no text goes without content only where an empty one is refused", () => {
  const request = requestOf(["go", assistant([callPart("a")]), results("a")]);
  expect(bodyOf(request).messages[1]).toMatchObject({ content: "" });
  expect(bodyOf(request, { omitEmptyContent: true }).messages[1]).not.toHaveProperty("content");
});

test("the prompt cache key goes only to the server that knows it", () => {
  const request = requestOf(["hi"], { cacheKey: "session-1" });
  expect(bodyOf(request)).not.toHaveProperty("prompt_cache_key");
  expect(bodyOf(request, { promptCacheKey: true })).toMatchObject({ prompt_cache_key: "session-1" });
});
