import { expect, test } from "bun:test";
import { todosIn } from "../../src/tools/todo-list.ts";
import { todoWriteTool } from "../../src/tools/todo-write.ts";
import { makeProject } from "../support/project.ts";
import { assistant, calls, log, toolResult, turnStart, user } from "../transcript/log.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const items = [
  { text: "read the test", status: "done" },
  { text: "fix the login", status: "in_progress" },
  { text: "run it", status: "pending" },
] as const;

test("a list is set, touches nothing, and says how far it is", async () => {
  await using project = await makeProject();
  const context = contextOf(project);
  const prepared = await prepare(todoWriteTool, { items: [...items] }, context);
  expect(prepared.accesses).toEqual([]);
  expect(await callTool(todoWriteTool, { items: [...items] }, context)).toMatchObject({
    ok: true,
    summary: "1 of 3 done",
    view: { type: "text", text: "[x] read the test\n[>] fix the login\n[ ] run it" },
  });
  expect(todoWriteTool.title({ items: [...items] })).toBe("fix the login");
});

test("two items in progress are one too many", async () => {
  await using project = await makeProject();
  const twice = [items[1], { text: "run it", status: "in_progress" as const }];
  const result = await callTool(todoWriteTool, { items: [...twice] }, contextOf(project));
  expect(result).toMatchObject({ ok: false, kind: "invalid_arguments" });
  expect(said(result)).toBe("2 items are in_progress; at most one may be.");
});

test("the log tells the list: what the last call that was taken has set, also as a text", () => {
  const wrote = (id: string, argumentsText: string, ok: boolean) => [
    assistant([calls(id, "todo_write", argumentsText)]),
    {
      ...toolResult(id, ok ? { ok, text: "" } : { ok, kind: "invalid_arguments" as const, message: "" }),
      name: "todo_write",
    },
  ];
  const first = wrote("c1", JSON.stringify({ items: JSON.stringify(items) }), true);
  const refused = wrote("c2", "{", false);
  expect(todosIn(log(user("go"), turnStart, ...first, ...refused))).toEqual({ items: [...items], at: 2 });
  expect(todosIn(log(user("go"), turnStart, ...first, ...wrote("c1", '{"items":[]}', true)))?.items).toEqual(
    [],
  );
  expect(todosIn(log(user("go"), turnStart))).toBeNull();
});
