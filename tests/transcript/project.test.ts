import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { widthOf } from "../../src/terminal/width.ts";
import type { Item } from "../../src/transcript/item.ts";
import { project } from "../../src/transcript/project.ts";
import { plainParts } from "../../src/transcript/plain.ts";
import { draw } from "./items.ts";
import {
  approval,
  assistant,
  calls,
  log,
  ran,
  says,
  thinks,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "./log.ts";

function statuses(items: readonly Item[]): string[] {
  return items.flatMap((item) => (item.type === "call" ? item.status : []));
}

function notices(items: readonly Item[]): string[] {
  return items.flatMap((item) => (item.type === "notice" ? `${item.level}: ${item.text}` : []));
}

const asked = assistant([calls("c1")], { stop: "tool_use" });

test("a turn reads as it happened: question, thought, text, call, answer", () => {
  const items = project(
    log(
      user("list the files"),
      turnStart,
      assistant([thinks("hm"), says("I look."), calls("c1")], { stop: "tool_use" }),
      toolStart("c1"),
      toolResult("c1", ran),
      assistant([says("One file.")], { step: 2 }),
      turnEnd(),
    ),
  );
  expect(items.map((item) => [item.type, item.id])).toEqual([
    ["user", "e1"],
    ["reasoning", "e3/reasoning"],
    ["text", "e3"],
    ["call", "c1"],
    ["text", "e6"],
  ]);
});

test("an answer that broke off is marked as such before the next one, and who answered instead is named", () => {
  const error = { kind: "network", message: "The line is dead.", retryable: true } as const;
  const items = project(
    log(
      user("go"),
      turnStart,
      assistant([says("first ha")], { stop: "truncated", brokenOff: error }),
      { type: "failover", from: "a/one", to: "b/two", error },
      assistant([says("all of it")], { model: "b/two" }),
      { type: "failover", from: "b/two", to: "a/one" },
      turnEnd(),
    ),
  );
  expect(items.map((item) => ("text" in item ? item.text : item.type))).toEqual([
    "go",
    "first ha",
    "The answer broke off; asking again. The line is dead.",
    "Asking b/two in place of a/one. The line is dead.",
    "all of it",
    "Asking a/one again, in place of b/two.",
  ]);
});

describe("a call's panel", () => {
  test("goes from pending to running to done and keeps its place", () => {
    const entries = log(
      user("x"),
      turnStart,
      asked,
      approval("c1", "once"),
      toolStart("c1"),
      toolResult("c1", ran),
    );
    const seen = [3, 4, 5, 6].map((count) => statuses(project(entries.slice(0, count), { live: true })));
    expect(seen).toEqual([["pending"], ["pending"], ["running"], ["done"]]);
  });

  test("shows title, result and time of its call, and what was shown when it was allowed", () => {
    const items = project(
      log(user("x"), turnStart, asked, approval("c1", "once"), toolResult("c1", ran, 12)),
    );
    expect(items[1]).toMatchObject({
      title: "ls",
      durationMs: 12,
      result: ran,
      preview: { type: "command" },
    });
  });

  test.each([
    ["declined", { ok: false, kind: "declined", message: "no" }],
    ["declined", { ok: false, kind: "not_allowed", message: "no" }],
    ["interrupted", { ok: false, kind: "interrupted", message: "stopped" }],
    ["failed", { ok: false, kind: "timeout", message: "too long" }],
    ["failed", { ok: false, kind: "unknown_tool", message: "no such tool" }],
  ] as const)("ends as %s for %o", (status, result) => {
    expect(statuses(project(log(user("x"), turnStart, asked, toolResult("c1", result))))).toEqual([status]);
  });

  test("is declined as soon as the user said stop", () => {
    const entries = log(
      user("x"),
      turnStart,
      asked,
      approval("c1", "stop"),
      turnEnd({ outcome: "interrupted" }),
    );
    expect(statuses(project(entries))).toEqual(["declined"]);
  });

  test("is interrupted when the log was cut in the middle of it", () => {
    const entries = log(user("x"), turnStart, asked, toolStart("c1"));
    expect(statuses(project(entries))).toEqual(["interrupted"]);
    expect(notices(project(entries))).toEqual(["warning: This turn was cut off before it was finished."]);
  });

  test("stays interrupted when the session goes on the next day", () => {
    const entries = log(
      user("x"),
      turnStart,
      asked,
      toolStart("c1"),
      user("go on"),
      turnStart,
      assistant([says("ok")]),
    );
    expect(statuses(project(entries, { live: true }))).toEqual(["interrupted"]);
  });

  test("is interrupted when its turn ended without a result", () => {
    const entries = log(user("x"), turnStart, asked, toolStart("c1"), turnEnd({ outcome: "failed" }));
    expect(statuses(project(entries, { live: true }))).toEqual(["interrupted"]);
  });

  test("is its own even where a server gives the same id in each response", () => {
    const again = assistant([calls("c1")], { step: 2, stop: "tool_use" });
    const failed = { ok: false, kind: "failed", message: "no" } as const;
    const items = project(
      log(user("x"), turnStart, asked, toolResult("c1", ran), again, toolResult("c1", failed)),
    );
    expect(statuses(items)).toEqual(["done", "failed"]);
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
  });
});

describe("notices", () => {
  test("a completed turn needs none", () => {
    expect(notices(project(log(user("x"), turnStart, assistant([says("ok")]), turnEnd())))).toEqual([]);
  });

  test("a failed turn says why", () => {
    const error = { kind: "auth", message: "The key was refused.", retryable: false } as const;
    const entries = log(user("x"), turnStart, turnEnd({ outcome: "failed", error }));
    expect(notices(project(entries))).toEqual(["error: Failed: The key was refused."]);
  });

  test("the step limit says that the next message goes on", () => {
    const entries = log(user("x"), turnStart, turnEnd({ outcome: "limit_reached", steps: 50 }));
    expect(notices(project(entries))[0]).toContain("50 steps");
  });

  test("an answer that was cut says so once: with the turn's own reason", () => {
    const end = turnEnd({ outcome: "failed", reason: "The model reached its output limit." });
    const entries = log(user("x"), turnStart, assistant([says("half")], { stop: "length" }), end);
    expect(notices(project(entries))).toEqual(["error: Failed: The model reached its output limit."]);
  });

  test("a new model and a compaction leave a line, a new mode does not", () => {
    const entries = log(
      { type: "model", model: "a/b" },
      { type: "model", model: "a/b", effort: "high" },
      { type: "mode", mode: "plan" },
      { type: "compaction", summary: "…", firstKeptId: "e1" },
    );
    expect(notices(project(entries))).toHaveLength(3);
    expect(notices(project(entries)).slice(0, 2)).toEqual([
      "info: The model is a/b from here on.",
      "info: The model is a/b:high from here on.",
    ]);
  });
});

test("text in several parts is one item, blank parts are none", () => {
  const entries = log(
    user("x"),
    turnStart,
    assistant([says("a"), says("b"), says(" \n"), thinks("")]),
    turnEnd(),
  );
  expect(project(entries).slice(1)).toEqual([{ type: "text", id: "e3", text: "ab" }]);
});

test("every prefix of a log can be shown, with unique ids and no call left open", () => {
  const entry = fc.constantFrom(
    user("x"),
    turnStart,
    asked,
    assistant([says("text"), calls("c2"), says("more"), thinks("hm")]),
    approval("c1", "remember"),
    approval("c2", "stop"),
    toolStart("c1"),
    toolResult("c1", ran),
    toolResult("c2", ran),
    turnEnd(),
    turnEnd({ outcome: "interrupted" }),
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 25 }), (entries) => {
      const items = project(log(...entries));
      expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
      expect(statuses(items)).not.toContain("running");
      expect(statuses(items)).not.toContain("pending");
    }),
  );
});

