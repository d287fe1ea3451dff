import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeProject, type TestProject } from "../support/project.ts";

const main = join(import.meta.dir, "../../src/main.ts");

async function permissions(project: TestProject, args: readonly string[], input = "") {
  const env = { PATH: process.env["PATH"], HOME: project.home, ...project.env };
  const child = Bun.spawn([process.execPath, main, "permissions", ...args], {
    cwd: project.folder,
    env,
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

test("a command is explained part by part, and not run", async () => {
  await using project = await makeProject({ "x/a.txt": "" });
  const { out, code } = await permissions(project, ["test", "cd x && git push; touch made"]);
  expect(code).toBe(0);
  expect(out).toMatch(/cd x\n +only reads/);
  expect(out).toMatch(/git push\n +needs approval/);
  expect(out).toContain("It would be asked (ask mode)");
  expect(await Bun.file(project.path("x/made")).exists()).toBeFalse();
});

test("a list of calls is answered line by line, what is no call with an error", async () => {
  await using project = await makeProject({ "a.txt": "" });
  const call = (id: string, tool: string, input: object) => JSON.stringify({ id, tool, input });
  const lines = [
    call("1", "bash", { command: "cat a.txt | head" }),
    call("2", "bash", { command: "npm test" }),
    call("3", "bash", { command: "sudo ls" }),
    call("4", "bash", { command: "rm a.txt" }),
    call("5", "edit_file", { path: "a.txt" }),
    call("6", "read_file", { path: "/etc/hosts" }),
    "{not json",
    call("8", "no_such_tool", {}),
    call("9", "bash", {}),
  ];
  const args = [
    "test",
    "--json",
    "--mode",
    "accept-edits",
    "--allow",
    "bash(npm test)",
    "--deny",
    "bash(rm:*)",
  ];
  const { out, code } = await permissions(project, args, `${lines.join("\n")}\n`);
  const answers = out
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(code).toBe(0);
  expect(answers).toMatchObject([
    { id: "1", verdict: "allow", class: "read_only" },
    { id: "2", verdict: "allow", class: "needs_approval", because: ["the rule bash(npm test) allows it"] },
    { id: "3", verdict: "ask", class: "deny_or_always_ask" },
    { id: "4", verdict: "deny", because: ["the rule bash(rm:*) forbids it"] },
    { id: "5", verdict: "allow", class: "needs_approval" },
    { id: "6", verdict: "ask" },
    { id: null, error: expect.stringContaining("no call") },
    { id: "8", error: expect.stringContaining("no_such_tool") },
    { id: "9", error: expect.stringContaining("command") },
  ]);
});

test("the rules in force are listed with where they come from", async () => {
  await using project = await makeProject({
    ".rein/settings.json": '{"permissions":{"deny":["bash(rm:*)"]}}',
  });
  const { out } = await permissions(project, ["list", "--allow", "bash(npm test)"]);
  expect(out).toContain("mode  ask  (the default)");
  expect(out).toMatch(/deny +bash\(rm:\*\) +\(.*\.rein\/settings\.json\)/);
  expect(out).toMatch(/allow +bash\(npm test\) +\(the command line\)/);
});

test.each([[["test"]], [["test", "a", "b"]], [["nonsense"]], [["test", "ls", "--mode", "wild"]]])(
  "%p is wrong usage",
  async (args) => {
    await using project = await makeProject();
    expect(await permissions(project, args)).toMatchObject({ code: 2, out: "" });
  },
);
