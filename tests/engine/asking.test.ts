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
    expect(engine.openQuestions).toEqual([approval]);
    expect(engine.answer("c1", { type: "once" })).toEqual({ type: "taken" });
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
    expect(engine.answer("c9", { type: "once" }).type).toBe("refused");
    expect(engine.answer("c1", { type: "once" })).toEqual({ type: "taken" });
    expect(engine.answer("c1", { type: "stop" }).type).toBe("refused");
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

  test("a rule that is not offered cannot be kept", async () => {
    const { engine, next, results } = createTestEngine({
      tools: [tool("run", { risk: "execute" })],
      decide: () => ({ verdict: "ask", reasons: ["it runs something"], hint: "" }),
      answers: [response([call("c1", "run")]), response(["ok"])],
    });
    engine.submit("go");
    await next("approval_requested");
    expect(engine.answer("c1", { type: "remember" })).toMatchObject({
      type: "refused",
      why: expect.stringContaining("No rule"),
    });
    engine.answer("c1", { type: "once" });
    await engine.whenIdle();
    expect(results()[0]?.result).toMatchObject({ ok: true });
  });

  test("the question has what there is to know: the arguments, the parts that ask, how a command is confined", async () => {
    const parts = [{ from: 0, to: 2, reason: "it removes files" }];
    const { engine, next } = createTestEngine({
      tools: [
        tool("bash", {
          risk: "execute",
          prepared: ({ command }) => ({
            accesses: [{ type: "execute", command: String(command), cwd: "/p" }],
            preview: { type: "command", command: String(command), cwd: "/p" },
          }),
        }),
      ],
      decide: () => ({
        class: "deny_or_always_ask",
        verdict: "ask",
        reasons: ["it removes files"],
        parts,
        hint: "",
      }),
      confinement: (kind) => `sandbox on for ${kind}`,
      answers: [response([call("c1", "bash", { command: "rm x" })])],
    });
    engine.submit("go");
    const { approval } = await next("approval_requested");
    expect(approval).toMatchObject({
      arguments: '{"command":"rm x"}',
      parts,
      sandbox: "sandbox on for deny_or_always_ask",
    });
    expect(approval.byHunk).toBeUndefined();
    engine.interrupt();
    await engine.whenIdle();
  });
});
