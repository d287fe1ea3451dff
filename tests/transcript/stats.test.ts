/** Sums over sessions, and how they are shown. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { bar, renderStats } from "../../src/transcript/render-stats.ts";
import { dayOf, StatsCounter } from "../../src/transcript/stats.ts";
import { header } from "./export/saying.ts";
import { approval, assistant, calls, ran, says, toolResult, turnStart, user } from "./log.ts";

/** Noon of a local day. */
const noon = (day: number) => new Date(2026, 0, day, 12).toISOString();
const entry = (at: string, content: NewEntry): Entry =>
  Object.assign({ id: "x", parentId: null, at }, content);
const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };
const priceOf = (model: string) => (model === "a/priced" ? { input: 1, output: 10 } : undefined);
const in2 = { ...header, sessionId: "other", cwd: "/elsewhere" };

function counted(since = 0): StatsCounter {
  const counter = new StatsCounter(since);
  for (const content of [
    user("hi"),
    turnStart,
    assistant([says("a"), calls("c1")], { model: "a/priced", usage }),
    approval("c1", "once"),
    toolResult("c1", ran, 40),
  ])
    counter.add(header, entry(noon(1), content));
  for (const content of [
    user("again"),
    assistant([says("b")], { model: "b/unpriced", usage }),
    approval("c2", "stop"),
    toolResult("c2", { ok: false, kind: "declined", message: "no" }, 0),
    toolResult("c3", { ok: false, kind: "failed", message: "no" }, 60),
  ])
    counter.add(in2, entry(noon(3), content));
  return counter;
}

test("what a model's title and edits of the context took is counted, a user's name is none of that", () => {
  const counter = new StatsCounter(0);
  counter.add(header, entry(noon(1), { type: "title", title: "t", by: "model", model: "a/priced", usage }));
  counter.add(header, entry(noon(1), { type: "context_edit", edits: [], model: "a/priced", usage }));
  counter.add(header, entry(noon(1), { type: "title", title: "mine", by: "user" }));
  expect(counter.stats(priceOf).total.cost.dollars).toBe(4);
  expect(counter.stats(priceOf).total.used.answers).toBe(2);
});

test("a model that only found a title, a summary or an edit was asked in that session", () => {
  const counter = new StatsCounter(0);
  counter.add(header, entry(noon(1), { type: "title", title: "t", by: "model", model: "a/small", usage }));
  counter.add(in2, entry(noon(1), { type: "context_edit", edits: [], model: "a/small", usage }));
  const summary = { summary: "s", firstKeptId: "x", model: "b/small", usage };
  counter.add(in2, entry(noon(1), { type: "compaction", ...summary }));
  const { models } = counter.stats(priceOf);
  expect([...models].map(([model, { sessions }]) => [model, sessions])).toEqual([
    ["a/small", 2],
    ["b/small", 1],
  ]);
});

test("numbers of a damaged log make no sum wrong that is not theirs, nor endless", () => {
  const counter = new StatsCounter(0);
  const wrong = { inputTokens: -5, outputTokens: 1e308, reasoningTokens: -1 };
  for (let count = 0; count < 2; count += 1)
    counter.add(
      header,
      entry(noon(1), assistant([], { model: "b/x", usage: wrong, latencyMs: -9, attempts: 0 })),
    );
  counter.add(header, entry(noon(1), toolResult("c1", ran, 1e308)));
  counter.add(header, entry(noon(1), toolResult("c2", ran, 1e308)));
  const { total, tools } = counter.stats(priceOf);
  expect(total.used).toMatchObject({ inputTokens: 0, reasoningTokens: 0, retries: 0, durationMs: 0 });
  expect(Number.isFinite(total.used.outputTokens)).toBeTrue();
  expect(Number.isFinite(tools.get("bash")?.durationMs)).toBeTrue();
});

test("a session that was only renamed was not used that day", () => {
  const counter = new StatsCounter(0);
  counter.add(header, entry(noon(1), { type: "title", title: "mine", by: "user" }));
  const { total, days } = counter.stats(priceOf);
  expect([total.sessions, days.size]).toEqual([0, 0]);
});

