import { describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { FileError } from "../../src/workspace/file-error.ts";
import { displayPath, isInside, resolvePath } from "../../src/workspace/paths.ts";
import { makeProject } from "../support/project.ts";

async function kindOfFailure(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no failure";
  } catch (thrown) {
    return thrown instanceof FileError ? thrown.kind : String(thrown);
  }
}

describe("where a path leads", () => {
  test("relative paths start at the folder, absolute ones do not", async () => {
    await using project = await makeProject({ "src/a.ts": "" });
    const found = { path: project.path("src/a.ts"), type: "file" } as const;
    expect(await resolvePath(project.folder, "src/a.ts")).toEqual(found);
    expect(await resolvePath(project.folder, "./src/../src//a.ts")).toEqual(found);
    expect(await resolvePath("/", project.path("src/a.ts"))).toEqual(found);
    expect(await resolvePath(project.folder, ".")).toEqual({ path: project.folder, type: "directory" });
  });

  test("a new file below a linked folder is judged by where the link leads", async () => {
    await using project = await makeProject();
    await symlink(project.home, project.path("out"));
    expect(await resolvePath(project.folder, "out/new/x.txt")).toEqual({
      path: `${project.home}/new/x.txt`,
      type: null,
    });
  });

  test("a dangling link stands for the file that it would create", async () => {
    await using project = await makeProject();
    await symlink(`${project.home}/later`, project.path("dangling"));
    expect(await resolvePath(project.folder, "dangling")).toEqual({
      path: `${project.home}/later`,
      type: null,
      caution: "dangling_link",
    });
  });

  test("`..` behind a link is the parent of its target, as the kernel has it", async () => {
    await using project = await makeProject({ "src/a.ts": "" });
    await mkdir(`${project.home}/deep`);
    await symlink(`${project.home}/deep`, project.path("link"));
    expect((await resolvePath(project.folder, "link/../src/a.ts")).path).toBe(`${project.home}/src/a.ts`);
  });

  test("relative links are followed from where they stand", async () => {
    await using project = await makeProject({ "a/b/real.txt": "" });
    await symlink("../b/real.txt", project.path("a/b/link"));
    expect((await resolvePath(project.folder, "a/b/link")).path).toBe(project.path("a/b/real.txt"));
  });

  test("a loop of links is an error", async () => {
    await using project = await makeProject();
    await symlink("loop", project.path("loop"));
    expect(await kindOfFailure(resolvePath(project.folder, "loop"))).toBe("bad_path");
    expect(await kindOfFailure(resolvePath(project.folder, "loop/x"))).toBe("bad_path");
  });

  test.each([[""], ["a\0b"], ["file:///etc/hosts"], ["README.md/x"]])("%p is refused", async (path) => {
    await using project = await makeProject({ "README.md": "" });
    expect(await kindOfFailure(resolvePath(project.folder, path))).toBe("bad_path");
  });

  test("names that only look like a parent are names", async () => {
    await using project = await makeProject();
    expect((await resolvePath(project.folder, "..hidden")).path).toBe(project.path("..hidden"));
    expect((await resolvePath(project.folder, "...")).path).toBe(project.path("..."));
  });
});

test("inside means the same folder or below it, not a longer name", () => {
  expect(isInside("/repo", "/repo")).toBe(true);
  expect(isInside("/repo", "/repo/a")).toBe(true);
  expect(isInside("/repo", "/repo-evil/a")).toBe(false);
  expect(isInside("/repo", "/")).toBe(false);
  expect(isInside("/", "/etc")).toBe(true);
});

test("paths are shown relative to the project, and whole outside of it", () => {
  expect(displayPath("/repo", "/repo/src/a.ts")).toBe("src/a.ts");
  expect(displayPath("/repo", "/repo")).toBe(".");
  expect(displayPath("/repo", "/etc/hosts")).toBe("/etc/hosts");
});
