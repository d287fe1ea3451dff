/** `rein permissions`: rules that are remembered, and what past answers say. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalAnswer } from "../../src/protocol/approval.ts";
import { openSessionLog } from "./session-log.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const main = join(import.meta.dir, "../../src/main.ts");

async function permissions(project: TestProject, ...args: readonly string[]) {
  const child = Bun.spawn([process.execPath, main, "permissions", ...args], {
    cwd: project.folder,
    env: { ...project.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

function writeUserSettings(project: TestProject, text: string): void {
  mkdirSync(join(project.home, ".config/rein"), { recursive: true });
  writeFileSync(join(project.home, ".config/rein/settings.json"), text);
}

describe("a remembered rule", () => {
  test("is kept, listed with where it comes from, counts, and is forgotten", async () => {
    await using project = await makeProject({ "sub/a": "" });
    expect(await permissions(project, "allow", "bash(npm test)")).toMatchObject({
      out: `Remembered for ${project.folder}: bash(npm test)\n`,
      code: 0,
    });
    expect((await permissions(project, "list")).out).toMatch(
      /allow +bash\(npm test\) +\(remembered for this project\)/,
    );
    expect((await permissions(project, "test", "npm test")).out).toMatch(
      /without a question[^]*The rule bash\(npm test\) comes from: remembered for this project/,
    );
    expect((await permissions(project, "list", "--cwd", "sub")).out).not.toContain("npm test");
    expect(await permissions(project, "forget", "bash(npm test)")).toMatchObject({ code: 0 });
    expect((await permissions(project, "list")).out).toContain("There are no rules.");
    const again = await permissions(project, "forget", "bash(npm test)");
    expect(again).toMatchObject({ code: 1, out: "", err: expect.stringContaining("is not remembered") });
  });

  test.each([
    ["bash", "nearly anything"],
    ["edit(**)", "nearly anything"],
    ["bash(npm run:*)", "nearly anything"],
    ["bash(sudo x:*)", "would allow anything"],
    ["rm", "rules are"],
  ])("is none for %s", async (rule, why) => {
    await using project = await makeProject();
    expect(await permissions(project, "allow", rule)).toMatchObject({
      code: 2,
      err: expect.stringContaining(why),
    });
    expect((await permissions(project, "list")).out).toContain("There are no rules.");
  });

  test("does not count while its file cannot be read, which is told", async () => {
    await using project = await makeProject();
    await permissions(project, "allow", "bash(npm test)");
    writeFileSync(join(project.home, ".config/rein/remembered-rules.jsonl"), "{oops\n", { flag: "a" });
    const { out, err } = await permissions(project, "test", "npm test");
    expect(out).toContain("It would be asked");
    expect(err).toContain("remembered-rules.jsonl could not be read");
    expect((await permissions(project, "allow", "bash(make)")).code).toBe(1);
  });
});

test("rules of every place are listed with their place", async () => {
  await using project = await makeProject({
    ".rein/settings.json":
      '{"permissions":{"deny":["bash(rm:*)"],"ask":["bash(git push:*)"],"allow":["bash"]}}',
  });
  writeUserSettings(project, '{"permissions":{"ask":["edit(docs/**)"]}}');
  const { out } = await permissions(project, "list", "--ask", "bash(make)");
  expect(out).toMatch(/deny +bash\(rm:\*\) +\(.*project\/\.rein\/settings\.json\)/);
  expect(out).toMatch(/ask +bash\(git push:\*\) +\(.*project\/\.rein\/settings\.json\)/);
  expect(out).toMatch(/ask +edit\(docs\/\*\*\) +\(.*\.config\/rein\/settings\.json\)/);
  expect(out).toMatch(/ask +bash\(make\) +\(the command line\)/);
  expect(out).not.toMatch(/^allow/m);
});

test("while the user's settings cannot be read, only reading runs, whatever else allows more", async () => {
  await using project = await makeProject();
  await permissions(project, "allow", "bash(npm test)");
  writeUserSettings(project, '{"permissions":{"deny":["bash(rm:*)"]');
  for (const more of [[], ["--allow", "bash"], ["--mode", "auto"]]) {
    const { out, err } = await permissions(project, "test", "npm test", ...more);
    expect(out).toContain("It would be asked (ask mode)");
    expect(err).toContain("Rules that forbid may stand there");
  }
  expect((await permissions(project, "test", "ls")).out).toContain("without a question");
});

describe("what past sessions say", () => {
  const past = async (project: TestProject) => {
    const log = openSessionLog(project);
    log.bash("call_a1", "npm test", { type: "once" });
    log.bash("call_a2", "npm test", { type: "remember" }, "bash(npm test)");
    log.bash("call_a3", "rm x", { type: "decline", words: "not that one" });
    log.bash("call_a4", "git status", null);
    log.close();
  };

  test("a rule comes of what was approved twice, with its calls and the words that add it", async () => {
    await using project = await makeProject();
    await past(project);
    const { out } = await permissions(project, "suggest");
    expect(out).toContain("bash(npm test)  would have answered 2 questions:");
    expect(out).toMatch(/2 × npm test/);
    expect(out).toContain("rein permissions allow 'bash(npm test)'");
    expect(out).not.toContain("rm x");
    expect(JSON.parse((await permissions(project, "suggest", "--json")).out)).toEqual({
      sessions: 1,
      approved: 2,
      suggestions: [
        {
          rule: "bash(npm test)",
          questions: 2,
          allows_more: false,
          calls: [{ call: "npm test", approved: 2 }],
          add: "rein permissions allow 'bash(npm test)'",
        },
      ],
    });
    await permissions(project, "allow", "bash(npm test)");
    expect((await permissions(project, "suggest")).out).toContain(
      "No rule comes of 2 approvals in 1 session",
    );
  });

  test("a call is explained: what came of it, and what would now", async () => {
    await using project = await makeProject();
    await past(project);
    const why = async (word: string) => (await permissions(project, "why", word)).out;
    expect(await why("call_a1")).toMatch(
      /npm test[^]*Then: You were asked, and said yes\.\nNow:[^]*would be asked/,
    );
    expect(await why("call_a2")).toContain("said yes, and kept the rule bash(npm test)");
    expect(await why("call_a3")).toContain("said no: not that one");
    expect(await why("last")).toMatch(/git status[^]*Then: It ran without a question\.[^]*only reads/);
    expect(await why("git push --force")).toMatch(/always asked[^]*It would be asked/);
    const json: unknown = JSON.parse((await permissions(project, "why", "call_a1", "--json")).out);
    expect(json).toMatchObject({
      call: { id: "call_a1", tool: "bash" },
      before: "You were asked, and said yes.",
      now: { verdict: "ask", class: "needs_approval", remember: "bash(npm test)" },
    });
  });

  test("a call that the user changed counts as what it became, and what they said while it ran as no answer to it", async () => {
    await using project = await makeProject();
    const log = openSessionLog(project);
    const edit: ApprovalAnswer = { type: "edit", arguments: JSON.stringify({ command: "npm test" }) };
    const decline: ApprovalAnswer = { type: "decline", words: "stay inside" };
    log.bash("call_b1", "npm run release", [edit, { type: "once" }]);
    log.bash("call_b2", "npm run release", [edit, { type: "once" }]);
    log.bash("call_b3", "make all", { type: "once" }, undefined, [decline]);
    log.bash("call_b4", "make all", { type: "once" }, undefined, [decline]);
    log.bash("call_b5", "npm run release", edit);
    log.close();
    const { out } = await permissions(project, "suggest");
    expect(out).not.toContain("release");
    expect(out).toContain("bash(npm test)  would have answered 2 questions:");
    expect(out).toContain("bash(make all)  would have answered 2 questions:");
    const why = async (word: string) => (await permissions(project, "why", word)).out;
    expect(await why("call_b1")).toMatch(
      /npm run release[^]*changed to: [^]*npm test[^]*Then: You were asked, changed it, and said yes\.\nNow:[^]*npm test/,
    );
    expect(await why("call_b3")).toContain("Then: You were asked, and said yes.");
    expect(await why("call_b5")).toContain("Then: You were asked, and changed it before it ran.");
  });

  test("a call with a secret in it is asked whatever the rules say, and speaks for no rule", async () => {
    await using project = await makeProject();
    const log = openSessionLog(project);
    for (const id of ["call_s1", "call_s2"]) log.bash(id, "echo «secret:TOKEN#1»", { type: "once" });
    for (const id of ["call_s3", "call_s4"]) log.bash(id, "deploy «secret:TOKEN#1»", { type: "once" });
    log.close();
    expect((await permissions(project, "suggest")).out).not.toContain("rein permissions allow");
    const { out } = await permissions(project, "why", "call_s1");
    expect(out).toContain("It would be asked (ask mode): it runs with a secret: TOKEN#1");
  });

  test("without a session there is no last call", async () => {
    await using project = await makeProject();
    expect(await permissions(project, "why", "last")).toMatchObject({
      code: 1,
      err: expect.stringContaining("has a call yet"),
    });
    expect((await permissions(project, "suggest")).out).toContain("0 approvals in 0 sessions");
  });
});

test.each([[["allow"]], [["forget", "a", "b"]], [["why"]], [["suggest", "x"]], [["list", "--json"]]])(
  "%p is wrong usage",
  async (args) => {
    await using project = await makeProject();
    expect(await permissions(project, ...args)).toMatchObject({ code: 2, out: "" });
  },
);
