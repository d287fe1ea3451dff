import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createResponsesReader } from "../../src/providers/responses-reader.ts";
import {
  call,
  cut,
  gate,
  hold,
  raw,
  reasoning,
  serveModel,
  stop,
  streamError,
  text,
  usage,
} from "../support/model-server.ts";
import { collect, errorOf, requestOf, responseOf, streamed } from "./collect.ts";
import { added, callItem, completed, done, events, messageItem, providerFor } from "./responses-server.ts";
import { read, callPart } from "./responses-read.ts";

describe("an answer", () => {
  test("of reasoning, text and calls is read in the order in which it came", async () => {
    await using server = await serveModel([
      [
        reasoning("let me "),
        reasoning("see"),
        text("I look"),
        text("."),
        call("read", { path: "a" }, { id: "c1", split: 3 }),
        call("read", { path: "b" }, { id: "c2" }),
        usage({ inputTokens: 50, outputTokens: 9, cacheReadTokens: 40, reasoningTokens: 4 }),
      ],
    ]);
    const all = await collect(providerFor(server));
    expect(streamed(all, "reasoning")).toBe("let me see");
    expect(streamed(all, "text")).toBe("I look.");
    expect(all.findLast((event) => event.type === "call")).toEqual({
      type: "call",
      index: 1,
      name: "read",
      length: 12,
    });
    expect(responseOf(all)).toMatchObject({
      parts: [
        { type: "reasoning", text: "let me see", opaque: { item: { encrypted_content: "sealed-0" } } },
        { type: "text", text: "I look." },
        callPart("c1"),
        callPart("c2", '{"path":"b"}'),
      ],
      stop: "tool_use",
      usage: { inputTokens: 50, outputTokens: 9, cacheReadTokens: 40, reasoningTokens: 4 },
    });
  });

  test("arrives while it is being written", async () => {
    const door = gate();
    await using server = await serveModel([[text("first"), door.shut, text(" second")]]);
    const seen: string[] = [];
    for await (const event of providerFor(server).stream(requestOf(["hi"]), new AbortController().signal)) {
      if (event.type === "text") seen.push(event.text);
      if (event.type === "text") door.open();
    }
    expect(seen).toEqual(["first", " second"]);
  });

  test("that is stopped ends at once", async () => {
    await using server = await serveModel([[text("x"), hold()]]);
    const stopping = new AbortController();
    const all: string[] = [];
    for await (const event of providerFor(server).stream(requestOf(["hi"]), stopping.signal)) {
      all.push(event.type);
      stopping.abort();
    }
    expect(all).toEqual(["text"]);
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });

  test.each([
    ["length", "length"],
    ["content_filter", "content_filter"],
    ["stop", "stop"],
  ] as const)("that ended with %s says so", async (kind, expected) => {
    await using server = await serveModel([[text("x"), stop(kind)]]);
    expect(responseOf(await collect(providerFor(server))).stop).toBe(expected);
  });

  test("with a refusal shows the model's words and is a refusal", async () => {
    const refusal = { type: "refusal", refusal: "I cannot." };
    const all = await read([
      added(0, messageItem("", { content: [] })),
      { type: "response.refusal.delta", output_index: 0, content_index: 0, delta: "I " },
      { type: "response.refusal.delta", output_index: 0, content_index: 0, delta: "cannot." },
      done(0, messageItem("", { content: [refusal] })),
      completed(),
    ]);
    expect(streamed(all, "text")).toBe("I cannot.");
    expect(responseOf(all)).toMatchObject({ stop: "refusal", parts: [{ type: "text", text: "I cannot." }] });
  });

  test("that is one whole object, from a server that does not stream, is read like any other", async () => {
    const whole = {
      object: "response",
      status: "completed",
      output: [messageItem("hello"), callItem("c1")],
      usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
    };
    await using server = await serveModel([[raw(JSON.stringify(whole))]]);
    const all = await collect(providerFor(server));
    expect(responseOf(all)).toMatchObject({
      parts: [{ type: "text", text: "hello" }, callPart("c1")],
      stop: "tool_use",
      usage: { inputTokens: 3, outputTokens: 2 },
    });
  });
});

