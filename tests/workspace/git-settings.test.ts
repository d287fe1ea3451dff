import { describe, expect, test } from "bun:test";
import { gitSettings, settingsOf } from "../../src/workspace/git-settings.ts";
import { makeProject } from "../support/project.ts";

describe("what a repository brings along for git", () => {
  test("is found from any folder in it", async () => {
    await using project = await makeProject({
      ".git/config": '[core]\n\tfsmonitor = ./x; false\n[filter "a.B"] clean = ./y\n',
      "src/deep/a.ts": "",
    });
    const expected = ["core.fsmonitor=./x; false", "filter.a.B.clean=./y"];
    expect(gitSettings(project.folder)).toEqual(expected);
    expect(gitSettings(project.path("src/deep"))).toEqual(expected);
  });

  test("is found where a file says that it lies, also for a work tree", async () => {
    await using project = await makeProject({
      "elsewhere/config": "[alias]\n\tst = !x\n",
      "elsewhere/worktrees/w/commondir": "../..\n",
      "sub/.git": "gitdir: ../elsewhere/worktrees/w\n",
    });
    expect(gitSettings(project.path("sub"))).toEqual(["alias.st=!x"]);
  });

  test("is told of a repository without a working folder, and of a hook that looking starts", async () => {
    await using project = await makeProject({
      "bare/HEAD": "ref: refs/heads/a\n",
      "bare/objects/x": "",
      "bare/refs/x": "",
      "hooked/.git/hooks/post-index-change": "",
    });
    expect(gitSettings(project.path("bare"))).toEqual(["bare="]);
    expect(gitSettings(project.path("hooked"))).toEqual(["hook=post-index-change"]);
  });

  test("is never taken for nothing when it cannot be read", async () => {
    await using project = await makeProject({ "a/.git": "what?", "b/.git/config/x": "" });
    expect(gitSettings(project.path("a"))).toEqual(["unreadable="]);
    expect(gitSettings(project.path("b"))).toEqual(["unreadable="]);
  });

  test("is not waited for where a pipe stands in the place of a file", async () => {
    await using project = await makeProject({ "a/x": "", "b/.git/config": "", "c/.git/config": "" });
    const pipes = ["a/.git", "b/.git/commondir", "c/.git/index"];
    Bun.spawnSync(["mkfifo", ...pipes.map((name) => project.path(name))]);
    for (const name of ["a", "b", "c"]) expect(gitSettings(project.path(name))).toEqual(["unreadable="]);
  });

  test.each([
    ["[core]\n# x\n; y\n\tbare\n", ["core.bare=true"]],
    ["[Core]\n\tFsMonitor = a\\\n b\n", ["core.fsmonitor=a b"]],
    ['[diff "x"]\n\ttextConv = y\n', ["diff.x.textconv=y"]],
    ["[core\n", ["unreadable="]],
  ])("%p", (text, expected) => {
    expect(settingsOf(text)).toEqual(expected);
  });
});
