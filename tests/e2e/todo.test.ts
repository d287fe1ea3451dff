/** The model's todo list: told in the panel, shown by Ctrl+T, and still there in a session that is gone on with. */
import { expect, test } from "bun:test";
import { call, gate, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { makeCalls } from "./make-calls.ts";
import { answered, begin, isBusy, leave, seen, send } from "./start.ts";
import { expectGoodManners, expectOneLivePart } from "./screen/watch.ts";

type Status = "pending" | "in_progress" | "done";
const list = (...statuses: readonly Status[]) =>
  statuses.map((status, index) => ({ text: `task ${index + 1}`, status }));

test("Ctrl+T shows it above the composer and hides it; it follows the calls, and lives on in the session", async () => {
  const next = gate();
  await using story = await begin([
    [call("todo_write", { items: list("in_progress", "pending", "pending") })],
    [next.shut, call("todo_write", { items: list("done", "in_progress", "pending") })],
    [text("One is done.")],
  ]);
  const { terminal } = story;
  terminal.press("ctrl+t");
  await terminal.waitFor("todo · nothing on the list");
  await send(terminal, "go");
  await terminal.waitFor("todo · 0 of 3 done");
  expect(terminal.screen()).toEqual(expect.arrayContaining(["  ▸ task 1", "  ○ task 2", "  ○ task 3"]));
  next.open();
  await answered(terminal, "One is done.");
  await terminal.waitFor("todo · 1 of 3 done");
  expect(seen(terminal)).toMatch(/● todo_write {2}task 2 +1 of 3 done · \S+\n {2}⎿ ✓ task 1\n {4}▸ task 2/);
  terminal.press("ctrl+t");
  await terminal.waitFor(() => !terminal.screen().join("\n").includes("todo · "), { what: "no list" });
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
  expect(await leave(terminal)).toBe(0);

  const again = await story.again({ args: ["-c"] });
  again.press("ctrl+t");
  await again.waitFor("todo · 1 of 3 done");
  expect(again.screen()).toEqual(expect.arrayContaining(["  ✓ task 1", "  ▸ task 2"]));
  expect(isBusy(again)).toBe(false);
});

test("a long list in a low window: what is under way and how many there are beside, below the window's height", async () => {
  const items = Array.from({ length: 12 }, (_, index) => ({
    text: `task ${index + 1}`,
    status: index < 6 ? "done" : index === 6 ? "in_progress" : "pending",
  }));
  await using story = await begin([[call("todo_write", { items })], [text("So far.")]], { rows: 18 });
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "So far.");
  terminal.press("ctrl+t");
  await terminal.waitFor("todo · 6 of 12 done");
  const screen = terminal.screen();
  const at = screen.indexOf("todo · 6 of 12 done");
  expect(screen.slice(at, at + 6)).toEqual([
    "todo · 6 of 12 done",
    "  ✓ task 6",
    "  ▸ task 7",
    "  ○ task 8",
    "  ○ task 9",
    "  … 8 more",
  ]);
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("a summary of the conversation has the list as it stands, word for word", async () => {
  await using story = await begin([
    [call("todo_write", { items: list("done", "in_progress", "pending") })],
    [text("The first is done.")],
    [text("Here you are.")],
    [text("SUMMARY")],
    [text("On it goes.")],
    [text("SUMMARY AGAIN")],
    [text("And on.")],
  ]);
  const { terminal, server } = story;
  const told = "# The todo list as it stands\\n\\n[x] task 1\\n[>] task 2\\n[ ] task 3";
  await send(terminal, "go");
  await answered(terminal, "The first is done.");
  await send(terminal, "something else");
  await answered(terminal, "Here you are.");
  await send(terminal, "/compact");
  await terminal.waitFor("Earlier messages are summarised");
  await send(terminal, "on");
  await answered(terminal, "On it goes.");
  expect((await server.nextRequest(4)).bodyText).toContain(told);
  await send(terminal, "/compact");
  await terminal.waitFor(() => server.requests.length === 6, { what: "the next summary" });
  await send(terminal, "further");
  await answered(terminal, "And on.");
  expect((await server.nextRequest(6)).bodyText.split(told)).toHaveLength(2);
});

test("nobody is asked about it, in plan mode neither; a list that cannot be is told to the model", async () => {
  await using project = await makeProject();
  const { told } = await makeCalls(
    project,
    [
      ["todo_write", { items: list("in_progress", "pending") }],
      ["todo_write", { items: list("in_progress", "in_progress") }],
      ["todo_write", { items: [{ text: "x", status: "maybe" }] }],
    ],
    { args: ["--permission-mode", "plan"] },
  );
  expect(told[0]).toBe("The list is set.");
  expect(told[1]).toContain("at most one may be");
  expect(told[2]).toMatch(/pending.*in_progress.*done/s);
});
