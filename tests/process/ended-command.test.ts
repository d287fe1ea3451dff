/** How a command is ended, and what becomes of all that it started. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { killAllCommands } from "../../src/process/run-command.ts";
import { hasProc, processesWith, uniqueSeconds, until } from "../support/processes.ts";
import { makeProject } from "../support/project.ts";
import { atTimeLimit, printed } from "../support/time-limit.ts";
import { run } from "./run-it.ts";

describe("a command that leaves something behind", () => {
  test.each([
    ["a quiet child", "sleep $S & echo started"],
    ["a child in another session", "setsid sleep $S & echo started"],
    ["a child without our output", "sleep $S >/dev/null 2>&1 & echo started"],
    ["a child that keeps printing", "(while true; do echo tick; sleep 0.02; done; : $S) & echo started"],
  ])("%s does not hold it", async (_, command) => {
    const seconds = uniqueSeconds();
    const result = await run(command.replace("$S", seconds), { timeoutMs: 20_000 });
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
    expect(result.output).toMatch(/^(tick\n)*started\n/);
    for (const pid of hasProc ? processesWith(seconds) : []) process.kill(pid, "SIGKILL");
    killAllCommands();
  });

  test.skipIf(!hasProc)("its background child goes on, may print, and dies with rein", async () => {
    await using project = await makeProject();
    const seconds = uniqueSeconds();
    const command = `(while ! test -e go; do sleep 0.01; done; echo late; echo alive > proof; sleep ${seconds}) & echo started`;
    const result = await run(command, { cwd: project.folder });
    expect(result).toMatchObject({ output: "started\n", leftRunning: true });
    await project.write("go", "");
    await until(() => existsSync(project.path("proof")));
    killAllCommands();
    await until(() => processesWith(seconds).length === 0);
  });

  test.skipIf(!hasProc)("even one that left the group and closed its output dies with rein", async () => {
    const seconds = uniqueSeconds();
    await run(`(setsid sleep ${seconds} >/dev/null 2>&1 &) ; until pgrep -f "^sleep ${seconds}"; do :; done`);
    expect(processesWith(seconds)).toHaveLength(1);
    killAllCommands();
    await until(() => processesWith(seconds).length === 0);
  });

  test.skipIf(!hasProc)("nothing outlives a rein that exits in the middle of a command", async () => {
    const seconds = uniqueSeconds();
    const program = `
      import { runCommand } from ${JSON.stringify(new URL("../../src/process/run-command.ts", import.meta.url).pathname)};
      const onOutput = () => process.exit(7);
      await runCommand({ command: "sleep ${seconds} & echo up; sleep ${seconds}", cwd: "/", signal: new AbortController().signal, onOutput });
    `;
    await using project = await makeProject({ "exits.ts": program });
    const child = Bun.spawn([process.execPath, project.path("exits.ts")], {
      stdout: "ignore",
      stderr: "ignore",
    });
    expect(await child.exited).toBe(7);
    await until(() => processesWith(seconds).length === 0);
  });
});

describe("the time limit", () => {
  test("keeps what was printed and lets the command say goodbye", async () => {
    const command = `trap 'echo bye; exit 4' TERM; echo hello; while :; do sleep 0.02; done`;
    const result = await atTimeLimit((timeoutMs) => run(command, { timeoutMs }), printed("hello"));
    expect(result).toMatchObject({ timedOut: true, exitCode: 4 });
    expect(result.output).toStartWith("hello\n");
    expect(result.output).toContain("bye\n");
  });

  test.skipIf(!hasProc)("ends every process of a pipe, even those that ignore it", async () => {
    const seconds = uniqueSeconds();
    const command = `trap '' TERM; echo on; sleep ${seconds} | sleep ${seconds} & setsid sleep ${seconds}`;
    const result = await atTimeLimit(
      (timeoutMs) => run(command, { timeoutMs, timeoutPatienceMs: 50 }),
      printed("on"),
    );
    expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: "SIGKILL", output: "on\n" });
    await until(() => processesWith(seconds).length === 0);
  });
});

describe("an abort", () => {
  test("before the start runs nothing", async () => {
    await using project = await makeProject();
    const result = await run("echo x > made", { cwd: project.folder, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ aborted: true, output: "" });
    expect(await Bun.file(project.path("made")).exists()).toBe(false);
  });

  test.skipIf(!hasProc)(
    "in the middle ends the whole group, even what ignores it, and keeps the output",
    async () => {
      const stop = new AbortController();
      const seconds = uniqueSeconds();
      const result = await run(
        `trap '' TERM INT; setsid sleep ${seconds} & sleep ${seconds} & echo on; sleep ${seconds} | cat`,
        {
          signal: stop.signal,
          onOutput: () => stop.abort(),
        },
      );
      expect(result).toMatchObject({ aborted: true, timedOut: false, output: "on\n" });
      await until(() => processesWith(seconds).length === 0);
    },
  );

  test("keeps the last words, also when nobody had looked at them yet", async () => {
    await using project = await makeProject();
    const stop = new AbortController();
    const running = run("trap 'echo bye; exit 5' TERM; echo on; touch up; while :; do sleep 0.01; done", {
      cwd: project.folder,
      signal: stop.signal,
    });
    await until(() => existsSync(project.path("up")));
    stop.abort();
    const { output, exitCode, aborted } = await running;
    expect({ exitCode, aborted }).toEqual({ exitCode: 5, aborted: true });
    expect(output).toMatch(/^on\n(.*Terminated.*\n)?bye\n$/);
  });

  test("after the end changes nothing", async () => {
    const stop = new AbortController();
    const result = await run("echo done", { signal: stop.signal });
    stop.abort();
    expect(result).toMatchObject({ aborted: false, exitCode: 0, output: "done\n" });
  });
});
