import { expect, test } from "bun:test";
import { formatDuration, formatTokens } from "../../src/transcript/format.ts";
import { renderTrace, traceOf } from "../../src/transcript/trace.ts";
import {
  approval,
  assistant,
  calls,
  log,
  ran,
  says,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "./log.ts";

const usage = { inputTokens: 18_200, outputTokens: 1100, cacheReadTokens: 17_000, reasoningTokens: 300 };
const entries = log(
  user("x"),
  turnStart,
  assistant([calls("c1"), calls("c2")], { stop: "tool_use", usage, firstTokenMs: 310, attempts: 2 }),
  approval("c1", "once"),
  toolStart("c1"),
  toolResult("c1", ran, 3200),
  toolStart("c2", "sleep 9"),
  assistant([says("done")], { step: 2 }),
  turnEnd({ steps: 2 }),
);

test("a trace has each turn's steps and each step's calls", () => {
  const [turn] = traceOf(entries);
  expect(turn).toMatchObject({
    traceId: "0af7651916cd43dd8448eb211c80319c",
    outcome: "completed",
    durationMs: 7000,
  });
  expect(turn?.steps).toHaveLength(2);
  expect(turn?.steps[0]).toMatchObject({ latencyMs: 1200, firstTokenMs: 310, attempts: 2, usage });
  expect(turn?.steps[0]?.calls).toEqual([
    { callId: "c1", name: "bash", title: "ls", outcome: "done", answer: "once", durationMs: 3200 },
    { callId: "c2", name: "bash", title: "sleep 9", outcome: "interrupted" },
  ]);
});

test("the trace is readable", () => {
  expect(renderTrace(traceOf(entries))).toEqual([
    "turn 1 · completed · 7.0s · demo/offline · trace 0af7651916cd43dd8448eb211c80319c · 2026-01-01T10:00:01.000Z",
    "  step 1 · demo/offline · 1.2s · first token 310ms · ↑18.2k (17.0k cached) ↓1.1k (300 reasoning) · 2 attempts · tool_use",
    "    bash  ls · done · 3.2s · answered: once",
    "    bash  sleep 9 · interrupted",
    "  step 2 · demo/offline · 1.2s · no usage reported · 1 attempt · stop",
  ]);
});

test("a trace has the costs of models with a price, and no others", () => {
  const turns = traceOf(entries, (model) =>
    model === "demo/offline" ? { input: 10, output: 100 } : undefined,
  );
  expect(turns[0]?.cost).toBeCloseTo(0.182 + 0.11, 9);
  expect(renderTrace(turns)[0]).toContain(" · demo/offline · $0.29 · ");
  expect(renderTrace(turns)[1]).toContain(" ↓1.1k (300 reasoning) · $0.29 · 2 attempts");
  expect(renderTrace(turns)[4]).not.toContain("$");
  expect(traceOf(entries)[0]).not.toHaveProperty("cost");
});

test("a turn without an end is cut off, one that failed says why", () => {
  expect(renderTrace(traceOf(entries.slice(0, 3)))[0]).toContain("turn 1 · cut off · 1.0s");
  const failed = log(user("x"), turnStart, turnEnd({ outcome: "failed", reason: "no network\u001b[2J" }));
  expect(renderTrace(traceOf(failed))[0]).toEndWith(" · no network");
});

test("what was answered in another program cost nothing here", () => {
  const imported = log(user("x"), turnStart, assistant([says("a")], { usage, imported: true }), turnEnd());
  expect(renderTrace(traceOf(imported, () => ({ input: 10, output: 100 }))).join("\n")).not.toContain("$");
});

test("what was noted beside a turn that was cut off makes it no longer", () => {
  const late = "2026-01-09T10:00:00.000Z";
  const cut = log(
    user("x"),
    turnStart,
    assistant([says("half")]),
    { type: "label", entryId: "e1", label: "here" },
    { type: "title", title: "t", by: "user" },
    { type: "context_edit", edits: [] },
    { type: "restore", to: null, files: [] },
    { type: "move", from: "e3" },
    { type: "model", model: "demo/other" },
    { type: "mode", mode: "plan" },
  ).map((entry, place) => (place < 3 ? entry : Object.assign(entry, { at: late })));
  expect(renderTrace(traceOf(cut))[0]).toContain("turn 1 · cut off · 1.0s");
});

test("durations and token counts are short", () => {
  expect([4, 999, 3200, 59_960, 125_000, 3_720_000].map(formatDuration)).toEqual([
    "4ms",
    "999ms",
    "3.2s",
    "1m 00s",
    "2m 05s",
    "1h 02m",
  ]);
  expect([0, 950, 18_249, 1_234_567].map(formatTokens)).toEqual(["0", "950", "18.2k", "1.2M"]);
});
