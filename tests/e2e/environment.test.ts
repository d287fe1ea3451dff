/** Whatever surrounds it, the program draws itself, obeys its own user only, and leaves the terminal as it was. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { fillHostile } from "../bin/hostile-folder.ts";
import { AT_REST } from "../support/emulator.ts";
import { call, text } from "../support/model-server.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import {
  accessTo,
  answered,
  asked,
  begin,
  COMPILED,
  beginUnready,
  composerShows,
  exists,
  held,
  HOLDING_COMMAND,
  leave,
  NODE,
  open,
  REIN,
  seen,
  send,
  type Story,
} from "./start.ts";

const ESC = "\x1b";
const hello = [text("hello there")];
/** A start that is over at once, for stories that make something of the folder first. */
const overAtOnce = { args: ["--version"] };

describe("in a terminal it is interactive", () => {
  const surroundings: Record<string, string>[] = [
    { CI: "1" },
    { CI: "true", CONTINUOUS_INTEGRATION: "1" },
    { CI_FOO: "1" },
    { NO_COLOR: "1" },
  ];
  test.each(surroundings)("with %j too", async (env) => {
    await using story = await begin([hello], { env });
    const { terminal } = story;
    terminal.type("hi");
    await composerShows(terminal, "hi");
    terminal.press("enter");
    await answered(terminal, "● hello there");
    expect(terminal.isRaw()).toBeTrue();
  });

  test("without any colour when NO_COLOR says so, and with some when it does not", async () => {
    const colours = new RegExp(`${ESC}\\[(?:\\d+;)*(?:[34][0-8]|9[0-7]|10[0-7])(?:;\\d+)*m`);
    await using coloured = await begin([hello]);
    await send(coloured.terminal, "hi");
    await answered(coloured.terminal, "hello there");
    expect(coloured.terminal.raw()).toMatch(colours);
    await using plain = await begin([hello], { env: { NO_COLOR: "1" } });
    await send(plain.terminal, "hi");
    await answered(plain.terminal, "hello there");
    expect(plain.terminal.raw()).not.toMatch(colours);
  });
});

describe("a stranger's folder", () => {
  test("runs nothing and changes nothing: not the model, not the key, not what commands see", async () => {
    await using story = await beginUnready(
      [[call("bash", { command: "env" }, { id: "call_env" })], hello],
      overAtOnce,
    );
    const { project, server } = story;
    const mark = join(project.home, "executed");
    await fillHostile(project, mark, REIN);
    const lies =
      "OPENAI_BASE_URL=http://127.0.0.1:1\nOPENAI_API_KEY=wrong\nREIN_MODEL=demo\nFROM_DOTENV=leaked\n";
    await project.write(".env", lies);
    const before = (await readdir(project.folder, { recursive: true })).toSorted();

    const terminal = await story.again({ args: ["--allow", "bash(env)"] });
    await send(terminal, "what do you see?");
    await answered(terminal, "hello there");
    const { headers } = await server.nextRequest(0);
    expect(headers["authorization"]).toBe("Bearer test");
    const environment = resultsIn(await server.nextRequest(1))["call_env"] ?? "";
    expect(environment).toContain("exit code: 0");
    expect(environment).not.toMatch(/leaked|OPENAI_API_KEY=wrong/);
    expect(await leave(terminal)).toBe(0);
    expect(await Bun.file(mark).exists()).toBeFalse();
    expect((await readdir(project.folder, { recursive: true })).toSorted()).toEqual(before);
  });
});

