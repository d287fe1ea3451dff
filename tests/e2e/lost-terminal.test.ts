/** A terminal that goes away, with a word or without: rein ends soon, with all that it started, and nothing is lost. */
import { expect, test } from "bun:test";
import { call } from "../support/model-server.ts";
import { hasProc, processesRunning, uniqueSeconds, until } from "../support/processes.ts";
import { launch } from "../support/terminal.ts";
import { accessTo, beginUnready, COMPILED, NODE, open, REIN, seen, send } from "./start.ts";

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
