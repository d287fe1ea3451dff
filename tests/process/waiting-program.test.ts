/** Full-screen programs that wait without a terminal, wherever in a command they are started. */
import { describe, expect, test } from "bun:test";
import { runCommand } from "../../src/process/run-command.ts";
import { hasProc } from "../support/processes.ts";

const run = (command: string) =>
  runCommand({ command, cwd: "/", signal: new AbortController().signal, timeoutMs: 20_000 });

/** A program that is called `vim` and waits, for so many seconds. */
const waiting = (seconds: number) => `(exec -a vim sleep ${seconds})`;

describe.if(hasProc)("a command in which a full-screen program waits", () => {
  test.each([
    ["behind a redirection", `echo kept > /dev/null; echo printed; ${waiting(41)}; echo behind it`],
    ["in a pipe", `echo printed; ${waiting(41)} </dev/null | cat`],
    ["that reads where it prints its errors", `echo printed; ${waiting(41)} <&2`],
    ["some time later", `echo printed; sleep 0.7; ${waiting(41)}`],
  ])("is ended before its time is over, and what it wanted is told: %s", async (_, command) => {
    const result = await run(command);
    expect(result).toMatchObject({ wantedTerminal: "vim", output: "printed\n", timedOut: false });
  });

  test.each([
    ["it has input", `sleep 1 | ${waiting(1)}`],
    ["its end is near", `timeout 30 ${Bun.which("sleep") ?? "sleep"} 1 & ${waiting(1)}; wait`],
  ])("is left alone where %s", async (_, command) => {
    expect(await run(command)).toMatchObject({ wantedTerminal: null, exitCode: 0 });
  });
});
