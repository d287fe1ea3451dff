/** Submodules are known from the index as git itself writes it. */
import { describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { gitLinks } from "../../src/workspace/git-links.ts";
import { gitSettings } from "../../src/workspace/git-settings.ts";
import { makeRepository } from "../permissions/git-traps.ts";
import { makeProject } from "../support/project.ts";

describe("the repositories inside of a repository", () => {
  test.each([2, 3, 4])("are told by an index of version %d", async (version) => {
    await using project = await makeProject();
    const outer = makeRepository(project.folder, project.env);
    for (const name of ["lib/one", "lib/two", "z"]) makeRepository(project.path(name), project.env);
    outer.write("a-long-name-that-comes-before.txt", "");
    outer.git("add", ".");
    if (version === 3) {
      outer.write("later.txt", "x");
      outer.git("add", "--intent-to-add", "later.txt");
    }
    outer.git("update-index", `--index-version=${version}`);
    expect(gitLinks(project.path(".git"), 20)).toEqual(["lib/one", "lib/two", "z"]);
  });

  test("are none where there is no index, and none among files only", async () => {
    await using project = await makeProject();
    expect(gitLinks(project.path(".git"), 20)).toEqual([]);
    makeRepository(project.folder, project.env);
    expect(gitLinks(project.path(".git"), 20)).toEqual([]);
  });

  test("cannot be told from a split index, nor from what is none", async () => {
    await using project = await makeProject();
    const outer = makeRepository(project.folder, project.env);
    makeRepository(project.path("inner"), project.env);
    outer.git("add", ".");
    outer.git("update-index", "--split-index");
    expect(gitLinks(project.path(".git"), 20)).toBeNull();
    await rm(project.path(".git/index"));
    await project.write(".git/index", "DIRC\0\0\0\u0002 and \0\0\u00e0\0 something link\0 else entirely");
    expect(gitLinks(project.path(".git"), 20)).toBeNull();
    expect(gitSettings(project.folder)).toContain("unreadable=");
  });

  test("have settings that count, theirs inside too", async () => {
    await using project = await makeProject();
    const outer = makeRepository(project.folder, project.env);
    const inner = makeRepository(project.path("inner"), project.env);
    const innermost = makeRepository(project.path("inner/most"), project.env);
    inner.git("add", "most");
    inner.git("commit", "-qm", "most");
    outer.git("add", "inner");
    innermost.git("config", "filter.x.clean", "cat");
    expect(gitSettings(project.folder)).toContain("filter.x.clean=cat");
    expect(gitSettings(project.path("inner"))).toContain("filter.x.clean=cat");
  });
});
