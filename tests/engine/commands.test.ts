/** Real commands in an engine: stopped, left running, told. */
import { describe, expect, test } from "bun:test";
import { bashOutputTool } from "../../src/tools/bash-output.ts";
import { bashTool } from "../../src/tools/bash.ts";
import type { Decision } from "../../src/protocol/approval.ts";
import { call, createTestEngine, type ScriptedAnswer, response } from "../support/engine.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { contextOf } from "../tools/call-tool.ts";

const allowed = (): Decision => ({ verdict: "allow", reasons: [] });

function engineIn(project: TestProject, answers: readonly ScriptedAnswer[]) {
  const toolContext = contextOf(project);
  const { jobs } = toolContext.shell;
  const scene = createTestEngine({
    tools: [bashTool, bashOutputTool],
    answers,
    toolContext,
    decide: allowed,
  });
  return { ...scene, jobs, shell: toolContext.shell };
}

describe("an interrupt", () => {
  test("stops the command in front, keeps what it printed, and leaves the background alone", async () => {
    await using project = await makeProject();
    const { engine, next, results, jobs } = engineIn(project, [
      response([call("c1", "bash", { command: "sleep 60", run_in_background: true })]),
      response([call("c2", "bash", { command: "echo begun; echo $$ >pid; sleep 60; touch late" })]),
    ]);
    engine.submit("go");
    await next("call_output", (event) => event.callId === "c2" && event.text.includes("begun"));
    engine.interrupt();
    await engine.whenIdle();
    expect(results()[1]?.result).toMatchObject({ ok: false, kind: "interrupted" });
    expect(JSON.stringify(results()[1]?.result)).toContain("begun");
    expect(jobs.list()).toMatchObject([{ id: "job-1", status: "running" }]);
    jobs.killAll();
  });
});

describe("calls of one response", () => {
  test("run one after the other, each in the folder where the one before has left the shell", async () => {
    await using project = await makeProject({ "a/b/c.txt": "" });
    const { engine, results } = engineIn(project, [
      response([
        call("c1", "bash", { command: "cd a" }),
        call("c2", "bash", { command: "cd b" }),
        call("c3", "bash", { command: "ls" }),
      ]),
      response(["done"]),
    ]);
    engine.submit("go");
    await engine.whenIdle();
    expect(results().map(({ result }) => (result.ok ? result.text : ""))).toEqual([
      "exit code: 0\nin a\n(no output)",
      "exit code: 0\nin a/b\n(no output)",
      "exit code: 0\nin a/b\nc.txt\n",
    ]);
  });

  test("two that wait for jobs wait side by side", async () => {
    await using project = await makeProject();
    const until = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done; echo ${file}`;
    const background = (id: string, command: string) =>
      call(id, "bash", { command, run_in_background: true });
    const { engine, next, results } = engineIn(project, [
      response([background("c1", until("one")), background("c2", until("two"))]),
      response([
        call("c3", "bash_output", { id: "job-1", wait_seconds: 60 }),
        call("c4", "bash_output", { id: "job-2", wait_seconds: 60 }),
      ]),
      response(["done"]),
    ]);
    engine.submit("go");
    await next("call", ({ call: { callId, status } }) => callId === "c4" && status === "running");
    await project.write("two", "");
    await next("call", ({ call: { callId, status } }) => callId === "c4" && status === "done");
    await project.write("one", "");
    await engine.whenIdle();
    expect(results().map(({ callId }) => callId)).toEqual(["c1", "c2", "c4", "c3"]);
  });
});
