import { describe, expect, test } from "bun:test";
import { createMessagesProvider, type MessagesOptions } from "../../src/providers/anthropic.ts";
import {
  call,
  cut,
  hold,
  httpError,
  type ModelServer,
  raw,
  reasoning,
  serveModel,
  stop,
  streamError,
  text,
  usage,
} from "../support/model-server.ts";
import { collect, errorOf, requestOf, responseOf, streamed } from "./collect.ts";

function providerFor(server: ModelServer, options: Partial<MessagesOptions> = {}) {
  return createMessagesProvider({
    model: "test/m1",
    modelId: "m1",
    apiKey: "sk-test",
    keyHeader: "x-api-key",
    context: { name: "TestAI", baseUrl: server.url, keyVariable: "TEST_API_KEY" },
    newId: () => "made-up",
    ...options,
  });
}

/** The text of a stream of events, each with its `event:` line. */
const events = (...all: readonly { readonly type: string; readonly [field: string]: unknown }[]) =>
  all.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");
const start = { type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } };
const block = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, fields: object) => ({ type: "content_block_delta", index, delta: fields });
const finish = (stop_reason: string) => ({
  type: "message_delta",
  delta: { stop_reason },
  usage: { output_tokens: 2 },
});
const end = { type: "message_stop" };

describe("an answer", () => {
  test("streams thinking, text and parallel calls; the signature is kept and the input's parts are added up", async () => {
    await using server = await serveModel([
      [
        reasoning("hm"),
        text("你"),
        text("好"),
        call("read_file", { path: "ä.txt" }, { id: "c1", split: 4 }),
        call("bash", { command: "ls" }, { id: "c2" }),
        usage({ inputTokens: 50, outputTokens: 7, cacheReadTokens: 20, cacheWriteTokens: 10 }),
      ],
    ]);
    const answer = await collect(providerFor(server));
    expect(streamed(answer, "reasoning")).toBe("hm");
    expect(streamed(answer, "text")).toBe("你好");
    expect(responseOf(answer)).toEqual({
      parts: [
        { type: "reasoning", text: "hm", opaque: { type: "thinking", signature: "signed-0" } },
        { type: "text", text: "你好" },
        { type: "tool_call", callId: "c1", name: "read_file", argumentsText: '{"path":"ä.txt"}' },
        { type: "tool_call", callId: "c2", name: "bash", argumentsText: '{"command":"ls"}' },
      ],
      stop: "tool_use",
      usage: { inputTokens: 50, outputTokens: 7, cacheReadTokens: 20, cacheWriteTokens: 10 },
    });
  });

  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["pause_turn", "pause"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "context_window"],
    ["a_new_word", "stop"],
  ] as const)("that stops for %s ends as %s", async (reason, kind) => {
    await using server = await serveModel([[raw(events(start, finish(reason), end))]]);
    expect(responseOf(await collect(providerFor(server))).stop).toBe(kind);
  });

  test("cut by the output limit inside a call keeps the input as it came", async () => {
    await using server = await serveModel([[call("write", '{"text": "abc', { id: "c1" }), stop("length")]]);
    expect(responseOf(await collect(providerFor(server)))).toMatchObject({
      parts: [{ type: "tool_call", argumentsText: '{"text": "abc' }],
      stop: "length",
    });
  });

  test("keeps redacted thinking and thinking that shows no text", async () => {
    const stream = events(
      start,
      block(0, { type: "redacted_thinking", data: "secret" }),
      block(1, { type: "thinking", thinking: "", signature: "" }),
      delta(1, { type: "signature_delta", signature: "sig" }),
      block(3, { type: "tool_use", id: "c1", name: "run", input: { whole: true } }),
      finish("tool_use"),
      end,
    );
    await using server = await serveModel([[raw(stream)]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([
      { type: "reasoning", text: "", opaque: { type: "redacted_thinking", data: "secret" } },
      { type: "reasoning", text: "", opaque: { type: "thinking", signature: "sig" } },
      { type: "tool_call", callId: "c1", name: "run", argumentsText: '{"whole":true}' },
    ]);
  });

  test("that a proxy begins twice is the second one", async () => {
    const stream = events(
      start,
      block(0, { type: "text", text: "first" }),
      start,
      block(0, { type: "text", text: "second" }),
      finish("end_turn"),
      end,
    );
    await using server = await serveModel([[raw(stream)]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([{ type: "text", text: "second" }]);
  });

  test("is whole whatever a gateway sends behind its end", async () => {
    const stream = events(start, block(0, { type: "text", text: "a" }), finish("end_turn"), end);
    await using server = await serveModel([[raw(`${stream}event: data\ndata: [DONE]\n\n`), hold()]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([{ type: "text", text: "a" }]);
  });
});

describe("a failure", () => {
  test.each([
    [401, "auth", false],
    [404, "not_found", false],
    [429, "rate_limit", true],
    [500, "server", true],
    [529, "overloaded", true],
  ] as const)("with status %d is %s", async (status, kind, retryable) => {
    await using server = await serveModel([[httpError(status)]]);
    const error = errorOf(await collect(providerFor(server)));
    expect(error).toMatchObject({ kind, status, retryable });
    expect(error.message).toContain(`error ${status}`);
    expect(server.requests).toHaveLength(1);
  });

  test("in the stream keeps what was said", async () => {
    await using server = await serveModel([[text("so far"), streamError()]]);
    const answer = await collect(providerFor(server));
    expect(errorOf(answer)).toMatchObject({ kind: "overloaded", retryable: true });
    expect(answer.at(-1)).toMatchObject({ parts: [{ type: "text", text: "so far" }] });
  });

  test("as the first event of the stream is one too", async () => {
    await using server = await serveModel([
      [raw(events({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }))],
    ]);
    expect(errorOf(await collect(providerFor(server))).kind).toBe("overloaded");
  });

  test("is a stream that is cut, and its calls are not whole", async () => {
    await using server = await serveModel([
      [text("a"), call("bash", '{"command": "rm', { id: "c1" }), cut()],
    ]);
    const answer = await collect(providerFor(server));
    expect(errorOf(answer).kind).toBe("cut");
    expect(answer.at(-1)).toMatchObject({ parts: [{ type: "text", text: "a" }] });
  });

  test("is an empty answer", async () => {
    await using server = await serveModel([[raw("")]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({
      kind: "empty",
      retryable: true,
    });
  });

  test("is a stream of something else", async () => {
    await using server = await serveModel([[raw('data: {"choices":[]}\n\n')]]);
    expect(errorOf(await collect(providerFor(server))).kind).toBe("protocol");
  });

  test("is an event that is not JSON", async () => {
    await using server = await serveModel([[raw(`${events(start)}event: message_delta\ndata: {oops\n\n`)]]);
    expect(errorOf(await collect(providerFor(server))).kind).toBe("protocol");
  });

  test.each([
    [{ name: "read" }, "without an id"],
    [{ id: "a" }, "without a name"],
  ])("is a call that nobody could answer (%j)", async (fields, words) => {
    const stream = events(
      start,
      block(0, { type: "tool_use", input: {}, ...fields }),
      finish("tool_use"),
      end,
    );
    await using server = await serveModel([[raw(stream)]]);
    const error = errorOf(await collect(providerFor(server)));
    expect(error.kind).toBe("protocol");
    expect(error.message).toContain(words);
  });
});

test("an interrupt ends the stream without a word and lets go of the server", async () => {
  await using server = await serveModel([[text("a"), hold()]]);
  const interrupt = new AbortController();
  const types = [];
  for await (const event of providerFor(server).stream(requestOf(["hi"]), interrupt.signal)) {
    types.push(event.type);
    interrupt.abort();
  }
  expect(types).toEqual(["text"]);
  await server.requests[0]?.closed;
  expect(server.requests[0]?.aborted).toBe(true);
});

describe("a server that is not Anthropic's", () => {
  test("gets the old version and the key as x-api-key", async () => {
    await using server = await serveModel([[text("a")]]);
    await collect(providerFor(server));
    const { headers, path } = await server.nextRequest(0);
    expect(path).toBe("/v1/messages");
    expect(headers["anthropic-version"]).toBe("2023-06-01");
    expect(headers["x-api-key"]).toBe("sk-test");
    expect(headers["authorization"]).toBeUndefined();
  });

  test("gets a token as bearer, and one /v1 when the address has it already", async () => {
    await using server = await serveModel([[text("a")]]);
    await collect(
      providerFor(server, { keyHeader: "bearer", context: { name: "T", baseUrl: `${server.url}/v1` } }),
    );
    const { headers, path } = await server.nextRequest(0);
    expect(path).toBe("/v1/messages");
    expect(headers["authorization"]).toBe("Bearer sk-test");
    expect(headers["x-api-key"]).toBeUndefined();
  });
});
