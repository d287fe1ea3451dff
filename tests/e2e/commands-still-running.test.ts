/** What commands change that are not over when their call is: in the background, or stopped. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { call, gate, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, begin, exists, idle, send } from "./start.ts";
import { checkpoints, entriesOf, restore, runCalls, told } from "./commands-undone-scene.ts";

test("what a background job has changed is in the log when it has ended, and a restore asks about it", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const go = gate();
  await using server = await serveModel([
    [
      call("bash", {
        command: "until [ -e go ]; do sleep 0.02; done; echo two > a.txt",
        run_in_background: true,
      }),
    ],
    [call("bash", { command: "touch go; while [ ! -s a.txt ] || grep -q one a.txt; do sleep 0.02; done" })],
    [call("bash_output", { id: "job-1", wait_ms: 5_000 })],
    [go.shut, text("Done.")],
  ]);
  const running = runRein(["-p", "--permission-mode", "accept-edits", "--allow", "bash", "do it"], {
    project,
    env: accessTo(server),
  });
  await server.nextRequest(3);
  go.open();
  expect(await running).toMatchObject({ code: 0 });
  expect(told(project, entriesOf(project))).toMatchObject({ "a.txt": "modified" });
  await restore(project, null);
  expect(await project.read("a.txt")).toBe("one\n");
});

test("a job that still runs at the end is named as not looked at", async () => {
  await using project = await makeProject({ "a.txt": "one\n" });
  const entries = await runCalls(project, [
    ["bash", { command: "echo > b.txt; sleep 300", run_in_background: true }],
  ]);
  expect(checkpoints(entries).flatMap(({ note }) => note ?? [])).toEqual([
    "A command still ran when the session was left; what it changed by then was not looked at.",
  ]);
});

test("what a stopped command has changed by then is in the log, and comes back", async () => {
  const command = "echo two > a.txt; touch there; sleep 300";
  await using story = await begin([[call("bash", { command })], [text("Done.")]], {
    files: { "a.txt": "one\n" },
    args: ["--permission-mode", "auto", "--sandbox", "none"],
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await terminal.waitFor(() => exists(project, "there"));
  terminal.press("escape");
  await idle(terminal);
  await terminal.waitFor(() => checkpoints(entriesOf(project)).length > 0, { what: "the checkpoint" });
  const stopped = entriesOf(project);
  expect(checkpoints(stopped)[0]?.files.map(({ path, after }) => [path, typeof after])).toEqual([
    [project.path("a.txt"), "string"],
    [project.path("there"), "string"],
  ]);
  await terminal.close();
  const { plan } = await restore(project, null);
  expect(plan.steps.some(({ changedOutside }) => changedOutside)).toBe(false);
  expect(await project.read("a.txt")).toBe("one\n");
  expect(existsSync(project.path("there"))).toBe(false);
});
