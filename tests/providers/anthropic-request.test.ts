import { describe, expect, test } from "bun:test";
import type { AssistantPart, ModelMessage } from "../../src/protocol/message.ts";
import { messagesBody } from "../../src/providers/anthropic-request.ts";
import { requestOf, toolsNamed } from "./collect.ts";

const bodyOf = (request: Parameters<typeof messagesBody>[0]) =>
  messagesBody(request, { modelId: "m1", model: "test/m1", maxTokens: 8192 });

const assistant = (parts: readonly AssistantPart[], model = "test/m1"): ModelMessage => ({
  role: "assistant",
  model,
  parts,
});
const callPart = (callId: string, argumentsText = "{}") =>
  ({ type: "tool_call", callId, name: "read", argumentsText }) as const;
const results = (...callIds: string[]): ModelMessage => ({
  role: "tool",
  results: callIds.map((callId) => ({
    callId,
    name: "read",
    text: `of ${callId}`,
    isError: callId === "bad",
  })),
});
const mark = { cache_control: { type: "ephemeral" } } as const;

test("the tools, the system prompt and the last two messages of the user are marked for the cache, and nothing else", () => {
  const said = assistant([{ type: "text", text: "ok" }]);
  const body = bodyOf(
    requestOf(["hi", said, "go", said, "on"], {
      system: "be good",
      tools: toolsNamed("a", "b"),
    }),
  );
  expect(body).toMatchObject({ model: "m1", max_tokens: 8192, stream: true });
  expect(body.system).toEqual([{ type: "text", text: "be good", ...mark }]);
  expect(body.tools?.at(-1)).toMatchObject({ name: "b", ...mark });
  expect(body.messages.at(-1)).toEqual({
    role: "user",
    content: [{ type: "text", text: "on", ...mark }],
  });
  expect(body.messages.at(-3)).toEqual({ role: "user", content: [{ type: "text", text: "go", ...mark }] });
  expect(JSON.stringify(body).split("cache_control")).toHaveLength(5);
});

test("all results of a step stand in one message, before the text that follows", () => {
  const { messages } = bodyOf(
    requestOf(["go", assistant([callPart("a"), callPart("bad", "{oops")]), results("a", "bad"), "and now?"]),
  );
  expect(messages).toEqual([
    { role: "user", content: [{ type: "text", text: "go", ...mark }] },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "a", name: "read", input: {} },
        { type: "tool_use", id: "bad", name: "read", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "of a" },
        { type: "tool_result", tool_use_id: "bad", content: "of bad", is_error: true },
        { type: "text", text: "and now?", ...mark },
      ],
    },
  ]);
});

test("ids that the API refuses are replaced, alike in call and result, and stay apart", () => {
  const ids = ["functions.read:0", "functions_read:0", "functions_read_0", "x".repeat(70)];
  const { messages } = bodyOf(requestOf(["go", assistant(ids.map((id) => callPart(id))), results(...ids)]));
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const calls = blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  const answers = blocks.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
  expect(answers).toEqual(calls);
  expect(new Set(calls).size).toBe(4);
  expect(calls.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
  expect(calls).toContain("functions_read_0");
});

describe("thinking", () => {
  const signed = { type: "reasoning", text: "hm", opaque: { type: "thinking", signature: "s" } } as const;
  const redacted = { type: "reasoning", text: "", opaque: { type: "redacted_thinking", data: "d" } } as const;
  const unsigned = { type: "reasoning", text: "cut off" } as const;
  const contentFor = (model: string) =>
    bodyOf(requestOf(["go", assistant([signed, redacted, unsigned, callPart("a")], model), results("a")]))
      .messages[1]?.content;

  test("goes back unchanged to the model that made it, and only with its signature", () => {
    expect(contentFor("test/m1")).toEqual([
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "redacted_thinking", data: "d" },
      { type: "tool_use", id: "a", name: "read", input: {} },
    ]);
  });

  test("does not go to another model", () => {
    expect(contentFor("test/m2")).toEqual([{ type: "tool_use", id: "a", name: "read", input: {} }]);
  });
});

test("blank text is left out, and a beginning to go on with does not end in blanks", () => {
  const { messages } = bodyOf(
    requestOf([
      "go",
      assistant([{ type: "text", text: " \n" }]),
      "on",
      assistant([{ type: "text", text: "so far \n" }]),
    ]),
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(messages[1]?.content).toMatchObject([{ text: "so far" }]);
});
