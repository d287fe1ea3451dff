import { describe, expect, test } from "bun:test";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

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

  test("is not disturbed by a listener that throws", async () => {
    const { engine, events, listenerErrors, entries, results } = createTestEngine({
      tools: [
        tool("talk", {
          run: ({ onOutput }) => {
            onOutput("output");
            return { ok: true, text: "all of it" };
          },
        }),
      ],
      answers: [response([call("c1", "talk")]), response(["Done."])],
    });
    let heard = 0;
    engine.subscribe(() => {
      heard += 1;
      throw new Error(`fault ${heard}`);
    });
    engine.submit("go");
    await engine.whenIdle();
    expect(results()[0]?.result).toEqual({ ok: true, text: "all of it" });
    expect(entries().at(-1)).toMatchObject({ type: "turn_end", outcome: "completed" });
    expect(events.at(-1)).toMatchObject({ type: "turn_ended" });
    expect(heard).toBe(events.length);
    expect(listenerErrors).toHaveLength(heard);
  });

  test("records for each step the model, the times, the attempts and the tokens", async () => {
    const usage = { inputTokens: 10, outputTokens: 2 };
    const { engine, entries } = createTestEngine({
      answers: [
        [
          {
            type: "retry",
            attempt: 2,
            of: 8,
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
