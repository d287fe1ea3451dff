/** Commands that name a link: what counts is where it leads, on a real disk. */
import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { createPolicy, type PolicyOptions } from "../../src/permissions/policy.ts";
import type { Decision } from "../../src/protocol/approval.ts";
import { leadsTo } from "../../src/workspace/leads-to.ts";
import { makeProject, type TestProject } from "../support/project.ts";

async function projectWithLinks(): Promise<TestProject> {
  const project = await makeProject({ "src/a.ts": "", "docs/b.md": "", ".env": "KEY=1" });
  await symlink(project.home, project.path("out"));
  await symlink(`${project.home}/.ssh`, project.path("keys"));
  await symlink(`${project.home}/later`, project.path("src/dangling"));
  await symlink(".env", project.path("innocent.txt"));
  await symlink("src", project.path("inner"));
  return project;
}

function decide(project: TestProject, command: string, options: Partial<PolicyOptions>): Decision {
  const policy = createPolicy({
    root: project.folder,
    home: project.home,
    mode: "ask",
    leadsTo,
    ...options,
  });
  return policy.decide({ tool: "bash", accesses: [{ type: "execute", command, cwd: project.folder }] });
}

const leading = [
  ["cat out/notes.txt"],
  ["cat keys/config"],
  ["cat innocent.txt"],
  ["cat inno*"],
  ["cd out && cat notes.txt"],
  ["cd src && cat dangling"],
  ["cd src; cd ..; cat out/x"],
  ["cat o*/notes.txt"],
  ["touch src/dangling"],
  ["touch src/dang*"],
  ["mkdir -p out/new/deep"],
  ["ls out"],
  ["grep -rf out/x src"],
  ["wc -l --files0=out/x"],
  ["make -Cout"],
  ["grep -R x ."],
  ["find -L . -name x"],
  ["rg --follow x"],
  ["diff -r src docs"],
];

describe("out of the project", () => {
  test.each(leading)("%p asks in auto mode", async (command) => {
    await using project = await projectWithLinks();
    expect(decide(project, command, { mode: "auto" }).verdict).toBe("ask");
  });

  test.each(leading)("%p does not come along with a command that is allowed", async (command) => {
    await using project = await projectWithLinks();
    const allow = ["bash(npm test)"];
    expect(decide(project, "npm test && ls src", { allow }).verdict).toBe("allow");
    expect(decide(project, `npm test; ${command}`, { allow }).verdict).toBe("ask");
  });

  test("a rule for the program does not cover a link to secrets, and none is offered", async () => {
    await using project = await projectWithLinks();
    for (const command of ["cat keys/config", "cat innocent.txt"]) {
      const decision = decide(project, command, { allow: ["bash(cat:*)"] });
      expect(decision.verdict).toBe("ask");
      expect(decision).not.toHaveProperty("remember");
    }
  });
});

test.each([["cat inner/a.ts"], ["cd inner && cat a.ts"], ["ls src/*.ts"], ["echo 'src/a.ts/x is no path'"]])(
  "%p stays in the project",
  async (command) => {
    await using project = await projectWithLinks();
    expect(decide(project, command, { mode: "auto" }).verdict).toBe("allow");
  },
);
