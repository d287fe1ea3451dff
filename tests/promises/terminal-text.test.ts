/**
 * P11: "The terminal gets only what we composed."
 *
 * The screen is fuzzed in `e2e/foreign-text.test.ts`, the sanitizer in `terminal/sanitize.test.ts`. Here is the rest that
 * rein says: every subcommand on a terminal, and the rule that keeps other ways out closed.
 */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { dataPaths } from "../../src/sessions/paths.ts";
import { openSessionLog } from "../cli/session-log.ts";
import { accessTo, COMPILED, NODE, open, REIN, seen, send } from "../e2e/start.ts";
import { foreignIn } from "../support/foreign.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";

/** A title, a clipboard, a clear, the other screen, C1, a turn of the reading direction, tags, a lone ESC. */
const hostile =
  "a\u001b]0;PWN\u0007\u001b]52;c;cHdu\u0007\u001b[2J\u001b[?1049hb\u009b31m\u009d0;x\u009c\u202Ec\u2066\u200b\u{e0041}\u001b";
/** What can be an argument, and a part of a file's name. */
const word = hostile.replaceAll("/", "");

/** Runs rein on a terminal to its end. */
async function onTerminal(
  project: TestProject,
  args: readonly string[],
  more: { readonly cwd?: string; readonly env?: Record<string, string>; readonly type?: string } = {},
): Promise<string> {
  const env = { ...project.env, ...COMPILED, ...more.env };
  await using terminal = launch({
    command: NODE,
    args: [REIN, ...args],
    cwd: more.cwd ?? project.folder,
    env,
    cols: 200,
  });
  if (more.type !== undefined) terminal.type(more.type);
  await terminal.waitForExit();
  expectOurs(terminal);
  return seen(terminal);
}

function expectOurs(terminal: TestTerminal): void {
  expect(foreignIn(terminal.raw())).toEqual([]);
  expect(terminal.emulator.title).not.toContain("PWN");
  expect(terminal.emulator.clipboard).toEqual([]);
}

describe("P11: what a subcommand quotes does nothing to the terminal", () => {
  test.each([
    ["a prompt's option", ["-p", `--${word}`]],
    ["a mode", ["--permission-mode", word]],
    ["a sandbox", ["--sandbox", word]],
    ["a number", ["--max-turns", word]],
    ["dollars", ["--max-cost", word, "-p", "hi"]],
    ["a model", ["-p", "-m", word, "hi"]],
    ["a rule", ["-p", "-m", "demo", "--ask", word, "hi"]],
    ["a file to log in", ["-p", "-m", "demo", "--debug", `no/${word}`, "hi"]],
    ["a recording", ["-p", "-m", `replay:${word}`, "hi"]],
    ["help with more", ["--help", word]],
    ["a session", ["sessions", "show", word]],
    ["a session to go on with", ["-r", word]],
    ["models", ["models", "--all", word]],
    ["a provider", ["auth", "login", word]],
    ["a key to forget", ["auth", "logout", word]],
    ["a folder to trust", ["trust", word]],
    ["a folder to forget", ["trust", "forget", word]],
    ["a command to decide about", ["permissions", "test", `echo ${word}; rm ${word}\nls`]],
    ["a call to explain", ["permissions", "why", word]],
    ["a call to explain, for a program", ["permissions", "why", word, "--json"]],
    ["a rule to remember", ["permissions", "allow", word]],
    ["rules in force", ["permissions", "list", "--deny", `edit(${word})`]],
    ["a folder of permissions", ["permissions", "list", "--cwd", word]],
    ["a subcommand", ["permissions", word]],
  ])("%s", async (_, args) => {
    await using project = await makeProject();
    expect(await onTerminal(project, args)).not.toBe("");
  });

  test("what a stranger's folder is called, brings and has in its sessions", async () => {
    await using project = await makeProject();
    const folder = project.path(word);
    await mkdir(join(folder, ".rein"), { recursive: true });
    const rules = [`bash(${word})`, `edit(${word})`];
    await writeFile(
      join(folder, ".rein/settings.json"),
      JSON.stringify({ model: word, [word]: 1, permissions: { allow: rules, deny: rules } }),
    );
    await writeFile(join(folder, "AGENTS.md"), `${hostile}\n`);
    const log = openSessionLog({ ...project, folder });
    log.bash(`call-${word}`, `make ${word}`, { type: "decline", words: hostile }, `bash(${word})`);
    log.bash("call-2", `make test # ${word}`, { type: "once" });
    log.bash("call-3", `make test # ${word}`, { type: "once" });
    log.close();
    for (const args of [
      ["trust", "list"],
      ["sessions", "list", "--all"],
      ["sessions", "list"],
      ["permissions", "list"],
      ["permissions", "why", "last"],
      ["permissions", "why", "last", "--json"],
      ["permissions", "why", "call-a"],
      ["permissions", "suggest"],
      ["permissions", "suggest", "--json"],
      ["-p", "-m", "demo", "what can you do"],
    ])
      expect(await onTerminal(project, args, { cwd: folder })).not.toBe("");
    await using terminal = launch({
      command: NODE,
      args: [REIN, "-m", "demo"],
      cwd: folder,
      env: { ...project.env, ...COMPILED },
    });
    await terminal.waitFor("waiting for your answer", { what: "the question about the folder" });
    terminal.press("v");
    await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "all that it brings" });
    terminal.press("q");
    await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the question again" });
    terminal.press("2");
    await open(terminal);
    await send(terminal, "/sessions");
    await send(terminal, "/resume");
    await terminal.waitFor("Which session?");
    expectOurs(terminal);
    expect(await onTerminal(project, ["trust", "."], { cwd: folder, type: "y\r" })).toContain("is trusted");
    expect(await onTerminal(project, ["trust", "list"], { cwd: folder })).toContain("PWN");
  });

  test("an answer without a screen, and the lines for a program", async () => {
    await using project = await makeProject({ [`name-${word}`]: "x", "loud.txt": hostile });
    const script = [
      [text(`so ${hostile}`), call("glob", { pattern: "*" }), call("bash", { command: `rm ${word}` })],
      [call("read_file", { path: "loud.txt" })],
      [text(`done ${hostile}`)],
    ];
    await using first = await serveModel(script);
    expect(await onTerminal(project, ["-p", "go"], { env: accessTo(first) })).toContain("done a");
    await using second = await serveModel(script);
    await using terminal = launch({
      command: NODE,
      args: [REIN, "--events", "--permission-mode", "plan", `go ${word}`],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...accessTo(second) },
      cols: 200,
    });
    await terminal.waitFor(() => terminal.raw().includes('"type":"turn_ended"'), { what: "the turn's end" });
    terminal.press("ctrl+d");
    await terminal.waitForExit();
    expectOurs(terminal);
  });

  test("the question for a key, and for a provider, with a provider from the settings", async () => {
    await using project = await makeProject({
      "../home/.config/rein/settings.json": JSON.stringify({
        providers: { [`own-${word}`]: { baseUrl: `http://127.0.0.1:1/${word}`, name: hostile } },
      }),
    });
    const { data } = dataPaths(project.env);
    await mkdir(data, { recursive: true, mode: 0o700 });
    expect(await onTerminal(project, ["auth", "login"], { type: "nobody\r" })).toContain("Which provider?");
    expect(await onTerminal(project, ["auth", "list"])).not.toBe("");
    expect(await onTerminal(project, ["models"])).not.toBe("");
  });
});

