import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { buildRequest, resultText } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { PermissionMode } from "../../src/protocol/approval.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { repairOpenCalls } from "../../src/sessions/open-calls.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { anyBranch } from "./random-history.ts";

const model = "demo/demo";
const build = (entries: readonly Entry[], asked = model) =>
  buildRequest({ entries, system: "s", tools: [], model: asked }).messages;
const messages = (...contents: NewEntry[]) => build(chained(contents));

const text = (words: string): AssistantPart => ({ type: "text", text: words });
const call = (callId: string): AssistantPart => ({
  type: "tool_call",
  callId,
  name: "bash",
  argumentsText: "{}",
});

function answer(...parts: AssistantPart[]): NewEntry {
  return { type: "assistant", turnId: "t", step: 1, model, parts, stop: "stop", latencyMs: 1, attempts: 1 };
}

function result(callId: string, outcome: ToolResult = { ok: true, text: `did ${callId}` }): NewEntry {
  return { type: "tool_result", callId, name: "bash", title: "", result: outcome, durationMs: 1 };
}

const compaction = (summary: string, firstKeptId: string): NewEntry => ({
  type: "compaction",
  summary,
  firstKeptId,
});

const failure = (kind: Extract<ToolResult, { ok: false }>["kind"], message: string): ToolResult => ({
  ok: false,
  kind,
  message,
});

describe("plan mode", () => {
  const start = (mode: PermissionMode): NewEntry => ({
    type: "turn_start",
    turnId: "t",
    traceId: "0",
    model,
    mode,
  });
  const turn = (words: string, mode: PermissionMode) => [said(words), start(mode), answer(text("1"))];
  const told = (...entries: NewEntry[]) =>
    messages(...entries).flatMap((message) => (message.role === "user" ? [message.text] : []));
  const begun = expect.stringContaining("Plan mode: read and search only");
  const over = expect.stringContaining("Plan mode is over");
  const summary = expect.stringContaining("SUMMARY");

  test("is told with the first turn in it, and its end with the first turn behind it", () => {
    expect(
      told(...turn("a", "ask"), ...turn("b", "plan"), ...turn("c", "plan"), ...turn("d", "auto")),
    ).toEqual(["a", "b", begun, "c", "d", over]);
  });

  test("is still told where a summary stands for the turn that began in it", () => {
    const before = turn("a", "plan");
    const next = turn("b", "ask");
    expect(told(...before, compaction("SUMMARY", "e2"))).toEqual([summary, begun]);
    expect(told(...before, ...next, compaction("SUMMARY", "e5"))).toEqual([summary]);
    expect(told(...before, ...next, compaction("SUMMARY", "e3"))).toEqual([summary, begun, "b", over]);
  });
});

describe("a branch as messages", () => {
  test("holds what was said, and the results of a step in the order of its calls", () => {
    expect(
      messages(
        said("go"),
        { type: "turn_start", turnId: "t", traceId: "0", model, mode: "ask" },
        answer(text("ok"), call("a"), call("b")),
        { type: "tool_start", callId: "b", name: "bash", title: "b" },
        result("b"),
        { type: "approval", callId: "a", answer: { type: "once" }, preview: { type: "text", text: "a" } },
        result("a"),
        { type: "mode", mode: "plan" },
        answer(text("done")),
        { type: "turn_end", turnId: "t", outcome: "completed", steps: 2 },
        { type: "model", model: "openai/x" },
        said("thanks"),
      ),
    ).toEqual([
      { role: "user", text: "go" },
      { role: "assistant", model, parts: [text("ok"), call("a"), call("b")] },
      {
        role: "tool",
        results: [
          { callId: "a", name: "bash", text: "did a", isError: false },
          { callId: "b", name: "bash", text: "did b", isError: false },
        ],
      },
      { role: "assistant", model, parts: [text("done")] },
      { role: "user", text: "thanks" },
    ]);
  });

  test("carries the system prompt, the tools and the cache key", () => {
    const tools = [{ name: "bash", description: "d", parameters: {} }];
    const entries = chained([said("hi")]);
    const request = buildRequest({ entries, system: "be good", tools, model, cacheKey: "s1" });
    expect(request).toEqual({
      system: "be good",
      messages: [{ role: "user", text: "hi" }],
      tools,
      cacheKey: "s1",
    });
    expect(buildRequest({ entries, system: "", tools, model })).not.toHaveProperty("cacheKey");
  });

  test("leaves out answers that said nothing", () => {
    const thought: AssistantPart = { type: "reasoning", text: "hm", opaque: "x" };
    expect(messages(said("go"), answer(), answer(text(" ")), answer(thought), said("on"))).toEqual([
      { role: "user", text: "go" },
      { role: "user", text: "on" },
    ]);
  });

  test("gives reasoning back to the model that made it, and to no other", () => {
    const thought: AssistantPart = { type: "reasoning", text: "hm", opaque: { signature: "x" } };
    const entries = chained([said("go"), answer(thought, text("ok")), said("on")]);
    expect(build(entries)[1]).toEqual({ role: "assistant", model, parts: [thought, text("ok")] });
    expect(build(entries, "openai/x")[1]).toEqual({ role: "assistant", model, parts: [text("ok")] });
  });

  test("a turn that failed before any answer leaves the question, which joins the next one", () => {
    const entries = chained([
      said("first try"),
      { type: "turn_end", turnId: "t", outcome: "failed", steps: 1, reason: "no network" },
      said("again"),
    ]);
    const built = buildRequest({ entries, system: "s", tools: [], model });
    expect(validateRequest(built, { model }).request.messages).toEqual([
      { role: "user", text: "first try\n\nagain" },
    ]);
  });

  test("of a session that was killed in the middle of a tool call is valid once that is written down", () => {
    const cut: NewEntry[] = [
      said("go"),
      { type: "turn_start", turnId: "t", traceId: "0", model, mode: "ask" },
      answer(call("a"), call("b")),
      result("a"),
      { type: "tool_start", callId: "b", name: "bash", title: "b" },
    ];
    const entries = chained([...cut, ...repairOpenCalls(chained(cut)), said("and now?")]);
    const built = buildRequest({ entries, system: "s", tools: [], model });
    expect(validateRequest(built, { model }).repairs).toEqual([]);
    expect(built.messages[2]).toMatchObject({
      results: [
        { callId: "a" },
        { callId: "b", isError: true, text: expect.stringContaining("Interrupted") },
      ],
    });
  });

  test("is not repaired when nothing went wrong", () => {
    const entries = chained([said("go"), answer(call("a")), result("a"), answer(text("done")), said("on")]);
    const built = buildRequest({ entries, system: "s", tools: [], model });
    expect(validateRequest(built, { model }).request).toBe(built);
  });
});

