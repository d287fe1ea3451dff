/** What a turn makes of calls in words, of arguments in strings and of answers that pause. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import type { Tool } from "../../src/tools/tool.ts";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

const written = '<tool_call>{"name": "look", "arguments": {}}</tool_call>';

describe("a call that the model wrote as text", () => {
  test("is not run; the model is told once, and may then make it", async () => {
    let runs = 0;
    const look = tool("look", { run: () => ({ ok: true, text: `seen ${(runs += 1)}` }) });
    const { engine, entries, requests, turnEnds } = createTestEngine({
      tools: [look],
      answers: [response([written]), response([call("c1", "look")]), response(["Seen."])],
    });
    engine.submit("look");
    await engine.whenIdle();
    expect(runs).toBe(1);
    expect(turnEnds()).toMatchObject([{ outcome: "completed", steps: 3 }]);
    expect(requests[1]?.at(-1)).toMatchObject({
      type: "notice",
      text: expect.stringContaining("look as text"),
    });
    expect(entries().filter(({ type }) => type === "notice")).toHaveLength(1);
  });

  test("again ends the turn with the reason and the way out", async () => {
    const { engine, turnEnds } = createTestEngine({
      tools: [tool("look")],
      answers: [response([written]), response(["Well then:", written])],
    });
    engine.submit("look");
    await engine.whenIdle();
    expect(turnEnds()).toMatchObject([
      { outcome: "failed", steps: 2, reason: expect.stringMatching(/look as text again.*tolerantTools/) },
    ]);
  });

  test("in its reasoning, when it says nothing, is noticed too", async () => {
    const { engine, turnEnds } = createTestEngine({
      tools: [tool("look")],
      answers: [response([{ type: "reasoning", text: written }]), response(["Sorry."])],
    });
    engine.submit("look");
    await engine.whenIdle();
    expect(turnEnds()).toMatchObject([{ outcome: "completed", steps: 2 }]);
  });

  test("of a tool that there is not is an answer", async () => {
    const { engine, turnEnds } = createTestEngine({ tools: [tool("other")], answers: [response([written])] });
    engine.submit("look");
    await engine.whenIdle();
    expect(turnEnds()).toMatchObject([{ outcome: "completed", steps: 1 }]);
  });
});

test("arguments that came as strings reach the tool as what its schema wants", async () => {
  const schema = z.object({ count: z.number(), names: z.array(z.string()), note: z.string() });
  const got: unknown[] = [];
  const counting: Tool<z.infer<typeof schema>> = {
    name: "count",
    description: "counts",
    risk: "read",
    schema,
    title: ({ count }) => String(count),
    prepare: async (input) => ({
      accesses: [],
      preview: { type: "text", text: "" },
      run: async () => {
        got.push(input);
        return { ok: true, text: "counted" };
      },
    }),
  };
  const { engine, results } = createTestEngine({
    tools: [counting],
    definitions: [{ name: "count", description: "counts", parameters: z.toJSONSchema(schema) }],
    answers: [
      response([
        call("c1", "count", { count: "3", names: '["a"]', note: "42" }),
        call("c2", "count", { count: "three", names: [], note: "x" }),
      ]),
      response(["Done."]),
    ],
  });
  engine.submit("count");
  await engine.whenIdle();
  expect(got).toEqual([{ count: 3, names: ["a"], note: "42" }]);
  expect(results().find(({ callId }) => callId === "c2")?.result).toMatchObject({
    ok: false,
    kind: "invalid_arguments",
  });
});

describe("an answer that its server pauses", () => {
  test("goes on until it is whole", async () => {
    const paused = Array.from({ length: 10 }, () => response(["more "], { stop: "pause" }));
    const { engine, turnEnds } = createTestEngine({ answers: [...paused, response(["end"])] });
    engine.submit("go");
    await engine.whenIdle();
    expect(turnEnds()).toMatchObject([{ outcome: "completed", steps: 11 }]);
  });

  test("for ever is stopped with the reason", async () => {
    const paused = Array.from({ length: 20 }, () => response(["more "], { stop: "pause" }));
    const { engine, turnEnds } = createTestEngine({ answers: paused });
    engine.submit("go");
    await engine.whenIdle();
    expect(turnEnds()).toMatchObject([
      { outcome: "limit_reached", steps: 11, reason: expect.stringContaining("11 times") },
    ]);
  });
});
