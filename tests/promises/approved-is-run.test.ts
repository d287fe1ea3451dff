/**
 * P4: "What is approved is what runs."
 *
 * Every way in which a call can become another one is held in `engine/approved-calls.test.ts`; here the bytes that were
 * shown are compared with those of the process, and the world is changed while the real question is open.
 */
import { readFile, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { resultsIn } from "../e2e/requests.ts";
import { answered, asked, begin, exists, send } from "../e2e/start.ts";
import { hasProc } from "../support/processes.ts";
import { call, text } from "../support/model-server.ts";

const ok = [text("ok then")];

describe("P4: what was approved is what runs", () => {
  test.skipIf(!hasProc)(
    "the process gets the approved text byte for byte, as the last of its words",
    async () => {
      const command = [
        "cat /proc/$$/cmdline > argv; : 'quotes \"double\" and '\\''single'\\''",
        "\ttab, ünï, 日本, 👍🏽, $HOME `not run here?`' \\",
        "  && echo \"a\\\\b\" '%s' '!x' '*' > out",
        "",
      ].join("\n");
      await using story = await begin([[call("bash", { command })], ok]);
      const { terminal, project } = story;
      await send(terminal, "go");
      await asked(terminal, "cat /proc/");
      terminal.press("1");
      await answered(terminal, "ok then");
      const words = (await readFile(project.path("argv"), "utf8")).split("\0").slice(0, -1);
      expect(words.some((word) => word.includes(command))).toBeTrue();
      expect(words[0]).toEndWith("bash");
      expect(words).toContain("--noprofile");
      expect(words).toContain("--norc");
      expect(await project.read("out")).toBe("a\\b %s !x *\n");
    },
  );

  test("a file that changes while its edit waits for the answer is not overwritten", async () => {
    const edit = { path: "a.txt", old_string: "one", new_string: "two" };
    await using story = await begin([[call("edit_file", edit, { id: "call_edit" })], ok], {
      files: { "a.txt": "one\n" },
    });
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, "two");
    await project.write("a.txt", "one, and what somebody else wrote\n");
    terminal.press("1");
    await terminal.waitFor(
      () => terminal.screen().join("\n").includes("somebody else wrote") || server.requests.length > 1,
      { what: "a new question, or the refusal" },
    );
    expect(await project.read("a.txt")).toBe("one, and what somebody else wrote\n");
    if (server.requests.length > 1)
      expect(resultsIn(await server.nextRequest(1))["call_edit"]).toMatch(/changed/);
  });

  test("a folder that becomes a link while the question waits does not lead the write out of the project", async () => {
    await using story = await begin([[call("write_file", { path: "sub/new.txt", content: "x\n" })], ok], {
      files: { "sub/.keep": "", "../home/outside/.keep": "" },
    });
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, "new.txt");
    await rename(project.path("sub"), project.path("moved"));
    await symlink(join(project.home, "outside"), project.path("sub"));
    terminal.press("1");
    await terminal.waitFor(
      () => terminal.screen().join("\n").includes("outside the project") || server.requests.length > 1,
      { what: "a question about the other place, or the refusal" },
    );
    expect(await Bun.file(join(project.home, "outside/new.txt")).exists()).toBeFalse();
    expect(await exists(project, "moved/new.txt")).toBeFalse();
  });

  test("one answer is for one call, also where two are the same word for word", async () => {
    const both = [
      call("bash", { command: "echo >> times" }, { id: "call_1" }),
      call("bash", { command: "echo >> times" }, { id: "call_2" }),
    ];
    await using story = await begin([both, ok]);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "1 of 2");
    terminal.press("1");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("1 of 2"));
    await asked(terminal, "echo >> times");
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(await project.read("times")).toBe("\n");
  });
});
