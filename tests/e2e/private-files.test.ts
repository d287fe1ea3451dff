/** What rein keeps is its user's alone: private whatever the umask, never behind a link, and nobody can connect to it. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { type TestTerminal, launch } from "../support/terminal.ts";
import { makeCalls } from "./make-calls.ts";
import { runRein } from "./run-rein.ts";
import {
  accessTo,
  answered,
  asked,
  beginUnready,
  COMPILED,
  leave,
  NODE,
  open,
  REIN,
  seen,
  send,
} from "./start.ts";
import { serveModel } from "../support/model-server.ts";

const dataOf = ({ env }: TestProject) => join(env["XDG_DATA_HOME"] ?? "", "rein");
const configOf = ({ env }: TestProject) => join(env["XDG_CONFIG_HOME"] ?? "", "rein");

/** Everything below the folders, those themselves too: path → what is wrong with it, for what others could enter or read. */
function openToOthers(...roots: readonly string[]): string[] {
  return roots
    .filter((root) => existsSync(root))
    .flatMap((root) =>
      [root, ...readdirSync(root, { recursive: true }).map((name) => join(root, String(name)))].flatMap(
        (path) => {
          const stats = lstatSync(path);
          const wanted = stats.isDirectory() ? 0o700 : 0o600;
          const mode = stats.mode & 0o777;
          return mode === wanted ? [] : [`${relative(dirname(root), path)} ${mode.toString(8)}`];
        },
      ),
    );
}

const long = "seq 1 30000";
const edit = { path: "a.txt", old_string: "one", new_string: "two" };
const files = { "AGENTS.md": "Be brief.", "a.txt": "one\n" };
const script = [
  [call("bash", { command: long }, { id: "call_long" })],
  [call("edit_file", edit, { id: "call_edit" })],
  [text("all done")],
];

/** Starts rein under a umask, in a terminal. */
function launchUnder(
  umask: string,
  args: readonly string[],
  project: TestProject,
  env: Record<string, string>,
): TestTerminal {
  const line = `umask ${umask}; exec "$@"`;
  return launch({
    command: "sh",
    args: ["-c", line, "sh", NODE, REIN, ...args],
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...env },
  });
}

/** A session with all that leaves something behind: trust, a command with much output, a change, a remembered rule, logs. */
async function wholeSession(umask: string, project: TestProject): Promise<void> {
  await using server = await serveModel(script);
  const logs = join(project.home, "logs");
  mkdirSync(logs, { recursive: true });
  const args = ["--debug", join(logs, "debug.jsonl"), "--record", join(logs, "record.jsonl")];
  await using terminal = launchUnder(umask, args, project, accessTo(server));
  await terminal.waitFor("waiting for your answer", { what: "the question about the folder" });
  terminal.press("1");
  await open(terminal);
  await send(terminal, "do it");
  await asked(terminal, /edit_file wants to/);
  terminal.press("2");
  await answered(terminal, "all done");
  expect(openToOthers(dataOf(project), configOf(project))).toEqual([]);
  expect(await leave(terminal)).toBe(0);
}

describe.each(["000", "022", "077"])("P14: with the umask %s", (umask) => {
  test("everything that a session leaves behind is private", async () => {
    await using project = await makeProject(files);
    await wholeSession(umask, project);
    expect(await project.read("a.txt")).toBe("two\n");
    const kept = readdirSync(dataOf(project)).toSorted();
    for (const name of ["checkpoints", "locks", "outputs", "prompt-history.jsonl", "sessions", "trust.json"])
      expect(kept).toContain(name);
    expect(readdirSync(configOf(project))).toContain("state.json");
    expect(openToOthers(dataOf(project), configOf(project))).toEqual([]);
    for (const name of ["debug.jsonl", "record.jsonl"])
      expect(statSync(join(project.home, "logs", name)).mode & 0o777).toBe(0o600);
  });

  test("so is what a run without a screen and a kept key leave behind", async () => {
    await using project = await makeProject(files);
    await using server = await serveModel(script);
    const under = async (args: readonly string[], stdin: string) => {
      const child = Bun.spawn(["sh", "-c", `umask ${umask}; exec "$@"`, "sh", NODE, REIN, ...args], {
        cwd: project.folder,
        env: { ...project.env, ...COMPILED, ...accessTo(server) },
        stdin: new Blob([stdin]),
        stdout: "ignore",
        stderr: "pipe",
      });
      return { code: await child.exited, err: await child.stderr.text() };
    };
    await under(["-p", "--permission-mode", "accept-edits", "go"], "");
    expect(await project.read("a.txt")).toBe("two\n");
    expect(await under(["auth", "login", "groq"], "sk-test\n")).toMatchObject({ code: 0 });
    expect(existsSync(join(configOf(project), "credentials.json"))).toBeTrue();
    expect(openToOthers(dataOf(project), configOf(project))).toEqual([]);
  });
});

