/** Several calls of one response that need the user: each is asked, answered and told for itself. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { ToolError } from "../../src/tools/tool.ts";
import {
  call,
  createTestEngine,
  response,
  type TestEngine,
  type TestEngineOptions,
  tool,
} from "../support/engine.ts";

/** An engine whose model makes calls of `run` with these ids at once; `log` has what ran, in order. */
function scene(ids: readonly string[], options: Partial<TestEngineOptions> = {}) {
  const log: string[] = [];
  const run = tool("run", {
    risk: "execute",
    run: (_run, input) => {
      log.push(String(input["id"]));
      return { ok: true, text: "did" };
    },
  });
  const engine = createTestEngine({
    tools: [run],
    answers: [response(ids.map((id) => call(id, "run", { id }))), response(["ok"])],
    ...options,
  });
  return { ...engine, log };
}

/** Resolves when all these calls have open questions. */
async function allOpen({ next }: Pick<TestEngine, "next">, ids: readonly string[]): Promise<void> {
  for (const id of ids) await next("approval_requested", ({ approval }) => approval.callId === id);
}

const kinds = ({ results }: Pick<TestEngine, "results">) =>
  Object.fromEntries(results().map(({ callId, result }) => [callId, result.ok ? "ok" : result.kind]));

describe("questions of one response", () => {
  test("are open together, in the model's order", async () => {
    const at = scene(["a", "b", "c"]);
    at.engine.submit("go");
    await allOpen(at, ["a", "b", "c"]);
    expect(at.engine.openQuestions.map(({ callId }) => callId)).toEqual(["a", "b", "c"]);
    at.engine.interrupt();
    await at.engine.whenIdle();
  });

  test("can be answered in any order; nothing that asked starts before all are answered, and then in the model's order", async () => {
    const at = scene(["a", "b", "c"]);
    at.engine.submit("go");
    await allOpen(at, ["a", "b", "c"]);
    at.engine.answer("c", { type: "once" });
    at.engine.answer("a", { type: "once" });
    await at.next("call", ({ call: one }) => one.callId === "a" && one.status === "pending");
    expect(at.engine.openQuestions.map(({ callId }) => callId)).toEqual(["b"]);
    expect(at.log).toEqual([]);
    at.engine.answer("b", { type: "once" });
    await at.engine.whenIdle();
    expect(at.log).toEqual(["a", "b", "c"]);
  });

  test("keep their places: one that is asked again after it was changed stands where it stood", async () => {
    const at = scene(["a", "b", "c"]);
    at.engine.submit("go");
    await allOpen(at, ["a", "b", "c"]);
    at.engine.answer("b", { type: "edit", arguments: '{"id":"other"}' });
    await at.next("approval_requested", ({ approval }) => approval.arguments === '{"id":"other"}');
    expect(at.engine.openQuestions.map(({ callId }) => callId)).toEqual(["a", "b", "c"]);
    at.engine.interrupt();
    await at.engine.whenIdle();
  });

  test("a no to one neither stops nor allows the others, and its reason stands in its own result only", async () => {
    const at = scene(["a", "b", "c"]);
    at.engine.submit("go");
    await allOpen(at, ["a", "b", "c"]);
    at.engine.answer("a", { type: "decline", words: "not that one" });
    at.engine.answer("b", { type: "decline", words: "" });
    at.engine.answer("c", { type: "once" });
    await at.engine.whenIdle();
    expect(kinds(at)).toEqual({ a: "declined", b: "declined", c: "ok" });
    expect(at.log).toEqual(["c"]);
    const told = Object.fromEntries(
      at.results().map(({ callId, result }) => [callId, JSON.stringify(result)]),
    );
    expect(told["a"]).toContain("not that one");
    expect(told["b"]).not.toContain("not that one");
    expect(told["c"]).not.toContain("not that one");
  });

  test("“no, and stop” to one ends them all: nothing runs, and nothing is asked any more", async () => {
    const at = scene(["a", "b", "c"]);
    at.engine.submit("go");
    await allOpen(at, ["a", "b", "c"]);
    at.engine.answer("a", { type: "once" });
    at.engine.answer("b", { type: "stop" });
    await at.engine.whenIdle();
    expect(kinds(at)).toEqual({ a: "interrupted", b: "declined", c: "interrupted" });
    expect(at.log).toEqual([]);
    expect(at.engine.openQuestions).toEqual([]);
    expect(at.turnEnds()[0]?.outcome).toBe("interrupted");
  });

  test("end with their turn: an answer to an old one is refused, also when the next turn asks", async () => {
    const at = scene(["a", "b"], {
      answers: [
        response([call("a", "run", { id: "a" }), call("b", "run", { id: "b" })]),
        response([call("a", "run", { id: "again" })]),
        response(["ok"]),
      ],
    });
    at.engine.submit("go");
    await allOpen(at, ["a", "b"]);
    at.engine.interrupt();
    await at.engine.whenIdle();
    expect(at.engine.answer("b", { type: "once" }).type).toBe("refused");
    at.engine.submit("once more");
    await allOpen(at, ["a_2"]);
    expect(at.engine.answer("a", { type: "once" }).type).toBe("refused");
    expect(at.log).toEqual([]);
    at.engine.answer("a_2", { type: "once" });
    await at.engine.whenIdle();
    expect(at.log).toEqual(["again"]);
  });

  test("a rule that is kept for one answers the others that it covers; they run unasked", async () => {
    const at = scene(["a", "b"]);
    at.engine.submit("go");
    await allOpen(at, ["a", "b"]);
    at.engine.answer("a", { type: "remember" });
    await at.next("approval_withdrawn", ({ callId }) => callId === "b");
    await at.engine.whenIdle();
    expect(at.log).toEqual(["a", "b"]);
    expect(at.entries().filter(({ type }) => type === "approval")).toHaveLength(1);
  });

  test("reading that is allowed goes on while they are open, and a failed call takes nobody with it", async () => {
    const at = scene([], {
      tools: [
        tool("look"),
        tool("fail", { run: () => Promise.reject(new ToolError("no such file")) }),
        tool("run", { risk: "execute" }),
      ],
      answers: [response([call("r", "look"), call("f", "fail"), call("a", "run")]), response(["ok"])],
    });
    at.engine.submit("go");
    await allOpen(at, ["a"]);
    await at.next("call", ({ call: one }) => one.callId === "r" && one.status === "done");
    await at.next("call", ({ call: one }) => one.callId === "f" && one.status === "failed");
    expect(at.engine.openQuestions).toHaveLength(1);
    at.engine.answer("a", { type: "once" });
    await at.engine.whenIdle();
    expect(kinds(at)).toEqual({ r: "ok", f: "failed", a: "ok" });
  });

  test("reading that comes after a call which asks waits for it", async () => {
    let done = false;
    const seen: boolean[] = [];
    const at = scene([], {
      tools: [
        tool("look", { run: () => (seen.push(done), { ok: true, text: "" }) }),
        tool("run", { risk: "execute", run: () => ((done = true), { ok: true, text: "" }) }),
      ],
      answers: [response([call("a", "run"), call("r", "look")]), response(["ok"])],
    });
    at.engine.submit("go");
    await allOpen(at, ["a"]);
    at.engine.answer("a", { type: "once" });
    await at.engine.whenIdle();
    expect(seen).toEqual([true]);
  });
});

test("whatever is answered in whatever order, exactly what got a yes of its own runs, once, in the model's order", async () => {
  const answers = fc.array(fc.constantFrom("once", "decline", "stop"), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      answers,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      async (said, order) => {
        const ids = said.map((_, index) => `c${index}`);
        const at = scene(ids);
        at.engine.submit("go");
        await allOpen(at, ids);
        const rank = new Map(ids.map((id) => [id, order.next().value ?? 0]));
        const answered: string[] = [];
        for (const id of ids.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))) {
          const type = said[ids.indexOf(id)] ?? "once";
          const outcome = at.engine.answer(id, type === "decline" ? { type, words: "" } : { type });
          if (outcome.type === "taken") answered.push(type);
          // Once it is stopped, what is still open is gone before anything else happens.
          if (type === "stop") await Promise.resolve();
        }
        await at.engine.whenIdle();
        const expected = said.includes("stop") ? [] : ids.filter((_, index) => said[index] === "once");
        expect(at.log).toEqual(expected);
        expect(
          at
            .results()
            .map(({ callId }) => callId)
            .toSorted(),
        ).toEqual(ids);
      },
    ),
    { numRuns: 200 },
  );
});
