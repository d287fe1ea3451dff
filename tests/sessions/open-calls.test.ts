import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { interruptionIn } from "../../src/protocol/interruption.ts";
import { matchIds, matchResults, repairOpenCalls, unansweredCalls } from "../../src/sessions/open-calls.ts";
import { chained } from "./arbitrary-entries.ts";
import { said } from "./data-folder.ts";

const begin: NewEntry = { type: "turn_start", turnId: "t1", traceId: "0", model: "demo/demo", mode: "ask" };
const end: NewEntry = { type: "turn_end", turnId: "t1", outcome: "completed", steps: 1 };
const started = (callId: string): NewEntry => ({
  type: "tool_start",
  callId,
  name: "bash",
  title: `run ${callId}`,
});

function answer(...callIds: string[]): NewEntry {
  const parts = callIds.map(
    (callId) => ({ type: "tool_call", callId, name: "bash", argumentsText: "{}" }) as const,
  );
  return {
    type: "assistant",
    turnId: "t1",
    step: 1,
    model: "demo/demo",
    parts: [{ type: "text", text: "let me see" }, ...parts],
    stop: "tool_use",
    latencyMs: 1,
    attempts: 1,
  };
}

function result(callId: string, text = "ok"): NewEntry {
  return { type: "tool_result", callId, name: "bash", title: "", result: { ok: true, text }, durationMs: 1 };
}

describe("what a killed process left open", () => {
  test("nothing, when the turn had ended", () => {
    expect(repairOpenCalls(chained([said("hi"), begin, answer("a"), result("a"), end]))).toEqual([]);
    expect(repairOpenCalls([])).toEqual([]);
    expect(repairOpenCalls(chained([said("hi")]))).toEqual([]);
  });

  test("a turn without an answer is ended", () => {
    expect(repairOpenCalls(chained([said("hi"), begin]))).toMatchObject([
      { type: "turn_end", turnId: "t1", outcome: "interrupted", steps: 0 },
    ]);
  });

  test("a call that ran and one that did not are told apart", () => {
    const repairs = repairOpenCalls(
      chained([said("hi"), begin, answer("a", "b", "c"), started("a"), result("a"), started("b")]),
    );
    expect(repairs).toMatchObject([
      { callId: "b", title: "run b", result: { message: expect.stringContaining("while this was running") } },
      { callId: "c", title: "", result: { message: expect.stringContaining("it did not run") } },
      { type: "turn_end", outcome: "interrupted", steps: 1 },
    ]);
  });

  test("a call that nobody had answered says so, with what was asked; one that was answered and had not begun did not run", () => {
    const question = (callId: string): NewEntry => ({
      type: "question",
      callId,
      name: "bash",
      title: `make ${callId}`,
    });
    const once: NewEntry = {
      type: "approval",
      callId: "b",
      answer: { type: "once" },
      preview: { type: "text", text: "" },
    };
    const asked = [said("hi"), begin, answer("a", "b", "c"), question("a"), question("b"), once];
    const repairs = repairOpenCalls(chained(asked));
    const notes = repairs.flatMap((entry) =>
      entry.type === "tool_result" && !entry.result.ok ? [interruptionIn(entry.result.message)] : [],
    );
    expect(notes).toEqual(["not_answered", "not_started", "not_started"]);
    expect(repairs.slice(0, 3)).toMatchObject([
      {
        callId: "a",
        title: "make a",
        result: { message: expect.stringContaining("before the user had answered") },
      },
      { callId: "b", title: "make b", result: { message: expect.stringContaining("it did not run") } },
      { callId: "c", title: "", result: { message: expect.stringContaining("it did not run") } },
    ]);
    // One that was asked about again while it ran is one that ran.
    const running = repairOpenCalls(chained([...asked, started("b"), question("b")]));
    expect(running[1]).toMatchObject({
      result: { message: expect.stringContaining("while this was running") },
    });
  });

  test("a call whose result was lost with a damaged line gets one, though its turn had ended", () => {
    const repairs = repairOpenCalls(chained([said("hi"), begin, answer("a"), end]));
    expect(repairs).toMatchObject([{ type: "tool_result", callId: "a" }]);
  });

  test("files that were being brought back may not be as they were, which is said; once that is over, nothing is", () => {
    const restore: NewEntry = {
      type: "restore",
      to: null,
      files: [{ path: "/a", before: null, after: "h" }],
    };
    const job: NewEntry = { type: "checkpoint", callId: "job", files: [] };
    const cut = [said("hi"), restore, job];
    const repairs = repairOpenCalls(chained(cut));
    expect(repairs).toMatchObject([{ type: "notice", text: expect.stringContaining("brought 1 file back") }]);
    expect(repairOpenCalls(chained([...cut, ...repairs]))).toEqual([]);
  });

  test("the repairs repair: a second look finds nothing", () => {
    const branch = [said("hi"), begin, answer("a", "b"), started("a")];
    expect(repairOpenCalls(chained([...branch, ...repairOpenCalls(chained(branch))]))).toEqual([]);
  });
});

