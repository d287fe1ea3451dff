import { describe, expect, test } from "bun:test";
import {
  call,
  cut,
  gate,
  hold,
  httpError,
  raw,
  reset,
  serveModel,
  streamError,
  text,
} from "../support/model-server.ts";
import { chunks, collectOpening, delta, done, providerFor } from "./chat-server.ts";
import { collect, errorOf, requestOf, streamed } from "./collect.ts";

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
