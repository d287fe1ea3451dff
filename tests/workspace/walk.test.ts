import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { relative } from "node:path";
import { globMatcher, namesHidden, walk, type WalkOptions } from "../../src/workspace/walk.ts";
import { makeProject } from "../support/project.ts";

async function filesBelow(root: string, options?: WalkOptions): Promise<string[]> {
  const found: string[] = [];
  for await (const path of walk(root, options)) found.push(relative(root, path));
  return found;
}

describe("walking a project", () => {
  test("files come sorted, folder by folder", async () => {
    await using project = await makeProject({ "b.txt": "", "a/z.txt": "", "a/b/c.txt": "", "Z.txt": "" });
    expect(await filesBelow(project.folder)).toEqual(["Z.txt", "a/b/c.txt", "a/z.txt", "b.txt"]);
  });

  test("ignored files are left out, by the deepest file that has an opinion", async () => {
    await using project = await makeProject({
      ".gitignore": "*.log\nbuild/\n/only-top.txt\n",
      "a.log": "",
      "build/out.js": "",
      "only-top.txt": "",
      "src/only-top.txt": "",
      "src/.gitignore": "!keep.log\nlocal.txt\n",
      "src/keep.log": "",
      "src/other.log": "",
      "src/local.txt": "",
    });
    expect(await filesBelow(project.folder)).toEqual(["src/keep.log", "src/only-top.txt"]);
  });

  test("a search in a subfolder follows the rules of the repository around it", async () => {
    await using project = await makeProject({
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/info/exclude": "private.txt\n",
      ".gitignore": "/src/generated/\n*.tmp\n",
      "src/a.ts": "",
      "src/a.tmp": "",
      "src/private.txt": "",
      "src/generated/b.ts": "",
    });
    expect(await filesBelow(project.path("src"))).toEqual(["a.ts"]);
  });

  test("ignore files above a folder that is in no repository have no say", async () => {
    await using project = await makeProject({ ".gitignore": "*\n", "src/a.ts": "" });
    expect(await filesBelow(project.path("src"))).toEqual(["a.ts"]);
  });

  test("hidden files only when asked, .git never", async () => {
    await using project = await makeProject({
      ".env": "",
      ".github/ci.yml": "",
      ".git/HEAD": "",
      "a.txt": "",
    });
    expect(await filesBelow(project.folder)).toEqual(["a.txt"]);
    expect(await filesBelow(project.folder, { hidden: true })).toEqual([".env", ".github/ci.yml", "a.txt"]);
  });

  test("links are not followed, so a loop ends and nothing outside is seen", async () => {
    await using project = await makeProject({ "a/b.txt": "" });
    await symlink("..", project.path("a/up"));
    await symlink(project.home, project.path("home"));
    expect(await filesBelow(project.folder)).toEqual(["a/b.txt"]);
  });

  test("it stops when told to", async () => {
    await using project = await makeProject({ "a.txt": "", "b.txt": "" });
    const stop = new AbortController();
    const files = walk(project.folder, { signal: stop.signal });
    expect((await files.next()).value).toBe(project.path("a.txt"));
    stop.abort();
    expect(files.next()).rejects.toThrow("abort");
  });
});

describe("globs", () => {
  test.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["./src/**", "src/deep/a.ts", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["*.ts", "a.tsx", false],
  ])("%s and %s: %p", (pattern, path, expected) => {
    expect(globMatcher("/repo", pattern)(`/repo/${path}`)).toBe(expected);
  });

  test("a pattern asks for hidden files by naming one", () => {
    expect(namesHidden(".github/**")).toBe(true);
    expect(namesHidden("src/.env*")).toBe(true);
    expect(namesHidden("./src/*.ts")).toBe(false);
    expect(namesHidden("../x")).toBe(false);
  });
});
