/** The door for programs: lines in, lines out. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { inputLineSchema, lineOf, type ReadLine, serveEvents } from "../../src/hosts/events.ts";
import { call, createTestEngine, response, type TestEngineOptions, tool } from "../support/engine.ts";

/** A program that says one line at a time; `heard` has every line that it was told. */
function program(options: Partial<TestEngineOptions> = {}) {
  const at = createTestEngine({
    tools: [tool("run", { risk: "execute" })],
    answers: [response(["words", call("c1", "run", { x: 1 })]), response(["ok"])],
    ...options,
  });
  const waiting: ReadLine[] = [];
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  async function* lines(): AsyncGenerator<ReadLine> {
    while (true) {
      for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) yield line;
      if (isOver) return;
      await wake.promise;
      wake = Promise.withResolvers();
    }
  }
  const heard: Record<string, unknown>[] = [];
  const stop = new AbortController();
  let isBehind = false;
  const output = {
    write: (line: string) => void heard.push(JSON.parse(line)),
    isBehind: () => isBehind,
  };
  const served = serveEvents(at.engine, lines(), output, stop.signal);
  const say = (line: unknown) => {
    waiting.push({ text: typeof line === "string" ? line : JSON.stringify(line) });
    wake.resolve();
  };
  return {
    ...at,
    heard,
    stop,
    say,
    fallBehind: () => void (isBehind = true),
    async leave() {
      isOver = true;
      wake.resolve();
      await served;
    },
    errors: () => heard.filter(({ type }) => type === "error"),
  };
}

describe("a program that drives a session", () => {
  test("is told every event, and answers by the call's id", async () => {
    const at = program();
    at.say({ type: "submit", text: "go" });
    const { approval } = await at.next("approval_requested");
    at.say({ type: "answer", callId: approval.callId, answer: { type: "once" } });
    await at.next("turn_ended");
    await at.leave();
    expect(at.heard).toEqual(JSON.parse(JSON.stringify(at.events)));
    expect(at.results()[0]?.result).toMatchObject({ ok: true });
    expect(at.errors()).toEqual([]);
  });

  test("is told when somebody else has answered first, or nobody was asked", async () => {
    const at = program();
    at.say({ type: "submit", text: "go" });
    await at.next("approval_requested");
    at.engine.answer("c1", { type: "decline", words: "" });
    at.say({ type: "answer", callId: "c1", answer: { type: "once" } });
    at.say({ type: "answer", callId: "c9", answer: { type: "once" } });
    await at.next("turn_ended");
    await at.leave();
    expect(at.errors()).toEqual([
      { type: "error", callId: "c1", message: expect.stringContaining("no open question") },
      { type: "error", callId: "c9", message: expect.stringContaining("no open question") },
    ]);
    expect(at.results()[0]?.result).toMatchObject({ kind: "declined" });
  });

  test("can steer, change the mode and interrupt", async () => {
    const at = program();
    at.say({ type: "submit", text: "go" });
    await at.next("approval_requested");
    at.say({ type: "steer", text: "and more" });
    await at.next("queue", ({ queue }) => queue[0]?.via === "steer");
    at.say({ type: "mode", mode: "plan" });
    await at.next("mode");
    at.say({ type: "interrupt" });
    expect((await at.next("turn_ended")).outcome).toBe("interrupted");
    await at.leave();
    expect(at.engine.mode).toBe("plan");
  });

  test("that leaves ends the turn in which it was asked, and what waited behind it", async () => {
    const at = program();
    at.say({ type: "submit", text: "go" });
    await at.next("approval_requested");
    at.say({ type: "submit", text: "and then" });
    await at.next("queue");
    await at.leave();
    expect(at.heard.at(-1)).toMatchObject({ type: "turn_ended", outcome: "interrupted" });
    expect(at.turnEnds()).toHaveLength(1);
    expect(at.engine.openQuestions).toEqual([]);
  });

  test.each(["", "  "])("says nothing with a blank line (%j)", async (line) => {
    const at = program();
    at.say(line);
    await at.leave();
    expect(at.heard).toEqual([]);
  });

  test("that does not read is spared what is only live, and no entry", async () => {
    const at = program();
    at.fallBehind();
    at.say({ type: "submit", text: "go" });
    await at.next("approval_requested");
    await at.leave();
    expect(at.events.map(({ type }) => type)).toContain("text_delta");
    expect(at.heard.map(({ type }) => type)).not.toContain("text_delta");
    expect(at.heard.filter(({ type }) => type === "entry")).toHaveLength(at.entries().length);
  });
});

test("whatever a line is, it is obeyed or answered with one error, and the next one is heard", async () => {
  const nearly = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom("submit", "answer", "interrupt", "mode", "steer", "exit"),
        fc.jsonValue(),
      ),
      text: fc.jsonValue(),
      callId: fc.oneof(fc.constant("c1"), fc.jsonValue()),
      answer: fc.oneof(fc.record({ type: fc.constantFrom("once", "stop", "edit", "hunks") }), fc.jsonValue()),
      mode: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const lines = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    nearly.map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { maxLength: 8 }), async (said) => {
      // Whether a line that fits does what it says is told elsewhere.
      const broken = said.filter((line) => line.trim() !== "" && !isInput(line));
      const at = program();
      for (const line of broken) at.say(line);
      at.say({ type: "submit", text: "go" });
      await at.next("approval_requested");
      await at.leave();
      expect(at.errors()).toHaveLength(broken.length);
    }),
    { numRuns: 200 },
  );
});

function isInput(line: string): boolean {
  try {
    return inputLineSchema.safeParse(JSON.parse(line)).success;
  } catch {
    return false;
  }
}

test("a line is one line, and has nothing in it that a terminal obeys", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const line = lineOf({ type: "error", message: text });
      expect(JSON.parse(line)).toEqual({ type: "error", message: text });
      // oxlint-disable-next-line no-control-regex -- these are what must not be there
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});