describe("the terminal is as it was", () => {
  /** Throws an error inside the program that nothing there catches, as soon as the file `crash` is there. */
  const crashing = `
    import { existsSync } from "node:fs";
    setInterval(() => {
      if (existsSync("crash")) throw new Error("thrown on purpose");
    }, 10).unref();`;

  type Way = (terminal: TestTerminal, story: Story) => unknown;
  const ways: [string, Way, number][] = [
    ["/exit", (terminal) => terminal.type("/exit\r"), 0],
    ["Ctrl+D twice", (terminal) => terminal.press("ctrl+d", "ctrl+d"), 0],
    ["SIGINT to the whole group", (terminal) => process.kill(-terminal.pid, "SIGINT"), 130],
    ["SIGTERM", (terminal) => terminal.signal("SIGTERM"), 143],
    ["SIGHUP", (terminal) => terminal.signal("SIGHUP"), 129],
    ["an error that nobody caught", (_, story) => story.project.write("crash", ""), 70],
  ];

  async function beginCrashing(
    script: Parameters<typeof begin>[0],
    args: readonly string[] = [],
  ): Promise<Story> {
    const story = await beginUnready(script, overAtOnce);
    await story.project.write("../home/crash.js", crashing);
    const env = { BUN_OPTIONS: `--preload ${join(story.project.home, "crash.js")}` };
    return { ...story, terminal: await story.again({ args, kittyKeyboard: true, env }) };
  }

  function expectAtRest(terminal: TestTerminal): void {
    expect(terminal.modes()).toEqual(AT_REST);
    expect(terminal.isRaw()).toBeFalse();
    // An answer of the terminal to a question of ours that comes too late would be echoed, or typed into the shell.
    expect(seen(terminal)).not.toContain("^[");
  }

  test.each(ways)("after %s", async (_, go, code) => {
    await using story = await beginCrashing([hello]);
    const { terminal } = story;
    await send(terminal, "hi");
    await answered(terminal, "hello there");
    expect(terminal.modes()).toMatchObject({ bracketedPaste: true });
    expect(terminal.modes().kittyFlags).toBeGreaterThan(0);
    await go(terminal, story);
    expect(await terminal.waitForExit()).toBe(code);
    expectAtRest(terminal);
    expect(seen(terminal)).toContain("● hello there");
    if (code === 70) expect(seen(terminal)).toContain("thrown on purpose");
  });

  test.each(ways.slice(3))(
    "after %s, from the transcript over a running command, which ends too",
    async (_, go, code) => {
      await using story = await beginCrashing(
        [[call("bash", { command: HOLDING_COMMAND })]],
        ["--allow", "bash"],
      );
      const { terminal } = story;
      await send(terminal, "go");
      const runs = await held(story);
      terminal.press("ctrl+o");
      await terminal.waitFor(() => terminal.modes().alternateScreen && terminal.modes().mouse !== "none");
      await go(terminal, story);
      expect(await terminal.waitForExit()).toBe(code);
      expectAtRest(terminal);
      await terminal.waitFor(() => !runs(), { what: "the end of the command" });
    },
  );

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("after %s in the middle of the start", async (signal, code) => {
    await using story = await beginUnready([], { kittyKeyboard: true });
    const { terminal } = story;
    await terminal.ready();
    terminal.signal(signal);
    expect(await terminal.waitForExit()).toBe(code);
    expectAtRest(terminal);
  });

  test("and what was said is saved when the window is closed over a running command", async () => {
    await using story = await begin([[call("bash", { command: HOLDING_COMMAND })]], {
      args: ["--allow", "bash"],
    });
    const { terminal } = story;
    await send(terminal, "remember me");
    const runs = await held(story);
    await terminal.close();
    const later = await story.again({ args: ["-c"] });
    await later.waitFor(() => !runs(), { what: "the end of the command" });
    expect(seen(later)).toMatch(/> remember me[^]*■ bash .*interrupted/);
  });
});

test("answers of a slow terminal do not end up in the shell after a short start", async () => {
  await using story = await beginUnready([], overAtOnce);
  const { project } = story;
  const args = ["-c", `'${NODE}' '${REIN}' -r no-such-session; echo back in the shell; read line`];
  const env = { ...project.env, ...COMPILED };
  const lag = 200;
  await using shell = launch({ command: "sh", args, cwd: project.folder, env, lag });
  await shell.waitFor("back in the shell");
  await Bun.sleep(lag);
  shell.press("enter");
  await shell.waitForExit();
  expect(seen(shell)).toContain('There is no session "no-such-session"');
  expect(seen(shell)).not.toContain("^[");
});

test("Ctrl+Z gives the shell its terminal back, and fg the prompt with what was written", async () => {
  await using story = await beginUnready([hello], overAtOnce);
  const { project, server } = story;
  const env = { ...project.env, ...COMPILED, ...accessTo(server), PS1: "shell> " };
  await using shell = launch({
    command: "bash",
    args: ["--norc", "--noprofile", "-i"],
    cwd: project.folder,
    env,
  });
  await shell.waitFor("shell>");
  shell.bytes(`'${NODE}' '${REIN}'\r`);
  await open(shell);
  shell.type("half");
  await composerShows(shell, "half");
  shell.press("ctrl+z");
  await shell.waitFor(/Stopped[^]*\nshell>\s*$/);
  expect(shell.modes()).toEqual({ ...AT_REST, bracketedPaste: shell.modes().bracketedPaste });
  shell.bytes("echo $((40 + 2)) is the answer\r");
  await shell.waitFor("42 is the answer");
  shell.bytes("fg\r");
  await composerShows(shell, "half");
  await shell.ready();
  shell.type("way");
  await composerShows(shell, "halfway");
  shell.press("enter");
  await answered(shell, "hello there");
  expect(userTexts(await server.nextRequest(0))).toEqual(["halfway"]);
});

test("a place where nothing can be saved is said once, and the conversation works all the same", async () => {
  await using story = await begin([[call("bash", { command: "touch made" })], hello, [text("hello again")]], {
    env: { REIN_DATA_DIR: "/dev/null/rein" },
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal);
  terminal.press("1");
  await answered(terminal, "hello there");
  expect(await exists(project, "made")).toBeTrue();
  await send(terminal, "again");
  await answered(terminal, "hello again");
  expect(seen(terminal)).toContain("/dev/null/rein");
  expect(terminal.exitCode).toBeNull();
});

test("a window that is closed ends rein without an error, and the draft is kept", async () => {
  await using story = await beginUnready([], overAtOnce);
  const { project } = story;
  const terminal = launch({
    command: "sh",
    args: ["-c", 'exec "$0" "$1" 2> stderr.txt', NODE, REIN],
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...accessTo(story.server) },
  });
  await open(terminal);
  terminal.type("not sent yet");
  await composerShows(terminal, "not sent yet");
  await terminal.close();
  expect(await project.read("stderr.txt")).not.toMatch(/error|EIO/i);
  const again = await story.again();
  again.press("up");
  await composerShows(again, "not sent yet");
});
