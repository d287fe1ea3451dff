/** What is read of a repository, with the real git: exactly what files held, or nothing; and nothing is written. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openGitObjects } from "../../src/process/git-objects.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const repository = ({ folder }: TestProject) => ({ top: folder, objects: join(folder, ".git", "objects") });

function gitIn(project: TestProject) {
  return (...args: string[]) =>
    $`git -c user.name=x -c user.email=x@example.org ${args}`.cwd(project.folder).env(project.env).quiet();
}

/** Asks for the content of a file as the index has it. */
async function contentOf(project: TestProject, path: string, size: number): Promise<string | undefined> {
  const objects = openGitObjects(repository(project), project.env);
  const object = (await gitIn(project)("rev-parse", `:${path}`)).text().trim();
  const bytes = (await objects.contents([{ path, object, size }])).get(path);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString("latin1");
}

test("of a file with carriage returns that git does not keep one by one nothing is guessed", async () => {
  const files = { "all.txt": "a\r\nb\r\n", "one.txt": "a\r\r\nb\n", "binary.txt": "a\rb" };
  await using project = await makeProject({ ...files, ".gitattributes": "*.txt text\nbinary.txt -text\n" });
  await gitIn(project)("init", "-q");
  await gitIn(project)("add", ".");
  expect(await contentOf(project, "all.txt", 6)).toBe(files["all.txt"]);
  expect(await contentOf(project, "one.txt", 6)).toBeUndefined();
  expect(await contentOf(project, "binary.txt", 3)).toBe(files["binary.txt"]);
});

test("a sparse index is read without an object being made", async () => {
  await using project = await makeProject({ "in/a": "a", "out/b": "b", top: "t" });
  const git = gitIn(project);
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-q", "-m", "All");
  await git("sparse-checkout", "set", "--cone", "--sparse-index", "in");
  // The tree of what is staged is nowhere yet.
  await project.write("in/new", "new");
  await git("add", "in/new");
  const objects = () =>
    readdirSync(project.path(".git/objects"), { recursive: true, encoding: "utf8" }).toSorted();
  const before = objects();
  expect(await contentOf(project, "in/a", 1)).toBe("a");
  expect(objects()).toEqual(before);
});

test("git that is not installed, and a repository that is none, do not answer", async () => {
  await using project = await makeProject({ "a.txt": "a" });
  await gitIn(project)("init", "-q");
  expect(await openGitObjects(repository(project), project.env).answers()).toBe(true);
  const without = { ...project.env, PATH: project.home };
  expect(await openGitObjects(repository(project), without).answers()).toBe(false);
  await $`rm ${project.path(".git/HEAD")}`;
  expect(await openGitObjects(repository(project), project.env).answers()).toBe(false);
});
