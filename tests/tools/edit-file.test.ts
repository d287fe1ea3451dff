import { describe, expect, test } from "bun:test";
import { chmod, lstat, readdir, stat, symlink } from "node:fs/promises";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

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
      view: {
        type: "changes",
        files: [{ path: "a.ts", kind: "modified", hunks: [{ lines: [" one", "-two", "+2", " three"] }] }],
      },
    });
  });

  test("shows the whole change before it runs, and touches nothing until then", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = await contextWith(project, "a.ts");
    const call = await prepare(editFileTool, { path: "a.ts", old_string: "one", new_string: "1" }, context);
    expect(call.preview).toMatchObject({ files: [{ path: "a.ts", hunks: [{ lines: ["-one", "+1"] }] }] });
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

  test("needs no reading where the text stands exactly once", async () => {
    await using project = await makeProject({ "a.ts": "one\n" });
    const context = contextOf(project);
    const result = await callTool(
      editFileTool,
      { path: "a.ts", old_string: "one", new_string: "1" },
      context,
    );
    expect(said(result)).toBe("Changed a.ts in 1 place, line 1.");
    expect(await project.read("a.ts")).toBe("1\n");
    // What was not seen is still not known: it is not overwritten as a whole.
    const whole = await callTool(writeFileTool, { path: "a.ts", content: "x" }, context);
    expect(said(whole)).toContain("was not read");
  });

  test("needs a reading for every place at once and for a loose match", async () => {
    await using project = await makeProject({ "a.ts": "x\nx\n\tit’s\n" });
    const all = { path: "a.ts", old_string: "x", new_string: "y", replace_all: true };
    expect(said(await callTool(editFileTool, all, contextOf(project)))).toContain("2 times");
    const loose = { path: "a.ts", old_string: "    it's", new_string: "    is" };
    const message = said(await callTool(editFileTool, loose, contextOf(project)));
    expect(message).toContain("only with tabs for spaces and U+2019 (’)");
    expect(message).toContain("     3\t→it’s");
    expect(message).toContain("was not read in this session");
    expect(await project.read("a.ts")).toBe("x\nx\n\tit’s\n");
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
      old_string: "    if x {\n        q()",
      new_string: "    if x {\n        z()",
    };
    const message = said(await callTool(editFileTool, input, context));
    expect(message).toContain("does not stand in m.go");
    expect(message).toContain("     2\t→if x {\n     3\t→→y()");
    expect(await project.read("m.go")).toContain("\t\ty()");
  });

  test("a loose match is made once the file was read, keeps the rest, and is told", async () => {
    await using project = await makeProject({
      "m.go": "func f() {\n\tif x {\n\t\ty()\n\t}\n}\n",
      "n.md": "the task list in\u00A0current “quoted”\n",
    });
    const go = await callTool(
      editFileTool,
      { path: "m.go", old_string: "    if x {\n        y()", new_string: "    if x {\n        z()" },
      await contextWith(project, "m.go"),
    );
    expect(said(go)).toContain("Line 2 matched with tabs for spaces");
    expect(await project.read("m.go")).toBe("func f() {\n\tif x {\n\t\tz()\n\t}\n}\n");
    const markdown = await callTool(
      editFileTool,
      { path: "n.md", old_string: "list in current", new_string: "list in next" },
      await contextWith(project, "n.md"),
    );
    expect(said(markdown)).toContain("U+00A0 (no-break space)");
    expect(await project.read("n.md")).toBe("the task list in\u00A0next “quoted”\n");
  });

  test("several edits are made in order, each upon what those before it left", async () => {
    await using project = await makeProject({ "a.ts": "one\ntwo\nthree\n" });
    const edits = [
      { old_string: "one", new_string: "1\n1.5" },
      { old_string: "1.5\ntwo", new_string: "2" },
      { old_string: "e", new_string: "E", replace_all: true },
    ];
    const context = await contextWith(project, "a.ts");
    const result = await callTool(editFileTool, { path: "a.ts", edits }, context);
    expect(said(result)).toBe("Changed a.ts in 3 edits, 4 places, lines 1, 2, 3, 3.");
    expect(await project.read("a.ts")).toBe("1\n2\nthrEE\n");
  });

  test("of several edits none is made where one cannot be, and that one is named", async () => {
    await using project = await makeProject({ "a.ts": "one\ntwo\n" });
    const edits = [
      { old_string: "one", new_string: "1" },
      { old_string: "four", new_string: "4" },
    ];
    const message = said(await callTool(editFileTool, { path: "a.ts", edits }, contextOf(project)));
    expect(message).toContain("Edit 2 of 2: old_string does not stand in a.ts");
    expect(message).toContain("None of the edits was made");
    expect(await project.read("a.ts")).toBe("one\ntwo\n");
  });

  test("an edit that was made before is recognised", async () => {
    await using project = await makeProject({ "a.ts": "const answer = 42;\n" });
    const input = { path: "a.ts", old_string: "const answer = 41;", new_string: "const answer = 42;" };
    expect(said(await callTool(editFileTool, input, contextOf(project)))).toContain(
      "perhaps this edit was made before",
    );
  });

  test.each([
    ["no text to replace", { old_string: "", new_string: "x" }, "old_string is empty"],
    ["a text replaced by itself", { old_string: "one", new_string: "one" }, "are the same"],
    ["a new text that is no Unicode", { old_string: "one", new_string: "\ud800" }, "surrogate"],
    ["an old text that is no Unicode", { old_string: "\ud800", new_string: "one" }, "surrogate"],
    ["nothing at all", {}, "missing"],
    ["no new text", { old_string: "one" }, "new_string is missing"],
    ["no edits", { edits: [] }, "missing"],
    [
      "both kinds of arguments",
      { old_string: "one", new_string: "1", edits: [{ old_string: "o", new_string: "0" }] },
      "either",
    ],
    [
      "edits that undo each other",
      {
        edits: [
          { old_string: "one", new_string: "two" },
          { old_string: "two", new_string: "one" },
        ],
      },
      "change nothing",
    ],
  ])("%s is refused", async (_, strings, expected) => {
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
});

describe("edit_file, with arguments as models write them", () => {
  test("fields that were filled in with nothing beside edits do not matter", async () => {
    await using project = await makeProject({ "a.txt": "one two\n" });
    const edits = [{ old_string: "one", new_string: "1" }];
    const input = { path: "a.txt", old_string: "", new_string: "", edits };
    expect(said(await callTool(editFileTool, input, contextOf(project)))).toContain("Changed a.txt");
    expect(await project.read("a.txt")).toBe("1 two\n");
  });

  test("a NUL would make the file binary and is refused", async () => {
    await using project = await makeProject({ "a.txt": "one two\n" });
    const input = { path: "a.txt", old_string: "one", new_string: "o\0e" };
    expect(said(await callTool(editFileTool, input, contextOf(project)))).toContain("NUL character");
    expect(await project.read("a.txt")).toBe("one two\n");
  });
});
