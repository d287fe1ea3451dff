import { describe, expect, test } from "bun:test";
import { chmod, lstat, readdir, stat, symlink } from "node:fs/promises";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const idle = () => ({ signal: new AbortController().signal, onOutput() {} });

async function contextWith(project: TestProject, path: string) {
  const context = contextOf(project);
  await callTool(readFileTool, { path }, context);
  return context;
}

describe("edit_file", () => {
  test("replaces the one place and says where", async () => {
    await using project = await makeProject({ "a.ts": "one\ntwo\nthree\n" });
    const context = await contextWith(project, "a.ts");
    const result = await callTool(
      editFileTool,
      { path: "a.ts", old_string: "two", new_string: "2" },
      context,
    );
    expect(await project.read("a.ts")).toBe("one\n2\nthree\n");
    expect(said(result)).toBe("Changed a.ts in 1 place, line 2.");
    expect(result).toMatchObject({
      ok: true,
      view: { type: "diff", path: "a.ts", before: "one\ntwo\nthree\n", after: "one\n2\nthree\n" },
    });
  });

  test("shows the whole change before it runs, and touches nothing until then", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    expect(call.preview).toEqual({ type: "diff", path: "a.ts", before: "one\n", after: "1\n" });
    expect(call.accesses).toEqual([{ type: "write", path: project.path("a.ts") }]);
    expect(await project.read("a.ts")).toBe("one\n");
  });

  test("two edits one after the other need no new reading", async () => {
    await using project = await makeProject({ "a.ts": "one two\n" });
    const context = await contextWith(project, "a.ts");
    await callTool(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    await callTool(editFileTool, { path: "a.ts", old_string: "two", new_string: "2" }, context);
    expect(await project.read("a.ts")).toBe("1 2\n");
  });

  test("refuses a file that was not read", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const result = await callTool(
      editFileTool,
      { path: "a.ts", old_string: "one", new_string: "1" },
      contextOf(project),
    );
    expect(said(result)).toContain("Read it first");
    expect(await project.read("a.ts")).toBe("one\n");
  });

  test("several places are an error with their lines, unless all are wanted", async () => {
    await using project = await makeProject({ "a.ts": "x\ny\nx\nx\n" });
    const context = await contextWith(project, "a.ts");
    const input = { path: "a.ts", old_string: "x", new_string: "z" };
    const refused = await callTool(editFileTool, input, context);
    expect(said(refused)).toContain("3 times, lines 1, 3, 4");
    expect(await project.read("a.ts")).toBe("x\ny\nx\nx\n");
    const done = await callTool(editFileTool, { ...input, replace_all: true }, context);
    expect(said(done)).toBe("Changed a.ts in 3 places, lines 1, 3, 4.");
    expect(await project.read("a.ts")).toBe("z\ny\nz\nz\n");
  });

  test("a text that is not there is an error that shows the closest lines and their tabs", async () => {
    await using project = await makeProject({ "m.go": "func f() {\n\tif x {\n\t\ty()\n\t}\n}\n" });
    const context = await contextWith(project, "m.go");
    const input = {
      path: "m.go",
      old_string: "    if x {\n        y()",
      new_string: "    if x {\n        z()",
    };
    const message = said(await callTool(editFileTool, input, context));
    expect(message).toContain("does not stand in m.go");
    expect(message).toContain("     2\t→if x {\n     3\t→→y()");
    expect(await project.read("m.go")).toContain("\t\ty()");
  });

  test("a no-break space that was read as a blank is made visible", async () => {
    await using project = await makeProject({ "n.md": "the task list in\u00A0current\n" });
    const context = await contextWith(project, "n.md");
    const input = { path: "n.md", old_string: "the task list in current", new_string: "x" };
    expect(said(await callTool(editFileTool, input, context))).toContain("in⍽current");
  });

  test.each([
    [{ old_string: "", new_string: "x" }, "old_string is empty"],
    [{ old_string: "one", new_string: "one" }, "are the same"],
    [{ old_string: "one", new_string: "\ud800" }, "surrogate"],
  ])("%p is refused", async (strings, expected) => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    expect(said(await callTool(editFileTool, { path: "a.ts", ...strings }, context))).toContain(expected);
    expect(await project.read("a.ts")).toBe("one\n");
  });

  test("CRLF, byte order mark and mode of the file survive", async () => {
    await using project = await makeProject({ "w.cmd": "\uFEFFone\r\ntwo\r\nthree\r\n" });
    await chmod(project.path("w.cmd"), 0o755);
    const context = await contextWith(project, "w.cmd");
    const input = { path: "w.cmd", old_string: "one\ntwo", new_string: "1\n2\n2.5" };
    await callTool(editFileTool, input, context);
    const bytes = new Uint8Array(await Bun.file(project.path("w.cmd")).arrayBuffer());
    expect(bytes).toEqual(new TextEncoder().encode("\uFEFF1\r\n2\r\n2.5\r\nthree\r\n"));
    expect((await stat(project.path("w.cmd"))).mode & 0o777).toBe(0o755);
  });

  test("a file that is not UTF-8 is left alone", async () => {
    const bytes = Uint8Array.of(0x78, 0x3d, 0x31, 0x0a, 0xd6, 0xd0, 0xe9);
    await using project = await makeProject({ "a.php": bytes });
    const context = await contextWith(project, "a.php");
    const result = await callTool(
      editFileTool,
      { path: "a.php", old_string: "x=1", new_string: "x=2" },
      context,
    );
    expect(said(result)).toContain("unknown encoding");
    expect(new Uint8Array(await Bun.file(project.path("a.php")).arrayBuffer())).toEqual(bytes);
  });

  test("a read-only file is left alone", async () => {
    await using project = await makeProject({ "kept.ts": "one\n" });
    await chmod(project.path("kept.ts"), 0o444);
    const context = await contextWith(project, "kept.ts");
    const input = { path: "kept.ts", old_string: "one", new_string: "two" };
    expect(said(await callTool(editFileTool, input, context))).toContain("kept.ts is read-only");
    expect(await project.read("kept.ts")).toBe("one\n");
  });

  test("an edit through a link changes the target and leaves the link a link", async () => {
    await using project = await makeProject({ "real.sh": "a\n" });
    await chmod(project.path("real.sh"), 0o755);
    await symlink("real.sh", project.path("link.sh"));
    const context = await contextWith(project, "link.sh");
    await callTool(editFileTool, { path: "link.sh", old_string: "a", new_string: "b" }, context);
    expect((await lstat(project.path("link.sh"))).isSymbolicLink()).toBe(true);
    expect(await project.read("real.sh")).toBe("b\n");
    expect((await stat(project.path("real.sh"))).mode & 0o777).toBe(0o755);
    expect((await readdir(project.folder)).toSorted()).toEqual(["link.sh", "real.sh"]);
  });

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
    expect(message).toContain("x = 7");
  });

  test("a file that changes while the question is open is not overwritten", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    await project.write("a.ts", "one\ntwo\n");
    expect(call.run(idle())).rejects.toThrow("changed while this was being decided");
    expect(await project.read("a.ts")).toBe("one\ntwo\n");
  });

  test("an interrupt before it runs changes nothing", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    expect(call.run({ ...idle(), signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await project.read("a.ts")).toBe("one\n");
  });
});
