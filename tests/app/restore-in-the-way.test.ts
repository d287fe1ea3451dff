/** Bringing files and links back where something else stands in their way. */
import { expect, test } from "bun:test";
import { mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { outcomes, scene } from "./restore-scene.ts";

test("a file that became a folder comes back, and a folder that became a file", async () => {
  // Whatever the disk's clock says of the age of folders.
  const { project, command, plan, apply, last } = await scene(
    { a: "file", "b/c": "inside" },
    () => Date.now() + 60_000,
  );
  await using _ = project;
  const to = last();
  await command(["a", "b/c", "a/x", "b"], () => {
    rmSync(project.path("a"));
    rmSync(project.path("b"), { recursive: true });
    mkdirSync(project.path("a"));
    writeFileSync(project.path("a/x"), "x");
    writeFileSync(project.path("b"), "b");
  });
  const { words } = await apply(await plan(to));
  expect([await project.read("a"), await project.read("b/c")]).toEqual(["file", "inside"]);
  expect(words).toHaveLength(2);
});

test("what stands in a folder's place, or in that of its link, comes back with all that is in the way, and not alone", async () => {
  const { project, command, plan, apply, last } = await scene({ "dir/file": "inside" });
  await using _ = project;
  symlinkSync("dir", project.path("link"));
  const to = last();
  await command(["dir", "dir/file", "link", "link/in/x", "link/y"], () => {
    rmSync(project.path("dir"), { recursive: true });
    symlinkSync("elsewhere", project.path("dir"));
    rmSync(project.path("link"));
    mkdirSync(project.path("link/in"), { recursive: true });
    for (const name of ["link/in/x", "link/y"]) writeFileSync(project.path(name), "new");
  });
  const left = {
    link: "there is a folder now",
    "dir/file": "a folder above it is a link now",
  };
  for (const [name, because] of Object.entries(left)) {
    const { ends, entryId } = await apply(await plan(to), {}, [name]);
    expect(outcomes(ends)).toEqual({ [name]: because });
    expect(entryId).toBeNull();
  }
  // Folders that a later command has left empty are no obstacle.
  await command(["link/in/x", "link/y"], () => {
    rmSync(project.path("link/in"), { recursive: true });
    rmSync(project.path("link/y"));
  });
  const { ends } = await apply(await plan(to));
  expect(outcomes(ends)).toEqual({ dir: "deleted", "dir/file": "written", link: "written" });
  expect([readlinkSync(project.path("link")), await project.read("dir/file")]).toEqual(["dir", "inside"]);
});
