/** What a yes, a no and an “always” reach: as far as their words say, and no further. */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, exists, idle, seen, send } from "./start.ts";

const ok = [text("ok then")];
const bash = (command: string, id = "call_1") => call("bash", { command }, { id });

test("a pipe of commands that are all allowed runs without a question", async () => {
  await using story = await begin([[bash("cat a | grep x | sort -u")], ok], {
    files: { a: "x\ny\nx\n" },
    args: ["--allow", "bash(cat:*)", "--allow", "bash(grep:*)", "--allow", "bash(sort:*)"],
  });
  await send(story.terminal, "go");
  await answered(story.terminal, "ok then");
  expect(resultsIn(await story.server.nextRequest(1))["call_1"]).toBe("exit code: 0\nx\n");
  expect(seen(story.terminal)).not.toContain("wants to run");
});

test("what is always asked is asked the second time too, with nothing kept from the first", async () => {
  const script = [[bash("git status && rm -rf ./tmp1", "call_1")], [bash("rm -rf ./tmp2", "call_2")], ok];
  await using story = await begin(script, { files: { "tmp1/x": "", "tmp2/x": "" } });
  const { terminal, project } = story;
  expect(Bun.spawnSync(["git", "init", "-q"], { cwd: project.folder, env: project.env }).exitCode).toBe(0);
  await send(terminal, "go");
  await asked(terminal, "rm -rf ./tmp1");
  expect(terminal.screen().join("\n")).toContain("no rule is offered");
  terminal.press("1");
  await asked(terminal, "rm -rf ./tmp2");
  expect(await exists(project, "tmp1/x")).toBeFalse();
  expect(await exists(project, "tmp2/x")).toBeTrue();
  terminal.press("escape");
  await idle(terminal);
  expect(await exists(project, "tmp2/x")).toBeTrue();
});

test("an “always” is for the words that it shows, and its other half is asked again", async () => {
  const script = [[bash("make test", "call_1")], [bash("make test && make install", "call_2")], ok];
  await using story = await begin(script, {
    files: { Makefile: "test:\n\t@echo tested\ninstall:\n\t@touch PWN\n" },
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal, "bash(make test)");
  terminal.press("2");
  await asked(terminal, "make install");
  expect(await exists(project, "PWN")).toBeFalse();
});

test("a write through links that lead out of the project shows the real place each time, and a no makes nothing", async () => {
  const write = (path: string, id: string) => call("write_file", { path, content: "X\n" }, { id });
  await using story = await begin([[write("outbox/x.txt", "call_1")], [write("dangling", "call_2")], ok], {
    args: ["--permission-mode", "accept-edits"],
    files: { "../home/box/.keep": "" },
  });
  const { terminal, project, server } = story;
  const box = join(project.home, "box");
  await symlink(box, project.path("outbox"));
  await symlink(join(box, "not-yet.txt"), project.path("dangling"));
  await send(terminal, "go");
  for (const name of ["x.txt", "not-yet.txt"]) {
    await terminal.waitFor(() => terminal.screen().join("").replaceAll(/\s+/g, "").includes(join(box, name)));
    await asked(terminal, "write_file wants to create a file");
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.press("enter");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("enter sends it"));
  }
  await answered(terminal, "ok then");
  const results = resultsIn(await server.nextRequest(2));
  for (const id of ["call_1", "call_2"]) expect(results[id]).toContain("declined");
  for (const name of ["x.txt", "not-yet.txt"]) expect(await Bun.file(join(box, name)).exists()).toBeFalse();
});

test("a no is told as the user's, not as a failure, and the same call is not asked about again", async () => {
  await using story = await begin([[bash("touch A", "call_1")], [bash("touch A", "call_2")], ok]);
  const { terminal, project, server } = story;
  await send(terminal, "go");
  await asked(terminal, "touch A");
  expect(terminal.screen().join("\n")).toMatch(/esc +no, and stop/);
  terminal.press("3");
  await terminal.waitFor("enter sends it");
  terminal.press("enter");
  await answered(terminal, "ok then");
  const results = resultsIn(await server.nextRequest(2));
  expect(results["call_1"]).toMatch(/^The user declined this call/);
  expect(results["call_1"]).not.toMatch(/error|failed/i);
  expect(results["call_2"]).toMatch(/declined/);
  // The user knows what they did.
  expect(seen(terminal)).not.toContain("The user declined this call");
  expect(await exists(project, "A")).toBeFalse();
});
