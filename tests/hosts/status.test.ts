/** The status line in windows of every width: what stays when there is not room for all. */
import { describe, expect, test } from "bun:test";
import { type Status, statusLine } from "../../src/hosts/repl/status/status.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";

const status: Status = {
  mode: "ask",
  model: "openrouter/anthropic/claude-sonnet-5:high",
  usage: { inputTokens: 46_000, outputTokens: 0 },
  contextWindow: 200_000,
  cost: "$0.14",
  gitBranch: "main",
  jobs: "2 jobs",
};
const at = (columns: number, change: Partial<Status> = {}) =>
  statusLine({ ...status, ...change }, columns, plainStyle);

describe("the status line", () => {
  test("tells all of it where there is room", () => {
    expect(at(100)).toBe(
      "  ask ⇧⇥ · openrouter/anthropic/claude-sonnet-5:high · 23% of 200.0k · $0.14 · 2 jobs · main",
    );
  });

  test("lets the branch go first, then the jobs, then who serves the model, then the cost", () => {
    expect(at(88)).toEndWith(" · openrouter/anthropic/claude-sonnet-5:high · 23% of 200.0k · $0.14 · 2 jobs");
    expect(at(80)).toEndWith(" · openrouter/anthropic/claude-sonnet-5:high · 23% of 200.0k · $0.14");
    expect(at(60)).toBe("  ask ⇧⇥ · claude-sonnet-5:high · 23% of 200.0k · $0.14");
    expect(at(48)).toBe("  ask ⇧⇥ · claude-sonnet-5:high · 23% of 200.0k");
  });

  test("says how full the window is before it says what the model is in full", () => {
    expect(at(38)).toBe("  ask ⇧⇥ · claude-son… · 23% of 200.0k");
  });

  test("says less and less of the demo", () => {
    const demo = { model: "demo/offline", cost: "", jobs: "" };
    expect(at(90, demo)).toContain("demo/offline (offline demo, no language understanding) · 23%");
    expect(at(60, demo)).toBe("  ask ⇧⇥ · demo/offline (offline demo) · 23% of 200.0k");
    expect(at(38, demo)).toBe("  ask ⇧⇥ · offline · 23% of 200.0k");
  });

  test("keeps what goes on by itself", () => {
    expect(at(50, { waiting: "goes on at 14:05 (esc cancels)" })).toContain("goes on at 14:05 (esc cancels)");
  });

  test("is never wider than the window", () => {
    for (let columns = 1; columns <= 120; columns += 1)
      expect(widthOf(at(columns))).toBeLessThanOrEqual(columns);
  });
});

test("whether commands are confined is said; that they are not stays in every window", () => {
  expect(at(120, { sandbox: "sandbox on" })).toContain(" · sandbox on · ");
  expect(at(48, { sandbox: "sandbox on" })).not.toContain("sandbox");
  for (const columns of [120, 80, 60, 48, 40])
    expect(at(columns, { sandbox: "no sandbox" })).toContain(" · no sandbox");
  for (const columns of [30, 20]) {
    expect(at(columns, { sandbox: "no sandbox" })).toContain("no sandbox");
    expect(at(columns, { sandbox: "no sandbox", mode: "accept-edits" })).toContain("no sandbox");
  }
  expect(at(20, { sandbox: "no sandbox" })).toBe("  no sandbox · ask");
  expect(at(120, { sandbox: "" })).not.toContain("sandbox");
});
