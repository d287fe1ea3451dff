/** What commands of the model change in the project is in the log, and can be brought back. */
import { describe, expect, test } from "bun:test";
import { $ } from "bun";
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { projectCheckpoints } from "../../src/sessions/checkpoint-store.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { checkpoints, restore, runCalls, snapshot, told } from "./commands-undone-scene.ts";

const files = {
  "rewritten.txt": "one\r\ntwo\r\n",
  "bom.txt": "\uFEFFhello\n",
  "nul.bin": new Uint8Array([0, 1, 2, 0, 255, 10, 13]),
  "run.sh": "#!/bin/sh\necho hi\n",
  "old/name.txt": "moved\n",
  "gone/deep/file.txt": "deleted\n",
  "same.txt": "same\n",
  "now-a-link.txt": "file\n",
};
const links = {
  "gone-link": "same.txt",
  "led/elsewhere": "../run.sh",
  "moved-link": "old",
  "now-a-file": "nowhere",
};

const harsh =
  "printf new > rewritten.txt; printf x >> bom.txt; printf '\\000' > nul.bin; chmod 644 run.sh; echo 'echo bye' >> run.sh; " +
  "mv old/name.txt new-name.txt; rm -r gone; mkdir -p made/by; echo made > made/by/command.txt; touch same.txt; " +
  "rm gone-link now-a-file; ln -sfn ../gone led/elsewhere; mv moved-link made/link; echo file > now-a-file; ln -sf run.sh now-a-link.txt";

test("a command that rewrites, deletes, creates, renames and links is undone byte for byte, and the undoing too", async () => {
  await using project = await makeProject(files);
  mkdirSync(project.path("led"));
  for (const [name, target] of Object.entries(links)) symlinkSync(target, project.path(name));
  chmodSync(project.path("run.sh"), 0o755);
  const before = snapshot(project);
  const entries = await runCalls(project, [["bash", { command: harsh }]]);
  const after = snapshot(project);
  expect(told(project, entries)).toEqual({
    "rewritten.txt": "modified",
    "bom.txt": "modified",
    "nul.bin": "modified",
    "run.sh": "modified",
    "old/name.txt": "deleted",
    "new-name.txt": "created",
    "gone/deep/file.txt": "deleted",
    "made/by/command.txt": "created",
    "gone-link": "deleted, a link before",
    "led/elsewhere": "modified, a link both",
    "made/link": "created, a link after",
    "moved-link": "deleted, a link before",
    "now-a-file": "modified, a link before",
    "now-a-link.txt": "modified, a link after",
  });
  const first = await restore(project, null);
  expect(first.plan.steps.filter(({ changedOutside }) => changedOutside)).toEqual([]);
  expect(snapshot(project)).toEqual(before);
  const undone = first.entries.findLast(({ type }) => type === "restore");
  await restore(project, undone?.parentId ?? null);
  expect(snapshot(project)).toEqual({ ...after, old: "folder" });
  expect(statSync(project.path("run.sh")).mode & 0o777).toBe(0o644);
});

test("one file alone can be brought back", async () => {
  await using project = await makeProject({ "a.txt": "a\n", "b.txt": "b\n" });
  await runCalls(project, [["bash", { command: "echo x > a.txt; echo y > b.txt" }]]);
  const { words } = await restore(project, null, ["b.txt"]);
  expect([await project.read("a.txt"), await project.read("b.txt")]).toEqual(["x\n", "b\n"]);
  expect(words).toEqual(["Brought back 1 file: b.txt."]);
});

test("between two calls what the first of them left is brought back, whoever made it", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const entries = await runCalls(project, [
    ["write_file", { path: "b.txt", content: "by the tool\n" }],
    ["bash", { command: "echo two > a.txt; echo more >> b.txt" }],
    ["bash", { command: "rm a.txt b.txt" }],
  ]);
  const results = entries.filter((entry) => entry.type === "tool_result");
  expect(results.map(({ files: held }) => held?.map(({ after }) => after === null))).toEqual([
    [false],
    [false, false],
    [true, true],
  ]);
  await restore(project, results[1]?.id ?? null);
  expect([await project.read("a.txt"), await project.read("b.txt")]).toEqual([
    "two\n",
    "by the tool\nmore\n",
  ]);
  await restore(project, results[0]?.id ?? null);
  expect([await project.read("a.txt"), await project.read("b.txt")]).toEqual(["one\n", "by the tool\n"]);
  await restore(project, null);
  expect([await project.read("a.txt"), existsSync(project.path("b.txt"))]).toEqual(["one\n", false]);
});

