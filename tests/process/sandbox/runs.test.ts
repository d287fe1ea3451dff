/** A confined command is a command: how it ends, is ended, moves and leaves nothing behind. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { ownFolder } from "../../../src/process/folder-track.ts";
import { createJobs } from "../../../src/process/jobs.ts";
import { processesRunning, uniqueSeconds, until } from "../../support/processes.ts";
import { makeProject } from "../../support/project.ts";
import { hasSandbox, sandboxOf } from "../../support/sandbox.ts";
import { atTimeLimit, printed } from "../../support/time-limit.ts";

setDefaultTimeout(30_000);

describe.skipIf(!hasSandbox)("a confined command", () => {
  test("gives its exit code, both streams in their order, and nothing else", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const result = await confined.run("echo one; echo two >&2; echo three; exit 3");
    expect(result).toMatchObject({
      exitCode: 3,
      signal: null,
      output: "one\ntwo\nthree\n",
      leftRunning: false,
    });
    expect((await confined.run("kill -9 $$")).exitCode).toBe(137);
    expect((await confined.run("kill -9 $$")).output).toBe("");
  });

  test("runs byte for byte, whatever quotes and line breaks are in it", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const text = "a'b\"c\\d $HOME `x` $(y) \n ü ! # ; & | >";
    const command = `cat <<'END'\n${text}\nEND\necho "$0 $#"; set -x; echo traced`;
    expect((await confined.run(command)).output).toBe(`${text}\n/bin/bash 0\n+ echo traced\ntraced\n`);
    const long = `: ${"x".repeat(100_000)}; echo end`;
    expect((await confined.run(long)).output).toBe("end\n");
  });

  test("has no terminal, and writes to /dev/stderr by name", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const { output } = await confined.run("echo a > /dev/stderr; head -c1 </dev/tty; read -r x; echo [$x]");
    expect(output).toContain("a\n");
    expect(output).toContain("/dev/tty: No such device or address");
    expect(output).toContain("[]");
  });

  test("tells in which folder its shell ended", async () => {
    await using project = await makeProject({ "sub/x": "" });
    await using confined = sandboxOf(project);
    for (const kind of ["looks", "project"] as const)
      expect((await confined.run("cd sub; false", { kind })).endedIn).toBe(project.path("sub"));
  });

  test("what it leaves running ends with it, and that is told", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const seconds = uniqueSeconds();
    const result = await confined.run(`sleep ${seconds} & echo started`);
    expect(result).toMatchObject({ output: "started\n", endedChildren: true, leftRunning: false });
    expect(processesRunning("sleep", seconds)).toEqual([]);
    expect((await confined.run("sleep 0.01 & wait; echo over")).endedChildren).toBe(false);
  });

  test("is stopped within 200 ms of an abort, with all that it started", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const seconds = uniqueSeconds();
    const stop = new AbortController();
    let stoppedAt = 0;
    const request = {
      signal: stop.signal,
      onOutput: (text: string) => {
        if (!text.includes("ready") || stoppedAt > 0) return;
        stoppedAt = performance.now();
        stop.abort();
      },
    };
    const result = await confined.run(
      `trap '' TERM; setsid sleep ${seconds} & echo ready; sleep ${seconds}`,
      { request },
    );
    expect(result).toMatchObject({ aborted: true, output: "ready\n" });
    expect(stoppedAt).toBeGreaterThan(0);
    await until(() => processesRunning("sleep", seconds).length === 0);
  });

  test("is asked to end at its time limit, and has the time to tidy up", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const command = "trap 'echo tidied up > tidied; exit 7' TERM; echo ready; while :; do sleep 0.01; done";
    const result = await atTimeLimit(
      (timeoutMs) => confined.run(command, { request: { timeoutMs } }),
      printed("ready"),
    );
    expect(result.timedOut).toBe(true);
    expect(await project.read("tidied")).toBe("tidied up\n");
  });

  test("goes on in the background, is read on and killed there, and is cleared away after", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const jobs = createJobs({ onEnd() {} });
    const seconds = uniqueSeconds();
    const result = await atTimeLimit(
      (timeoutMs) =>
        confined.run(`echo so far; sleep ${seconds}`, {
          request: { timeoutMs, onTimeLimit: "background", jobs },
        }),
      printed("so far"),
    );
    const job = jobs.list().at(-1)?.id ?? "none";
    expect(result).toMatchObject({ movedToBackground: job, output: "so far\n" });
    for (const { id } of jobs.list()) await jobs.kill(id);
    expect(processesRunning("sleep", seconds)).toEqual([]);
    const own = ownFolder() ?? "";
    await until(() => readdirSync(own).every((name) => !name.startsWith("run-")));
    await until(() => readdirSync(project.folder).length === 0);
  });

  test("two at once do not take from each other what keeps files away", async () => {
    await using project = await makeProject();
    await using confined = sandboxOf(project);
    const long = confined.run("until [ -e go ]; do sleep 0.01; done; echo x > .envrc || echo kept; rm go");
    await confined.run("true");
    await confined.run("echo x > .envrc; touch go");
    expect((await long).output).toContain("kept\n");
    await until(() => !existsSync(project.path(".envrc")));
  });
});
