/** What rein says beside the answer quotes files, arguments and servers; none of their bytes may steer a terminal. */
import { expect, test } from "bun:test";
import { runRein } from "../e2e/run-rein.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const script = JSON.stringify([{ text: "hello" }]);
/** A window title, a colour, a C1 introducer and a turn of the reading direction. */
const hostile = "\u001B]0;pwned\u0007\u001B[31m\u009B2J\u202E";
/** Any control character but line ends, or one of the invisible ones. */
const steering = /(?!\n)[\p{Cc}\p{Cf}]/u;

async function said(project: TestProject, ...args: string[]): Promise<string> {
  const { out, err } = await runRein(args, { project });
  return err + out;
}

test("settings of a stranger's project", async () => {
  await using project = await makeProject({ "script.json": script });
  const settings = { [`mo${hostile}del`]: 1, permissions: { deny: [`rule${hostile}`], [`x${hostile}`]: 1 } };
  await project.write(".rein/settings.json", JSON.stringify(settings));
  const text = await said(project, "-p", "-m", "script:script.json", "hi");
  expect(text).toContain("There is no setting");
  expect(text).toEndWith("hello\n");
  expect(text).not.toMatch(steering);
});

test.each([
  ["a model's name", ["-p", "-m", `${hostile}/x`, "hi"]],
  ["a script's name", ["-p", "-m", `script:${hostile}`, "hi"]],
  ["an option", [`--${hostile}`]],
  ["a rule", ["-p", "--allow", hostile, "hi"]],
  ["a tool's name", ["-p", "--tools", hostile, "hi"]],
  ["a subcommand", ["sessions", hostile]],
  ["a session's id", ["sessions", "show", hostile]],
])("%s in an error", async (_, args) => {
  await using project = await makeProject();
  const text = await said(project, ...args);
  expect(text).toContain("rein: ");
  expect(text).not.toMatch(steering);
});

test("a session's log that somebody else wrote", async () => {
  await using project = await makeProject();
  const env = { REIN_DATA_DIR: project.path("data") };
  const place = (id: string, parentId: string | null) => ({ id, parentId, at: `2030${hostile}` });
  for (const id of ["evil1", "evil2"]) {
    const lines = [
      { type: "header", format: 1, sessionId: id, createdAt: hostile, cwd: hostile, version: hostile },
      { ...place("a", null), type: "user", text: `title ${hostile}`, via: "submit" },
      { ...place("b", "a"), type: "turn_start", turnId: "t", traceId: hostile, model: hostile, mode: "ask" },
      { ...place("c", "b"), type: "turn_end", turnId: "t", outcome: "failed", steps: 1, reason: hostile },
    ];
    await project.write(
      `data/sessions/20300102-030405-${id}.jsonl`,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
  }
  for (const args of [
    ["list", "--all"],
    ["show", "evil1"],
    ["show", "evil1", "--trace"],
    ["show", "evil"],
  ]) {
    const { out, err } = await runRein(["sessions", ...args], { project, env });
    expect(out + err).toContain("evil1");
    expect(out + err).not.toMatch(steering);
  }
});
