import { expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { leadsTo } from "../../src/workspace/leads-to.ts";
import { makeProject } from "../support/project.ts";

test("a path leads where its links lead, existing or not", async () => {
  await using project = await makeProject({ "src/a.ts": "" });
  await symlink(project.home, project.path("out"));
  await symlink(`${project.home}/later`, project.path("dangling"));
  const from = (path: string) => leadsTo(project.folder, path, false);
  expect(from("src/a.ts")).toEqual([project.path("src/a.ts")]);
  expect(from("out/new")).toEqual([`${project.home}/new`]);
  expect(from("dangling")).toEqual([`${project.home}/later`]);
  expect(from("/")).toEqual(["/"]);
});

test("a wildcard leads wherever what it matches leads, and to its own name", async () => {
  await using project = await makeProject({ "src/a.ts": "", "src/.hidden.ts": "", "src/b[1].ts": "" });
  await symlink(`${project.home}/secret.ts`, project.path("src/c.ts"));
  await mkdir(`${project.home}/deep/x`, { recursive: true });
  await symlink(`${project.home}/deep`, project.path("src/d"));
  const from = (path: string) => [...(leadsTo(project.folder, path, true) ?? ["too much"])].toSorted();
  expect(from("src/*.ts")).toEqual(
    [
      `${project.home}/secret.ts`,
      project.path("src/*.ts"),
      project.path("src/a.ts"),
      project.path("src/b[1].ts"),
    ].toSorted(),
  );
  expect(from("src/b[1]*")).toContain(project.path("src/b[1].ts"));
  expect(from("s?c/*/x")).toContain(`${project.home}/deep/x`);
  expect(from("src/.h*")).toContain(project.path("src/.hidden.ts"));
  expect(leadsTo(project.folder, "src/*.ts", false)).toEqual([project.path("src/*.ts")]);
});

test.each([["a.ts/x"], ["loop"], ["a\0b"], [""], ["x".repeat(300)]])(
  "%p, which the system refuses, leads nowhere",
  async (path) => {
    await using project = await makeProject({ "a.ts": "" });
    await symlink("loop", project.path("loop"));
    expect(leadsTo(project.folder, path, true)).toEqual([]);
  },
);

test("a wildcard for more than can be looked at is told apart", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
  await using project = await makeProject(
    Object.fromEntries(names.flatMap((name) => names.map((file) => [`${name}/${file}`, ""]))),
  );
  expect(leadsTo(project.folder, "d*/d*", true)).toBeNull();
});
