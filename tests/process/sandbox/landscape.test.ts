/** What is found in a project that other programs run or read their settings from. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeProtection } from "../../../src/permissions/sensitive-paths.ts";
import { createWalk, type Landscape } from "../../../src/process/sandbox/landscape.ts";
import { makeProject, type TestProject } from "../../support/project.ts";

const walkOf = ({ folder: root }: TestProject, more: Partial<Parameters<typeof createWalk>[0]> = {}) =>
  createWalk({ root, protection: (path) => writeProtection(path, root), ...more });

test("repositories of every kind, startup files and what leads git elsewhere, however deep", async () => {
  await using project = await makeProject({
    ".git/HEAD": "",
    ".git/worktrees/one/gitdir": "",
    ".git/modules/sub/HEAD": "",
    ".git/modules/sub/objects/x": "",
    ".git/modules/sub/refs/x": "",
    "a/b/c/d/e/.git": "gitdir: elsewhere",
    "bare/HEAD": "",
    "bare/objects/x": "",
    "bare/refs/x": "",
    "bare/config.worktree": "",
    "sub/.envrc": "",
    "node_modules/x/.envrc": "",
  });
  const { repositories, guarded, redirects, incomplete } = await walkOf(project)();
  expect(
    repositories.map(({ path, kind }) => `${kind} ${path.slice(project.folder.length)}`).toSorted(),
  ).toEqual(["bare /bare", "file /a/b/c/d/e/.git", "folder /.git", "folder /.git/modules/sub"]);
  expect(guarded.map(({ path }) => path)).toEqual([project.path("sub/.envrc")]);
  expect(redirects.map(({ path }) => path).toSorted()).toEqual([
    project.path(".git/worktrees/one/gitdir"),
    project.path("bare/config.worktree"),
  ]);
  expect(incomplete).toBeNull();
});

test("what was not looked at is said", async () => {
  await using project = await makeProject({ "a/x": "", "b/x": "" });
  expect((await walkOf(project, { mostFolders: 2 })()).incomplete).toContain("Only 2 folders");
});

const name = fc.constantFrom(
  ".git",
  "HEAD",
  "objects",
  "refs",
  "modules",
  "worktrees",
  "gitdir",
  ".envrc",
  "a",
  "b",
);
const step = fc.record({
  what: fc.constantFrom("folder", "file", "remove"),
  path: fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
});

test("a later look finds just what a first one would, whatever has come and gone meanwhile", async () => {
  await using project = await makeProject();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      round += 1;
      const root = project.path(`round-${round}`);
      mkdirSync(root);
      const options = { root, protection: (path: string) => writeProtection(path, root) };
      // By its clock every folder has been left alone for long: what it remembers counts.
      const again = createWalk({ ...options, now: () => Date.now() + 60_000 });
      for (const { what, path } of steps) {
        change(what, join(root, path));
        expect(sorted(await again())).toEqual(sorted(await createWalk(options)()));
        await clockTicks(project);
      }
    }),
    { numRuns: 60 },
  );
});

/** Folders are read side by side, so their order is not always the same. */
function sorted({ repositories, guarded, redirects }: Landscape): readonly string[] {
  return [repositories, guarded, redirects].flatMap((some) =>
    some.map((one) => JSON.stringify(one)).toSorted(),
  );
}

function change(what: "folder" | "file" | "remove", path: string): void {
  try {
    if (what === "folder") mkdirSync(path, { recursive: true });
    else if (what === "file") writeFileSync(path, "");
    else rmSync(path, { recursive: true, force: true });
  } catch {
    // A file where a folder would have to be, or the other way round: then nothing changes.
  }
}

/** Waits until a change would have another time than those before. */
async function clockTicks({ home }: TestProject): Promise<void> {
  const file = join(home, "tick");
  const touch = () => {
    writeFileSync(file, "x");
    return statSync(file).ctimeMs;
  };
  const before = touch();
  while (touch() === before) await new Promise((resolve) => setImmediate(resolve));
}
