/** A call that the user did not want is not asked again, as long as they have not said anything new. */
import { describe, expect, test } from "bun:test";
import {
  call,
  createTestEngine,
  response,
  type ScriptedAnswer,
  type TestEngine,
  tool,
} from "../support/engine.ts";

function scene(...answers: readonly ScriptedAnswer[]): TestEngine {
  const run = tool("run", { risk: "execute" });
  return createTestEngine({
    tools: [{ ...run, aliases: ["execute"] }],
    answers: [...answers, response(["ok"])],
  });
}

const questions = ({ events }: TestEngine) =>
  events.filter(({ type }) => type === "approval_requested").length;

async function decline(at: TestEngine, callId: string): Promise<void> {
  await at.next("approval_requested", ({ approval }) => approval.callId === callId);
  at.engine.answer(callId, { type: "decline", words: "" });
}

describe("a declined call", () => {
  test("is told as the user's will and no failure, and the turn goes on", async () => {
    const at = scene(response([call("a", "run")]));
    at.engine.submit("go");
    await decline(at, "a");
    await at.engine.whenIdle();
    const result = at.results()[0]?.result;
    expect(result).toMatchObject({
      kind: "declined",
      message: expect.stringMatching(/user declined.*not a failure/s),
    });
    expect(at.turnEnds()[0]?.outcome).toBe("completed");
  });

  test("is refused without a question when the model makes it again, however its JSON is written", async () => {
    const at = scene(
      response([call("a", "run", '{"x":1,"y":[{"p":1,"q":2}]}')]),
      response([call("b", "run", ' { "y": [ {"q":2, "p":1} ], "x": 1.0 } ')]),
    );
    at.engine.submit("go");
    await decline(at, "a");
    await at.engine.whenIdle();
    expect(questions(at)).toBe(1);
    expect(at.results()[1]?.result).toMatchObject({
      kind: "declined",
      message: expect.stringContaining("not asked again"),
    });
  });

  test.each([
    ["other arguments", '{"x":2}'],
    ["arguments in another order in a list", '{"x":[2,1]}'],
  ])("with %s is another call, which is asked", async (_what, args) => {
    const at = scene(response([call("a", "run", '{"x":[1,2]}')]), response([call("b", "run", args)]));
    at.engine.submit("go");
    await decline(at, "a");
    await decline(at, "b");
    await at.engine.whenIdle();
    expect(questions(at)).toBe(2);
  });

  test("twice in one response is answered for both", async () => {
    const at = scene(response([call("a", "run", { x: 1 }), call("b", "run", { x: 1 })]));
    at.engine.submit("go");
    await at.next("approval_requested", ({ approval }) => approval.callId === "b");
    at.engine.answer("a", { type: "decline", words: "no" });
    await at.next("approval_withdrawn", ({ callId }) => callId === "b");
    await at.engine.whenIdle();
    expect(at.results().map(({ result }) => (result.ok ? "ok" : result.kind))).toEqual([
      "declined",
      "declined",
    ]);
  });

  test("is asked again after the user's next message, sent into the turn or behind it", async () => {
    const at = scene(
      response([call("a", "run")]),
      response([call("b", "run")]),
      response(["done"]),
      response([call("c", "run")]),
    );
    at.engine.submit("go");
    await at.next("approval_requested");
    at.engine.steer("well, do it");
    await decline(at, "a");
    await decline(at, "b");
    await at.engine.whenIdle();
    at.engine.submit("do it");
    await decline(at, "c");
    await at.engine.whenIdle();
    expect(questions(at)).toBe(3);
  });

  test("with the same words runs when a rule has come to allow it", async () => {
    const at = scene(
      response([call("a", "run"), call("b", "run", { other: 1 })]),
      response([call("c", "run")]),
    );
    at.engine.submit("go");
    await at.next("approval_requested", ({ approval }) => approval.callId === "b");
    at.engine.answer("a", { type: "decline", words: "" });
    at.engine.answer("b", { type: "remember" });
    await at.engine.whenIdle();
    expect(at.results().at(-1)).toMatchObject({ callId: "c", result: { ok: true } });
  });
});
