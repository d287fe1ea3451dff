import { describe, expect, test } from "bun:test";
import { rmdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import { bashTool } from "../../src/tools/bash.ts";
import type { ToolContext } from "../../src/tools/tool.ts";
import { hasProc } from "../support/processes.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { atTimeLimit } from "../support/time-limit.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const run = (context: ToolContext, command: string) => callTool(bashTool, { command }, context);

/** A context whose commands keep their whole output, and end at their limit as they are told. */
function keepingContext(
  project: TestProject,
  onTimeLimit: "background" | "kill" = "background",
): ToolContext {
  const outputFolder = join(project.home, "outputs", "session");
  const shell = createSessionShell({ root: project.folder, outputFolder, onTimeLimit, onJobEnd() {} });
  return contextOf(project, { shell });
}

describe("bash", () => {
  test("answers with the exit code, then the output", async () => {
    await using project = await makeProject();
    const result = await run(contextOf(project), "pwd; echo oops >&2; exit 2");
    expect(result).toMatchObject({
      ok: true,
      text: `exit code: 2\n${project.folder}\noops\n`,
      summary: "exit 2",
      view: { type: "command", exitCode: 2, output: `${project.folder}\noops\n`, endedIn: project.folder },
    });
  });

  test("says so when there is no output", async () => {
    await using project = await makeProject();
    expect(said(await run(contextOf(project), "true"))).toBe("exit code: 0\n(no output)");
  });

  test("asks with the whole command and its folder", async () => {
    await using project = await makeProject();
    const command = "echo one\necho two";
    const call = await prepare(bashTool, { command }, contextOf(project));
    expect(call.accesses).toEqual([{ type: "execute", command, cwd: project.folder }]);
    expect(call.preview).toEqual({ type: "command", command, cwd: project.folder });
    expect(bashTool.title({ command })).toBe("echo one");
  });

  test("a command killed by a signal names it", async () => {
    await using project = await makeProject();
    expect(said(await run(contextOf(project), "kill -9 $$"))).toStartWith("killed by SIGKILL");
  });

  test("a child left in the background is mentioned", async () => {
    await using project = await makeProject();
    const text = said(await run(contextOf(project), "sleep 5 & echo started"));
    expect(text).toStartWith("exit code: 0\nstarted\n");
    expect(text).toContain("still runs in the background");
  });

  test("the panel gets the output while it runs", async () => {
    await using project = await makeProject();
    const call = await prepare(bashTool, { command: "echo live" }, contextOf(project));
    let seen = "";
    await call.run({
      signal: new AbortController().signal,
      onOutput: (text) => (seen += text),
      async keepBefore() {},
    });
    expect(seen).toBe("live\n");
  });

  test.each([[""], ["   "], ["a\0b"]])("%p is refused", async (command) => {
    await using project = await makeProject();
    expect(await run(contextOf(project), command)).toMatchObject({ ok: false });
  });

  test("a limit above ten minutes does not fit the schema", () => {
    expect(bashTool.schema.safeParse({ command: "x", timeout_ms: 600_001 }).success).toBe(false);
  });

  test("a progress bar is read in its last state, without colours", async () => {
    await using project = await makeProject();
    const text = said(await run(contextOf(project), String.raw`printf '10%%\r\033[32m100%%\033[0m\ndone\n'`));
    expect(text).toBe("exit code: 0\n100%\ndone\n");
  });

  test("of a long output both ends are read, and the file with all of it is named", async () => {
    await using project = await makeProject();
    const context = keepingContext(project);
    const text = said(await run(context, "seq 1 200000"));
    expect(text.length).toBeLessThan(31_000);
    expect(text).toStartWith("exit code: 0\n1\n2\n");
    expect(text).toEndWith("\n199999\n200000\n");
    const [, path = ""] = /left out; all of the output: (\S+) \.\.\.\]/.exec(text) ?? [];
    expect(path).toStartWith(context.shell.outputFolder ?? "?");
    expect(await Bun.file(path).text()).toEndWith("\n200000\n");
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("an editor without a terminal is not even started", async () => {
    await using project = await makeProject();
    const call = prepare(bashTool, { command: "vim a.txt" }, contextOf(project));
    expect(call).rejects.toThrow(/Not run: .*`!`/s);
  });

  test.skipIf(!hasProc)(
    "an editor that waits where the command's text does not tell of it is ended, with words",
    async () => {
      await using project = await makeProject();
      const result = await run(contextOf(project), "echo one > a; (exec -a vim sleep 60); echo two > a");
      expect(result).toMatchObject({ ok: false, kind: "failed" });
      expect(said(result)).toBe(
        "ended by rein, what follows was not run: vim draws on a terminal. rein's commands have none: the user can run it with `!`.\n(no output)",
      );
      expect(await project.read("a")).toBe("one\n");
    },
  );

  test("a command that asked for a terminal and failed is explained", async () => {
    await using project = await makeProject();
    const fake =
      "sudo() { echo 'sudo: a terminal is required to read the password' >&2; return 1; }; sudo ls";
    expect(said(await run(contextOf(project), fake))).toMatch(/exit code: 1\n.*\n\[.*`!`/s);
  });
});

describe("the time limit of bash", () => {
  const saysSoFar = (result: ToolResult) => said(result).includes("\nso far\n");

  test("moves the command to the background, where it goes on, and says how to read on", async () => {
    await using project = await makeProject();
    const context = keepingContext(project);
    const command = "echo so far; until [ -e go ]; do sleep 0.02; done; echo went on";
    const { jobs } = context.shell;
    const result = await atTimeLimit(
      (timeout_ms) => callTool(bashTool, { command, timeout_ms }, context),
      saysSoFar,
    );
    const id = jobs.list().at(-1)?.id ?? "none";
    expect(result).toMatchObject({ ok: true, summary: `goes on as ${id}`, view: { exitCode: null } });
    const text = said(result);
    expect(text).toMatch(/^still running after \d+ ms, goes on in the background as job-\d\nso far\n/);
    expect(text).toContain(`bash_output reads on ({"id":"${id}"`);
    await project.write("go", "");
    while ((await jobs.wait(id, 20_000)) === "output") {
      expect((await jobs.readNew(id))?.text).toBe("went on\n");
    }
    expect(jobs.get(id)).toMatchObject({ status: "exited", exitCode: 0 });
  });

  test("ends the command where the setting says so, and keeps what was printed", async () => {
    await using project = await makeProject();
    const context = keepingContext(project, "kill");
    const command = "echo so far; sleep 60";
    const result = await atTimeLimit(
      (timeout_ms) => callTool(bashTool, { command, timeout_ms }, context),
      saysSoFar,
    );
    expect(result).toMatchObject({ ok: false, kind: "timeout" });
    expect(said(result)).toMatch(/^timed out after \d+ ms\nso far\n/);
    expect(context.shell.jobs.list()).toEqual([]);
  });
});

describe("the folder of bash", () => {
  test("stays where `cd` has led, and each result names it", async () => {
    await using project = await makeProject({ "packages/api/a.txt": "a\n" });
    const context = contextOf(project);
    expect(said(await run(context, "cd packages/api"))).toBe("exit code: 0\nin packages/api\n(no output)");
    expect(said(await run(context, "ls"))).toBe("exit code: 0\nin packages/api\na.txt\n");
    expect(said(await run(context, "cd ../.."))).toBe(
      "exit code: 0\nback in the project folder\n(no output)",
    );
    expect(said(await run(context, "ls"))).toBe("exit code: 0\npackages\n");
  });

  test("is shown with the question, and is where the command is allowed", async () => {
    await using project = await makeProject({ "api/a.txt": "a\n" });
    const context = contextOf(project);
    await run(context, "cd api");
    const call = await prepare(bashTool, { command: "rm a.txt" }, context);
    const cwd = project.path("api");
    expect(call.accesses).toEqual([{ type: "execute", command: "rm a.txt", cwd }]);
    expect(call.preview).toEqual({ type: "command", command: "rm a.txt", cwd, how: "in api" });
  });

  test("never stays outside of the project, and says so", async () => {
    await using project = await makeProject();
    symlinkSync(project.home, project.path("out"));
    const context = contextOf(project);
    for (const command of ["cd /", "cd ..", "cd out", `cd ${project.folder}-evil || cd /tmp`]) {
      expect(said(await run(context, command))).toMatch(
        /^exit code: 0\nback in the project folder: \/.* is outside of it\n/,
      );
      expect(said(await run(context, "pwd"))).toContain(`\n${project.folder}\n`);
    }
  });

  test("that is gone is the project's again: said when it is asked, and with the result", async () => {
    await using project = await makeProject({ "old/a.txt": "" });
    const context = contextOf(project);
    await run(context, "cd old");
    await run(contextOf(project), "rm -r old");
    const call = await prepare(bashTool, { command: "pwd" }, context);
    expect(call.preview).toMatchObject({ cwd: project.folder, how: "in the project folder (old is gone)" });
    const text = said(await run(context, "pwd"));
    expect(text).toStartWith("[old is gone; the command ran in the project folder.]\nexit code: 0\n");
    expect(said(await run(context, "pwd"))).toBe(`exit code: 0\n${project.folder}\n`);
  });

  test("that is taken away by the command itself is said at once", async () => {
    await using project = await makeProject();
    const context = contextOf(project);
    await run(context, "mkdir gone && cd gone");
    expect(said(await run(context, 'rmdir "$PWD"'))).toContain("back in the project folder: gone is gone");
  });

  test("that a link has replaced between the question and its answer is not used", async () => {
    await using project = await makeProject();
    const context = contextOf(project);
    await run(context, "mkdir sub && cd sub");
    const call = await prepare(bashTool, { command: "touch here" }, context);
    rmdirSync(project.path("sub"));
    symlinkSync(project.home, project.path("sub"));
    const never = call.run({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });
    expect(never).rejects.toThrow("Nothing was run");
    expect(await Bun.file(join(project.home, "here")).exists()).toBeFalse();
  });

  test("stays where it was after a command that was interrupted, whose result tells no folder", async () => {
    await using project = await makeProject({ "api/a.txt": "" });
    const context = contextOf(project);
    const stop = new AbortController();
    const call = await prepare(bashTool, { command: "cd api; echo there; sleep 60" }, context);
    await call.run({ signal: stop.signal, onOutput: () => stop.abort(), async keepBefore() {} });
    expect(said(await run(context, "ls"))).toBe("exit code: 0\napi\n");
  });

  test("stays where it was after a command that was ended", async () => {
    await using project = await makeProject({ "api/a.txt": "" });
    const context = keepingContext(project, "kill");
    await run(context, "cd api");
    await callTool(bashTool, { command: "sleep 60", timeout_ms: 200 }, context);
    expect(said(await run(context, "ls"))).toBe("exit code: 0\nin api\na.txt\n");
  });
});
