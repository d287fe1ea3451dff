import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { validateRequest } from "../../src/context/validate.ts";
import type {
  AssistantPart,
  ModelMessage,
  ModelRequest,
  ToolMessageResult,
} from "../../src/protocol/message.ts";
import { responsesBody, type ResponsesTraits } from "../../src/providers/responses-request.ts";
import { call, reasoning, serveModel, text } from "../support/model-server.ts";
import { brokenOrder } from "../support/model-order.ts";
import { collect, requestOf, responseOf, toolsNamed } from "./collect.ts";
import { providerFor } from "./responses-server.ts";

const bodyOf = (request: ModelRequest, traits: ResponsesTraits = {}) =>
  responsesBody(request, { modelId: "m1", model: "test/m1", traits });
const inputOf = (messages: Parameters<typeof requestOf>[0], traits?: ResponsesTraits): unknown =>
  bodyOf(requestOf(messages), traits).input;

const assistant = (parts: readonly AssistantPart[], model = "test/m1"): ModelMessage => ({
  role: "assistant",
  model,
  parts,
});
const callPart = (callId: string, argumentsText = "{}") =>
  ({ type: "tool_call", callId, name: "read", argumentsText }) as const;
const result = (callId: string, fields: Partial<ToolMessageResult> = {}): ToolMessageResult => ({
  callId,
  name: "read",
  text: `of ${callId}`,
  isError: false,
  ...fields,
});
const results = (...callIds: string[]): ModelMessage => ({
  role: "tool",
  results: callIds.map((callId) => result(callId)),
});
const output = (call_id: string) => ({ type: "function_call_output", call_id, output: `of ${call_id}` });
const sealed = (name: string): AssistantPart => ({
  type: "reasoning",
  text: "",
  opaque: {
    type: "responses",
    item: { type: "reasoning", id: `rs_${name}`, summary: [], content: [], encrypted_content: name },
  },
});
const sent = (name: string) => ({ type: "reasoning", summary: [], encrypted_content: name });

test("the body asks for a stream, stores nothing, and has reasoning come encrypted", () => {
  expect(bodyOf(requestOf(["hi"], { system: "be good", tools: toolsNamed("a") }))).toEqual({
    model: "m1",
    instructions: "be good",
    input: [{ role: "user", content: "hi" }],
    tools: [
      {
        type: "function",
        name: "a",
        description: "a",
        parameters: { type: "object", properties: {} },
        strict: false,
      },
    ],
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { summary: "auto" },
  });
});

test("the effort, the limit and the cache key go out where they are set", () => {
  const request = requestOf(["hi"], { cacheKey: "session-1" });
  expect(bodyOf(request)).not.toHaveProperty("prompt_cache_key");
  expect(bodyOf(request, { effort: "high", maxOutputTokens: 900, promptCacheKey: true })).toMatchObject({
    reasoning: { effort: "high", summary: "auto" },
    max_output_tokens: 900,
    prompt_cache_key: "session-1",
  });
});

test("calls stand in the order of the answer, their results behind them, wrong arguments as none", () => {
  const parts = [{ type: "text", text: "I look." } as const, callPart("a"), callPart("b", "{oops")];
  expect(inputOf(["go", assistant(parts), results("a", "b"), "and now?"])).toEqual([
    { role: "user", content: "go" },
    { role: "assistant", content: "I look." },
    { type: "function_call", call_id: "a", name: "read", arguments: "{}" },
    { type: "function_call", call_id: "b", name: "read", arguments: "{}" },
    output("a"),
    output("b"),
    { role: "user", content: "and now?" },
  ]);
});

test("ids that the API refuses are replaced, alike in call and output, and stay apart", () => {
  const ids = ["functions.read:0", "functions_read:0", "x".repeat(80), `${"x".repeat(80)}y`];
  const input = inputOf(["go", assistant(ids.map((id) => callPart(id))), results(...ids)]);
  const items = z.array(z.looseObject({ type: z.string().optional(), call_id: z.string().optional() }));
  const sentIds = (type: string) =>
    items.parse(input).flatMap((item) => (item.type === type ? [item.call_id ?? ""] : []));
  expect(sentIds("function_call")).toEqual(sentIds("function_call_output"));
  expect(new Set(sentIds("function_call")).size).toBe(4);
  expect(sentIds("function_call").every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
});

describe("reasoning", () => {
  test("goes back encrypted and unchanged, without an id to be looked up, directly before its item", () => {
    const parts = [
      sealed("one"),
      { type: "text", text: "I look.", opaque: { type: "responses", phase: "commentary" } } as const,
      sealed("two"),
      callPart("a"),
    ];
    expect(inputOf(["go", assistant(parts), results("a")])).toEqual([
      { role: "user", content: "go" },
      sent("one"),
      { role: "assistant", content: "I look.", phase: "commentary" },
      sent("two"),
      { type: "function_call", call_id: "a", name: "read", arguments: "{}" },
      output("a"),
    ]);
  });

  test("in plain words goes back as the item that it was", () => {
    const item = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "hm" }],
    };
    const status = { status: "completed", encrypted_content: null };
    const part: AssistantPart = {
      type: "reasoning",
      text: "hm",
      opaque: { type: "responses", item: { ...item, ...status } },
    };
    expect(inputOf(["go", assistant([part, callPart("a")]), results("a")])).toMatchObject([
      {},
      item,
      { type: "function_call" },
      {},
    ]);
  });

  test("stays here when nothing follows that it belongs to, and when another model made it", () => {
    const parts = [{ type: "text", text: "x" } as const, sealed("one")];
    expect(JSON.stringify(inputOf(["go", assistant(parts), "on"]))).not.toContain("reasoning");
    const foreign = [
      sealed("one"),
      { type: "text", text: "x", opaque: { type: "responses", phase: "commentary" } } as const,
    ];
    expect(inputOf(["go", assistant(foreign, "other/m2"), "on"])).toEqual([
      { role: "user", content: "go" },
      { role: "assistant", content: "x" },
      { role: "user", content: "on" },
    ]);
  });

  test("of other protocols means nothing here", () => {
    const signed: AssistantPart = {
      type: "reasoning",
      text: "hm",
      opaque: { type: "thinking", signature: "s" },
    };
    expect(inputOf(["go", assistant([signed, callPart("a")]), results("a")])).toHaveLength(3);
  });
});

