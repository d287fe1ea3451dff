/** Commands of the model in the real program: the folder stays, jobs are told, and nothing outlives the session. */
import { expect, test } from "bun:test";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

test("`cd` lasts, and the end of a background job is told with the next request", async () => {
  await using project = await makeProject({ "packages/api/a.txt": "apple\n" });
  const job = "until [ -e end ]; do sleep 0.02; done; echo bye; exit 4";
  let looks = 0;
  await using server = await serveModel((request) => {
    const results = resultsIn(request);
    if (results["cd"] === undefined) return [call("bash", { command: "cd packages/api" }, { id: "cd" })];
    if (results["start"] === undefined)
      return [call("bash", { command: job, run_in_background: true }, { id: "start" })];
    if (results["end"] === undefined) return [call("bash", { command: "ls; touch end" }, { id: "end" })];
    if (userTexts(request).some((said) => said.includes("exit code: 4"))) return [text("It has ended.")];
    looks += 1;
    return [call("bash", { command: "sleep 0.1" }, { id: `look_${looks}` })];
  });
  const ran = await runRein(["-p", "go", "--allow", "bash", "--max-turns", "200"], {
    project,
    env: accessTo(server),
  });
  expect(ran).toMatchObject({ out: "It has ended.\n", code: 0 });
  expect(ran.err).toContain("· Background job job-1");
  const last = server.requests.at(-1);
  if (last === undefined) throw new Error("nothing was asked");
  expect(resultsIn(last)["end"]).toBe("exit code: 0\nin packages/api\na.txt\n");
  expect(userTexts(last).at(-1)).toMatch(/Notice from rein.*job-1 \(until .*exit code: 4[^]*\nbye$/);
});

test("a job that still runs ends with the program, which says so", async () => {
  await using project = await makeProject();
  await using server = await serveModel([
    [call("bash", { command: "echo $$ >pid; exec sleep 300", run_in_background: true })],
    [text("It runs.")],
  ]);
  const ran = await runRein(["-p", "go", "--allow", "bash"], { project, env: accessTo(server) });
  expect(ran).toMatchObject({ out: "It runs.\n", code: 0 });
  expect(ran.err).toContain("job-1 (echo $$ >pid; exec sleep 300) still ran and was ended");
  const pid = Number(await project.read("pid"));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
