import { describe, expect, test } from "bun:test";
import { ToolError } from "../../src/tools/tool.ts";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

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
