/** What the look around a command makes of links, folders and pipes that stand where files stood, or the other way. */
import { expect, test } from "bun:test";
import { $ } from "bun";
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { makeProject } from "../support/project.ts";
import { said, watch } from "./file-watch-scene.ts";

test("a folder that becomes a file, and files that become a folder, a link or a pipe, are seen with all that they held", async () => {
  await using project = await makeProject({
    "dir/a": "a",
    "dir/deep/b": "b",
    file: "f",
    link: "l",
    pipe: "p",
  });
  const { command } = watch(project);
  const seen = await command(async () => {
    for (const name of ["dir", "file", "link", "pipe"]) rmSync(project.path(name), { recursive: true });
    writeFileSync(project.path("dir"), "now a file");
    mkdirSync(project.path("file"));
    writeFileSync(project.path("file/in"), "inside");
    symlinkSync(`${project.home}/elsewhere`, project.path("link"));
    await $`mkfifo ${project.path("pipe")}`;
  });
  expect(said(project, seen)).toEqual({
    dir: "new",
    "dir/a": "kept",
    "dir/deep/b": "kept",
    file: "kept",
    "file/in": "new",
    link: "kept",
    pipe: "kept",
  });
  const after = Object.fromEntries(
    seen.after.map(({ path, after: hash }) => [path.slice(project.folder.length + 1), hash !== null]),
  );
  // Nobody can say later whether a pipe is still what the command left.
  expect(after).toEqual({
    dir: true,
    "dir/a": false,
    "dir/deep/b": false,
    file: false,
    "file/in": true,
    link: false,
  });
  expect(seen.after).toContainEqual({
    path: project.path("link"),
    after: null,
    linkAfter: `${project.home}/elsewhere`,
  });
});

test("links that are made, moved, led elsewhere and removed are told with where they led, whatever is there", async () => {
  await using project = await makeProject({ "a.txt": "a" });
  const links = {
    gone: "a.txt",
    elsewhere: "/nowhere",
    moved: "../..",
    "file.secret": "a.txt",
    same: "same",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, project.path(name));
  // What is as young as the command may be the command's.
  while (Date.now() < statSync(project.path("a.txt")).ctimeMs + 50)
    await new Promise((resolve) => setImmediate(resolve));
  const { command } = watch(project);
  const seen = await command(() => {
    for (const name of ["gone", "elsewhere", "file.secret", "same"]) rmSync(project.path(name));
    symlinkSync("a.txt", project.path("elsewhere"));
    symlinkSync("same", project.path("same"));
    renameSync(project.path("moved"), project.path("new"));
    writeFileSync(project.path("file.secret"), "now a file");
    symlinkSync(Buffer.from([0xff]), project.path("odd"));
  });
  const told = seen.files.map(({ path, before, link, notKept }) => ({
    name: path.slice(project.folder.length + 1),
    before,
    ...(link === undefined ? { notKept } : { link }),
  }));
  expect(told).toEqual([
    { name: "elsewhere", before: null, link: "/nowhere" },
    { name: "file.secret", before: null, link: "a.txt" },
    { name: "gone", before: null, link: "a.txt" },
    { name: "moved", before: null, link: "../.." },
    { name: "new", before: null, notKept: undefined },
    { name: "odd", before: null, notKept: undefined },
  ]);
  const since = Object.fromEntries(
    seen.after.map(({ path, after, linkAfter }) => [
      path.slice(project.folder.length + 1),
      linkAfter ?? (after === null ? "gone" : "file"),
    ]),
  );
  // Of what leads to no text nobody can say that it is still the same.
  expect(since).toEqual({
    elsewhere: "a.txt",
    "file.secret": "file",
    gone: "gone",
    moved: "gone",
    new: "../..",
  });
});