describe("the sums", () => {
  const stats = counted().stats(priceOf);

  test("are of everything, of each day, project, model and tool, and of the user's answers", () => {
    expect(stats.total).toMatchObject({ sessions: 2, messages: 2, calls: 3 });
    expect(stats.total.used.inputTokens).toBe(2_000_000);
    expect(stats.total.cost).toEqual({ dollars: 2, unpriced: ["b/unpriced"] });
    expect([...stats.days].map(([day, { messages, cost }]) => [day, messages, cost.dollars])).toEqual([
      ["2026-01-01", 1, 2],
      ["2026-01-03", 1, null],
    ]);
    expect([...stats.projects.keys()]).toEqual(["/project", "/elsewhere"]);
    expect([...stats.models].map(([model, { sessions }]) => [model, sessions])).toEqual([
      ["a/priced", 1],
      ["b/unpriced", 1],
    ]);
    expect(stats.tools.get("bash")).toEqual({
      calls: 3,
      ended: { done: 1, declined: 1, failed: 1 },
      durationMs: 100,
    });
    expect(stats.approvals).toEqual({ once: 1, stop: 1 });
  });

  test("leave out what happened before the first day that is asked for", () => {
    const late = counted(new Date(2026, 0, 2).getTime()).stats(priceOf);
    expect([...late.days.keys()]).toEqual(["2026-01-03"]);
    expect(late.total).toMatchObject({ sessions: 1, messages: 1, calls: 2 });
  });

  test("have what has no time in no day", () => {
    const counter = new StatsCounter(0);
    counter.add(header, entry("never", user("hi")));
    const { total, days } = counter.stats(priceOf);
    expect([total.messages, days.size]).toEqual([1, 0]);
  });
});

test("the day of a time is the user's own", () => {
  expect(dayOf(new Date(2026, 10, 30, 0, 0, 1).getTime())).toBe("2026-11-30");
  expect(dayOf(new Date(2026, 10, 30, 23, 59, 59).getTime())).toBe("2026-11-30");
});

test("a bar is as long as it should be, to an eighth of a column, and never nothing for something", () => {
  expect([0, 0.001, 0.5, 1, 2.25].map(bar)).toEqual(["", "▏", "▌", "█", "██▎"]);
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 100, noNaN: true }), (columns) => {
      expect(Math.abs(widthOf(bar(columns)) - columns)).toBeLessThanOrEqual(1);
    }),
  );
});

describe("what is shown", () => {
  const days = ["2026-01-01", "2026-01-02", "2026-01-03"];
  const stats = counted().stats(priceOf);

  test("has a bar for each day, by cost, and says what is not in it", () => {
    const lines = renderStats(stats, { width: 80, style: plainStyle, days });
    expect(lines).toContain("  2 sessions · 2 messages · 3 tool calls · ↑2.0M ↓200.0k · $2.00+");
    const [first = "", second = "", third = ""] = lines.filter((line) => line.startsWith("  2026-"));
    expect(first).toMatch(/^ {2}2026-01-01 {2}█{30,} +\$2\.00 · ↑1\.0M ↓100\.0k · 1 session$/);
    expect(second).toMatch(/^ {2}2026-01-02 +–$/);
    expect(third).toMatch(/^ {2}2026-01-03 +↑1\.0M ↓100\.0k · 1 session$/);
    expect(lines.join("\n")).toMatch(/bash +3 calls +1 failed, 1 declined +100ms/);
    expect(lines.join("\n")).toMatch(/allowed once +1\n.*declined, and the turn stopped +1/);
    expect(lines.at(-1)).toBe("Without a known price, and not in the cost: b/unpriced");
  });

  test("fits into any window, with foreign names and in colours, too", () => {
    const style = createStyle({ colour: true });
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 200 }), fc.string({ unit: "binary" }), (width, name) => {
        const counter = counted();
        counter.add({ ...header, cwd: name }, entry(noon(2), assistant([], { model: name, usage })));
        for (const line of renderStats(counter.stats(priceOf), { width, style, days })) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(Bun.stripANSI(line)).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
        }
      }),
    );
  });

  test("says beside short names how much it was, in a narrow window, too", () => {
    const lines = renderStats(stats, { width: 20, style: plainStyle, days });
    expect(lines).toContain("  bash  3 calls");
    expect(lines).toContain("  allowed once     1");
  });

  test("holds no escape sequence where there is no style", () => {
    expect(renderStats(stats, { width: 60, style: plainStyle, days }).join("")).not.toContain("\u001b");
  });
});