/** Puts links to precious things in the place of what rein keeps, and tells whether those are as they were. */
function plant(paths: readonly string[], project: TestProject) {
  const precious = join(project.home, "precious");
  mkdirSync(join(precious, "folder"), { recursive: true });
  writeFileSync(join(precious, "file"), "precious");
  chmodSync(join(precious, "file"), 0o644);
  chmodSync(join(precious, "folder"), 0o755);
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(path, { recursive: true, force: true });
    symlinkSync(join(precious, /\.\w+$/.test(path) ? "file" : "folder"), path);
  }
  return () => {
    expect(readFileSync(join(precious, "file"), "utf8")).toBe("precious");
    expect(statSync(join(precious, "file")).mode & 0o777).toBe(0o644);
    expect(readdirSync(join(precious, "folder"))).toEqual([]);
    expect(statSync(join(precious, "folder")).mode & 0o777).toBe(0o755);
    for (const path of paths) expect(readlinkSync(path)).toStartWith(precious);
  };
}

describe("P14: a link in the place of what rein keeps is refused in words, and its target untouched", () => {
  const inData = [
    "trust.json",
    "prompt-history.jsonl",
    "sessions",
    "locks",
    "checkpoints",
    "checkpoints/projects",
  ];
  test.each([...inData, "state.json"])("%s", async (name) => {
    await using story = await beginUnready(script, { args: ["--version"], files });
    const folder = inData.includes(name) ? dataOf(story.project) : configOf(story.project);
    const untouched = plant([join(folder, name)], story.project);
    const terminal = story.launchAgain();
    await terminal.waitFor("waiting for your answer", { what: "the question about the folder" });
    terminal.press("1");
    await open(terminal);
    await send(terminal, "do it");
    await asked(terminal, /edit_file wants to/);
    terminal.press("1");
    await answered(terminal, "all done");
    await terminal.waitFor(
      () => seen(terminal).replaceAll(/\s+/g, " ").includes("keeps nothing behind links"),
      {
        what: "the refusal",
      },
    );
    await leave(terminal);
    untouched();
  });

  test("outputs", async () => {
    await using project = await makeProject(files);
    const untouched = plant([join(dataOf(project), "outputs")], project);
    const { code, err } = await runRein(["-p", "-m", "demo", "hi"], { project });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("keeps nothing behind links"),
    });
    untouched();
  });

  test("credentials.json", async () => {
    await using project = await makeProject(files);
    const untouched = plant([join(configOf(project), "credentials.json")], project);
    const { code, err } = await runRein(["auth", "login", "groq"], { project, stdin: "sk-test\n" });
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("is a link to") });
    untouched();
  });

  test("a session that is gone on with, and what a user names", async () => {
    await using project = await makeProject(files);
    await makeCalls(project, [], { args: [] });
    const [log = ""] = readdirSync(join(dataOf(project), "sessions"));
    const untouched = plant(
      [
        join(dataOf(project), "sessions", log),
        join(project.home, "debug.log"),
        join(project.home, "talk.jsonl"),
      ],
      project,
    );
    const id = /([a-z0-9]{10})\.jsonl$/.exec(log)?.[1] ?? "";
    for (const args of [
      ["-r", id],
      ["--debug", join(project.home, "debug.log")],
      ["--record", join(project.home, "talk.jsonl")],
    ]) {
      const { code, err } = await runRein(["-p", "-m", "demo", ...args, "hi"], { project });
      expect(code).not.toBe(0);
      expect(err).toMatch(/is a link to|There is no session/);
    }
    untouched();
  });
});

describe("the user's settings", () => {
  const settings = '{"permissions":{"allow":["bash(touch done)"]}}';
  const touch = [["bash", { command: "touch done" }]] as const;

  test.each([0o664, 0o646, 0o666])("with the mode %o could be anybody's, and are not used", async (mode) => {
    await using project = await makeProject();
    const file = join(configOf(project), "settings.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, settings);
    chmodSync(file, mode);
    const { run } = await makeCalls(project, touch, { args: [] });
    expect(run.err).toContain(`${file}: It is not used:`);
    expect(run.err).toContain(`say chmod go-w '${file}'`);
    expect(existsSync(project.path("done"))).toBeFalse();
    chmodSync(file, 0o644);
    await makeCalls(project, touch, { args: [] });
    expect(existsSync(project.path("done"))).toBeTrue();
  });
});
