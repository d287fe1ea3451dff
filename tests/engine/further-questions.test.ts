/** Questions that come up while a call runs. */
import { describe, expect, test } from "bun:test";
import type { CallClass } from "../../src/protocol/approval.ts";
import {
  call,
  createTestEngine,
  response,
  type TestEngine,
  type TestEngineOptions,
  tool,
} from "../support/engine.ts";

const question = {
  wants: "to leave",
  preview: { type: "text", text: "leave the sandbox?" },
  reasons: ["it wants /etc"],
} as const;

/** A call that asks as often as it is told to while it runs, and says what it heard. */
function scene(times = 1, options: Partial<TestEngineOptions> = {}) {
  const classes: (CallClass | undefined)[] = [];
  const run = tool("run", {
    risk: "execute",
    run: async ({ ask, class: kind }) => {
      classes.push(kind);
      const asked = Array.from({ length: times }, () => ask?.(question) ?? Promise.resolve("no" as const));
      return { ok: true, text: `heard ${(await Promise.all(asked)).join(" ")}` };
    },
  });
  const at = createTestEngine({
    tools: [run],
    decide: () => ({ class: "needs_approval", verdict: "allow", reasons: [] }),
    answers: [response([call("c1", "run")]), response(["ok"])],
    ...options,
  });
  at.engine.submit("go");
  return { ...at, classes };
}

const heard = ({ results }: TestEngine) => {
  const result = results()[0]?.result;
  return result?.ok === true ? result.text : result?.message;
};

describe("a question of a call that runs", () => {
  test("is put to the user under the call's id, and a yes is a yes for this once", async () => {
    const at = scene();
    const { approval } = await at.next("approval_requested");
    expect(approval).toMatchObject({ callId: "c1", tool: "run", ...question });
    expect(at.engine.answer("c1", { type: "remember" }).type).toBe("refused");
    expect(at.engine.answer("c1", { type: "edit", arguments: "{}" }).type).toBe("refused");
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(heard(at)).toBe("heard yes");
    expect(at.entries().find(({ type }) => type === "approval")).toMatchObject({
      callId: "c1",
      answer: { type: "once" },
      preview: question.preview,
    });
  });

  test("comes after the one about the call itself, with which it is not mistaken", async () => {
    const at = scene(1, { decide: () => ({ verdict: "ask", reasons: ["it runs something"], hint: "" }) });
    await at.next("approval_requested");
    at.engine.answer("c1", { type: "once" });
    const { approval } = await at.next(
      "approval_requested",
      (event) => event.approval.reasons[0] === "it wants /etc",
    );
    expect(approval.preview).toEqual(question.preview);
    at.engine.answer("c1", { type: "decline", words: "stay inside" });
    await at.engine.whenIdle();
    expect(heard(at)).toBe("heard no\n[The user said: stay inside]");
  });

  test("that are several come one behind the other", async () => {
    const at = scene(2);
    await at.next("approval_requested");
    expect(at.engine.openQuestions).toHaveLength(1);
    at.engine.answer("c1", { type: "once" });
    await at.next(
      "approval_requested",
      () => at.events.filter(({ type }) => type === "approval_requested").length === 2,
    );
    at.engine.answer("c1", { type: "decline", words: "" });
    await at.engine.whenIdle();
    expect(heard(at)).toBe("heard yes no");
  });

  test("that is answered with stop ends the turn", async () => {
    const at = scene();
    await at.next("approval_requested");
    at.engine.answer("c1", { type: "stop" });
    await at.engine.whenIdle();
    expect(at.turnEnds()[0]?.outcome).toBe("interrupted");
    expect(at.results()[0]?.result).toMatchObject({ kind: "interrupted" });
  });

  test("is a no where nobody can be asked", async () => {
    const at = scene(1, { canAsk: false });
    await at.engine.whenIdle();
    expect(heard(at)).toBe("heard no");
  });

  test("does not outlive the turn", async () => {
    const at = scene();
    await at.next("approval_requested");
    at.engine.interrupt();
    await at.engine.whenIdle();
    expect(at.engine.openQuestions).toEqual([]);
    expect(at.engine.answer("c1", { type: "once" }).type).toBe("refused");
  });

  test("counts nothing to the call's time", async () => {
    const plain = scene(0);
    await plain.engine.whenIdle();
    const at = scene();
    await at.next("approval_requested");
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    // The clock of these tests goes on by one each time it is read.
    expect(at.results()[0]?.durationMs).toBeLessThanOrEqual((plain.results()[0]?.durationMs ?? 0) + 1);
  });
});

test("a call is told of what kind the policy takes it to be", async () => {
  const at = scene(0);
  await at.engine.whenIdle();
  expect(at.classes).toEqual(["needs_approval"]);
});
