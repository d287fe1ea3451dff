/** Trouble around a run without a screen: told in a sentence, never a stack trace, and the work goes on where it can. */
import { expect, test } from "bun:test";
import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { dataPaths } from "../../src/sessions/paths.ts";
import { runRein } from "../e2e/run-rein.ts";
import { NODE, REIN } from "../e2e/start.ts";
import { makeProject } from "../support/project.ts";
import { openSessionLog } from "./session-log.ts";

const script = JSON.stringify([{ text: "hello" }]);

test("a session that cannot be saved is told, and the answer still comes", async () => {
  await using project = await makeProject({ "script.json": script, "data/sessions": "a file, not a folder" });
  const env = { REIN_DATA_DIR: project.path("data") };
  const run = await runRein(["-p", "-m", "script:script.json", "hi"], { project, env });
  expect(run).toMatchObject({ out: "hello\n", code: 0 });
  expect(run.err).toContain("rein: This session could not be saved");
  expect(run.err).toContain("entries of this session could not be saved");
});

test("after a run without a screen nobody holds its session", async () => {
  await using project = await makeProject({ "script.json": script });
  const env = { REIN_DATA_DIR: project.path("data") };
  await runRein(["-p", "-m", "script:script.json", "hi"], { project, env });
  expect(await readdir(project.path("data/locks"))).toEqual([]);
});

/** Runs rein through a shell that prepares its folder or its streams. */
async function runIn(shell: string, folder: string, env: Readonly<Record<string, string>>) {
  const child = Bun.spawn(["sh", "-c", shell, "sh", NODE, REIN], {
    cwd: folder,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

test.each([["-p -m demo hi"], ["sessions list"]])("%s in a folder that was deleted", async (args) => {
  await using project = await makeProject();
  const run = await runIn(`mkdir gone; cd gone; rmdir ../gone; "$@" ${args}`, project.folder, project.env);
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/^rein: The folder that rein was started in cannot be used .*\n$/);
});

const full = process.platform === "linux" ? test : test.skip;

full("an answer that nobody can take is an error in words", async () => {
  await using project = await makeProject({ "script.json": script });
  const run = await runIn(`"$@" -p -m script:script.json hi >/dev/full`, project.folder, project.env);
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/^rein: The output could not be written: ENOSPC.*\n$/);
});

full("a debug log that cannot be written is named", async () => {
  await using project = await makeProject({ "script.json": script });
  const args = ["-p", "-m", "script:script.json", "--debug", "/dev/full", "hi"];
  const run = await runRein(args, { project });
  expect(run.code).toBe(1);
  expect(run.err).toContain("The debug log /dev/full cannot be written: ENOSPC");
});

test("a debug log is its user's alone, also one that was there before", async () => {
  await using project = await makeProject({ "script.json": script, "debug.jsonl": "" });
  await chmod(project.path("debug.jsonl"), 0o666);
  await runRein(["-p", "-m", "script:script.json", "--debug", "debug.jsonl", "hi"], { project });
  expect((await stat(project.path("debug.jsonl"))).mode & 0o777).toBe(0o600);
  expect(await project.read("debug.jsonl")).toContain('"type":"request"');
});

full("a stderr that takes nothing does not cost the answer", async () => {
  await using project = await makeProject({ "script.json": script, ".rein/settings.json": '{"unknown":1}' });
  const run = await runIn(`"$@" -p -m script:script.json hi 2>/dev/full`, project.folder, project.env);
  expect(run).toMatchObject({ out: "hello\n", code: 0 });
});

test("what is wrong with the settings is told by each command that goes by them, and nothing is removed by a default", async () => {
  await using project = await makeProject({ "config/rein/settings.json": '{ "checkpointLimit": "2 GB" }' });
  const log = openSessionLog(project);
  log.close();
  const env = { XDG_CONFIG_HOME: project.path("config") };
  const id = (await runRein(["sessions", "list"], { project })).out.split(" ")[0] ?? "";
  const commands = [
    ["sessions", "rename", id, "fruit"],
    ["sessions", "show", id, "--context"],
    ["sessions", "gc"],
    ["stats"],
    ["auth", "list"],
  ];
  const runs = await Promise.all(commands.map((args) => runRein(args, { project, env })));
  for (const { err } of runs)
    expect(err.split("\n").filter((line) => line.includes('"checkpointLimit" is not right'))).toHaveLength(1);
  expect(runs[2]).toMatchObject({ out: "", code: 1 });
  expect(runs[2]?.err).toContain("so nothing was removed");
});

test("a session file that cannot be read is told on stderr, and the others are listed", async () => {
  await using project = await makeProject();
  openSessionLog(project).close();
  const sessions = dataPaths(project.env).sessions;
  for (const id of ["aaaaaaaaaa", "bbbbbbbbbb"]) await mkdir(`${sessions}/20990101-000000-${id}.jsonl`);
  for (const args of [[], ["--json"], ["--all"]]) {
    const { out, err } = await runRein(["sessions", "list", ...args], { project });
    expect(out.trim().split("\n")).toHaveLength(1);
    expect(err).toMatch(
      /^rein: 2 session files could not be read, and are not listed\. The first: .*-[ab]{10}\.jsonl is not a regular file\.\n$/,
    );
  }
});
