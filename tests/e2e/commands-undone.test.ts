/** What commands of the model change in the project is in the log, and can be brought back. */
import { describe, expect, test } from "bun:test";
import { $ } from "bun";
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { applyRestore } from "../../src/app/restore-apply.ts";
import { planRestore, type RestorePlan } from "../../src/app/restore-files.ts";
import type { Entry, EntryOf } from "../../src/protocol/entry.ts";
import { createCheckpointStore, projectCheckpoints } from "../../src/sessions/checkpoint-store.ts";
import { changesByEntry } from "../../src/sessions/file-history.ts";
import { latestSession } from "../../src/sessions/list.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { openSession, readSession } from "../../src/sessions/session-store.ts";
import { call, gate, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, begin, exists, idle, send } from "./start.ts";

type Calls = readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[];

/** Runs rein with a model that makes these calls, one after the other. */
async function runCalls(project: TestProject, calls: Calls): Promise<readonly Entry[]> {
  await using server = await serveModel([
    ...calls.map(([name, args]) => [call(name, args)]),
    [text("Done.")],
  ]);
  const args = ["-p", "--permission-mode", "accept-edits", "--allow", "bash", "do it"];
  const run = await runRein(args, { project, env: accessTo(server) });
  expect(run).toMatchObject({ out: "Done.\n", code: 0 });
  return entriesOf(project);
}

function entriesOf(project: TestProject): readonly Entry[] {
  const latest = latestSession(dataPaths(project.env), project.folder);
  return readSession(latest?.file ?? "").session.entries;
}

function checkpoints(entries: readonly Entry[]): EntryOf<"checkpoint">[] {
  return entries.filter((entry) => entry.type === "checkpoint");
}

/** What each entry says of each file, by its name in the project. */
function told(project: TestProject, entries: readonly Entry[]): Record<string, string> {
  const files = changesByEntry(entries).flatMap((one) => one.files);
  return Object.fromEntries(
    files.map(({ path, kind, notKept }) => [
      path.slice(project.folder.length + 1),
      notKept === undefined ? kind : `${kind}, not kept: ${notKept}`,
    ]),
  );
}

type Restored = {
  readonly plan: RestorePlan;
  readonly words: readonly string[];
  readonly entries: readonly Entry[];
};

async function restore(
  project: TestProject,
  to: string | null,
  paths?: readonly string[],
): Promise<Restored> {
  const data = dataPaths(project.env);
  const store = createCheckpointStore(projectCheckpoints(data.checkpoints, project.folder));
  const latest = latestSession(data, project.folder);
  const { session } = openSession(latest?.file ?? "", {
    paths: data,
    now: Date.now,
    onTrouble: () => undefined,
  });
  try {
    const entries = session.entries();
    const root = project.folder;
    const only = paths === undefined ? {} : { paths: paths.map((name) => project.path(name)) };
    const plan = await planRestore({ entries, to, root, store, ...only });
    if (plan === null) throw new Error("no such entry");
    const append = (entry: Parameters<typeof session.append>[0]) => session.append(entry);
    const { words } = await applyRestore(plan, undefined, { root, store, append, entries });
    return { plan, words, entries: session.entries() };
  } finally {
    session.close();
  }
}

/** Every file of the project with its bytes and rights, and every folder; without git's own. */
function snapshot(project: TestProject): Record<string, string> {
  const names = readdirSync(project.folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => !/^\.git(\/|$)/.test(name))
      .toSorted()
      .map((name) => {
        const path = project.path(name);
        const stats = lstatSync(path);
        if (!stats.isFile()) return [name, stats.isDirectory() ? "folder" : "other"];
        const bytes = readFileSync(path).toString("base64");
        return [name, `${(stats.mode & 0o777).toString(8)} ${bytes}`];
      }),
  );
}

const files = {
  "rewritten.txt": "one\r\ntwo\r\n",
  "bom.txt": "\uFEFFhello\n",
  "nul.bin": new Uint8Array([0, 1, 2, 0, 255, 10, 13]),
  "run.sh": "#!/bin/sh\necho hi\n",
  "old/name.txt": "moved\n",
  "gone/deep/file.txt": "deleted\n",
  "same.txt": "same\n",
};

const harsh =
  "printf new > rewritten.txt; printf x >> bom.txt; printf '\\000' > nul.bin; chmod 644 run.sh; echo 'echo bye' >> run.sh; " +
  "mv old/name.txt new-name.txt; rm -r gone; mkdir -p made/by; echo made > made/by/command.txt; touch same.txt";

test("a command that rewrites, deletes, creates and renames is undone byte for byte, and the undoing too", async () => {
  await using project = await makeProject(files);
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

test("what a background job has changed is in the log when it has ended, and a restore asks about it", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const go = gate();
  await using server = await serveModel([
    [
      call("bash", {
        command: "until [ -e go ]; do sleep 0.02; done; echo two > a.txt",
        run_in_background: true,
      }),
    ],
    [call("bash", { command: "touch go; while [ ! -s a.txt ] || grep -q one a.txt; do sleep 0.02; done" })],
    [call("bash_output", { id: "job-1", wait_ms: 5_000 })],
    [go.shut, text("Done.")],
  ]);
  const running = runRein(["-p", "--permission-mode", "accept-edits", "--allow", "bash", "do it"], {
    project,
    env: accessTo(server),
  });
  await server.nextRequest(3);
  go.open();
  expect(await running).toMatchObject({ code: 0 });
  expect(told(project, entriesOf(project))).toMatchObject({ "a.txt": "modified" });
  await restore(project, null);
  expect(await project.read("a.txt")).toBe("one\n");
});

test("a job that still runs at the end is named as not looked at", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const entries = await runCalls(project, [
    ["bash", { command: "echo > b.txt; sleep 300", run_in_background: true }],
  ]);
  expect(checkpoints(entries).flatMap(({ note }) => note ?? [])).toEqual([
    "A command still ran when the session was left; what it changed by then was not looked at.",
  ]);
});

test("what a stopped command has changed by then is in the log, and comes back", async () => {
  const command = "echo two > a.txt; touch there; sleep 300";
  await using story = await begin([[call("bash", { command })], [text("Done.")]], {
    files: { "a.txt": "one\n" },
    args: ["--permission-mode", "auto", "--sandbox", "none"],
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await terminal.waitFor(() => exists(project, "there"));
  terminal.press("escape");
  await idle(terminal);
  await terminal.waitFor(() => checkpoints(entriesOf(project)).length > 0, { what: "the checkpoint" });
  const stopped = entriesOf(project);
  expect(checkpoints(stopped)[0]?.files.map(({ path, after }) => [path, typeof after])).toEqual([
    [project.path("a.txt"), "string"],
    [project.path("there"), "string"],
  ]);
  await terminal.close();
  const { plan } = await restore(project, null);
  expect(plan.steps.some(({ changedOutside }) => changedOutside)).toBe(false);
  expect(await project.read("a.txt")).toBe("one\n");
  expect(existsSync(project.path("there"))).toBe(false);
});