describe("background jobs of a killed process", () => {
  const job = (id: string, runs: boolean, title = "npm run dev"): NewEntry => ({
    type: "tool_result",
    callId: id,
    name: "bash",
    title,
    result: { ok: true, text: "", job: { id, runs } },
    durationMs: 1,
  });
  const told = (...endedJobs: string[]): NewEntry => ({ type: "notice", text: "ended", endedJobs });

  test("are told to have ended with it, by name", () => {
    const branch = [job("job-1", true), job("job-2", true, ""), job("job-1", true, "job-1")];
    const note = "rein was stopped while a background job ran; what it changed by then was not looked at.";
    expect(repairOpenCalls(chained(branch))).toEqual([
      // What they changed cannot be brought back, which is said where that is asked for.
      { type: "checkpoint", callId: "job-1", files: [], note },
      { type: "checkpoint", callId: "job-2", files: [], note },
      {
        type: "notice",
        text: "rein was stopped; its background jobs ended with it: job-1 (npm run dev), job-2.",
        endedJobs: ["job-1", "job-2"],
      },
    ]);
    expect(repairOpenCalls(chained([...branch, ...repairOpenCalls(chained(branch))]))).toEqual([]);
  });

  test("are not, when the model knows their end: from a notice, or from a call that read or killed them", () => {
    const branch = [job("job-1", true), job("job-2", true), told("job-2"), job("job-1", false, "job-1")];
    expect(repairOpenCalls(chained(branch))).toEqual([]);
    // The result of a call that saw it run may come behind the notice of its end.
    expect(repairOpenCalls(chained([...branch, job("job-2", true)]))).toEqual([]);
  });
});

describe("which result belongs to which call", () => {
  test("ids that a server uses again belong to the step they stand behind", () => {
    const branch = chained([
      answer("call_0"),
      result("call_0", "first"),
      answer("call_0"),
      result("call_0", "second"),
    ]);
    const found = [...matchResults(branch).values()].flat().map((call) => call.result?.result);
    expect(found).toMatchObject([{ text: "first" }, { text: "second" }]);
  });

  test("equal ids in one response are answered in order", () => {
    expect(matchIds([{ calls: ["x", "x"] }, { answer: "x", by: 1 }, { answer: "x", by: 2 }])).toEqual([
      [1, 2],
    ]);
  });

  test("a result in the wrong order finds its call, a second one and a strange one find none", () => {
    const events = [
      { answer: "a", by: 0 },
      { calls: ["a", "b"] },
      { answer: "b", by: 1 },
      { answer: "a", by: 2 },
      { answer: "a", by: 3 },
      { answer: "z", by: 4 },
    ];
    expect(matchIds(events)).toEqual([[2, 1]]);
  });
});

const anyId = fc.constantFrom("a", "b", "c");
const anyStep = fc.oneof(
  fc.array(anyId, { maxLength: 3 }).map((ids) => answer(...ids)),
  anyId.map((id) => result(id)),
);

test("the calls without a result are those that matching finds, whatever ids a server gives", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const branch = chained(steps);
      const matched = [...matchResults(branch).values()].flat();
      expect(unansweredCalls(branch)).toEqual(
        matched.flatMap(({ call, result: found }) => (found === null ? [call] : [])),
      );
    }),
  );
});

test("what stands before a part of a branch answers no call in it", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), fc.nat({ max: 12 }), (steps, cut) => {
      const branch = chained(steps);
      const whole = matchResults(branch);
      for (const [entry, calls] of matchResults(branch.slice(cut)))
        expect(calls).toEqual(whole.get(entry) ?? []);
    }),
  );
});
