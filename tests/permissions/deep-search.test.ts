/** A search that goes through folders is asked about where it would show what is in files with keys. */
import { describe, expect, test } from "bun:test";
import { createPolicy } from "../../src/permissions/policy.ts";
import { findBelow } from "../../src/workspace/find-below.ts";
import { leadsTo } from "../../src/workspace/leads-to.ts";
import { makeProject } from "../support/project.ts";

async function verdict(command: string, files: Readonly<Record<string, string>>): Promise<string> {
  await using project = await makeProject({ "src/a.ts": "KEY\n", ...files });
  const cwd = project.folder;
  const policy = createPolicy({ root: cwd, home: project.home, mode: "ask", leadsTo, findBelow });
  return policy.decide({ tool: "bash", accesses: [{ type: "execute", command, cwd }] }).verdict;
}

describe("a search through folders", () => {
  test.each([
    "grep -r KEY",
    "grep -rn KEY .",
    "grep --recursive KEY src",
    "grep -d recurse KEY src",
    "grep -ndrecurse KEY src",
    "rg -uu KEY",
    "rg --hidden KEY src",
    "rg -g '*' KEY",
    "rg -g '.env*' KEY",
    "rg --iglob=**/.ENV KEY",
    "find src -name '*.ts' | xargs grep -r KEY",
  ])("%p is asked about where keys are deep in it, and only there", async (command) => {
    expect(await verdict(command, { "src/deep/er/.env.local": "KEY=1\n" })).toBe("ask");
    expect(await verdict(command, { "src/deep/.env.example": "KEY=\n", "src/ca.pem": "x\n" })).toBe(
      command.includes("xargs") ? "ask" : "allow",
    );
  });

  test.each([
    "rg KEY",
    "rg -g '*.ts' KEY",
    "rg -g '!.env' KEY src",
    "grep KEY src/a.ts",
    "grep -rn KEY other",
  ])("%p goes on unasked: it does not look there", async (command) => {
    expect(await verdict(command, { "src/deep/.env": "KEY=1\n", "other/b.ts": "" })).toBe("allow");
  });

  test("does not go into what others have written", async () => {
    expect(await verdict("grep -rn KEY .", { "node_modules/x/.env": "KEY=1\n", ".git/x/.env": "" })).toBe(
      "allow",
    );
  });

  test("is asked about where there is too much to look at", async () => {
    await using project = await makeProject({ "src/a.ts": "", "src/b.ts": "", "src/deep/c.ts": "" });
    const cwd = project.folder;
    const verdictWith = (most: number) =>
      createPolicy({
        root: cwd,
        home: project.home,
        mode: "ask",
        leadsTo,
        findBelow: (folder, matches) => findBelow(folder, matches, most),
      }).decide({ tool: "bash", accesses: [{ type: "execute", command: "grep -r x src", cwd }] }).verdict;
    expect([3, 4].map(verdictWith)).toEqual(["ask", "allow"]);
  });
});
