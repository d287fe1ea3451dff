/** `rein sessions export` and `rein stats`, as a user starts them. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdir, stat } from "node:fs/promises";
import { runRein } from "../e2e/run-rein.ts";
import { makeProject } from "../support/project.ts";
import { openSessionLog } from "./session-log.ts";

setDefaultTimeout(30_000);

/** Made for these tests: it opens nothing. */
const token = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");

async function projectWithSession() {
  const project = await makeProject();
  const log = openSessionLog(project);
  log.bash("c1", `curl -H ${token} example.org`, { type: "once" });
  log.bash("c2", "rm -rf build", { type: "stop" });
  log.close();
  const { out } = await runRein(["sessions", "list"], { project });
  return { project, id: out.split(" ")[0] ?? "" };
}

test("a session is exported to a file of the folder, which nothing overwrites", async () => {
  const { project, id } = await projectWithSession();
  await using _ = project;
  const run = (...args: string[]) => runRein(["sessions", "export", id.slice(0, 5), ...args], { project });
  const first = await run();
  const [name = ""] = await readdir(project.folder);
  expect(name).toMatch(/^\d{4}-\d\d-\d\d-go\.md$/);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toStartWith(`Exported to ${project.path(name)} (`);
  expect((await stat(project.path(name))).mode & 0o777).toBe(0o600);
  expect(await project.read(name)).not.toContain(token);
  const second = await run("--with-secrets");
  const other = name.replace(".md", "-2.md");
  expect(second.out).toContain(`${project.path(name)} is there already and stays as it is.`);
  expect(await project.read(other)).toContain(token);
  expect((await run("-o", "talk.html")).code).toBe(0);
  expect(await project.read("talk.html")).toStartWith("<!doctype html>");
});

test("“-” is stdout, for a program that reads on", async () => {
  const { project, id } = await projectWithSession();
  await using _ = project;
  const { out, err, code } = await runRein(["sessions", "export", id, "--format", "json", "--output", "-"], {
    project,
  });
  expect([err, code]).toEqual(["", 0]);
  expect(JSON.parse(out)).toMatchObject({ format: "rein-export", session: { id } });
  expect(await readdir(project.folder)).toEqual([]);
});

test("wrong usage is told, with exit code 2", async () => {
  await using project = await makeProject();
  for (const [args, words] of [
    [["sessions", "export"], "Which session?"],
    [["sessions", "export", "nosuch"], "There is no session"],
    [["sessions", "export", "x", "--format", "pdf"], "--format is one of md, html, json"],
    [["stats", "--days", "many"], "--days takes a whole number"],
    [["stats", "more"], "rein stats"],
  ] as const) {
    const { err, code } = await runRein(args, { project });
    expect(err).toContain(words);
    expect(code).toBe(2);
  }
});

test("stats count what was done, for people and for programs", async () => {
  const { project } = await projectWithSession();
  await using _ = project;
  const shown = await runRein(["stats"], { project });
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toContain("1 session · 1 message · 2 tool calls");
  expect(shown.out).toMatch(/bash +2 calls +1 declined/);
  expect(shown.out).not.toContain("\u001b");
  const { out } = await runRein(["stats", "--days", "0", "--json"], { project });
  expect(JSON.parse(out)).toMatchObject({
    format: "rein-stats",
    version: 1,
    since: null,
    total: { sessions: 1, messages: 1, calls: 2, answers: 2, dollars: null },
    projects: [{ cwd: project.folder }],
    tools: [{ name: "bash", calls: 2, ended: { done: 1, declined: 1 } }],
    approvals: { once: 1, stop: 1 },
  });
});

test("stats of nothing say so", async () => {
  await using project = await makeProject();
  expect((await runRein(["stats"], { project })).out).toBe(
    "Nothing was done in the last 14 days; --days 0 counts since ever.\n",
  );
  expect((await runRein(["stats", "--days", "0"], { project })).out).toBe("There are no sessions yet.\n");
});
