import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { plainStyle } from "../../src/terminal/style.ts";
import { renderTodos, todoChanges } from "../../src/transcript/render-todos.ts";
import { project } from "../../src/transcript/project.ts";
import type { Todo } from "../../src/tools/todo-list.ts";
import { draw } from "./items.ts";
import { assistant, calls, log, toolResult, turnEnd, turnStart, user } from "./log.ts";

const todo = (text: string, status: Todo["status"] = "pending"): Todo => ({ text, status });
const show = (items: readonly Todo[], rows = 6, width = 40) =>
  renderTodos(items, { width, style: plainStyle, rows });

describe("the todo list", () => {
  test("says how far it is, and marks each item by a sign", () => {
    expect(show([todo("read", "done"), todo("fix", "in_progress"), todo("test")])).toEqual([
      "todo · 1 of 3 done",
      "  ✓ read",
      "  ▸ fix",
      "  ○ test",
    ]);
    expect(show([])).toEqual(["todo · nothing on the list"]);
  });

  test("that is long shows what is under way, and how many there are beside", () => {
    const items = Array.from({ length: 9 }, (_, index) =>
      todo(`item ${index + 1}`, index < 5 ? "done" : index === 5 ? "in_progress" : "pending"),
    );
    expect(show(items)).toEqual([
      "todo · 5 of 9 done",
      "  ✓ item 5",
      "  ▸ item 6",
      "  ○ item 7",
      "  ○ item 8",
      "  … 5 more",
    ]);
  });

  test("never takes more rows or columns than it has, and always shows what is under way where there is room", () => {
    const status = fc.constantFrom<Todo["status"]>("pending", "in_progress", "done");
    const items = fc.array(fc.record({ text: fc.string({ minLength: 1, unit: "grapheme" }), status }));
    fc.assert(
      fc.property(
        items,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 60 }),
        (list, rows, width) => {
          const lines = show(list, rows, width);
          expect(lines.length).toBeLessThanOrEqual(rows);
          for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
          const isUnderWay = list.some((item) => item.status === "in_progress");
          if (isUnderWay && rows >= 3 && width >= 4)
            expect(lines.some((line) => line.startsWith("  ▸"))).toBe(true);
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });
});

test("what a new list changes: begun, done, added, dropped", () => {
  const before = [todo("read", "in_progress"), todo("fix"), todo("ask")];
  const after = [todo("read", "done"), todo("fix", "in_progress"), todo("test")];
  expect(todoChanges(after, before)).toEqual(["✓ read", "▸ fix", "○ test", "− ask"]);
  expect(todoChanges(after, after)).toEqual([]);
});

test("a call's panel says what it changed in the list of the call before", () => {
  const set = (items: readonly Todo[]) => JSON.stringify({ items });
  const wrote = (id: string, items: readonly Todo[]) => [
    assistant([calls(id, "todo_write", set(items))]),
    { ...toolResult(id, { ok: true, text: "The list is set.", summary: "…" }), name: "todo_write" },
  ];
  const items = project(
    log(
      user("go"),
      turnStart,
      ...wrote("c1", [todo("read", "in_progress"), todo("fix")]),
      ...wrote("c2", [todo("read", "done"), todo("fix", "in_progress")]),
      turnEnd(),
    ),
  );
  const panels = items.flatMap((item) => (item.type === "call" ? [draw(item).slice(1)] : []));
  expect(panels).toEqual([
    ["  ⎿ ▸ read", "    ○ fix"],
    ["  ⎿ ✓ read", "    ▸ fix"],
  ]);
});
