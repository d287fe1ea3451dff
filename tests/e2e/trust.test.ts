/** A folder that the user has not trusted runs nothing and configures nothing; what is trusted is what was shown. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { makeProject } from "../support/project.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { fillBoobyTrap } from "./booby-trap.ts";
import { makeCalls } from "./make-calls.ts";
import { runRein } from "./run-rein.ts";
import {
  answered,
  asked,
  begin,
  beginUnready,
  COMPILED,
  composerShows,
  leave,
  NODE,
  open,
  REIN,
  seen,
  send,
} from "./start.ts";

const rule = "Speak like a pirate.";
const allowing = (command: string) => JSON.stringify({ permissions: { allow: [`bash(${command})`] } });
const hello = [text("hello there")];
const run = (command: string) => [call("bash", { command }, { id: "call_run" })];

/** Waits for the question about the folder. */
async function askedToTrust(terminal: TestTerminal): Promise<void> {
  await terminal.ready();
  await terminal.waitFor(/Trust the folder project/, { what: "the question whether to trust the folder" });
  await terminal.waitFor("waiting for your answer", { what: "keys to count" });
}

describe("the question", () => {
  test("comes first: it lists what the folder brings, and a no leaves all of it out", async () => {
    await using story = await beginUnready([hello, run("touch done"), hello], {
      files: { "AGENTS.md": rule, ".rein/settings.json": allowing("touch done"), ".mcp.json": "{}" },
    });
    const { terminal, server, project } = story;
    await askedToTrust(terminal);
    const screen = terminal.screen().join("\n");
    for (const part of ["AGENTS.md", "allow bash(touch done)", ".mcp.json", "❯ 2  not now"])
      expect(screen).toContain(part);
    expect(server.requests).toHaveLength(0);
    terminal.press("enter"); // "no" is chosen
    await open(terminal);
    expect(seen(terminal)).toContain("This folder is not trusted. Not used: AGENTS.md");
    expect(terminal.screen().at(-1) ?? "").toBe("");
    expect(terminal.screen().join("\n")).toContain("· not trusted");

    await send(terminal, "hi");
    await answered(terminal, "hello there");
    expect((await server.nextRequest(0)).bodyText).not.toContain(rule);
    await send(terminal, "touch it");
    await asked(terminal, "touch done");
    terminal.press("escape");
    await terminal.waitFor(() => !seen(terminal).includes("esc to stop"));
    expect(await Bun.file(project.path("done")).exists()).toBeFalse();
  });

  test("answered with yes is not asked again, and then the folder's instructions and settings hold", async () => {
    await using story = await beginUnready([hello, run("touch done"), hello], {
      files: { "AGENTS.md": rule, ".rein/settings.json": allowing("touch done") },
    });
    await askedToTrust(story.terminal);
    story.terminal.press("1");
    await open(story.terminal);
    await send(story.terminal, "hi");
    await answered(story.terminal, "hello there");
    expect((await story.server.nextRequest(0)).bodyText).toContain(rule);
    await leave(story.terminal);

    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).not.toContain("Trust the folder");
    await send(later, "touch it");
    await answered(later, "hello there");
    expect(await Bun.file(story.project.path("done")).exists()).toBeTrue();
  });

  test("comes again when the settings have changed, and says so", async () => {
    await using story = await beginUnready([run("touch other"), hello], {
      files: { "AGENTS.md": rule, ".rein/settings.json": allowing("touch done") },
    });
    await askedToTrust(story.terminal);
    story.terminal.press("1");
    await open(story.terminal);
    await leave(story.terminal);
    await story.project.write(".rein/settings.json", allowing("touch other"));

    const later = story.launchAgain();
    await askedToTrust(later);
    expect(seen(later)).toMatch(/has changed since\s+you\s+trusted/);
    expect(seen(later)).toMatch(/settings\.json +settings, changed:\n +allow bash\(touch other\)/);
    later.press("2");
    await open(later);
    await send(later, "touch it");
    await asked(later, "touch other");
  });

  test("answered with esc leaves, and nothing is remembered", async () => {
    await using story = await beginUnready([], { files: { "AGENTS.md": rule } });
    await askedToTrust(story.terminal);
    story.terminal.press("escape");
    expect(await story.terminal.waitForExit()).toBe(0);
    await askedToTrust(story.launchAgain());
  });

  test("is not answered by keys that were typed before it was there: they stay in the composer", async () => {
    await using story = await beginUnready([hello], { files: { "AGENTS.md": rule } });
    const { terminal, server } = story;
    terminal.type("1"); // before the program reads at all
    await askedToTrust(terminal);
    await composerShows(terminal, "1");
    expect(countInLines(terminal.screen(), "❯ 2  not now, work without them")).toBe(1);
    expect(server.requests).toHaveLength(0);
  });

  test("lets a message that was sent before wait, and it goes out after the answer", async () => {
    await using story = await beginUnready([hello], { args: ["say hello"], files: { "AGENTS.md": rule } });
    const { terminal, server } = story;
    await askedToTrust(terminal);
    expect(server.requests).toHaveLength(0);
    terminal.press("2");
    await answered(terminal, "hello there");
    expect((await server.nextRequest(0)).bodyText).not.toContain(rule);
  });

  test("can be read whole first: v shows the instructions word by word", async () => {
    await using story = await beginUnready([], { files: { "AGENTS.md": `${rule}\n\u001b[2J\u202eevil` } });
    const { terminal } = story;
    await askedToTrust(terminal);
    terminal.press("v");
    await terminal.waitFor(rule);
    expect(terminal.raw()).not.toContain("\u001b[2J\u202e");
    terminal.press("q");
    await terminal.waitFor("❯ 2  not now");
  });

  test.each([
    [20, 6],
    [40, 10],
    [200, 50],
  ])("keeps its choices on the screen in a window of %i × %i", async (cols, rows) => {
    await using story = await beginUnready([], { files: { "AGENTS.md": rule }, cols, rows });
    const { terminal } = story;
    await terminal.waitFor(() => /1 +(trust|yes)/.test(terminal.screen().join("\n")), {
      what: "the choices",
    });
    expect(terminal.screen().join("\n")).toMatch(/❯ ?2 +(not now|no esc)/);
  });

  test("does not come in a folder that brings nothing, or whose settings only forbid", async () => {
    const files = { "README.md": "# x", ".rein/settings.json": '{"permissions":{"deny":["bash(rm:*)"]}}' };
    await using story = await begin([], { files });
    expect(seen(story.terminal)).not.toContain("Trust");
    expect(seen(story.terminal)).not.toContain("not trusted");
  });
});