describe("the beginning stays the same", () => {
  test("a longer branch's messages start with a shorter one's, so that the provider's cache holds", () => {
    fc.assert(
      fc.property(anyBranch, fc.nat(), (entries, cut) => {
        const length = cut % (entries.length + 1);
        const shorter = buildRequest({ entries: entries.slice(0, length), system: "s", tools: [], model });
        // Only what goes out counts: a branch that ends in open calls is no request yet.
        if (validateRequest(shorter, { model }).repairs.length > 0) return;
        const longer = build(entries);
        expect(longer.slice(0, shorter.messages.length)).toEqual([...shorter.messages]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("also behind the validator, step by step through a turn", () => {
    const entries = chained([
      said("go"),
      answer(call("call_0")),
      result("call_0"),
      answer(call("call_0"), call("b")),
      result("b"),
      result("call_0"),
      answer(text("done")),
      said("on"),
    ]);
    const sent = [1, 3, 6, 8].map((length) => {
      const built = buildRequest({ entries: entries.slice(0, length), system: "s", tools: [], model });
      return validateRequest(built, { model }).request.messages.map((message) => JSON.stringify(message));
    });
    for (const [index, shorter] of sent.entries()) {
      for (const longer of sent.slice(index)) expect(longer.slice(0, shorter.length)).toEqual(shorter);
    }
  });
});

describe("compaction", () => {
  test("a summary stands for everything before the entry that it keeps", () => {
    const kept = messages(
      said("old"),
      answer(text("older")),
      said("kept"),
      answer(text("ok")),
      compaction("We talked.", "e2"),
      said("new"),
    );
    expect(kept).toEqual([
      { role: "user", text: "Summary of the conversation so far, which it stands for:\n\nWe talked." },
      { role: "user", text: "kept" },
      { role: "assistant", model, parts: [text("ok")] },
      { role: "user", text: "new" },
    ]);
  });

  test("the last summary counts", () => {
    const kept = messages(
      said("old"),
      compaction("first", "e0"),
      said("mid"),
      compaction("second", "e2"),
      said("new"),
    );
    expect(kept.map((message) => (message.role === "user" ? message.text : ""))).toEqual([
      "Summary of the conversation so far, which it stands for:\n\nsecond",
      "mid",
      "new",
    ]);
  });

  test("an empty summary, or one that keeps from nowhere, stands for nothing: all of it is sent", () => {
    for (const bad of [compaction("  ", "e0"), compaction("good", "gone")]) {
      expect(messages(said("one"), bad, said("two"))).toEqual([
        { role: "user", text: "one" },
        { role: "user", text: "two" },
      ]);
    }
  });

  test("a step that is cut in two does not leave results without calls", () => {
    expect(
      messages(said("go"), answer(call("a")), result("a"), compaction("done a", "e2"), said("on")),
    ).toEqual([
      { role: "user", text: "Summary of the conversation so far, which it stands for:\n\ndone a" },
      { role: "user", text: "on" },
    ]);
  });
});

describe("what the model reads of a result", () => {
  test("the text of one that worked, and a word for one that printed nothing", () => {
    expect(resultText({ ok: true, text: "42\n" })).toBe("42\n");
    expect(resultText({ ok: true, text: "" })).toBe("(no output)");
  });

  test("what the user said about one that was declined", () => {
    const message = "The user declined this call; it was not run. They said: use the other file";
    expect(resultText(failure("declined", message))).toBe(message);
    expect(resultText(failure("declined", ""))).toBe("The user declined this call; it was not run.");
  });

  test("kind and reason of one that failed", () => {
    expect(resultText(failure("failed", "no such file"))).toBe("error (failed): no such file");
    expect(resultText(failure("bad_json", " "))).toBe("error (bad_json): no reason was given");
    expect(messages(said("go"), answer(call("a")), result("a", failure("timeout", "too slow")))[2]).toEqual({
      role: "tool",
      results: [{ callId: "a", name: "bash", text: "error (timeout): too slow", isError: true }],
    });
  });

  test("what was interrupted", () => {
    expect(resultText(failure("interrupted", "Interrupted by the user: not started."))).toBe(
      "Interrupted by the user: not started.",
    );
    expect(resultText(failure("interrupted", ""))).toBe("Interrupted.");
  });
});