describe("images of a result", () => {
  const image = { mediaType: "image/png", data: "AAAA" };
  const picture = { type: "input_image", detail: "auto", image_url: "data:image/png;base64,AAAA" };
  const shown: ModelMessage = { role: "tool", results: [result("a", { images: [image] }), result("b")] };
  const messages = ["look", assistant([callPart("a"), callPart("b")]), shown];

  test("stand in its output", () => {
    expect(inputOf(messages)).toMatchObject([
      {},
      {},
      {},
      { call_id: "a", output: [{ type: "input_text", text: "of a" }, picture] },
      output("b"),
    ]);
  });

  test("or, where outputs are text only, in a message of the user behind all results", () => {
    expect(inputOf(messages, { resultImages: "message" })).toMatchObject([
      {},
      {},
      {},
      output("a"),
      output("b"),
      {
        role: "user",
        content: [{ type: "input_text", text: "Image in the result of read (call a):" }, picture],
      },
    ]);
  });
});

test("what a server sent is what it gets back", async () => {
  await using server = await serveModel([
    [reasoning("hm"), text("I look."), reasoning("so"), call("read", { path: "a" }, { id: "c1" })],
    [text("done")],
  ]);
  const provider = providerFor(server);
  const { parts } = responseOf(await collect(provider));
  await collect(provider, requestOf(["hi", assistant(parts), results("c1")]));
  const { body } = await server.nextRequest(1);
  expect(body?.["input"]).toEqual([
    { role: "user", content: "hi" },
    { ...sent("sealed-0"), summary: [{ type: "summary_text", text: "hm" }] },
    { role: "assistant", content: "I look." },
    { ...sent("sealed-2"), summary: [{ type: "summary_text", text: "so" }] },
    { type: "function_call", call_id: "c1", name: "read", arguments: '{"path":"a"}' },
    output("c1"),
  ]);
});

describe("whatever a session holds", () => {
  const id = fc.constantFrom("a", "b", "call_0", "functions.read:0", "");
  const part: fc.Arbitrary<AssistantPart> = fc.oneof(
    fc.constantFrom("x", " ", "two words").map((text): AssistantPart => ({ type: "text", text })),
    fc.constantFrom("one", "two").map(sealed),
    fc.constant<AssistantPart>({ type: "reasoning", text: "only words" }),
    fc.tuple(id, fc.constantFrom("{}", "{oops", "")).map(([callId, text]) => callPart(callId, text)),
  );
  const message: fc.Arbitrary<ModelMessage> = fc.oneof(
    fc.constantFrom("hi", " ", "go on").map((text): ModelMessage => ({ role: "user", text })),
    fc
      .tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom("test/m1", "other/m2"))
      .map(([parts, model]) => assistant(parts, model)),
    fc.array(id, { maxLength: 3 }).map((ids) => results(...ids)),
  );
  const request = fc
    .array(message, { maxLength: 12 })
    .map((messages) => validateRequest(requestOf(messages), { model: "test/m1" }).request);

  test("each call has one output behind it, no output is alone, and reasoning leads to an item of its answer", () => {
    let withReasoning = 0;
    fc.assert(
      fc.property(request, fc.constantFrom("output", "message"), (valid, resultImages) => {
        const body = bodyOf(valid, { resultImages });
        expect(brokenOrder("responses", body)).toBeUndefined();
        if (JSON.stringify(body.input).includes("encrypted_content")) withReasoning += 1;
      }),
      { numRuns: 500 },
    );
    expect(withReasoning).toBeGreaterThan(0);
  });

  test("a request only grows at its end, so that the prompt cache keeps its prefix", () => {
    fc.assert(
      fc.property(request, (valid) => {
        const shorter = { ...valid, messages: valid.messages.slice(0, -1) };
        const whole = JSON.stringify(bodyOf(valid).input).slice(1, -1);
        expect(whole.startsWith(JSON.stringify(bodyOf(shorter).input).slice(1, -1))).toBe(true);
      }),
    );
  });
});
