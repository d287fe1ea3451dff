/** What a repository names runs only when somebody has allowed it: real git, and programs that leave a file behind. */
import { describe, expect, test } from "bun:test";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { createPolicy } from "../../src/permissions/policy.ts";
import { runCommand } from "../../src/process/run-command.ts";
import type { Decision } from "../../src/protocol/approval.ts";
import { gitSettings } from "../../src/workspace/git-settings.ts";
import { leadsTo } from "../../src/workspace/leads-to.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { makeRepository, type Repository, touch, traps } from "./git-traps.ts";

const looks = [
  "git status",
  "git status --short; git diff",
  "git log -2 --stat",
  "git log -p -1 | cat",
  "git show HEAD:a.txt",
  "git show HEAD",
  "git blame a.txt",
  "git diff HEAD~1",
  "git branch -a",
  "git grep -n one HEAD~1",
  "git ls-files -s && git rev-parse HEAD",
];

type Trapped = AsyncDisposable & {
  readonly repository: Repository;
  readonly project: TestProject;
  sprung(): Promise<boolean>;
};

async function trapped(set: (repository: Repository, program: string) => void): Promise<Trapped> {
  const project = await makeProject();
  const repository = makeRepository(project.folder, project.env);
  const traces = join(project.home, "traces");
  const program = join(project.home, "trap.sh");
  await Bun.write(program, `#!/bin/sh\necho "$0" >> '${traces}'\nexit 1\n`);
  await chmod(program, 0o755);
  set(repository, program);
  touch(repository);
  await rm(traces, { force: true });
  return {
    project,
    repository,
    sprung: () => Bun.file(traces).exists(),
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

function decide({ folder }: Repository, command: string, allow: string[] = []): Decision {
  const policy = createPolicy({
    root: folder,
    home: "/home/nobody",
    mode: "ask",
    allow,
    gitSettings,
    leadsTo,
  });
  return policy.decide({ tool: "bash", accesses: [{ type: "execute", command, cwd: folder }] });
}

async function run(
  { repository, project }: Trapped,
  command: string,
  kind: Decision["class"],
): Promise<string> {
  const signal = new AbortController().signal;
  const inherits = { class: kind, root: repository.folder };
  const { output } = await runCommand({
    command,
    cwd: repository.folder,
    signal,
    env: project.env,
    inherits,
  });
  return output;
}

describe("git in a command that runs unasked", () => {
  test.each(traps.map((trap) => [trap.name, trap] as const))(
    "starts nothing because of %s",
    async (_, { set }) => {
      await using found = await trapped(set);
      for (const command of looks) {
        const decision = decide(found.repository, command);
        if (decision.verdict !== "allow") continue;
        touch(found.repository);
        await run(found, command, decision.class);
        expect({ command, sprung: await found.sprung() }).toEqual({ command, sprung: false });
      }
    },
  );

  test("says what it says without a trap", async () => {
    await using found = await trapped(() => {});
    for (const command of looks) {
      expect(decide(found.repository, command).verdict).toBe("allow");
      expect(await run(found, command, "read_only")).toBe(await run(found, command, "needs_approval"));
    }
  });

  test.each([
    "hooks of the project's own",
    "core.sshCommand",
    "core.editor",
    "a file that is fetched when it is looked at",
  ])("needs no question because of %s, which is kept off", async (name) => {
    const trap = traps.find((one) => one.name === name);
    await using found = await trapped((repository, program) => trap?.set(repository, program));
    for (const command of looks)
      expect({ command, is: decide(found.repository, command).verdict }).toEqual({ command, is: "allow" });
  });

  test("is asked about beside commands that a rule allows: there it is the user's own git", async () => {
    const trap = traps.find(({ name }) => name === "hooks of the project's own");
    await using found = await trapped((repository, program) => trap?.set(repository, program));
    const decision = decide(found.repository, "npm test && git status", ["bash(npm test)"]);
    expect(decision).toMatchObject({ verdict: "ask", class: "needs_approval" });
  });
});

describe("git in a command that was allowed", () => {
  test("runs the user's hooks and programs", async () => {
    await using found = await trapped(({ write }, program) =>
      write(".git/hooks/pre-commit", `#!/bin/sh\n${program}\n`),
    );
    await chmod(found.project.path(".git/hooks/pre-commit"), 0o755);
    await run(found, "git commit --allow-empty -m x", "needs_approval");
    expect(await found.sprung()).toBe(true);
  });

  test("the traps do spring: most of them run when nothing keeps git from them", async () => {
    const sprung: string[] = [];
    for (const { name, set } of traps) {
      await using found = await trapped(set);
      touch(found.repository);
      const command = "git status; git diff; git diff HEAD~1; git log -p -1; git show HEAD:a.txt";
      await run(found, command, "needs_approval");
      if (await found.sprung()) sprung.push(name);
    }
    expect(sprung).toEqual(
      expect.arrayContaining([
        "core.fsmonitor",
        "diff.external",
        "hooks of the project's own",
        "a hook of git's",
        "a filter (clean)",
        "a driver of diff (textconv)",
        "an included file",
        "a file that is fetched when it is looked at",
        "a submodule",
        "a repository inside, of which only the index tells",
      ]),
    );
  });
});
