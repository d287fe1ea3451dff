/** `rein bug-report`, as a user starts it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdir, readdir, stat } from "node:fs/promises";
import { NODE, REIN } from "../e2e/start.ts";
import { runRein } from "../e2e/run-rein.ts";
import { makeProject } from "../support/project.ts";
import { launch } from "../support/terminal.ts";
import { png } from "../workspace/make-images.ts";
import { openSessionLog } from "./session-log.ts";

setDefaultTimeout(30_000);

/** Made for these tests: it opens nothing. */
const token = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");

async function projectWithSession() {
  const project = await makeProject({ ".env": "SHOP_PASSWORD=correct-horse-battery\n" });
  const data = png(1, 1).toString("base64");
  const log = openSessionLog(project, [{ mediaType: "image/png", data, label: "[Image #1]" }]);
  log.bash("c1", `curl -H ${token} example.org`, { type: "once" });
  log.bash("c2", `echo correct-horse-battery > ${project.home}/notes`, { type: "stop" });
  log.close();
  return project;
}

test("the report holds the session, without its secrets and without the name of the user's home", async () => {
  await using project = await projectWithSession();
  const { out, err, code } = await runRein(["bug-report", "--output", "-"], { project });
  expect([err, code]).toEqual(["", 0]);
  expect(out).not.toContain(token);
  expect(out).not.toContain("correct-horse-battery");
  expect(out).not.toContain(project.home);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ bugReport: 1, system: { platform: process.platform }, said: "" });
  expect(report.checks.length).toBeGreaterThan(5);
  const calls = report.session.entries.filter(({ type }: { type: string }) => type === "assistant");
  expect(JSON.stringify(calls)).toContain("«secret:SHOP_PASSWORD#1» > ~/notes");
  expect(await readdir(project.folder)).toEqual([".env"]);
});

test("without a terminal it is saved only when that is said, for its user alone", async () => {
  await using project = await projectWithSession();
  const refused = await runRein(["bug-report"], { project });
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("--yes saves it unseen");
  expect(await readdir(project.folder)).toEqual([".env"]);
  const saved = await runRein(["bug-report", "--yes", "--no-session", "-o", "report.json"], { project });
  expect(saved).toMatchObject({ err: "", code: 0 });
  expect(JSON.parse(await project.read("report.json"))).toMatchObject({ session: null });
  expect((await stat(project.path("report.json"))).mode & 0o777).toBe(0o600);
});

test("wrong usage is told, with exit code 2", async () => {
  await using project = await makeProject();
  for (const [args, words] of [
    [["one", "two"], "A report is about one session, or none."],
    [["one", "--no-session", "--yes"], "A report is about one session, or none."],
    [["nosuch", "--yes"], "There is no session"],
    [["--what"], "rein bug-report"],
  ] as const) {
    const { err, code } = await runRein(["bug-report", ...args], { project });
    expect(code).toBe(2);
    expect(err).toContain(words);
  }
  expect((await runRein(["bug-report", "--yes"], { project })).code).toBe(0);
});

test("on a terminal it is shown first, and saved or not as its user says", async () => {
  await using project = await projectWithSession();
  const start = () =>
    launch({
      command: NODE,
      args: [REIN, "bug-report"],
      cwd: project.folder,
      env: { ...project.env, PAGER: "head -c 1000000" },
    });
  const line = (terminal: ReturnType<typeof start>, text: string) => {
    terminal.type(text);
    terminal.press("enter");
  };
  {
    await using terminal = start();
    await terminal.waitFor("What went wrong?");
    line(terminal, "it hangs");
    await terminal.waitFor(/session \w+, all that was said and printed in it/);
    await terminal.waitFor("2 secrets left out");
    await terminal.waitFor("1 picture in it, as they are");
    await terminal.waitFor("q leave:");
    line(terminal, "v");
    // What is typed while the pager still runs is nobody's.
    await terminal.waitFor(() => terminal.scrollback().join("\n").split("q leave:").length === 3, {
      what: "the question again, behind the report",
    });
    expect(terminal.scrollback().join("\n")).toContain('"said": "it hangs"');
    line(terminal, "q");
    await terminal.waitFor("Nothing was saved.");
    expect(await terminal.waitForExit()).toBe(0);
  }
  expect(await readdir(project.folder)).toEqual([".env"]);
  await using terminal = start();
  await terminal.waitFor("What went wrong?");
  line(terminal, "");
  await terminal.waitFor("q leave:");
  line(terminal, "s");
  await terminal.waitFor("Exported to");
  expect(await terminal.waitForExit()).toBe(0);
  expect((await readdir(project.folder)).filter((name) => name.startsWith("rein-bug-report-"))).toHaveLength(
    1,
  );
});

test("Ctrl+C in its pager is the pager's, and nothing of what was shown is left behind", async () => {
  await using project = await projectWithSession();
  await project.write("pager.sh", "trap '' INT\necho is paged\nread line\necho read $line\n");
  await mkdir(project.path("tmp"));
  await using terminal = launch({
    command: NODE,
    args: [REIN, "bug-report"],
    cwd: project.folder,
    env: { ...project.env, PAGER: "sh pager.sh", TMPDIR: project.path("tmp") },
  });
  const line = (text: string) => {
    terminal.type(text);
    terminal.press("enter");
  };
  await terminal.waitFor("What went wrong?");
  line("it hangs");
  await terminal.waitFor("q leave:");
  line("v");
  await terminal.waitFor("is paged");
  expect(await readdir(project.path("tmp"))).not.toEqual([]);
  terminal.press("ctrl+c");
  line("on");
  await terminal.waitFor(/read on[^]*q leave:/);
  line("q");
  await terminal.waitFor("Nothing was saved.");
  expect(await terminal.waitForExit()).toBe(0);
  expect(await readdir(project.path("tmp"))).toEqual([]);
});
