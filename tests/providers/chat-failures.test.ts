import { describe, expect, test } from "bun:test";
import { idleTimes } from "../../src/providers/idle-times.ts";
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
    expect(errorOf(events)).toMatchObject({ kind: "cut", retryable: true });
    expect(events.at(-1)).toMatchObject({ parts: [{ type: "text", text: "a" }] });
  });

  test("is a stream that is cut in the middle of a line", async () => {
    await using server = await serveModel([
      [raw(`${chunks(delta({ content: "a" }))}data: {"id": "c", "cho`)],
    ]);
    expect(errorOf(await collect(providerFor(server))).kind).toBe("cut");
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
      kind: "empty",
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
    const watched = watchdog();
    const provider = providerFor(server, { idleMs: 180_000, startTimer: watched.start });
    const events = [];
    for await (const event of provider.stream(requestOf(["hi"]), new AbortController().signal)) {
      events.push(event);
      if (event.type === "text") watched.fire();
    }
    expect(new Set(watched.times)).toEqual(new Set([180_000]));
    expect(errorOf(events)).toMatchObject({ kind: "timeout", retryable: true });
    expect(errorOf(events).message).toContain("3 minutes");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });
});

/** A timer that only runs out when the test says so, and what it was set to, ms. */
function watchdog() {
  const times: number[] = [];
  let end: (() => void) | undefined;
  return {
    times,
    fire: () => end?.(),
    start: (ms: number, fire: () => void) => {
      times.push(ms);
      end = fire;
      return () => {};
    },
  };
}

describe("the time for silence", () => {
  test("is two minutes", async () => {
    await using server = await serveModel([[text("a")]]);
    const { times, start } = watchdog();
    await collect(providerFor(server, { startTimer: start }));
    expect(new Set(times)).toEqual(new Set([120_000]));
  });

  test("begins anew with every byte, and a comment is life too", async () => {
    const waits = gate();
    await using server = await serveModel([
      [raw(": keep-alive\n\n"), waits.shut, raw(chunks(delta({ content: "a" }, "stop")) + done)],
    ]);
    const touched = Promise.withResolvers<void>();
    const times: number[] = [];
    const start = (ms: number) => {
      times.push(ms);
      // Its start, the head of the answer, the comment.
      if (times.length === 3) touched.resolve();
      return () => {};
    };
    const events = collect(providerFor(server, { startTimer: start }));
    await touched.promise;
    waits.open();
    expect(streamed(await events, "text")).toBe("a");
  });

  test("may be longer before the first byte of the answer's body", async () => {
    await using server = await serveModel([[raw(""), hold()]]);
    const watched = watchdog();
    const head = Promise.withResolvers<void>();
    const provider = providerFor(server, {
      idleMs: 5000,
      firstByteMs: 600_000,
      startTimer: (ms, fire) => {
        // The head alone says nothing about a model that still reads.
        if (watched.times.length === 1) head.resolve();
        return watched.start(ms, fire);
      },
    });
    const events = collect(provider);
    await head.promise;
    watched.fire();
    expect(errorOf(await events).message).toContain("10 minutes");
    expect(watched.times).toEqual([600_000, 600_000]);
  });

  test.each([
    ["http://localhost:11434/v1", undefined, { firstByteMs: 600_000 }],
    ["http://127.0.0.1:8080/v1", undefined, { firstByteMs: 600_000 }],
    ["http://[::1]:8080", undefined, { firstByteMs: 600_000 }],
    ["https://api.test.example/v1", undefined, {}],
    ["http://localhost:11434/v1", 2000, { idleMs: 2000 }],
  ] as const)("for %s with a setting of %p is %j", (baseUrl, idleMs, times) => {
    expect(idleTimes(baseUrl, idleMs)).toEqual(times);
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
