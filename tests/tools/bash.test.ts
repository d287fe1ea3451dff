import { describe, expect, test } from "bun:test";
import { bashTool } from "../../src/tools/bash.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

describe("bash", () => {
  test("answers with the exit code, then the output", async () => {
    await using project = await makeProject();
    const result = await callTool(bashTool, { command: "pwd; echo oops >&2; exit 2" }, contextOf(project));
    expect(result).toMatchObject({
      ok: true,
      text: `exit code: 2\n${project.folder}\noops\n`,
      summary: "exit 2",
      view: { type: "command", exitCode: 2, output: `${project.folder}\noops\n` },
    });
  });

  test("says so when there is no output", async () => {
    await using project = await makeProject();
    expect(said(await callTool(bashTool, { command: "true" }, contextOf(project)))).toBe(
      "exit code: 0\n(no output)",
    );
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
    expect(said(await callTool(bashTool, { command: "kill -9 $$" }, contextOf(project)))).toStartWith(
      "killed by SIGKILL",
    );
  });

  test("at the time limit what was printed is kept", async () => {
    await using project = await makeProject();
    const result = await callTool(
      bashTool,
      { command: "echo so far; sleep 60", timeout_ms: 150 },
      contextOf(project),
    );
    expect(result).toMatchObject({ ok: false, kind: "timeout" });
    expect(said(result)).toStartWith("timed out after 150 ms\nso far\n");
  });

  test("a child left in the background is mentioned", async () => {
    await using project = await makeProject();
    const text = said(await callTool(bashTool, { command: "sleep 5 & echo started" }, contextOf(project)));
    expect(text).toStartWith("exit code: 0\nstarted\n");
    expect(text).toContain("still runs in the background");
  });

  test("the panel gets the output while it runs", async () => {
    await using project = await makeProject();
    const call = await prepare(bashTool, { command: "echo live" }, contextOf(project));
    let seen = "";
    await call.run({ signal: new AbortController().signal, onOutput: (text) => (seen += text) });
    expect(seen).toBe("live\n");
  });

  test.each([[""], ["   "], ["a\0b"]])("%p is refused", async (command) => {
    await using project = await makeProject();
    expect(await callTool(bashTool, { command }, contextOf(project))).toMatchObject({ ok: false });
  });

  test("a limit above ten minutes does not fit the schema", () => {
    expect(bashTool.schema.safeParse({ command: "x", timeout_ms: 600_001 }).success).toBe(false);
  });
});
