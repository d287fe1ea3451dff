import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Jobs } from "../../src/process/jobs.ts";
import { type CommandRequest, runCommand } from "../../src/process/run-command.ts";
import { hasProc, processesWith, uniqueSeconds, until } from "../support/processes.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { atTimeLimit, printed } from "../support/time-limit.ts";
import { jobsIn } from "./jobs-in.ts";

describe("a job", () => {
  test("runs while others do, and its end is told once, with how and when", async () => {
    await using project = await makeProject();
    let time = 1_000;
    const { jobs, ends, start, ended } = jobsIn(project, { now: () => time });
    const first = start("while ! test -e go; do sleep 0.01; done; echo done; exit 3");
    const second = start("kill -9 $$");
    expect([first.id, second.id]).toEqual(["job-1", "job-2"]);
    expect(first).toMatchObject({ status: "running", startedAt: 1_000, exitCode: null, cwd: project.folder });
    await ended(1);
    expect(ends).toMatchObject([{ id: "job-2", status: "exited", exitCode: null, signal: "SIGKILL" }]);
    time = 4_500;
    expect(jobs.get("job-1")).toMatchObject({ status: "running", durationMs: 3_500 });
    await project.write("go", "");
    await ended(2);
    expect(ends[1]).toMatchObject({ id: "job-1", status: "exited", exitCode: 3, durationMs: 3_500 });
    time = 9_000;
    expect(jobs.get("job-1")).toEqual(ends[1] ?? null);
    expect(jobs.list().map(({ id }) => id)).toEqual(["job-1", "job-2"]);
    expect(ends).toHaveLength(2);
  });

  test("has all of its output in its file when its end is told", async () => {
    await using project = await makeProject();
    const { ends, start, ended } = jobsIn(project);
    start("seq 200000");
    await ended();
    const file = ends[0]?.outputFile;
    expect(file).toMatchObject({ problem: null, bytes: ends[0]?.outputBytes });
    expect(readFileSync(file?.path ?? "", "utf8")).toBe(await Bun.$`seq 200000`.text());
  });

  test("has a number behind those of earlier runs", async () => {
    await using project = await makeProject();
    const { start, ended } = jobsIn(project, { lastNumber: 7 });
    expect([start("true").id, start("true").id]).toEqual(["job-8", "job-9"]);
    await ended(2);
  });

  test.skipIf(!hasProc)("that leaves something running says so, until that is killed", async () => {
    await using project = await makeProject();
    const { jobs, ends, start, ended } = jobsIn(project);
    const { id } = start("sleep 60 & echo left");
    expect(start("true").leftRunning).toBeFalse();
    await ended(2);
    expect(new Map(ends.map((job) => [job.id, job.leftRunning]))).toEqual(
      new Map([
        ["job-1", true],
        ["job-2", false],
      ]),
    );
    await jobs.kill(id);
    expect(jobs.get(id)).toMatchObject({ leftRunning: false, exitCode: 0 });
  });

  test("that cannot start is an error at once, and no job", async () => {
    await using project = await makeProject();
    const { jobs } = jobsIn(project);
    expect(() => jobs.start({ command: "true", cwd: project.path("nowhere") })).toThrow("ENOENT");
    expect(jobs.list()).toEqual([]);
  });

  test("that nobody knows gives null", async () => {
    await using project = await makeProject();
    const { jobs } = jobsIn(project);
    expect([jobs.get("job-9"), await jobs.readNew("job-9"), await jobs.kill("job-9")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await jobs.wait("job-9", 60_000)).toBeNull();
  });
});

describe("waiting", () => {
  test("ends with output, with the end, with the time and with the signal", async () => {
    await using project = await makeProject();
    const { jobs, start } = jobsIn(project);
    const { id } = start(
      "while ! test -e go; do sleep 0.01; done; echo out; while ! test -e end; do sleep 0.01; done",
    );
    expect(await jobs.wait(id, 1)).toBe("time");
    expect(await jobs.wait(id, 60_000, AbortSignal.abort())).toBe("aborted");
    const stop = new AbortController();
    const stopped = jobs.wait(id, 60_000, stop.signal);
    stop.abort();
    expect(await stopped).toBe("aborted");
    const news = jobs.wait(id, 60_000);
    await project.write("go", "");
    expect(await news).toBe("output");
    expect(await jobs.wait(id, 60_000)).toBe("output");
    expect((await jobs.readNew(id))?.text).toBe("out\n");
    const end = jobs.wait(id, 60_000);
    await project.write("end", "");
    expect(await end).toBe("ended");
    expect(await jobs.wait(id, 60_000)).toBe("ended");
  });
});

describe("killing", () => {
  test("lets a job say goodbye and keeps its output", async () => {
    await using project = await makeProject();
    const { jobs, ends, start } = jobsIn(project);
    const { id } = start("trap 'echo bye; exit 5' TERM; echo up; while :; do sleep 0.01; done");
    await jobs.wait(id, 60_000);
    expect(await jobs.kill(id)).toMatchObject({ status: "killed", exitCode: 5 });
    expect(ends).toHaveLength(1);
    // The shell may remark that its sleep was ended.
    expect((await jobs.readNew(id))?.text).toMatch(/^up\n(.*Terminated.*\n)?bye\n$/);
    expect(await jobs.kill(id)).toEqual(ends[0] ?? null);
    expect(ends).toHaveLength(1);
  });

  test.skipIf(!hasProc)("ends what left the group too, and what an ended job left running", async () => {
    await using project = await makeProject();
    const { jobs, start, ended } = jobsIn(project);
    const seconds = uniqueSeconds();
    const running = start(`setsid sleep ${seconds} & echo up; sleep ${seconds}`);
    await jobs.wait(running.id, 60_000);
    await until(() => processesWith(seconds).length >= 2);
    await jobs.kill(running.id);
    expect(processesWith(seconds)).toEqual([]);
    const left = uniqueSeconds();
    const { id } = start(`setsid sleep ${left} >/dev/null 2>&1 & echo started`);
    await ended(2);
    await until(() => processesWith(left).length === 1);
    expect(await jobs.kill(id)).toMatchObject({ status: "exited", exitCode: 0 });
    expect(processesWith(left)).toEqual([]);
  });

  test.skipIf(!hasProc)("all at once needs no waiting", async () => {
    await using project = await makeProject();
    const { jobs, ends, start, ended } = jobsIn(project);
    const seconds = uniqueSeconds();
    start(`trap '' TERM; sleep ${seconds}`);
    start(`setsid sleep ${seconds} & sleep ${seconds}`);
    await until(() => processesWith(`sleep ${seconds}`).length >= 3);
    jobs.killAll();
    await until(() => processesWith(seconds).length === 0);
    await ended(2);
    expect(ends.map(({ status, signal }) => [status, signal])).toEqual([
      ["killed", "SIGKILL"],
      ["killed", "SIGKILL"],
    ]);
  });
});

describe("a command that moves to the background", () => {
  const command = "echo before; while ! test -e go; do sleep 0.01; done; echo after; exit 6";

  function run(project: TestProject, jobs: Jobs, more: Partial<CommandRequest>) {
    const request = { command, cwd: project.folder, signal: new AbortController().signal, jobs };
    return runCommand({ ...request, spillFolder: project.path("outputs"), ...more });
  }

  test("at its time limit goes on as a job that is read on", async () => {
    await using project = await makeProject();
    const { jobs, ends, ended } = jobsIn(project);
    const result = await atTimeLimit(
      (timeoutMs) => run(project, jobs, { timeoutMs, onTimeLimit: "background" }),
      printed("before"),
    );
    const id = jobs.list().at(-1)?.id ?? "none";
    expect(result).toMatchObject({
      movedToBackground: id,
      timedOut: true,
      aborted: false,
      exitCode: null,
      signal: null,
      output: "before\n",
      leftRunning: true,
      endedIn: null,
    });
    expect(readFileSync(result.outputFile?.path ?? "", "utf8")).toBe("before\n");
    await project.write("go", "");
    await ended(jobs.list().length);
    expect(ends).toContainEqual(expect.objectContaining({ id, command, status: "exited", exitCode: 6 }));
    expect((await jobs.readNew(id))?.text).toBe("after\n");
    expect(readFileSync(result.outputFile?.path ?? "", "utf8")).toBe("before\nafter\n");
  });

  test("when the user sends it there, and its live output ends", async () => {
    await using project = await makeProject();
    const { jobs, ended } = jobsIn(project);
    const move = new AbortController();
    const seen: string[] = [];
    const onOutput = (text: string) => {
      seen.push(text);
      move.abort();
    };
    const result = await run(project, jobs, { moveToBackground: move.signal, onOutput });
    expect(result).toMatchObject({ movedToBackground: "job-1", timedOut: false, output: "before\n" });
    await project.write("go", "");
    await ended();
    expect(seen).toEqual(["before\n"]);
  });

  test("has told a large output so far as a result does, and goes on behind it", async () => {
    await using project = await makeProject();
    const { jobs, ended } = jobsIn(project);
    const move = new AbortController();
    const big = "seq 100000; echo mark; while ! test -e go; do sleep 0.01; done; echo after";
    const onOutput = (text: string) => text.includes("mark") && move.abort();
    const result = await run(project, jobs, { command: big, moveToBackground: move.signal, onOutput });
    expect(result.output).toStartWith("1\n2\n");
    expect(result.output).toContain(`all of the output: ${result.outputFile?.path}`);
    expect(result.output).toEndWith("\n100000\nmark\n");
    await project.write("go", "");
    await ended();
    expect((await jobs.readNew("job-1"))?.text).toBe("after\n");
  });

  test("is ended instead where there is no background", async () => {
    const signal = new AbortController().signal;
    const request = { command: "echo on; sleep 60", cwd: "/", signal };
    const result = await atTimeLimit(
      (timeoutMs) => runCommand({ ...request, timeoutMs, onTimeLimit: "background" }),
      printed("on"),
    );
    expect(result).toMatchObject({
      timedOut: true,
      movedToBackground: null,
      output: "on\n",
      leftRunning: false,
    });
  });

  test("can still be aborted before, and not after", async () => {
    await using project = await makeProject();
    const { jobs } = jobsIn(project);
    const stop = new AbortController();
    const aborted = await run(project, jobs, {
      signal: stop.signal,
      onTimeLimit: "background",
      onOutput: () => stop.abort(),
    });
    expect(aborted).toMatchObject({ aborted: true, movedToBackground: null });
    const later = new AbortController();
    await run(project, jobs, { signal: later.signal, onTimeLimit: "background", timeoutMs: 100 });
    later.abort();
    expect(jobs.get("job-1")?.status).toBe("running");
    await jobs.kill("job-1");
  });
});
