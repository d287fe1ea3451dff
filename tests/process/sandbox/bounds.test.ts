/** What would have to be opened for a path. */
import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { placeToOpen } from "../../../src/process/sandbox/bounds.ts";
import { makeProject } from "../../support/project.ts";

test("it is the nearest folder that is there, and never one that holds the project or the home folder", () => {
  const places = { root: "/srv/project", home: "/home/u" };
  expect(placeToOpen("/etc/rein-none/x", places)).toBe("/etc");
  expect(placeToOpen("/none/x", places)).toBeNull();
  expect(placeToOpen("/home/u/none", { ...places, root: "/srv" })).toBeNull();
  expect(placeToOpen("/srv/none/x", places)).toBeNull();
});

test("it is all of a cache, so that a package manager is not asked about folder by folder", async () => {
  await using project = await makeProject();
  const { home, folder: root } = project;
  for (const name of [".npm/_cacache/tmp", ".cache/tool/a", ".cargo/registry", ".config/tool"])
    mkdirSync(join(home, name), { recursive: true });
  const open = (path: string) => placeToOpen(join(home, path), { root, home });
  expect(open(".npm/_cacache/tmp/1")).toBe(join(home, ".npm"));
  expect(open(".cache/tool/a/b/c")).toBe(join(home, ".cache/tool"));
  expect(open(".cargo/registry/index/x")).toBe(join(home, ".cargo/registry"));
  expect(open(".config/tool/settings")).toBe(join(home, ".config/tool"));
});
