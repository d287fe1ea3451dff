import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGitBranch } from "../../src/context/git-branch.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

function repository(head: string): string {
  const root = temporaryFolder();
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "HEAD"), head);
  return root;
}

test("a branch is named, without running git", async () => {
  expect(await readGitBranch(repository("ref: refs/heads/feature/x\n"))).toBe("feature/x");
});

test("a commit without a branch is named by its first digits", async () => {
  expect(await readGitBranch(repository(`${"0123456789".repeat(4)}\n`))).toBe("012345678901");
});

test("a worktree's branch is found where its .git file points", async () => {
  const worktree = temporaryFolder();
  writeFileSync(join(worktree, ".git"), `gitdir: ${join(repository("ref: refs/heads/side\n"), ".git")}\n`);
  expect(await readGitBranch(worktree)).toBe("side");
});

test("a .git file that points at something else gives nothing away", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "keys"));
  writeFileSync(join(root, "keys", "HEAD"), "secret words");
  writeFileSync(join(root, ".git"), "gitdir: keys");
  expect(await readGitBranch(root)).toBeNull();
});

test("outside of a repository, and in a strange one, there is none", async () => {
  expect(await readGitBranch(temporaryFolder())).toBeNull();
  expect(await readGitBranch(repository("nonsense"))).toBeNull();
  const root = temporaryFolder();
  writeFileSync(join(root, ".git"), "gitdir: /elsewhere/that/is/not");
  expect(await readGitBranch(root)).toBeNull();
});