describe("without a screen", () => {
  const files = { "AGENTS.md": rule, ".rein/settings.json": allowing("touch done") };
  const touch = [["bash", { command: "touch done" }]] as const;

  test("what is not trusted is left out and told once, and what forbids holds", async () => {
    await using project = await makeProject({
      ...files,
      ".rein/settings.json": '{"permissions":{"allow":["bash(touch done)"],"deny":["bash(touch no)"]}}',
    });
    const { lastRequest, run: told } = await makeCalls(
      project,
      [...touch, ["bash", { command: "touch no" }]],
      {
        args: [],
      },
    );
    expect(lastRequest).not.toContain(rule);
    expect(await Bun.file(project.path("done")).exists()).toBeFalse();
    expect(told.err.split("This folder is not trusted.")).toHaveLength(2);
    expect(told.err).toContain("“rein --trust” uses them in one run");
    expect(lastRequest).toContain("bash(touch no)");
  });

  test("--trust uses it in that run, and in no other", async () => {
    await using project = await makeProject(files);
    const first = await makeCalls(project, touch, { args: ["--trust"] });
    expect(first.lastRequest).toContain(rule);
    expect(first.run.err).not.toContain("not trusted");
    expect(await Bun.file(project.path("done")).exists()).toBeTrue();
    const second = await makeCalls(project, [["read_file", { path: "AGENTS.md" }]], { args: [] });
    expect(second.run.err).toContain("This folder is not trusted.");
  });
});

describe("rein trust", () => {
  test("shows a folder and asks, lists it, and forgets it", async () => {
    await using project = await makeProject({ "AGENTS.md": rule });
    await using terminal = launch({
      command: NODE,
      args: [REIN, "trust", "."],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED },
    });
    await terminal.waitFor("Trust it? [y/N]");
    expect(seen(terminal)).toContain("AGENTS.md");
    terminal.type("y\r");
    expect(await terminal.waitForExit()).toBe(0);
    const list = await runRein(["trust", "list"], { project });
    expect(list).toMatchObject({ code: 0, out: expect.stringContaining(project.folder) });
    expect((await makeCalls(project, [], { args: [] })).lastRequest).toContain(rule);
    expect((await runRein(["trust", "forget", "."], { project })).out).toContain("is trusted no more");
    expect((await makeCalls(project, [], { args: [] })).lastRequest).not.toContain(rule);
  });

  test("trusts nothing where nobody can answer, as in a command of the model's", async () => {
    await using project = await makeProject({ "AGENTS.md": rule });
    const { code, err } = await runRein(["trust", "."], { project, stdin: "y\n" });
    expect(code).toBe(2);
    expect(err).toContain("nothing was changed");
    expect((await runRein(["trust"], { project })).out).toBe("You trust no folder yet.\n");
  });

  test("says what it cannot do", async () => {
    await using project = await makeProject();
    expect(await runRein(["trust", "nowhere"], { project })).toMatchObject({ code: 2 });
    expect(await runRein(["trust", "forget", "."], { project })).toMatchObject({ code: 1 });
    expect(await runRein(["trust", "a", "b"], { project })).toMatchObject({ code: 2 });
    expect((await runRein(["trust", "."], { project })).out).toContain("brings nothing that rein would use");
  });
});