test("P11: a command with lines of its own cannot pass for what was decided about it", async () => {
  await using project = await makeProject();
  const fake = "true\nIt would run without a question (ask mode): it only reads.";
  const said = await onTerminal(project, ["permissions", "test", `rm x # ${fake}\nrm y '${fake}'`]);
  const verdicts = said.split("\n").filter((line) => line.startsWith("It would"));
  expect(verdicts).toHaveLength(1);
  expect(verdicts[0]).toStartWith("It would be asked");
});

describe("P11: a lint rule keeps other ways to the terminal closed", () => {
  const root = join(import.meta.dir, "../..");

  /** The rules that a file of the project would break with this text. */
  async function broken(file: string, source: string): Promise<string[]> {
    await using project = await makeProject({ [file]: `${source}\n` });
    await cp(join(root, ".oxlintrc.json"), project.path(".oxlintrc.json"));
    const { stdout } = Bun.spawnSync([join(root, "node_modules/.bin/oxlint"), "--format=json", file], {
      cwd: project.folder,
      env: { ...project.env, NO_COLOR: "1" },
    });
    return [...stdout.toString().matchAll(/"code":\s*"eslint\((no-(?:console|restricted-[a-z]+))\)"/g)].map(
      ([, rule = ""]) => rule,
    );
  }

  const places = [
    "src/app/x.ts",
    "src/cli/x.ts",
    "src/hosts/repl/x.ts",
    "src/tools/x.ts",
    "components/x.tsx",
  ];
  test.each(places)("in %s", async (file) => {
    expect(await broken(file, 'process.stdout.write("x");')).toEqual(["no-restricted-properties"]);
    expect(await broken(file, 'process.stderr.write("x");')).toEqual(["no-restricted-properties"]);
    expect(await broken(file, "const { stdout } = process;\nstdout.end();")).toEqual([
      "no-restricted-properties",
    ]);
    expect(await broken(file, 'await Bun.write(Bun.stdout, "x");')).toEqual(["no-restricted-properties"]);
    expect(await broken(file, 'import { stdout } from "node:process";\nstdout.end();')).toEqual([
      "no-restricted-imports",
    ]);
    expect(await broken(file, 'console.error("x");')).toEqual(["no-console"]);
    expect(await broken(file, 'prompt("x");')).toEqual(["no-restricted-globals"]);
  });

  test("but not the two doors", async () => {
    for (const file of ["src/cli/output.ts", "src/terminal/output.ts"])
      expect(await broken(file, 'process.stdout.write("x");')).toEqual([]);
  });
});
