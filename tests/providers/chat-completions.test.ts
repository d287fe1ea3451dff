import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createChatProvider, type ChatOptions } from "../../src/providers/chat-completions.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";
import {
  call,
  cut,
  gate,
  hold,
  httpError,
  type ModelServer,
  raw,
  reasoning,
  reset,
  serveModel,
  stop,
  streamError,
  text,
  usage,
} from "../support/model-server.ts";
import { collect, errorOf, requestOf, responseOf, streamed } from "./collect.ts";

function providerFor(server: Pick<ModelServer, "chatUrl">, options: Partial<ChatOptions> = {}) {
  return createChatProvider({
    model: "test/m1",
    modelId: "m1",
    apiKey: "sk-test",
    context: {
      name: "TestAI",
      baseUrl: server.chatUrl,
      keyVariable: "TEST_API_KEY",
      baseUrlVariable: "TEST_BASE_URL",
    },
    newId: () => "made-up",
    ...options,
  });
}

/** The text of a stream of chunks. */
const chunks = (...all: readonly unknown[]) => all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
const done = "data: [DONE]\n\n";
const delta = (fields: object, finish: string | null = null) => ({
  id: "c",
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});

const withUsage = (n: number) => ({
  id: "c",
  choices: [],
  usage: { prompt_tokens: n, completion_tokens: n },
});

/** Every event of one request; `open` is called when the first text is here. */
async function collectOpening(provider: Provider, open: () => void): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream(requestOf(["hi"]), new AbortController().signal)) {
    events.push(event);
    if (event.type === "text") open();
  }
  return events;
}

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

