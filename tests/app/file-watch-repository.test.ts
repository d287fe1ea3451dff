/** Around commands in a repository: what git has is relied on only where it can be had afterwards. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createKeptAhead } from "../../src/app/file-watch/kept-ahead.ts";
import { mayRemoveRepository } from "../../src/app/file-watch/named-paths.ts";
import { createProjectWatch } from "../../src/app/file-watch/project-watch.ts";
import { createJobs } from "../../src/process/jobs.ts";
import { createCheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { nothingTracked } from "../../src/workspace/git-index.ts";
import { factsOf, scanProject } from "../../src/workspace/project-scan.ts";
import { makeProject, type TestProject } from "../support/project.ts";

/** Does something as a command does, and says of each file by its name what it held before: its text, or why not. */
async function command(
  project: TestProject,
  text: string,
  work: () => unknown,
  env: Readonly<Record<string, string>> = project.env,
): Promise<Record<string, string>> {
  // Not in the project, nor in the home folder that may be all of it.
  const store = createCheckpointStore(join(dirname(project.folder), "checkpoints"));
  const jobs = createJobs({ onEnd() {} });
  const watch = createProjectWatch({
    root: project.folder,
    home: project.home,
    env,
    store,
    hides: () => false,
    jobs: () => jobs,
    append() {},
    tell(message) {
      throw new Error(message);
    },
  });
  const watched = await watch.begin({ callId: "call", command: text }, new AbortController().signal);
  await work();
  const { files } = await watched.end({ ok: true, text: "" });
  const said: Record<string, string> = {};
  for (const { path, before, notKept } of files) {
    const kept = before === null ? null : await store.read(before);
    const held =
      kept === null ? "new" : "bytes" in kept ? new TextDecoder().decode(kept.bytes) : kept.missing;
    said[path.slice(project.folder.length + 1)] = notKept ?? held;
  }
  return said;
}

async function commit({ folder, env }: TestProject): Promise<void> {
  const git = (...args: string[]) =>
    $`git -c user.name=x -c user.email=x@example.org ${args}`.cwd(folder).env(env).quiet();
  await git("init", "-q");
  await git("add", "-f", ".");
  await git("commit", "-q", "-m", "All");
}

test("where git is not installed its files are kept like all others", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  await commit(project);
  const without = { ...project.env, PATH: project.home };
  const said = await command(project, "x", () => writeFileSync(project.path("a.txt"), "two"), without);
  expect(said).toEqual({ "a.txt": "one" });
});

test("files that git tracks are seen though it ignores them, or tools fill their folder, but not through a link", async () => {
  await using project = await makeProject({
    ".gitignore": "*.log\n/generated/\n",
    ".reinignore": "huge/\n*.bin\n",
    "a.log": "one",
    "dist/deep/b.js": "two",
    "generated/c/d.txt": "three",
    "gone/build/e.txt": "four",
    "huge/f.txt": "five",
    "g.bin": "six",
    "linked/h.log": "seven",
  });
  await commit(project);
  const files = ["a.log", "dist/deep/b.js", "generated/c/d.txt", "huge/f.txt", "g.bin"];
  const said = await command(project, "x", () => {
    for (const file of files) writeFileSync(project.path(file), "changed");
    for (const file of ["b.log", "dist/new.js", "generated/c/new.txt"])
      writeFileSync(project.path(file), "new");
    rmSync(project.path("gone"), { recursive: true });
    renameSync(project.path("linked"), project.path("dist/linked"));
    symlinkSync("dist/linked", project.path("linked"));
  });
  expect(said).toEqual({
    "a.log": "one",
    "dist/deep/b.js": "two",
    "generated/c/d.txt": "three",
    "gone/build/e.txt": "four",
    linked: "new",
    "linked/h.log": "seven",
  });
});

test("a command that takes the repository away with the files takes nothing that was small", async () => {
  await using project = await makeProject({ "a.txt": "one", "src/b.txt": "two" });
  await commit(project);
  const said = await command(project, "rm -rf .git && rm -r src a.txt", () =>
    rmSync(project.folder, { recursive: true }),
  );
  expect(said).toEqual({ "a.txt": "one", "src/b.txt": "two" });
});

test.each([
  ["rm -rf .git", true],
  ["rm -rf ./.git/ && git init", true],
  ["cd .. && rm -rf project", true],
  ["rm -rf /home/me/project/", true],
  ["rm -rf '/home/me'", true],
  ["rm -rf .* *", true],
  ['rm -rf "$PWD"/.[!.]*', true],
  ["find . -delete", true],
  ["mv .git /tmp", true],
  ["python3 -c \"import shutil; shutil.rmtree('.git')\"", true],
  ["rm -rf dist node_modules", false],
  ["rm -rf ./dist", false],
  ["rm -rf /home/me/projects-old", false],
  ["rm .gitignore", false],
  ["git status", false],
  ["cat .git/config", false],
])("%j may remove the repository: %p", (text, may) => {
  expect(mayRemoveRepository(text, "/home/me/project")).toBe(may);
});

test("a pipe in the place of the index is not waited for", async () => {
  await using project = await makeProject({ "a.txt": "one" });
  await commit(project);
  rmSync(project.path(".git/index"));
  await $`mkfifo ${project.path(".git/index")}`;
  const said = await command(project, "x", () => writeFileSync(project.path("a.txt"), "two"));
  expect(said).toEqual({ "a.txt": "one" });
});

test.each([
  ["is new at the new one: the link goes when it comes back", "", { src: "new", "lib/a.txt": "new" }],
  // It would come back in a folder that is a link: the one at the new place is not to go for it.
  [
    "was there before at the new one where nobody sees the link",
    "/src\n",
    { ".gitignore": "new", "lib/a.txt": "it was there before, where rein does not look" },
  ],
])("a file whose folder moved, and is a link to the new place now, %s", async (_, ignored, others) => {
  await using project = await makeProject({ "src/a.txt": "one" });
  // What is as young as the command may be the command's.
  while (Date.now() < statSync(project.path("src/a.txt")).ctimeMs + 50)
    await new Promise((resolve) => setImmediate(resolve));
  const said = await command(project, "x", () => {
    renameSync(project.path("src"), project.path("lib"));
    symlinkSync("lib", project.path("src"));
    if (ignored !== "") writeFileSync(project.path(".gitignore"), ignored);
  });
  expect(said).toEqual({ "src/a.txt": "one", ...others });
});

test("what is kept of git's files takes nothing from what others may take", async () => {
  await using project = await makeProject({ "git.txt": "12345", "own.txt": "67890" });
  const store = createCheckpointStore(join(dirname(project.folder), "checkpoints"));
  const ahead = createKeptAhead({ store, hides: () => false, maxBytes: 5 });
  const gits = {
    ...nothingTracked,
    objectOf: (path: string) => (path.endsWith("git.txt") ? "0" : null),
  };
  ahead.start(await scanProject(project.folder), nothingTracked, gits);
  await ahead.wait(60_000, new AbortController().signal);
  const isKept = (name: string) => {
    const facts = factsOf(project.path(name));
    return facts !== null && ahead.hashOf(project.path(name), facts) !== null;
  };
  expect(["git.txt", "own.txt"].map(isKept)).toEqual([true, true]);
});
