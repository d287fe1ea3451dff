/**
 * A terminal or a launcher that goes away, with a word or without: rein ends soon, with all that it started, and nothing
 * is lost.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "bun:test";
import { AT_REST } from "../support/emulator.ts";
import { call } from "../support/model-server.ts";
import { familyOf, hasProc, processesRunning, uniqueSeconds, until } from "../support/processes.ts";
import { launch } from "../support/terminal.ts";
import {
  accessTo,
  beginUnready,
  COMPILED,
  composerShows,
  isAlive,
  NODE,
  open,
  REIN,
  seen,
  send,
} from "./start.ts";

test.skipIf(!hasProc).each([
  ["with a hang-up", []],
  // Of a session of its own: then the terminal is not the one that controls it, and its end is no signal.
  ["without one", ["setsid", "-w"]],
] as const)(
  "closed %s over a running command: rein and the command are gone, and the session goes on later",
  async (_, wrapper) => {
    const seconds = uniqueSeconds();
    await using story = await beginUnready(
      [[call("bash", { command: `sleep ${seconds}` }, { id: "call_1" })]],
      {
        args: ["--version"],
      },
    );
    const { project, server } = story;
    const [command = NODE, ...args] = [...wrapper, NODE, REIN, "--allow", "bash"];
    const terminal = launch({
      command,
      args,
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...accessTo(server) },
    });
    await open(terminal);
    await send(terminal, "remember me");
    await until(() => processesRunning("sleep", seconds).length > 0);
    terminal.hangUp();
    expect(await terminal.waitForExit({ within: 5_000 })).toBeNumber();
    await until(() => processesRunning("sleep", seconds).length === 0);
    await terminal.close();
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(/> remember me[^]*■ bash .*interrupted/);
  },
);

// Where Node replaces itself by Bun, nothing stands between the shell and rein.
const hasLauncher = Bun.spawnSync([NODE, "-p", "process.execve"]).stdout.toString().trim() === "undefined";

test.skipIf(!hasProc || !hasLauncher)(
  "its launcher killed alone, in a shell that lives on: rein ends with its command, the session is free, the draft is there",
  async () => {
    const seconds = uniqueSeconds();
    await using story = await beginUnready(
      [[call("bash", { command: `sleep ${seconds}` }, { id: "call_1" })]],
      { args: ["--version"] },
    );
    const { project, server } = story;
    await using shell = launch({
      command: "bash",
      args: ["--norc", "--noprofile", "--noediting", "-i"],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...accessTo(server), PS1: "shell> " },
    });
    await shell.waitFor("shell>");
    shell.bytes(`${NODE} ${REIN} --allow bash\r`);
    await open(shell);
    await send(shell, "remember me");
    await until(() => processesRunning("sleep", seconds).length > 0);
    const [command = 0] = processesRunning("sleep", seconds);
    // What tells rein of its launcher's end is no business of its commands.
    expect(readdirSync(`/proc/${command}/fd`).toSorted()).toEqual(["0", "1", "2"]);
    shell.type("half a thought");
    await composerShows(shell, "half a thought");

    const [, launcher = 0, rein = 0] = familyOf(shell.pid);
    process.kill(launcher, "SIGKILL");
    await until(() => !isAlive(rein) && processesRunning("sleep", seconds).length === 0);
    await shell.waitFor(() => !shell.isRaw() && Bun.deepEquals(shell.modes(), AT_REST), {
      what: "a terminal at rest",
    });
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(/> remember me[^]*■ bash .*interrupted/);
    await composerShows(later, "half a thought");
  },
);