describe("a failure", () => {
  test.each([
    [401, "auth", false],
    [403, "auth", false],
    [404, "not_found", false],
    [429, "rate_limit", true],
    [500, "server", true],
    [529, "overloaded", true],
  ] as const)("with status %d is %s", async (status, kind, retryable) => {
    await using server = await serveModel([[httpError(status)]]);
    const error = errorOf(await collect(providerFor(server)));
    expect(error).toMatchObject({ kind, status, retryable });
    expect(error.message).toContain(String(status));
    expect(error.message).toContain(`error ${status}`);
    expect(server.requests).toHaveLength(1);
  });

  test("in the middle of a stream keeps what was said", async () => {
    await using server = await serveModel([
      [text("so far"), streamError("overloaded_error", "too much to do")],
    ]);
    const events = await collect(providerFor(server));
    expect(errorOf(events)).toMatchObject({ kind: "overloaded", retryable: true });
    expect(events.at(-1)).toMatchObject({ parts: [{ type: "text", text: "so far" }] });
  });

  test("in the form of older vLLM is seen too", async () => {
    await using server = await serveModel([
      [raw(chunks({ object: "error", message: "out of memory" }) + done)],
    ]);
    expect(errorOf(await collect(providerFor(server))).message).toContain("out of memory");
  });

  test("in a 200 answer without a stream is shown", async () => {
    const body = { base_resp: { status_code: 1008, status_msg: "insufficient balance" } };
    await using server = await serveModel([[httpError(200, body)]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "quota", retryable: false });
  });

  test("is a stream that is cut, and its calls are not whole", async () => {
    await using server = await serveModel([
      [text("a"), call("bash", '{"command": "rm', { id: "c1" }), cut()],
    ]);
    const events = await collect(providerFor(server));
    expect(errorOf(events)).toMatchObject({ kind: "truncated", retryable: true });
    expect(events.at(-1)).toMatchObject({ parts: [{ type: "text", text: "a" }] });
  });

  test("is a stream that is cut in the middle of a line", async () => {
    await using server = await serveModel([
      [raw(`${chunks(delta({ content: "a" }))}data: {"id": "c", "cho`)],
    ]);
    expect(errorOf(await collect(providerFor(server))).kind).toBe("truncated");
  });

  test("is a connection that is reset", async () => {
    const seen = gate();
    await using server = await serveModel([[text("a"), seen.shut, reset()]]);
    const events = await collectOpening(providerFor(server), seen.open);
    expect(streamed(events, "text")).toBe("a");
    const error = errorOf(events);
    expect(error).toMatchObject({ kind: "network", retryable: true });
    expect(error.message).toContain(server.chatUrl);
  });

  test("is a server that is not there", async () => {
    const error = errorOf(await collect(providerFor({ chatUrl: "http://127.0.0.1:1/v1" })));
    expect(error).toMatchObject({ kind: "network", retryable: true });
    expect(error.message).toContain("http://127.0.0.1:1/v1");
  });

  test.each(["", done, ": keep-alive\n\n"])("is an empty answer (%j)", async (body) => {
    await using server = await serveModel([[raw(body)]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({
      kind: "empty_response",
      retryable: true,
    });
  });

  test.each(["<html><body>hello</body></html>", chunks({ hello: "world" })])(
    "is an answer that is no chat completion (%j)",
    async (body) => {
      await using server = await serveModel([[raw(body)]]);
      const error = errorOf(await collect(providerFor(server)));
      expect(error).toMatchObject({ kind: "protocol", retryable: false });
      expect(error.message).toContain("TEST_BASE_URL");
    },
  );

  test("is a line that is not JSON", async () => {
    await using server = await serveModel([
      [raw(`${chunks(delta({ content: "a" }))}data: {oops\n\n${done}`)],
    ]);
    expect(errorOf(await collect(providerFor(server))).kind).toBe("protocol");
  });

  test("is a finish reason that says so", async () => {
    await using server = await serveModel([[raw(chunks(delta({}, "insufficient_system_resource")) + done)]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "server", retryable: true });
  });

  test.each([
    [{ name: "read" }, "without an id"],
    [{ id: "a" }, "without a name"],
  ])(
    "is a call that nobody could answer (%j)",
    async ({ id, name }: { id?: string; name?: string }, words) => {
      const toolCalls = [{ index: 0, id, function: { name, arguments: "{}" } }];
      await using server = await serveModel([
        [raw(chunks(delta({ tool_calls: toolCalls }, "tool_calls")) + done)],
      ]);
      const error = errorOf(await collect(providerFor(server)));
      expect(error.kind).toBe("protocol");
      expect(error.message).toContain(words);
    },
  );

  test("is silence, once the watchdog has waited long enough", async () => {
    await using server = await serveModel([[text("a"), hold()]]);
    let fire: (() => void) | undefined;
    const provider = providerFor(server, {
      idleMs: 180_000,
      startTimer: (ms, end) => {
        expect(ms).toBe(180_000);
        fire = end;
        return () => {};
      },
    });
    const events = [];
    for await (const event of provider.stream(requestOf(["hi"]), new AbortController().signal)) {
      events.push(event);
      if (event.type === "text") fire?.();
    }
    expect(errorOf(events)).toMatchObject({ kind: "timeout", retryable: true });
    expect(errorOf(events).message).toContain("3 minutes");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });
});

describe("an interrupt", () => {
  test("ends the stream without a word and lets go of the server", async () => {
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

  test("ends a request that has no answer yet", async () => {
    const answer = gate();
    await using server = await serveModel([[answer.shut, text("late")]]);
    const interrupt = new AbortController();
    const events = collect(providerFor(server), requestOf(["hi"]), interrupt.signal);
    const request = await server.nextRequest(0);
    interrupt.abort();
    expect(await events).toEqual([]);
    await request.closed;
    expect(request.aborted).toBe(true);
  });

  test("before the start sends nothing", async () => {
    await using server = await serveModel([[text("a")]]);
    expect(await collect(providerFor(server), requestOf(["hi"]), AbortSignal.abort())).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  test("ends the stream even when fetch takes no notice of it", async () => {
    const interrupt = new AbortController();
    const provider = providerFor(
      { chatUrl: "http://127.0.0.1/v1" },
      {
        fetch: () => {
          queueMicrotask(() => interrupt.abort());
          return new Promise(() => {});
        },
      },
    );
    expect(await collect(provider, requestOf(["hi"]), interrupt.signal)).toEqual([]);
  });
});
