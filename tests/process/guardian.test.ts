import { expect, test } from "bun:test";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { dirname } from "node:path";
import { hasProc, processesRunning, processesWith, uniqueSeconds, until } from "../support/processes.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const source = (name: string) => new URL(`../../src/process/${name}`, import.meta.url).pathname;

/** The processes that are this sleep, not a shell that waits for it. */
const sleepers = (seconds: string) => processesRunning("sleep", seconds);

/** A process that runs commands as rein does, and tells when all of them are up. */
async function startRein(project: TestProject, commands: readonly string[], after = "") {
  const program = `
    import { runCommand } from ${JSON.stringify(source("run-command.ts"))};
    import { runMark } from ${JSON.stringify(source("marked-processes.ts"))};
    const run = (command) => runCommand({ command, cwd: ${JSON.stringify(project.folder)}, signal: new AbortController().signal });
    const endings = ${JSON.stringify(commands)}.map(run);
    await Promise.all(endings.splice(0, endings.length - 1));
    console.log(runMark);
    ${after}
  `;
  await project.write("rein.ts", program);
  const child = Bun.spawn([process.execPath, project.path("rein.ts")], {
    env: { ...project.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const mark = new TextDecoder().decode(value).trim();
  const guardian = () => processesWith(`rein-guardian ${mark}`);
  return { child, mark, guardian };
}

test.skipIf(!hasProc)(
  "nothing that a command started outlives a rein that is killed, wherever it went",
  async () => {
    const seconds = uniqueSeconds();
    await using project = await makeProject();
    const { child, guardian } = await startRein(project, [
      `sleep ${seconds} & echo in the group`,
      `setsid sleep ${seconds} & echo in another session`,
      `(setsid sleep ${seconds} >/dev/null 2>&1 & exit) & wait; echo a daemon`,
      `env -i sleep ${seconds} >/dev/null 2>&1 & echo without its environment`,
      `nohup sh -c "trap '' TERM HUP INT; sleep ${seconds}; :" >/dev/null 2>&1 & echo deaf`,
      `sleep ${seconds}`,
    ]);
    await until(() => processesWith(seconds).length >= 6);
    expect(guardian()).toHaveLength(1);
    child.kill("SIGKILL");
    await until(() => processesWith(seconds).length === 0);
    await until(() => guardian().length === 0);
  },
);

test.skipIf(!hasProc)("another rein's commands, and what a user started, go on", async () => {
  const seconds = uniqueSeconds();
  await using project = await makeProject();
  await using otherProject = await makeProject();
  const users = Bun.spawn(["sleep", seconds], { env: { REIN: "1", REIN_RUN: "another.1." } });
  const other = await startRein(otherProject, [`setsid sleep ${seconds} & :`, `sleep ${seconds}`]);
  await until(() => sleepers(seconds).length === 3);
  const killed = await startRein(project, ["true", `sleep ${seconds}`]);
  await until(() => sleepers(seconds).length === 4);
  killed.child.kill("SIGKILL");
  await until(() => killed.guardian().length === 0);
  expect(sleepers(seconds)).toHaveLength(3);
  expect(other.guardian()).toHaveLength(1);
  other.child.kill("SIGKILL");
  await until(() => other.guardian().length === 0);
  expect(sleepers(seconds)).toEqual([users.pid]);
  users.kill();
});

test.skipIf(!hasProc)(
  "the guardian has no terminal, nothing of rein's but the pipe, and ends with rein",
  async () => {
    await using project = await makeProject();
    const go =
      'await new Promise((resolve) => setInterval(() => existsSync("go") && resolve(0), 2)); process.exit(0);';
    const { child, guardian, mark } = await startRein(
      project,
      ["true", "true"],
      `import { existsSync } from "node:fs"; process.chdir(${JSON.stringify(project.folder)}); ${go}`,
    );
    await until(() => guardian().length === 1);
    const [pid = 0] = guardian();
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
    const [, , group, session, terminal] = fields;
    expect({ group, session, terminal }).toEqual({ group: `${pid}`, session: `${pid}`, terminal: "0" });
    expect(readlinkSync(`/proc/${pid}/fd/0`)).toStartWith("pipe:");
    expect([1, 2].map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))).toEqual(["/dev/null", "/dev/null"]);
    expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toContain(mark);
    // Its small files are below the folder that it was told.
    const [, , , , , folder = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    await project.write("go", "");
    expect(await child.exited).toBe(0);
    await until(() => guardian().length === 0);
    expect(dirname(folder)).toBe(project.env["TMPDIR"] ?? "");
    expect(existsSync(folder)).toBe(false);
  },
);

test.skipIf(!hasProc)(
  "a guardian that was killed is replaced with the next command, and knows the earlier ones",
  async () => {
    const seconds = uniqueSeconds();
    await using project = await makeProject();
    const { child, guardian } = await startRein(
      project,
      // The second command kills the guardian of the first.
      [`env -i sleep ${seconds} >/dev/null 2>&1 & :`, "true"],
      `
      import { existsSync } from "node:fs";
      const there = (name) => new Promise((resolve) => setInterval(() => existsSync(name) && resolve(0), 2));
      await there(${JSON.stringify(project.path("killed"))});
      await run("true");
      await run("touch replaced");
      await there("/never");
    `,
    );
    await until(() => guardian().length === 1);
    const [first = 0] = guardian();
    process.kill(first, "SIGKILL");
    await until(() => guardian().length === 0);
    await project.write("killed", "");
    await until(() => existsSync(project.path("replaced")));
    expect(guardian()).toHaveLength(1);
    child.kill("SIGKILL");
    await until(() => processesWith(seconds).length === 0);
  },
);
