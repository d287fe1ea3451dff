import { describe, expect, test } from "bun:test";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { call, createTestEngine, hanging, response, tool } from "../support/engine.ts";

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
    expect(engine.openQuestions).toEqual([]);
  });

  test("when idle does nothing", async () => {
    const { engine, entries } = createTestEngine({ answers: [] });
    engine.interrupt();
    expect(engine.state).toBe("idle");
    expect(entries()).toEqual([]);
  });
});
