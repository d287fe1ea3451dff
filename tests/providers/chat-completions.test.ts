import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  call,
  gate,
  httpError,
  raw,
  reasoning,
  reset,
  serveModel,
  stop,
  text,
  usage,
} from "../support/model-server.ts";
import { chunks, collectOpening, delta, done, providerFor } from "./chat-server.ts";
import { collect, responseOf, streamed } from "./collect.ts";

const withUsage = (n: number) => ({
  id: "c",
  choices: [],
  usage: { prompt_tokens: n, completion_tokens: n },
});

describe("an answer", () => {
  test("streams reasoning, text and parallel calls, and ends with all of it and what it cost", async () => {
    await using server = await serveModel([
      [
        reasoning("let me "),
        reasoning("see"),
        text("你"),
        text("好"),
        call("read_file", { path: "ä.txt" }, { id: "c1", split: 3 }),
        call("bash", { command: "ls" }, { id: "c2" }),
        usage({ inputTokens: 50, outputTokens: 7, cacheReadTokens: 20, reasoningTokens: 3 }),
      ],
    ]);
    const events = await collect(providerFor(server));
    expect(streamed(events, "reasoning")).toBe("let me see");
    expect(streamed(events, "text")).toBe("你好");
    expect(
      events.filter((event) => event.type === "call").map(({ index, name }) => `${index} ${name}`),
    ).toContain("1 bash");
    expect(responseOf(events)).toEqual({
      parts: [
        { type: "reasoning", text: "let me see" },
        { type: "text", text: "你好" },
        { type: "tool_call", callId: "c1", name: "read_file", argumentsText: '{"path":"ä.txt"}' },
        { type: "tool_call", callId: "c2", name: "bash", argumentsText: '{"command":"ls"}' },
      ],
      stop: "tool_use",
      usage: { inputTokens: 50, outputTokens: 7, cacheReadTokens: 20, reasoningTokens: 3 },
    });
  });

  test("is the same however its bytes are cut", async () => {
    const bytes = new TextEncoder().encode(
      chunks(delta({ content: "héllo 日本" }), delta({ content: " 👩‍👩‍👧" }), delta({}, "stop")) + done,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (places) => {
        const at = [0, ...places, bytes.length].toSorted((a, b) => a - b);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const [n, end] of at.entries()) controller.enqueue(bytes.subarray(at[n - 1] ?? 0, end));
            controller.close();
          },
        });
        const provider = providerFor(
          { chatUrl: "http://127.0.0.1/v1" },
          { fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } }) },
        );
        expect(responseOf(await collect(provider)).parts).toEqual([{ type: "text", text: "héllo 日本 👩‍👩‍👧" }]);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["length", "length"],
    ["content_filter", "content_filter"],
    ["sensitive", "content_filter"],
    ["model_context_window_exceeded", "context_window"],
    ["some_new_word", "stop"],
  ] as const)("with the finish reason %s ends as %s", async (finish, kind) => {
    await using server = await serveModel([[raw(chunks(delta({ content: "a" }), delta({}, finish)) + done)]]);
    expect(responseOf(await collect(providerFor(server))).stop).toBe(kind);
  });

  test("that asks for a tool ends as tool_use, whatever its finish reason is called", async () => {
    const toolCalls = [{ index: 0, id: "a", function: { name: "read", arguments: "{}" } }];
    await using server = await serveModel([[raw(chunks(delta({ tool_calls: toolCalls }, "stop")) + done)]]);
    expect(responseOf(await collect(providerFor(server))).stop).toBe("tool_use");
  });

  test("in the words of before there were several calls is read as one", async () => {
    await using server = await serveModel([
      [
        raw(
          chunks(
            delta({ content: null, tool_calls: [], function_call: { name: "read_file", arguments: "" } }),
            delta({ function_call: { arguments: '{"path":' } }),
            delta({ function_call: { arguments: '"a.txt"}' } }),
            delta({}, "function_call"),
          ) + done,
        ),
      ],
    ]);
    const { parts, stop } = responseOf(await collect(providerFor(server)));
    expect(parts).toEqual([
      {
        type: "tool_call",
        callId: expect.stringMatching(/./),
        name: "read_file",
        argumentsText: '{"path":"a.txt"}',
      },
    ]);
    expect(stop).toBe("tool_use");
  });

  test("cut by the output limit keeps the arguments as they came", async () => {
    await using server = await serveModel([[call("write", '{"text": "abc', { id: "c1" }), stop("length")]]);
    expect(responseOf(await collect(providerFor(server)))).toMatchObject({
      parts: [{ type: "tool_call", callId: "c1", name: "write", argumentsText: '{"text": "abc' }],
      stop: "length",
    });
  });

  test("that refuses shows the refusal and ends as one", async () => {
    await using server = await serveModel([
      [raw(chunks(delta({ refusal: "No." }), delta({}, "stop")) + done)],
    ]);
    expect(responseOf(await collect(providerFor(server)))).toMatchObject({
      parts: [{ type: "text", text: "No." }],
      stop: "refusal",
    });
  });

  test("without a finish reason is whole when the server closes it with [DONE]", async () => {
    await using server = await serveModel([[raw(chunks(delta({ content: "hi" })) + done)]]);
    expect(responseOf(await collect(providerFor(server))).stop).toBe("stop");
  });

  test("survives nulls, foreign choices and missing deltas", async () => {
    const stream = chunks(
      { id: "c", choices: [], prompt_filter_results: [] },
      { id: "c", choices: [{ index: 0, delta: null, message: null, finish_reason: null }] },
      { id: "c", choices: [{ index: 1, delta: { content: "not me" } }] },
      { id: "c", choices: [{ index: 0, content_filter_results: {} }] },
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }] }),
      delta({ content: [{ type: "text", text: "yes" }], tool_calls: null }, "stop"),
      { id: "c", choices: null, usage: { prompt_tokens: 3, completion_tokens: 1 } },
    );
    await using server = await serveModel([[raw(stream + done)]]);
    expect(responseOf(await collect(providerFor(server)))).toEqual({
      parts: [
        { type: "reasoning", text: "hm" },
        { type: "text", text: "yes" },
      ],
      stop: "stop",
      usage: { inputTokens: 3, outputTokens: 1 },
    });
  });

  test("that the server does not stream is taken whole", async () => {
    const whole = {
      choices: [{ index: 0, message: { role: "assistant", content: "all" }, finish_reason: "stop" }],
    };
    await using server = await serveModel([[httpError(200, whole)]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([{ type: "text", text: "all" }]);
  });

  test("with usage in several chunks has the last one, not the sum", async () => {
    const stream = chunks(withUsage(1), delta({ content: "a" }, "stop"), withUsage(5));
    await using server = await serveModel([[raw(stream)]]);
    expect(responseOf(await collect(providerFor(server))).usage).toEqual({ inputTokens: 5, outputTokens: 5 });
  });

  test("whose connection breaks after the finish reason is whole", async () => {
    const seen = gate();
    await using server = await serveModel([
      [raw(chunks(delta({ content: "a" }, "stop"))), seen.shut, reset()],
    ]);
    const events = await collectOpening(providerFor(server), seen.open);
    expect(responseOf(events).parts).toEqual([{ type: "text", text: "a" }]);
  });
});
