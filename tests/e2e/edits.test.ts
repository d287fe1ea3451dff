/** Changes to files: seen as a diff first, made exactly so, and each permission mode keeps its promise. */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, exists, idle, seen, send } from "./start.ts";

const ok = [text("ok then")];
const read = (path: string) => call("read_file", { path }, { id: "call_read" });
const edit = (path: string, old_string: string, new_string: string) =>
  call("edit_file", { path, old_string, new_string }, { id: "call_edit" });
const write = (path: string, content: string) => call("write_file", { path, content }, { id: "call_write" });

const login = 'const a = 1;\r\nif (user.name = name) {\r\n\treturn "é";\r\n}\r\n';

test("an edit shows its diff, and saying yes changes exactly that and nothing else", async () => {
  const script = [[read("login.ts")], [edit("login.ts", "user.name = name", "user.name === name")], ok];
  await using story = await begin(script, { files: { "login.ts": login, "other.ts": "untouched\n" } });
  const { terminal, project } = story;
  await send(terminal, "fix the comparison");
  await asked(terminal, /edit_file wants to change[^]* login\.ts$/m);
  expect(seen(terminal)).toMatch(/2 [-−] +if \(user\.name = name\) \{/);
  expect(seen(terminal)).toMatch(/2 \+ +if \(user\.name === name\) \{/);
  expect(await project.read("login.ts")).toBe(login);
  terminal.press("1");
  await answered(terminal, "ok then");
  expect(await project.read("login.ts")).toBe(login.replace("user.name = name", "user.name === name"));
  expect(await project.read("other.ts")).toBe("untouched\n");
  expect(seen(terminal)).toMatch(/● edit_file +login\.ts/);
});

test("an edit that is declined leaves the file as it is", async () => {
  const script = [[read("login.ts")], [edit("login.ts", "const a", "let a")], ok];
  await using story = await begin(script, { files: { "login.ts": login } });
  const { terminal, project, server } = story;
  await send(terminal, "change it");
  await asked(terminal, "edit_file wants to change");
  terminal.press("escape");
  await idle(terminal);
  expect(await project.read("login.ts")).toBe(login);
  expect(server.requests).toHaveLength(2);
});

test("a new file shows all of what it will hold", async () => {
  await using story = await begin([
    [write("src/new.ts", "export const one = 1;\nexport const two = 2;\n")],
    ok,
  ]);
  const { terminal, project } = story;
  await send(terminal, "make it");
  await asked(terminal, /write_file wants to create[^]* src\/new\.ts$/m);
  expect(seen(terminal)).toMatch(/1 \+ +export const one = 1;/);
  expect(seen(terminal)).toMatch(/2 \+ +export const two = 2;/);
  expect(await exists(project, "src/new.ts")).toBeFalse();
  terminal.press("1");
  await answered(terminal, "ok then");
  expect(await project.read("src/new.ts")).toBe("export const one = 1;\nexport const two = 2;\n");
});

test("a write through a link that leads out of the project asks with the real path, and no means no", async () => {
  await using story = await begin([[write("outbox/x.txt", "X\n")], ok], {
    args: ["--permission-mode", "accept-edits"],
    files: { "../home/box/.keep": "" },
  });
  const { terminal, project, server } = story;
  const box = join(project.home, "box");
  await symlink(box, project.path("outbox"));
  await send(terminal, "go");
  await asked(terminal, "outside the project");
  expect(terminal.screen().join("").replaceAll(/\s+/g, "")).toContain(join(box, "x.txt"));
  terminal.press("3");
  await terminal.waitFor("enter sends it");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(resultsIn(await server.nextRequest(1))["call_write"]).toContain("declined");
  expect(await Bun.file(join(box, "x.txt")).exists()).toBeFalse();
});

describe("the permission mode", () => {
  const statusOf = (terminal: TestTerminal): string =>
    terminal
      .screen()
      .findLast((line) => line !== "")
      ?.trim() ?? "";

  test("goes round with Shift+Tab, and the status line says which one holds", async () => {
    await using story = await begin();
    const { terminal } = story;
    for (const mode of ["accept-edits", "plan", "auto", "ask"]) {
      terminal.press("shift+tab");
      await terminal.waitFor(() => statusOf(terminal).startsWith(`${mode} ⇧⇥`), { what: `the mode ${mode}` });
    }
    expect(story.server.requests).toHaveLength(0);
  });

  test("accept-edits changes files of the project unasked, and still asks for commands", async () => {
    const script = [[write("a.txt", "A\n")], [call("bash", { command: "touch B" })], ok];
    await using story = await begin(script);
    const { terminal, project } = story;
    terminal.press("shift+tab");
    await terminal.waitFor("accept-edits ⇧⇥");
    await send(terminal, "go");
    await asked(terminal, "touch B");
    expect(await project.read("a.txt")).toBe("A\n");
    terminal.press("escape");
    await idle(terminal);
    expect(await exists(project, "B")).toBeFalse();
  });

  test("plan lets the model read and refuses the rest without asking", async () => {
    const calls = [
      read("a.txt"),
      write("a.txt", "changed\n"),
      call("bash", { command: "touch B" }, { id: "call_bash" }),
    ];
    await using story = await begin([calls, ok], {
      args: ["--permission-mode", "plan"],
      files: { "a.txt": "A\n" },
    });
    const { terminal, project, server } = story;
    expect(statusOf(terminal)).toStartWith("plan ⇧⇥");
    await send(terminal, "go");
    await answered(terminal, "ok then");
    const results = resultsIn(await server.nextRequest(1));
    expect(results["call_read"]).toContain("A");
    expect(results["call_write"]).toContain("plan mode");
    expect(results["call_bash"]).toContain("plan mode");
    expect(await project.read("a.txt")).toBe("A\n");
    expect(await exists(project, "B")).toBeFalse();
    expect(seen(terminal)).toMatch(/⊘ bash .*not allowed/);
  });

  test("can be changed while a question is open", async () => {
    await using story = await begin([[call("bash", { command: "touch B" })]]);
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, "touch B");
    terminal.press("shift+tab");
    await terminal.waitFor("accept-edits ⇧⇥");
    expect(seen(terminal)).toContain("yes, once");
  });
});
