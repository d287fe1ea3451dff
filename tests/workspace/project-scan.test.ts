/** What a look at a project sees, and what differs between two looks. */
import { expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import * as fc from "fast-check";
import { compareLooks, factsIn, filesIn, scanProject } from "../../src/workspace/project-scan.ts";
import { makeProject, type TestProject } from "../support/project.ts";

function names(project: TestProject, paths: Iterable<{ readonly path: string }>): string[] {
  return [...paths].map(({ path }) => path.slice(project.folder.length + 1));
}

test("sees all files and links, hidden ones too, but for what git ignores, what tools fill, and version control's own", async () => {
  await using project = await makeProject({
    ".gitignore": "*.log\n",
    ".git/config": "x",
    ".github/ci.yml": "x",
    "a.txt": "x",
    "a.log": "x",
    "src/deep/b.txt": "x",
    "node_modules/c.js": "x",
  });
  symlinkSync("src/deep", project.path("link.txt"));
  symlinkSync("a.txt", project.path("link.log"));
  symlinkSync(Buffer.from([0x61, 0xff]), project.path("src/odd"));
  const look = await scanProject(project.folder);
  expect(names(project, filesIn(look)).toSorted()).toEqual([
    ".github/ci.yml",
    ".gitignore",
    "a.txt",
    "src/deep/b.txt",
  ]);
  // What links lead to is neither followed nor read.
  expect(look).toMatchObject({ end: "whole", fileCount: 6, notSeen: [] });
  expect(factsIn(look, project.path("link.txt"))?.target).toBe("src/deep");
  expect(factsIn(look, project.path("src/odd"))?.target).toBeNull();
  expect(factsIn(look, project.path("link.log"))).toBeNull();
  expect(factsIn(look, project.path("a.txt"))?.target).toBeUndefined();
  expect(factsIn(look, project.path("src/deep/b.txt"))).toMatchObject({ size: 1 });
  expect(factsIn(look, project.path("a.log"))).toBeNull();
});

test("follows ignore rules that change twice in a moment, in a folder that is as it was", async () => {
  await using project = await makeProject({ ".gitignore": "", "a.txt": "x", "b.txt": "x" });
  const seen = async () => names(project, filesIn(await scanProject(project.folder)));
  // What has just changed itself is read again in any case.
  while (Date.now() < statSync(project.folder).ctimeMs + 100)
    await new Promise((resolve) => setImmediate(resolve));
  for (const ignored of ["a.txt", "b.txt", "a.txt"]) {
    writeFileSync(project.path(".gitignore"), ignored);
    expect(await seen()).toEqual([".gitignore", ignored === "a.txt" ? "b.txt" : "a.txt"]);
  }
});

const change = fc.record({
  kind: fc.constantFrom("write", "append", "rights", "delete", "rename", "touch-nothing"),
  file: fc.constantFrom("a", "b", "d/c", "d/e/f"),
});

test("between two looks exactly the files differ that were made, changed, given other rights or removed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(change, { selector: ({ file }) => file }), async (changes) => {
      await using project = await makeProject({ a: "1", b: "2", "d/c": "3", "d/e/f": "4", same: "5" });
      const before = await scanProject(project.folder);
      const expected = new Set<string>();
      for (const { kind, file } of changes) {
        const path = project.path(file);
        if (kind === "touch-nothing") continue;
        expected.add(file);
        // Of the same size: only the times tell.
        if (kind === "write") writeFileSync(path, "x");
        if (kind === "append") appendFileSync(path, "more");
        if (kind === "rights") chmodSync(path, 0o600);
        if (kind === "delete") rmSync(path);
        if (kind === "rename") {
          renameSync(path, `${path}.new`);
          expected.add(`${file}.new`);
        }
      }
      const found = await compareLooks(before, await scanProject(project.folder));
      expect(names(project, found)).toEqual([...expected].toSorted());
    }),
    { numRuns: 40 },
  );
});

test("a file in whose place another one of the same size, time and rights was put differs", async () => {
  await using project = await makeProject({ a: "one", b: "two" });
  const before = await scanProject(project.folder);
  rmSync(project.path("a"));
  linkSync(project.path("b"), project.path("a"));
  const found = await compareLooks(before, await scanProject(project.folder));
  expect(names(project, found)).toContain("a");
});

test("a look that is cut says so, and what it did not reach is no difference", async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`d${at}/f`, "x"]));
  await using project = await makeProject(files);
  const whole = await scanProject(project.folder);
  mkdirSync(project.path("new"));
  const size = await scanProject(project.folder, { maxFiles: 5 });
  expect(size.end).toBe("size");
  expect(await compareLooks(whole, size)).toEqual([]);
  expect(await compareLooks(size, whole)).toEqual([]);
  const stopped = await scanProject(project.folder, { signal: AbortSignal.abort() });
  expect(stopped.end).toBe("stopped");
  expect(await compareLooks(whole, stopped)).toEqual([]);
  const late = await scanProject(project.folder, { budgetMs: 0 });
  expect(late.end).toBe("time");
});

test("lets others have a turn, and ends soon when it is stopped", async () => {
  const files = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`d${at % 50}/f${at}`, "x"]));
  await using project = await makeProject(files);
  const stop = new AbortController();
  const scan = scanProject(project.folder, { signal: stop.signal });
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns === 2) stop.abort();
    else setImmediate(count);
  };
  setImmediate(count);
  const look = await scan;
  expect(look.end).toBe("stopped");
  expect(look.fileCount).toBeLessThan(3_000);
});