test("a command that only looks is not looked at, and writes no checkpoint", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const entries = await runCalls(project, [["bash", { command: "cat a.txt && ls -la" }]]);
  expect(checkpoints(entries)).toEqual([]);
  expect(existsSync(projectCheckpoints(dataPaths(project.env).checkpoints, project.folder))).toBe(false);
});

test("ignored files are left out; one that is too large, and a secret, are named with the reason", async () => {
  await using project = await makeProject({
    ".gitignore": "*.log\n",
    "noise.log": "old\n",
    "node_modules/x.js": "old\n",
    "huge.bin": new Uint8Array(9 * 1024 * 1024),
    ".env": "TOKEN=abc\n",
    "plain.txt": "old\n",
  });
  await $`git init -q`.cwd(project.folder).env(project.env);
  const entries = await runCalls(project, [
    [
      "bash",
      { command: "for f in noise.log node_modules/x.js huge.bin .env plain.txt; do echo new > $f; done" },
    ],
  ]);
  const named = told(project, entries);
  expect(Object.keys(named).toSorted()).toEqual([".env", "huge.bin", "plain.txt"]);
  expect(named["plain.txt"]).toBe("modified");
  expect(named["huge.bin"]).toStartWith("modified, not kept: it has 9437184 bytes");
  expect(named[".env"]).toStartWith("modified, not kept: it may hold secrets");
  const { plan } = await restore(project, null);
  expect(await project.read("plain.txt")).toBe("old\n");
  expect((await project.read("huge.bin")).length).toBe(4);
  expect(plan.notes.join(" ")).toContain("ignored files");
  expect(plan.steps.filter(({ action }) => action.type === "impossible")).toHaveLength(2);
});

test("what somebody else changed since is said, and is brought back only with what they wrote kept", async () => {
  await using project = await makeProject({ "a.txt": "one\n", "b.txt": "one\n" });
  await runCalls(project, [["bash", { command: "echo two > a.txt; echo two > b.txt" }]]);
  await project.write("b.txt", "mine\n");
  const { plan, entries } = await restore(project, null);
  expect(plan.steps.map(({ name, changedOutside }) => [name, changedOutside])).toEqual([
    ["a.txt", false],
    ["b.txt", true],
  ]);
  expect(await project.read("b.txt")).toBe("one\n");
  await restore(project, entries.findLast(({ type }) => type === "restore")?.parentId ?? null);
  expect(await project.read("b.txt")).toBe("mine\n");
});

describe("in a git repository", () => {
  async function repository(dirty: boolean): Promise<TestProject> {
    const project = await makeProject({
      "big.txt": "line\n".repeat(100_000),
      "crlf.txt": "one\r\ntwo\r\n",
      ".gitattributes": "crlf.txt text eol=crlf\n",
      "src/a.ts": "export {};\n",
    });
    const git = (...args: string[]) =>
      $`git -c user.name=x -c user.email=x@example.org ${args}`.cwd(project.folder).env(project.env).quiet();
    await git("init", "-q");
    await git("add", ".");
    await git("commit", "-q", "-m", "All");
    await project.write("stashed.txt", "stashed\n");
    await git("stash", "push", "-q", "-u");
    if (dirty) {
      await project.write("src/a.ts", "export const dirty = true;\n");
      await project.write("staged.txt", "staged\n");
      await git("add", "staged.txt");
      await project.write("untracked.txt", "untracked\n");
    }
    return project;
  }

  async function gitState(project: TestProject): Promise<readonly unknown[]> {
    const out = (...args: string[]) => $`git ${args}`.cwd(project.folder).env(project.env).text();
    const index = await Bun.file(project.path(".git/index")).bytes();
    const status = await out("--no-optional-locks", "status", "--porcelain", "--ignored");
    return [index, status, await out("stash", "list", "-p", "-u"), await out("count-objects", "-v")];
  }

  for (const dirty of [false, true]) {
    test(`that is ${dirty ? "dirty" : "clean"}, files come back and git sees nothing of it`, async () => {
      await using project = await repository(dirty);
      const [before, state] = [snapshot(project), await gitState(project)];
      const entries = await runCalls(project, [
        ["bash", { command: "for f in $(ls *.txt) src/a.ts; do echo x >> $f; done; rm -r src" }],
      ]);
      expect(Object.values(told(project, entries)).filter((words) => words.includes("not kept"))).toEqual([]);
      await restore(project, null);
      expect(snapshot(project)).toEqual(before);
      expect(await gitState(project)).toEqual(state);
    });
  }
});