/** All of them as plain text. */
const toPlainText = (items: readonly Item[]) => [...plainParts(items)].join("");

test("as plain text nothing is folded, styled or reworded", () => {
  const output = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
  const items = project(
    log(
      user("list\nall"),
      turnStart,
      assistant([says("**Files:**\n\n- a"), calls("c1")]),
      toolResult("c1", { ok: true, text: output, view: { type: "command", exitCode: 2, output } }),
      turnEnd({ outcome: "interrupted" }),
    ),
  );
  const text = toPlainText(items);
  expect(text).toStartWith("> list\n  all\n\n**Files:**\n\n- a\n● bash  ls");
  expect(text).toContain("    line 49\n");
  expect(text).toContain("exit 2 · 40ms");
  expect(text).toEndWith("\n· Interrupted.\n");
  expect(text).not.toMatch(/[\p{Cc}--\n]/v);
  expect(toPlainText([])).toBe("");
});

test("a command that leaves its shell in another folder of the project says which", () => {
  const left = (endedIn: string) => {
    const view = { type: "command", exitCode: 0, output: "", endedIn } as const;
    const entries = log(
      user("x"),
      turnStart,
      asked,
      toolResult("c1", { ok: true, text: "", view }),
      turnEnd(),
    );
    return project(entries, { root: "/project" }).flatMap((item) =>
      item.type === "call" ? draw(item, 70) : [],
    );
  };
  expect(left("/project/packages/api")[0]).toEndWith(" exit 0 · 40ms · now in packages/api");
  expect(left("/project")[0]).toEndWith(" exit 0 · 40ms");
  expect(left("/projects")[0]).toEndWith(" exit 0 · 40ms");
});

describe("beside the conversation", () => {
  const command = {
    type: "user_command",
    command: "npm test",
    cwd: "/project",
    exitCode: 1,
    output: "1 failed\n",
    durationMs: 3200,
    shared: true,
  } as const;

  test("what files held before a change is not shown", () => {
    expect(project(log({ type: "checkpoint", callId: "c1", files: [] }))).toEqual([]);
  });

  test("a notice is a line of rein's own", () => {
    expect(notices(project(log({ type: "notice", text: "job-1 has ended." })))).toEqual([
      "info: job-1 has ended.",
    ]);
  });

  test("of a notice the first line is said; what comes below belongs to it", () => {
    const [item] = project(log({ type: "notice", text: "job-1 has ended.\nlast output:\nbye" }));
    expect(item).toMatchObject({ text: "job-1 has ended.", details: "last output:\nbye" });
  });

  test("a command of the user's is a panel, and says who gets to see it", () => {
    const [item] = project(log(command));
    if (item === undefined) throw new Error("no item");
    expect(draw(item, 70)).toEqual([
      "! npm test                       exit 1 · 3.2s · shared with the model",
      "  ⎿ 1 failed",
    ]);
    expect(draw(item, 70, true)).toContain("  ⎿ in /project");
    expect(toPlainText(project(log({ ...command, shared: false })))).toMatch(/^!! npm test .*· not shared$/m);
    expect(toPlainText(project(log({ ...command, exitCode: null })))).toContain("ended by a signal");
  });

  test("a command of the user's shows no terminal sequence of its output, at any width", () => {
    const [item] = project(log({ ...command, command: "a\nb", output: "\u001b[31mred\u0007\nx" }));
    if (item === undefined) throw new Error("no item");
    for (let width = 1; width < 50; width += 1) {
      for (const line of [...draw(item, width), ...draw(item, width, true)]) {
        expect(line).not.toMatch(/\p{Cc}/u);
        expect(widthOf(line)).toBeLessThanOrEqual(width);
      }
    }
  });
});
