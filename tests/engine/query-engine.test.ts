import { describe, expect, test } from "bun:test";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { call, createTestEngine, hanging, response, tool } from "../support/engine.ts";

describe("a turn", () => {
  test("ends with the model's answer and is idle again", async () => {
    const { engine, entries, events } = createTestEngine({ answers: [response(["Hello."])] });
    engine.submit("hi");
    expect(engine.state).toBe("thinking");
    await engine.whenIdle();
    expect(engine.state).toBe("idle");
    expect(entries().map((entry) => entry.type)).toEqual(["user", "turn_start", "assistant", "turn_end"]);
    expect(entries().at(-1)).toMatchObject({ outcome: "completed", steps: 1 });
    expect(events).toContainEqual({ type: "text_delta", text: "Hello." });
  });

  test("goes thinking, acting, thinking, idle when the model calls a tool", async () => {
    const { engine, events, requests, results } = createTestEngine({
      tools: [tool("look")],
      answers: [response([call("c1", "look")]), response(["Seen."])],
    });
    engine.submit("look");
    await engine.whenIdle();
    const states = events.flatMap((event) => (event.type === "state" ? [event.state] : []));
    expect(states).toEqual(["thinking", "acting", "thinking", "idle"]);
    expect(results()[0]?.result).toEqual({ ok: true, text: "look done" });
    expect(requests[1]?.at(-1)?.type).toBe("tool_result");
  });

  test("records for each step the model, the times, the attempts and the tokens", async () => {
    const usage = { inputTokens: 10, outputTokens: 2 };
    const { engine, entries } = createTestEngine({
      answers: [
        [
          {
            type: "retry",
            attempt: 2,
            delayMs: 5,
            error: { kind: "overloaded", message: "busy", retryable: true },
          },
          ...response(["ok"], { usage }),
        ],
      ],
    });
    engine.submit("hi");
    await engine.whenIdle();
    const answer = entries().find((entry) => entry.type === "assistant");
    expect(answer).toMatchObject({ model: "test/model", step: 1, attempts: 2, usage });
    expect(answer?.latencyMs).toBeGreaterThan(0);
    expect(answer?.firstTokenMs).toBeGreaterThan(0);
    const start = entries().find((entry) => entry.type === "turn_start");
    expect(start?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test("stops at the limit with its calls answered, and the next message goes on from there", async () => {
    const { engine, turnEnds, results } = createTestEngine({
      tools: [tool("look")],
      maxSteps: 1,
      answers: [response([call("c1", "look")]), response(["Done."])],
    });
    engine.submit("look");
    await engine.whenIdle();
    expect(turnEnds()[0]).toMatchObject({
      outcome: "limit_reached",
      reason: expect.stringContaining("limit"),
    });
    expect(results()).toHaveLength(1);
    engine.submit("go on");
    await engine.whenIdle();
    expect(turnEnds()[1]).toMatchObject({ outcome: "completed" });
  });

  test("fails with the provider's reason, and the next message works", async () => {
    const error = { kind: "auth", message: "401: no such key", retryable: false } as const;
    const { engine, turnEnds } = createTestEngine({
      answers: [[{ type: "error", error, parts: [] }], response(["Now it works."])],
    });
    engine.submit("hi");
    await engine.whenIdle();
    expect(turnEnds()[0]).toMatchObject({ outcome: "failed", reason: "401: no such key", error });
    engine.submit("again");
    await engine.whenIdle();
    expect(turnEnds()[1]?.outcome).toBe("completed");
  });

  test("keeps what was said before the stream broke", async () => {
    const error = { kind: "network", message: "reset", retryable: true } as const;
    const { engine, entries } = createTestEngine({
      answers: [
        [
          { type: "text", text: "half an ans" },
          { type: "error", error, parts: [] },
        ],
      ],
    });
    engine.submit("hi");
    await engine.whenIdle();
    const answer = entries().find((entry) => entry.type === "assistant");
    expect(answer?.parts).toEqual([{ type: "text", text: "half an ans" }]);
    expect(answer?.stop).toBe("truncated");
  });

  test("fails, and does not crash, when the provider throws or ends without an answer", async () => {
    const { engine, turnEnds } = createTestEngine({
      answers: [
        async function* () {
          yield { type: "text", text: "" };
          throw new Error("boom");
        },
        [],
      ],
    });
    engine.submit("a");
    await engine.whenIdle();
    engine.submit("b");
    await engine.whenIdle();
    expect(turnEnds().map((end) => end.outcome)).toEqual(["failed", "failed"]);
    expect(turnEnds()[0]?.reason).toContain("boom");
  });

  test.each([
    ["a call without an id", call("", "look")],
    ["a call without a name", call("c1", "  ")],
  ])("treats %s as the provider's error, not as a tool result", async (_what, part) => {
    const { engine, turnEnds, results } = createTestEngine({
      tools: [tool("look")],
      answers: [response([part])],
    });
    engine.submit("hi");
    await engine.whenIdle();
    expect(turnEnds()[0]).toMatchObject({ outcome: "failed", error: { kind: "protocol" } });
    expect(results()).toEqual([]);
  });

  test.each(["length", "content_filter", "refusal", "context_window"] as const)(
    "an answer that ended with %s says so",
    async (stop) => {
      const { engine, turnEnds } = createTestEngine({ answers: [response(["half"], { stop })] });
      engine.submit("hi");
      await engine.whenIdle();
      expect(turnEnds()[0]?.outcome).toBe("failed");
      expect(turnEnds()[0]?.reason).toBeTruthy();
    },
  );

  test("a pause goes on with another request", async () => {
    const { engine, requests, turnEnds } = createTestEngine({
      answers: [response(["one"], { stop: "pause" }), response(["two"])],
    });
    engine.submit("hi");
    await engine.whenIdle();
    expect(requests).toHaveLength(2);
    expect(turnEnds()[0]?.outcome).toBe("completed");
  });
});

describe("tool calls", () => {
  const failureOf = async (answer: ReturnType<typeof call>, tools = [tool("look")]) => {
    const { engine, results, turnEnds } = createTestEngine({
      tools,
      answers: [response([answer]), response(["ok"])],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(turnEnds()[0]?.outcome).toBe("completed");
    return results()[0]?.result;
  };

  test("of an unknown tool tell the model which there are", async () => {
    expect(await failureOf(call("c1", "fly"))).toMatchObject({
      ok: false,
      kind: "unknown_tool",
      message: expect.stringContaining("look"),
    });
  });

  test("with arguments that are no JSON are not run", async () => {
    expect(await failureOf(call("c1", "look", '{"a": '))).toMatchObject({ ok: false, kind: "bad_json" });
  });

  test("with arguments that do not fit the schema say what does not fit", async () => {
    expect(await failureOf(call("c1", "look", "[1]"))).toMatchObject({
      ok: false,
      kind: "invalid_arguments",
    });
  });

  test("whose tool throws become results, expected or not", async () => {
    const expected = tool("look", {
      run: () => {
        throw new ToolError("no such file");
      },
    });
    expect(await failureOf(call("c1", "look"), [expected])).toEqual({
      ok: false,
      kind: "failed",
      message: "no such file",
    });
    const crash = tool("look", {
      run: () => {
        throw new TypeError("undefined is not a function");
      },
    });
    expect(await failureOf(call("c1", "look"), [crash])).toMatchObject({
      ok: false,
      kind: "failed",
      message: expect.stringContaining("unexpectedly"),
    });
  });

  test("cut by the output limit are not run, and the model is told why", async () => {
    let ran = false;
    const write = tool("write", {
      run: () => {
        ran = true;
        return { ok: true, text: "" };
      },
    });
    const { engine, results, turnEnds } = createTestEngine({
      tools: [write],
      answers: [
        response([call("c1", "write", '{"content":"half')], { stop: "length" }),
        response(["smaller"]),
      ],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(ran).toBe(false);
    expect(results()[0]?.result).toMatchObject({
      kind: "incomplete_call",
      message: expect.stringContaining("limit"),
    });
    expect(turnEnds()[0]?.outcome).toBe("completed");
  });

  test("that only read run side by side", async () => {
    const both = Promise.withResolvers<void>();
    let running = 0;
    const look = tool("look", {
      run: async () => {
        running += 1;
        if (running === 2) both.resolve();
        await both.promise;
        return { ok: true, text: "" };
      },
    });
    const { engine, results } = createTestEngine({
      tools: [look],
      answers: [response([call("a", "look"), call("b", "look")]), response(["ok"])],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(results()).toHaveLength(2);
  });

  test("that do more than read run one after the other, in the model's order", async () => {
    const log: string[] = [];
    const write = tool("write", {
      risk: "write",
      run: async (_run, input) => {
        log.push(`${String(input["n"])} starts`);
        await Promise.resolve();
        log.push(`${String(input["n"])} ends`);
        return { ok: true, text: "" };
      },
    });
    const { engine } = createTestEngine({
      tools: [write],
      decide: () => ({ verdict: "allow", reasons: [] }),
      answers: [response([call("a", "write", { n: 1 }), call("b", "write", { n: 2 })]), response(["ok"])],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(log).toEqual(["1 starts", "1 ends", "2 starts", "2 ends"]);
  });

  test("with an id that was used before get one of their own", async () => {
    const { engine, results } = createTestEngine({
      tools: [tool("look")],
      answers: [
        response([call("call_0", "look")]),
        response([call("call_0", "look"), call("call_0", "look")]),
        response(["ok"]),
      ],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(results().map((entry) => entry.callId)).toEqual(["call_0", "call_0_2", "call_0_3"]);
  });

  test("show their live output", async () => {
    const shout = tool("shout", {
      run: ({ onOutput }) => {
        onOutput("one\n");
        onOutput("two\n");
        return { ok: true, text: "done" };
      },
    });
    const { engine, events } = createTestEngine({
      tools: [shout],
      answers: [response([call("c1", "shout")]), response(["ok"])],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(events.flatMap((event) => (event.type === "call_output" ? [event.text] : []))).toEqual([
      "one\n",
      "two\n",
    ]);
  });
});

describe("asking", () => {
  const asking = (
    more: Parameters<typeof createTestEngine>[0]["answers"] = [response(["ok"])],
    canAsk = true,
  ) =>
    createTestEngine({
      tools: [tool("run", { risk: "execute" })],
      canAsk,
      answers: [response([call("c1", "run", { x: 1 })]), ...more],
    });

  test("yes runs the call", async () => {
    const { engine, next, results, entries } = asking();
    engine.submit("go");
    const { approval } = await next("approval_requested");
    expect(approval).toMatchObject({
      callId: "c1",
      tool: "run",
      preview: { text: '{"x":1}' },
      remember: "run",
    });
    expect(engine.openQuestion).toEqual(approval);
    expect(engine.answer("c1", { type: "once" })).toBe(true);
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({ ok: true });
    expect(entries().find((entry) => entry.type === "approval")).toMatchObject({ preview: approval.preview });
  });

  test("no gives the model the user's words and does not run it", async () => {
    const { engine, next, results, turnEnds } = asking();
    engine.submit("go");
    await next("approval_requested");
    engine.answer("c1", { type: "decline", words: "use the other file" });
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({
      kind: "declined",
      message: expect.stringContaining("the other file"),
    });
    expect(turnEnds()[0]?.outcome).toBe("completed");
  });

  test("no and stop ends the turn", async () => {
    const { engine, next, results, turnEnds, requests } = asking([]);
    engine.submit("go");
    await next("approval_requested");
    engine.answer("c1", { type: "stop" });
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({ kind: "declined" });
    expect(turnEnds()[0]?.outcome).toBe("interrupted");
    expect(requests).toHaveLength(1);
  });

  test("don't ask again keeps the rule, and the same call then runs unasked", async () => {
    const { engine, next, events, entries } = asking([response([call("c2", "run")]), response(["ok"])]);
    engine.submit("go");
    await next("approval_requested");
    engine.answer("c1", { type: "remember" });
    await engine.whenIdle();
    expect(events.filter((event) => event.type === "approval_requested")).toHaveLength(1);
    expect(entries().find((entry) => entry.type === "approval")).toMatchObject({ rule: "run" });
  });

  test("an answer to another call or a second answer does nothing", async () => {
    const { engine, next } = asking();
    engine.submit("go");
    await next("approval_requested");
    expect(engine.answer("c9", { type: "once" })).toBe(false);
    expect(engine.answer("c1", { type: "once" })).toBe(true);
    expect(engine.answer("c1", { type: "stop" })).toBe(false);
    await engine.whenIdle();
  });

  test("where nobody can answer, the call is refused with the way to allow it", async () => {
    const { engine, results, turnEnds } = asking([response(["I could not."])], false);
    engine.submit("go");
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({
      kind: "not_allowed",
      message: expect.stringContaining("--allow run"),
    });
    expect(turnEnds()[0]?.outcome).toBe("completed");
  });

  test("a denied call is refused with the reason", async () => {
    const { engine, results } = createTestEngine({
      tools: [tool("run", { risk: "execute" })],
      decide: () => ({ verdict: "deny", reasons: ["plan mode: nothing but reading"] }),
      answers: [response([call("c1", "run")]), response(["ok"])],
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({
      kind: "not_allowed",
      message: expect.stringContaining("plan mode"),
    });
  });

  test("questions of reading calls come one at a time", async () => {
    const { engine, next, results, events } = createTestEngine({
      tools: [tool("look")],
      decide: () => ({ verdict: "ask", reasons: [], hint: "" }),
      answers: [response([call("a", "look"), call("b", "look")]), response(["ok"])],
    });
    engine.submit("go");
    await next("approval_requested");
    expect(events.filter((event) => event.type === "approval_requested")).toHaveLength(1);
    engine.answer("a", { type: "once" });
    await next("approval_requested", (event) => event.approval.callId === "b");
    engine.answer("b", { type: "once" });
    await engine.whenIdle();
    expect(results()).toHaveLength(2);
  });
});

describe("interrupt", () => {
  test("while thinking keeps what was said, and the next message works", async () => {
    const { engine, next, entries, turnEnds } = createTestEngine({
      answers: [hanging("I am"), response(["ok"])],
    });
    engine.submit("go");
    await next("text_delta");
    engine.interrupt();
    await engine.whenIdle();
    expect(turnEnds()[0]?.outcome).toBe("interrupted");
    expect(entries().find((entry) => entry.type === "assistant")?.parts).toEqual([
      { type: "text", text: "I am" },
    ]);
    engine.submit("go on");
    await engine.whenIdle();
    expect(turnEnds()[1]?.outcome).toBe("completed");
  });

  test("gets through to a provider that ignores the signal", async () => {
    const { engine, next, turnEnds } = createTestEngine({
      answers: [
        async function* () {
          yield { type: "text", text: "…" };
          await new Promise(() => undefined);
        },
      ],
    });
    engine.submit("go");
    await next("text_delta");
    engine.interrupt();
    await engine.whenIdle();
    expect(turnEnds()[0]?.outcome).toBe("interrupted");
  });

  test("while acting answers every open call as interrupted", async () => {
    const seen: AbortSignal[] = [];
    const stuck = tool("stuck", {
      risk: "execute",
      run: ({ signal, onOutput }) => {
        seen.push(signal);
        onOutput("line 41\n");
        return new Promise<ToolResult>(() => undefined);
      },
    });
    const { engine, next, results, turnEnds, requests } = createTestEngine({
      tools: [stuck],
      decide: () => ({ verdict: "allow", reasons: [] }),
      answers: [response([call("a", "stuck"), call("b", "stuck")])],
    });
    engine.submit("go");
    await next("call_output");
    engine.interrupt();
    await engine.whenIdle();
    expect(seen[0]?.aborted).toBe(true);
    expect(results().map((entry) => [entry.callId, entry.result.ok ? "" : entry.result.kind])).toEqual([
      ["a", "interrupted"],
      ["b", "interrupted"],
    ]);
    expect(results()[0]?.result).toMatchObject({ message: expect.stringContaining("line 41") });
    expect(turnEnds()[0]?.outcome).toBe("interrupted");
    expect(requests).toHaveLength(1);
  });

  test("while a question is open leaves it not answered and not run", async () => {
    const { engine, next, results } = createTestEngine({
      tools: [tool("run", { risk: "execute" })],
      answers: [response([call("c1", "run")])],
    });
    engine.submit("go");
    await next("approval_requested");
    engine.interrupt();
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({
      kind: "interrupted",
      message: expect.stringContaining("not run"),
    });
    expect(engine.openQuestion).toBeUndefined();
  });

  test("when idle does nothing", async () => {
    const { engine, entries } = createTestEngine({ answers: [] });
    engine.interrupt();
    expect(engine.state).toBe("idle");
    expect(entries()).toEqual([]);
  });
});

describe("messages while a turn runs", () => {
  const slow = () => {
    const gate = Promise.withResolvers<void>();
    const wait = tool("wait", {
      run: async () => {
        await gate.promise;
        return { ok: true, text: "" };
      },
    });
    return { gate, wait };
  };

  test("queued ones follow in order, one turn each", async () => {
    const { gate, wait } = slow();
    const { engine, next, entries, turnEnds } = createTestEngine({
      tools: [wait],
      answers: [response([call("c1", "wait")]), response(["1"]), response(["2"]), response(["3"])],
    });
    engine.submit("one");
    await next("call", (event) => event.call.status === "running");
    engine.submit("two");
    engine.queue("three");
    expect(engine.queued.map((message) => message.text)).toEqual(["two", "three"]);
    gate.resolve();
    await engine.whenIdle();
    expect(turnEnds()).toHaveLength(3);
    const said = entries().flatMap((entry) => (entry.type === "user" ? [`${entry.via}: ${entry.text}`] : []));
    expect(said).toEqual(["submit: one", "queue: two", "queue: three"]);
    expect(engine.queued).toEqual([]);
  });

  test("steering ones reach the model with the next request of the same turn", async () => {
    const { gate, wait } = slow();
    const { engine, next, requests, turnEnds } = createTestEngine({
      tools: [wait],
      answers: [response([call("c1", "wait")]), response(["ok"])],
    });
    engine.submit("one");
    await next("call", (event) => event.call.status === "running");
    engine.steer("rather this");
    gate.resolve();
    await engine.whenIdle();
    expect(requests[1]?.slice(-2)).toMatchObject([{ type: "tool_result" }, { type: "user", via: "steer" }]);
    expect(turnEnds()).toHaveLength(1);
  });

  test("a steering message during the last answer gets an answer of its own in the same turn", async () => {
    const { engine, turnEnds, requests } = createTestEngine({
      answers: [
        async function* () {
          engine.steer("and this");
          yield* response(["first"]);
        },
        response(["second"]),
      ],
    });
    engine.submit("one");
    await engine.whenIdle();
    expect(requests).toHaveLength(2);
    expect(turnEnds()).toHaveLength(1);
  });

  test("stay in the queue after a stop, and can be taken back", async () => {
    const { engine, next } = createTestEngine({ answers: [hanging("…"), response(["ok"])] });
    engine.submit("one");
    await next("text_delta");
    engine.queue("two");
    engine.queue("three");
    engine.interrupt();
    await engine.whenIdle();
    expect(engine.queued.map((message) => message.text)).toEqual(["two", "three"]);
    expect(engine.takeBack()?.text).toBe("three");
    expect(engine.takeBack()?.text).toBe("two");
    expect(engine.takeBack()).toBeUndefined();
  });

  test("blank ones are nothing", () => {
    const { engine } = createTestEngine({ answers: [] });
    engine.submit("  \n ");
    expect(engine.state).toBe("idle");
  });
});