/** Whether programs can be watched here: strace is there, and may look. */
const canTrace = Bun.which("strace") !== null && Bun.spawnSync(["strace", "-f", "true"]).exitCode === 0;

describe("P8: a booby-trapped repository starts no process before it is trusted", () => {
  if (!canTrace)
    test.skip("(the programs that start are not watched: there is no working strace here)", () => {});

  /** The command, watched where that can be done, and a look at the programs that it started. */
  const watched = (file: string, args: readonly string[]) => ({
    command: canTrace ? "strace" : NODE,
    args: canTrace
      ? ["-f", "-qq", "-e", "trace=execve,execveat", "-o", file, NODE, REIN, ...args]
      : [REIN, ...args],
    started: async (): Promise<string[]> => {
      if (!canTrace) return [];
      const lines = (await readFile(file, "utf8")).split("\n");
      // One that was not found is none; of one whose line is in two parts it is not known yet.
      return lines
        .filter((line) => !/ = -1 /.test(line))
        .flatMap((line) => /\bexecve(?:at)?\((?:AT_FDCWD, )?"([^"]+)"/.exec(line)?.[1] ?? []);
    },
  });
  const isOurs = (program: string) =>
    /\/(node|bun|bun\.exe)$/.test(program) && !program.includes("/project/");

  test("not at a start, at the prompt, for names of files, or in a turn without a command", async () => {
    await using project = await makeProject();
    const trap = await fillBoobyTrap(project);
    for (const cwd of trap.folders) {
      const { command, args, started } = watched(join(project.home, "trace"), ["-m", "demo"]);
      const env = { ...project.env, ...COMPILED };
      await using terminal = launch({ command, args, cwd, env });
      await terminal.waitFor(/1 {2}trust it/, { what: "the question", within: 30_000 });
      await terminal.waitFor("waiting for your answer", { what: "keys to count" });
      terminal.press("2");
      await terminal.waitFor("⇧⇥", { what: "the status line", within: 30_000 });
      terminal.type("@README");
      if (cwd === project.folder) await terminal.waitFor("README.md", { what: "the names of files" });
      terminal.press("ctrl+c", "ctrl+c");
      await composerShows(terminal, "");
      terminal.type("what can you do");
      await composerShows(terminal, "what can you do");
      terminal.press("enter");
      await answered(terminal, "I can show you how rein works");
      expect(await leave(terminal)).toBe(0);
      const programs = await started();
      expect(programs.filter((program) => !isOurs(program))).toEqual([]);
      if (canTrace) expect(programs.length).toBeGreaterThan(1);
    }
    expect(await trap.fired()).toEqual([]);
  });

  test.each([
    [["--version"]],
    [["--help"]],
    [["-p", "-m", "demo", "what can you do"]],
    [["sessions", "list"]],
  ])("not for %j", async (words) => {
    await using project = await makeProject();
    const trap = await fillBoobyTrap(project);
    for (const cwd of trap.folders) {
      const { command, args, started } = watched(join(project.home, "trace"), words);
      const env = { ...project.env, ...COMPILED };
      const child = Bun.spawn([command, ...args], {
        cwd,
        env,
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      expect(await child.exited).toBe(0);
      expect((await started()).filter((program) => !isOurs(program))).toEqual([]);
    }
    expect(await trap.fired()).toEqual([]);
  });

  test("the trap works: git, run plainly in it, falls into it", async () => {
    await using project = await makeProject();
    const trap = await fillBoobyTrap(project);
    Bun.spawnSync(["git", "add", "README.md"], { cwd: project.folder, env: project.env });
    expect((await trap.fired()).length).toBeGreaterThan(0);
  });
});
