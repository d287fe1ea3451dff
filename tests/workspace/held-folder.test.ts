/** A folder that is held: what is done in it is done there, wherever its path leads by then. */
import { mkdir, readdir, rename, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { inFolder, removeEmptyFolders } from "../../src/workspace/held-folder.ts";
import { makeProject } from "../support/project.ts";

describe("a folder that is held", () => {
  test.skipIf(process.platform !== "linux")(
    "takes what is written to it where it has gone, when a link took its place",
    async () => {
      await using project = await makeProject({ "sub/a.txt": "a", "../home/other/b.txt": "b" });
      await inFolder(project.path("sub"), async (folder) => {
        await rename(project.path("sub"), project.path("moved"));
        await symlink(`${project.home}/other`, project.path("sub"));
        await writeFile(folder.at("new.txt"), "x");
      });
      expect(await readdir(project.path("moved"))).toContain("new.txt");
      expect(await readdir(`${project.home}/other`)).toEqual(["b.txt"]);
    },
  );

  test("is refused when its path, or one on the way to it, is a link by now", async () => {
    await using project = await makeProject({ "../home/other/deep/b.txt": "b" });
    await symlink(`${project.home}/other`, project.path("sub"));
    for (const name of ["sub", "sub/deep", "sub/new/deeper"]) {
      const work = inFolder(project.path(name), async () => "done", { make: true });
      expect(work).rejects.toThrow("now leads to");
      await work.catch(() => undefined);
    }
    expect(await readdir(`${project.home}/other`)).toEqual(["deep"]);
  });

  test("is refused where the link on the way differs from the folder that it leads to in nothing but its case", async () => {
    await using project = await makeProject({ "Sub/deep/b.txt": "b" });
    // A disk that does not tell the two names apart has no place for such a link.
    const isMade = await symlink("Sub", project.path("sub")).then(
      () => true,
      () => false,
    );
    const work = inFolder(project.path("sub/deep"), async () => "done");
    if (isMade) expect(work).rejects.toThrow("now leads to");
    else expect(work).resolves.toBe("done");
    await work.catch(() => undefined);
  });

  test("is made with the folders on its way, and taken back as far as nothing came into them", async () => {
    await using project = await makeProject({ "a/x.txt": "" });
    await inFolder(
      project.path("a/b/c/d"),
      async (folder) => {
        expect(folder.made).toEqual(["a/b/c/d", "a/b/c", "a/b"].map((name) => project.path(name)));
        await writeFile(project.path("a/b/kept.txt"), "");
        await folder.takeBack();
      },
      { make: true },
    );
    expect(await readdir(project.path("a/b"))).toEqual(["kept.txt"]);
  });

  test("is not made where something else stands, and a missing one is told unless it is to be made", async () => {
    await using project = await makeProject({ file: "" });
    const inFile = inFolder(project.path("file/sub"), async () => "done", { make: true });
    expect(inFile).rejects.toThrow("ENOTDIR");
    await inFile.catch(() => undefined);
    const missing = inFolder(project.path("none"), async () => "done");
    expect(missing).rejects.toThrow("ENOENT");
    await missing.catch(() => undefined);
    expect((await stat(project.path("file"))).isFile()).toBeTrue();
  });
});

test("empty folders are removed from the inside, up to one that holds something", async () => {
  await using project = await makeProject({ "a/x.txt": "" });
  await mkdir(project.path("a/b/c"), { recursive: true });
  await removeEmptyFolders(["a/b/c", "a/b", "a"].map((name) => project.path(name)));
  expect(await readdir(project.path("a"))).toEqual(["x.txt"]);
});