describe("a call is never one to run", () => {
  test("when the output limit cut it", async () => {
    const half = callItem("c1", { arguments: '{"path":', status: "incomplete" });
    const incomplete = {
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [half] },
    };
    expect(responseOf(await read([done(0, half), incomplete])).stop).toBe("length");
    // A server that says "completed" all the same does not make it whole.
    expect(responseOf(await read([done(0, half), completed()])).stop).toBe("length");
  });

  test.each([false, true])("when the end never came (with [DONE]: %p)", async (withDone) => {
    const body = events([added(0, callItem("c1")), done(0, callItem("c1"))]);
    await using server = await serveModel([[raw(body + (withDone ? "data: [DONE]\n\n" : ""))]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "cut", retryable: true });
  });

  test("when nobody could answer it", async () => {
    const { call_id: _callId, id: _id, ...nameless } = callItem("c1");
    expect(errorOf(await read([done(0, nameless), completed()]))).toMatchObject({ kind: "protocol" });
    expect(errorOf(await read([done(0, callItem("c1", { name: "" })), completed()]))).toMatchObject({
      kind: "protocol",
    });
  });

  test("wherever a stream is cut: only the last event makes an answer of it", () => {
    const all = [
      { type: "response.created", response: { status: "in_progress" } },
      added(0, { type: "reasoning", id: "r", summary: [] }),
      { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "hm" },
      done(0, { type: "reasoning", id: "r", summary: [{ text: "hm" }], encrypted_content: "sealed" }),
      added(1, callItem("c1", { arguments: "" })),
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"path":' },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '"a"}' },
      done(1, callItem("c1")),
      completed(),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: all.length }), fc.boolean(), (length, isDone) => {
        const reader = createResponsesReader({ name: "TestAI", baseUrl: "http://x" }, () => "made-up");
        for (const event of all.slice(0, length)) reader.feed(event);
        const end = reader.end(isDone);
        expect(end.type).toBe(length === all.length ? "response" : "error");
        expect(reader.finished).toBe(length === all.length);
        const parts = end.type === "error" ? end.parts : [];
        const calls = parts.filter((part) => part.type === "tool_call");
        expect(calls.every((part) => part.argumentsText === '{"path":"a"}')).toBe(true);
      }),
    );
  });
});

describe("a failure", () => {
  test("in the middle of a stream keeps what was said", async () => {
    await using server = await serveModel([[text("so far"), streamError("server_error", "It broke.")]]);
    const all = await collect(providerFor(server));
    expect(errorOf(all)).toMatchObject({ kind: "server", code: "server_error", retryable: true });
    expect(all.at(-1)).toMatchObject({ parts: [{ type: "text", text: "so far" }] });
  });

  test.each([
    ["flat", { type: "error", code: "rate_limit_exceeded", message: "Slow down", param: null }],
    ["nested", { type: "error", error: { code: "rate_limit_exceeded", message: "Slow down" } }],
    [
      "of the response",
      { type: "response.failed", response: { error: { code: "rate_limit_exceeded", message: "Slow down" } } },
    ],
  ])("is told in the server's words (%s, with and without a name)", async (_form, event) => {
    for (const named of [true, false]) {
      const error = errorOf(await read([event], named));
      expect(error).toMatchObject({ kind: "rate_limit", code: "rate_limit_exceeded", retryable: true });
      expect(error.message).toContain("Slow down");
    }
  });

  test("that the request is to blame for is not tried again", async () => {
    for (const code of ["invalid_image", "image_too_large", "invalid_prompt"]) {
      const error = { code, message: "Your picture." };
      for (const event of [
        { type: "response.failed", response: { status: "failed", error } },
        { type: "error", ...error },
      ]) {
        expect(errorOf(await read([event]))).toMatchObject({ kind: "invalid_request", retryable: false });
      }
    }
  });

  test("without a word is one all the same", async () => {
    const error = errorOf(await read([{ type: "response.failed", response: { status: "failed" } }]));
    expect(error.message).toBe("TestAI broke the answer off and did not say why.");
    const cancelled = { type: "response.done", response: { status: "cancelled", error: null } };
    expect(errorOf(await read([cancelled])).message).toContain("cancelled");
  });

  test("is an answer of nothing, and one that is no answer", async () => {
    expect(errorOf(await read([completed()]))).toMatchObject({ kind: "empty", retryable: true });
    await using server = await serveModel([[raw("<html>welcome</html>")], [text("x"), cut()]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "protocol" });
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "cut" });
  });
});
