/** Files that change between the reading, the question and the edit. */
import { describe, expect, test } from "bun:test";
import { chmod, mkdir, rm, symlink } from "node:fs/promises";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const idle = () => ({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });

async function contextWith(project: TestProject, path: string) {
  const context = contextOf(project);
  await callTool(readFileTool, { path }, context);
  return context;
}

describe("edit_file", () => {
  test("a file that changed elsewhere is still edited, and that is said", async () => {
    await using project = await makeProject({ "m.py": "x = 1\n" });
    const context = await contextWith(project, "m.py");
    await project.write("m.py", "# formatted\nx = 1\n");
    const result = await callTool(
      editFileTool,
      { path: "m.py", old_string: "x = 1", new_string: "x = 2" },
      context,
    );
    expect(said(result)).toContain("had changed since it was read");
    expect(await project.read("m.py")).toBe("# formatted\nx = 2\n");
  });

  test("a file whose passage changed is an error that shows it as it is now", async () => {
    await using project = await makeProject({ "m.py": "def f():\n    x = 1\n" });
    const context = await contextWith(project, "m.py");
    await project.write("m.py", "def f():\n    x = 7\n");
    const input = { path: "m.py", old_string: "def f():\n    x = 1", new_string: "def f():\n    x = 2" };
    const message = said(await callTool(editFileTool, input, context));
    expect(message).toContain("has changed since it was read");
    expect(message).toContain("     1\tdef f():\n     2\t    x = 7");
  });

  test("an edit of a file that changed elsewhere does not let it be overwritten as a whole", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const context = await contextWith(project, "a.txt");
    await project.write("a.txt", "one\nunseen\n");
    await callTool(editFileTool, { path: "a.txt", old_string: "one", new_string: "1" }, context);
    const whole = await callTool(writeFileTool, { path: "a.txt", content: "x" }, context);
    expect(said(whole)).toContain("has changed since it was read");
    expect(await project.read("a.txt")).toBe("1\nunseen\n");
  });

  test("a file that changes elsewhere while the question is open is edited as it is then", async () => {
    await using project = await makeProject({ "a.ts": "one\ntwo\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    await project.write("a.ts", "zero\none\ntwo\n");
    const result = await call.run(idle());
    expect(said(result)).toContain("had changed since it was read");
    expect(await project.read("a.ts")).toBe("zero\n1\ntwo\n");
  });

  test("edits of one file that are under way at the same time are all made, one after the other", async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index};\n`);
    await using project = await makeProject({ "a.txt": lines.join("") });
    const calls = await Promise.all(
      lines.map((_, index) => {
        const input = { path: "a.txt", old_string: `line ${index};`, new_string: `LINE ${index};` };
        return prepare(editFileTool, input, contextOf(project));
      }),
    );
    await Promise.all(calls.map((call) => call.run(idle())));
    expect(await project.read("a.txt")).toBe(lines.join("").replaceAll("line", "LINE"));
  });

  test("what the file held is recorded before it changes", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    await chmod(project.path("a.ts"), 0o640);
    const input = { path: "a.ts", old_string: "one", new_string: "1" };
    const call = await prepare(editFileTool, input, contextOf(project));
    const kept: unknown[] = [];
    await call.run({
      ...idle(),
      async keepBefore(files) {
        kept.push(
          ...files.map(({ path, before }) => [
            path,
            before?.mode,
            Buffer.from(before?.bytes ?? []).toString(),
          ]),
        );
        expect(await project.read("a.ts")).toBe("one\n");
      },
    });
    expect(kept).toEqual([[project.path("a.ts"), 0o640, "one\n"]]);
  });

  test("a file that changes while the question is open is not overwritten", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    await project.write("a.ts", "one and two\n");
    expect(call.run(idle())).rejects.toThrow("changed while this was being decided");
    expect(await project.read("a.ts")).toBe("one and two\n");
  });

  test("an interrupt before it runs changes nothing", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    expect(call.run({ ...idle(), signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await project.read("a.ts")).toBe("one\n");
  });
});

describe("edit_file, of a file that may not be read without a question", () => {
  const secret = "KEY = \u201Chunter2\u201D\nOTHER = 1\n";

  test.each([
    ["not found", 'KEY = "hunter3"\nOTHER = 2'],
    ["found loosely", 'KEY = "hunter2"'],
  ])("an error tells none of its lines: %s", async (_, old_string) => {
    await using project = await makeProject({ ".env": secret, "../home/secret.txt": secret });
    const context = contextOf(project, { hidesFromSearch: (path) => path.endsWith(".env") });
    for (const path of [".env", `${project.home}/secret.txt`]) {
      const answer = said(
        await callTool(editFileTool, { path, old_string, new_string: "OTHER = 1" }, context),
      );
      expect(answer).toMatch(/does not stand in .*nothing was changed/);
      expect(answer).not.toMatch(/hunter2|OTHER|U\+|line 2/);
    }
    await callTool(readFileTool, { path: ".env" }, context);
    const told = said(
      await callTool(editFileTool, { path: ".env", old_string: "OTHER = 2", new_string: "x" }, context),
    );
    expect(told).toContain("OTHER = 1");
  });
});

describe("edit_file, when something else stands in the file's place", () => {
  test.each([
    ["a folder", (path: string) => mkdir(path)],
    ["a link", (path: string) => symlink("b.txt", path)],
    ["a FIFO", async (path: string) => void Bun.spawnSync(["mkfifo", path])],
    ["nothing", async () => {}],
  ])("%s: nothing is changed or recorded, and that is said", async (_, replace) => {
    await using project = await makeProject({ "a.txt": "one\n", "b.txt": "one\n" });
    const call = await prepare(
      editFileTool,
      { path: "a.txt", old_string: "one", new_string: "two" },
      contextOf(project),
    );
    await rm(project.path("a.txt"));
    await replace(project.path("a.txt"));
    let kept = false;
    const keepBefore = async () => {
      kept = true;
    };
    await expect(call.run({ ...idle(), keepBefore })).rejects.toThrow(/Nothing was (?:changed|done)\.$/);
    expect(kept).toBeFalse();
    expect(await project.read("b.txt")).toBe("one\n");
  });
});
