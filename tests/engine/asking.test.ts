import { describe, expect, test } from "bun:test";
import { call, createTestEngine, response, tool } from "../support/engine.ts";

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
