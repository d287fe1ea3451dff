import { describe, expect, test } from "bun:test";
import { chmod, link, lstat, mkdir, readdir, readlink, stat, symlink } from "node:fs/promises";
import type { FileBefore, FileChange } from "../../src/protocol/tool-result.ts";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { type ToolContext, ToolError } from "../../src/tools/tool.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

/** Applies a patch and returns what the model reads. */
async function apply(
  project: TestProject,
  lines: readonly string[],
  context: ToolContext = contextOf(project),
) {
  return said(await callTool(applyPatchTool, { patch: patch(...lines) }, context));
}

async function changesShown(project: TestProject, ...lines: string[]): Promise<readonly FileChange[]> {
  const { preview } = await prepare(applyPatchTool, { patch: patch(...lines) }, contextOf(project));
  return preview.type === "changes" ? preview.files : [];
}

async function bytesOf(project: TestProject, name: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(project.path(name)).arrayBuffer());
}

const idle = () => ({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });

describe("apply_patch", () => {
  test("adds, updates, moves and deletes files, and answers in the words that models know", async () => {
    await using project = await makeProject({
      "a.txt": "one\ntwo\n",
      "old.txt": "x\ny\n",
      "gone.txt": "bye\n",
    });
    const answer = await apply(project, [
      "*** Add File: made/new.txt",
      "+hello",
      "*** Update File: a.txt",
      "@@",
      " one",
      "-two",
      "+2",
      "*** Update File: old.txt",
      "*** Move to: other/new name.txt",
      "@@",
      "-x",
      "+X",
      "*** Delete File: gone.txt",
    ]);
    expect(answer.split("\n")).toEqual([
      "Success. Updated the following files:",
      "A made/new.txt",
      "M a.txt",
      "M other/new name.txt",
      "D gone.txt",
      "old.txt was moved to other/new name.txt.",
    ]);
    expect(await project.read("made/new.txt")).toBe("hello\n");
    expect(await project.read("a.txt")).toBe("one\n2\n");
    expect(await project.read("other/new name.txt")).toBe("X\ny\n");
    expect((await readdir(project.folder)).toSorted()).toEqual(["a.txt", "made", "other"]);
  });

  test("shows every file's change before, names every path that it touches, and touches none until then", async () => {
    await using project = await makeProject({ "a.txt": "one\n", "old.txt": "x\n" });
    const lines = [
      "*** Update File: old.txt",
      "*** Move to: new.txt",
      "-x",
      "+y",
      "*** Update File: a.txt",
      "-one",
    ];
    const context = contextOf(project);
    const call = await prepare(applyPatchTool, { patch: patch(...lines) }, context);
    expect(call.accesses).toEqual(
      ["old.txt", "new.txt", "a.txt"].map((name) => ({ type: "write", path: project.path(name) })),
    );
    expect(call.preview).toMatchObject({
      type: "changes",
      files: [
        { path: "new.txt", kind: "modified", movedFrom: "old.txt", hunks: [{ lines: ["-x", "+y"] }] },
        { path: "a.txt", kind: "modified", hunks: [{ lines: ["-one"] }] },
      ],
    });
    expect(await project.read("old.txt")).toBe("x\n");
    const kept: (readonly FileBefore[])[] = [];
    const result = await call.run({
      ...idle(),
      async keepBefore(files) {
        expect(await project.read("old.txt")).toBe("x\n");
        kept.push(files);
      },
    });
    expect(result).toMatchObject({ ok: true, view: call.preview });
    const [once, ...more] = kept;
    expect(more).toEqual([]);
    expect(once?.map(({ path, before }) => [path, before && new TextDecoder().decode(before.bytes)])).toEqual(
      [
        [project.path("old.txt"), "x\n"],
        [project.path("new.txt"), null],
        [project.path("a.txt"), "one\n"],
      ],
    );
  });

  test("takes the text as `input` too, and nothing but one text", async () => {
    await using project = await makeProject();
    await callTool(applyPatchTool, { input: patch("*** Add File: a.txt", "+x") }, contextOf(project));
    expect(await project.read("a.txt")).toBe("x\n");
    expect(applyPatchTool.schema.safeParse({}).success).toBe(false);
    expect(applyPatchTool.schema.safeParse({ patch: "a", input: "b" }).success).toBe(false);
  });

  test("its panel names the files", () => {
    expect(applyPatchTool.title({ patch: patch("*** Add File: a.txt", "*** Delete File: b.txt") })).toBe(
      "a.txt and 1 more",
    );
    expect(applyPatchTool.title({ patch: "x" })).toBe("");
  });

  test("one hunk without a place leaves every file alone, and the closest lines are told", async () => {
    await using project = await makeProject({
      "a.txt": "one\n",
      "m.go": "func f() {\n\tif x {\n\t\ty()\n\t}\n}\n",
    });
    const answer = await apply(project, [
      "*** Add File: new.txt",
      "+x",
      "*** Update File: a.txt",
      "-one",
      "*** Update File: m.go",
      "@@ func f() {",
      " \tif x {",
      "-\t\tz()",
    ]);
    expect(answer).toContain("Hunk 1 of m.go (line 7 of the patch) has no place");
    expect(answer).toContain("after line 1. Nothing was changed, in any file.");
    expect(answer).toContain("Looked for:\n\tif x {\n\t\tz()");
    expect(answer).toMatch(/The closest lines are:\n +2\t\tif x {\n +3\t\t\ty\(\)/);
    expect((await readdir(project.folder)).toSorted()).toEqual(["a.txt", "m.go"]);
    expect(await project.read("a.txt")).toBe("one\n");
  });

  test("lines of a file that is not to be read without a question are not told", async () => {
    await using project = await makeProject({ ".env": "KEY=secret\nOTHER=1\n" });
    const context = contextOf(project, { hidesFromSearch: (path) => path.endsWith(".env") });
    const lines = ["*** Update File: .env", " KEY=secret", "-OTHER=2"];
    const answer = await apply(project, lines, context);
    expect(answer).toContain("Read the file and copy its lines exactly.");
    expect(answer).not.toContain("OTHER=1");
    expect(await apply(project, lines)).toContain("OTHER=1");
  });

  test("a call that was cut off changes nothing", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const whole = patch("*** Update File: a.txt", "-one", "+two");
    const result = await callTool(applyPatchTool, { patch: whole.slice(0, -14) }, contextOf(project));
    expect(said(result)).toContain("may have been cut off");
    expect(said(result)).toContain("Nothing was changed.");
    expect(await project.read("a.txt")).toBe("one\n");
  });

  test("headers with blanks before them are headers where they cannot be lines of the file", async () => {
    await using project = await makeProject({ "a.txt": "one\n", "b.txt": "x\n" });
    await apply(project, ["  *** Update File: a.txt", "  @@", "-one", "+1", "  *** Delete File: b.txt"]);
    expect(await project.read("a.txt")).toBe("1\n");
    expect(await readdir(project.folder)).toEqual(["a.txt"]);
  });

  test("and lines of the file where they can", async () => {
    await using project = await makeProject({ "doc.md": "one\n*** Delete File: b.txt\n", "b.txt": "x\n" });
    await apply(project, ["*** Update File: doc.md", "-one", "+1", " *** Delete File: b.txt"]);
    expect(await project.read("doc.md")).toBe("1\n*** Delete File: b.txt\n");
    expect(await project.read("b.txt")).toBe("x\n");
  });
});

describe("apply_patch, files as bytes", () => {
  test("CRLF, byte order mark and mode of an updated file survive", async () => {
    await using project = await makeProject({ "w.cmd": "\uFEFFone\r\ntwo\r\nthree" });
    await chmod(project.path("w.cmd"), 0o755);
    await apply(project, ["*** Update File: w.cmd", " one", "-two", "+2", "+2.5"]);
    expect(await bytesOf(project, "w.cmd")).toEqual(
      new TextEncoder().encode("\uFEFFone\r\n2\r\n2.5\r\nthree"),
    );
    expect((await stat(project.path("w.cmd"))).mode & 0o777).toBe(0o755);
  });

  test("UTF-16 stays UTF-16", async () => {
    const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
    await using project = await makeProject({ "a.txt": utf16("één\r\ntwo\r\n") });
    await apply(project, ["*** Update File: a.txt", " één", "-two", "+twee"]);
    expect(await bytesOf(project, "a.txt")).toEqual(utf16("één\r\ntwee\r\n"));
  });

  test("a moved file keeps its mode, a moved binary its bytes", async () => {
    const binary = Uint8Array.of(0, 1, 2, 255);
    await using project = await makeProject({ "run.sh": "a\n", "a.bin": binary });
    await chmod(project.path("run.sh"), 0o700);
    const lines = ["*** Update File: run.sh", "*** Move to: bin/run", "-a", "+b", "*** Update File: a.bin"];
    await apply(project, [...lines, "*** Move to: b.bin"]);
    expect((await stat(project.path("bin/run"))).mode & 0o777).toBe(0o700);
    expect(await project.read("bin/run")).toBe("b\n");
    expect(await bytesOf(project, "b.bin")).toEqual(binary);
    expect((await readdir(project.folder)).toSorted()).toEqual(["b.bin", "bin"]);
  });

  test("a binary file is not updated, but can be deleted", async () => {
    await using project = await makeProject({ "a.bin": Uint8Array.of(0x61, 0, 0x0a) });
    expect(await apply(project, ["*** Update File: a.bin", "-a", "+b"])).toContain("binary");
    expect(await changesShown(project, "*** Delete File: a.bin")).toEqual([
      { path: "a.bin", kind: "deleted", hunks: [] },
    ]);
    await apply(project, ["*** Delete File: a.bin"]);
    expect(await readdir(project.folder)).toEqual([]);
  });

  test("an update through a link changes the target and leaves the link a link", async () => {
    await using project = await makeProject({ "real.txt": "a\n" });
    await symlink("real.txt", project.path("link.txt"));
    await apply(project, ["*** Update File: link.txt", "-a", "+b"]);
    expect(await readlink(project.path("link.txt"))).toBe("real.txt");
    expect(await project.read("real.txt")).toBe("b\n");
  });

  test("other hard links keep the old content, and that is said", async () => {
    await using project = await makeProject({ "a.txt": "a\n" });
    await link(project.path("a.txt"), project.path("b.txt"));
    expect(await apply(project, ["*** Update File: a.txt", "-a", "+b"])).toContain("1 other hard link");
    expect(await project.read("b.txt")).toBe("a\n");
  });
});

describe("apply_patch, one file in several sections", () => {
  test("they build on each other", async () => {
    await using project = await makeProject({ "a.txt": "one\ntwo\n" });
    const lines = ["*** Update File: a.txt", "-one", "+1", "*** Update File: ./a.txt", " 1", "-two", "+2"];
    expect(await changesShown(project, ...lines)).toHaveLength(1);
    expect(await apply(project, lines)).toBe("Success. Updated the following files:\nM a.txt");
    expect(await project.read("a.txt")).toBe("1\n2\n");
  });

  test("a file that is updated and deleted is gone", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const lines = ["*** Update File: a.txt", "-one", "+1", "*** Delete File: a.txt"];
    expect(await apply(project, lines)).toBe("Success. Updated the following files:\nD a.txt");
    expect(await readdir(project.folder)).toEqual([]);
  });

  test("a file can move, be changed there, and leave a new one behind", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const lines = ["*** Update File: a.txt", "*** Move to: b.txt", "*** Update File: b.txt", "-one", "+1"];
    await apply(project, [...lines, "*** Add File: a.txt", "+see b.txt"]);
    expect(await project.read("a.txt")).toBe("see b.txt\n");
    expect(await project.read("b.txt")).toBe("1\n");
  });

  test("a file that is added and deleted never was", async () => {
    await using project = await makeProject();
    expect(await apply(project, ["*** Add File: a.txt", "+x", "*** Delete File: a.txt"])).toContain(
      "Nothing to change",
    );
    expect(await readdir(project.folder)).toEqual([]);
  });

  test.each([
    ["updated", ["*** Update File: a.txt", "-one"]],
    ["deleted", ["*** Delete File: a.txt"]],
  ])("a deleted file cannot be %s", async (_, lines) => {
    await using project = await makeProject({ "a.txt": "one\n" });
    expect(await apply(project, ["*** Delete File: a.txt", ...lines])).toContain("by an earlier section");
    expect(await project.read("a.txt")).toBe("one\n");
  });

  test("a file is not added twice", async () => {
    await using project = await makeProject();
    expect(await apply(project, ["*** Add File: a.txt", "+1", "*** Add File: a.txt", "+2"])).toContain(
      "put it all into one",
    );
    expect(await readdir(project.folder)).toEqual([]);
  });
});

describe("apply_patch leaves alone", () => {
  test.each([
    ["a missing file to update", ["*** Update File: none.txt", "-x"], "none.txt does not exist"],
    ["a missing file to delete", ["*** Delete File: none.txt"], "none.txt does not exist"],
    ["a folder to delete", ["*** Delete File: folder"], "folder is a folder"],
    ["a folder to update", ["*** Update File: folder", "-x"], "folder is a folder"],
    ["a folder to add", ["*** Add File: new/", "+x"], "is a folder"],
    ["a file as a folder", ["*** Add File: a.txt/b.txt", "+x"], "is a file, not a folder"],
    [
      "a file to move to",
      ["*** Update File: a.txt", "*** Move to: b.txt", "-one", "+1"],
      "cannot move to b.txt",
    ],
    ["a folder to move to", ["*** Update File: a.txt", "*** Move to: folder"], "folder is a folder"],
    ["itself to move to", ["*** Update File: a.txt", "*** Move to: ./a.txt"], "would move onto itself"],
    [
      "a deleted file to move to",
      ["*** Delete File: b.txt", "*** Update File: a.txt", "*** Move to: b.txt"],
      "cannot move to b.txt",
    ],
    ["a link to delete", ["*** Delete File: link.txt"], "link.txt is a symbolic link to a.txt"],
    [
      "a link to move",
      ["*** Update File: link.txt", "*** Move to: c.txt"],
      "link.txt is a symbolic link to a.txt",
    ],
    [
      "a dangling link to move to",
      ["*** Update File: a.txt", "*** Move to: dangling"],
      "dangling is a symbolic link to none.txt",
    ],
    ["a read-only file", ["*** Update File: kept.txt", "-kept"], "kept.txt is read-only"],
    ["a home folder in a path", ["*** Add File: ~/x", "+x"], '"~" is not expanded'],
    ["half a surrogate pair", ["*** Add File: x", "+\ud800"], "surrogate"],
  ])("%s", async (_, lines, why) => {
    await using project = await makeProject({ "a.txt": "one\n", "b.txt": "x\n", "kept.txt": "kept\n" });
    await mkdir(project.path("folder"));
    await symlink("a.txt", project.path("link.txt"));
    await symlink("none.txt", project.path("dangling"));
    await chmod(project.path("kept.txt"), 0o444);
    const names = await readdir(project.folder);
    // A section that could be done stands before it.
    const answer = await apply(project, ["*** Add File: first.txt", "+x", ...lines]);
    expect(answer).toContain(why);
    expect(answer).toMatch(/Nothing was (?:changed|written)|not expanded|not a folder/);
    expect((await readdir(project.folder)).toSorted()).toEqual(names.toSorted());
    expect(await project.read("a.txt")).toBe("one\n");
    expect((await lstat(project.path("link.txt"))).isSymbolicLink()).toBe(true);
  });

  test("a move onto itself with changes is the changes", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const answer = await apply(project, ["*** Update File: a.txt", "*** Move to: a.txt", "-one", "+1"]);
    expect(answer).toContain("M a.txt\na.txt was to move onto itself and stayed where it is.");
    expect(await project.read("a.txt")).toBe("1\n");
  });
});

describe("apply_patch and what was read", () => {
  test("an added file takes the place of one only when that was read as a whole", async () => {
    await using project = await makeProject({ "a.txt": "one\r\ntwo\r\n" });
    const context = contextOf(project);
    const lines = ["*** Add File: a.txt", "+1", "+2"];
    expect(await apply(project, lines, context)).toContain("a.txt exists and was not read as a whole");
    await callTool(readFileTool, { path: "a.txt", limit: 1 }, context);
    expect(await apply(project, lines, context)).toContain("was not read as a whole");
    await callTool(readFileTool, { path: "a.txt" }, context);
    await project.write("a.txt", "three\r\n");
    expect(await apply(project, lines, context)).toContain("has changed since it was read");
    await callTool(readFileTool, { path: "a.txt" }, context);
    expect(await apply(project, lines, context)).toBe("Success. Updated the following files:\nM a.txt");
    expect(await project.read("a.txt")).toBe("1\r\n2\r\n");
  });

  test("an empty file has nothing that could be lost", async () => {
    await using project = await makeProject({ "a.txt": "" });
    await apply(project, ["*** Add File: a.txt", "+1"]);
    expect(await project.read("a.txt")).toBe("1\n");
  });

  test("an update needs no reading, and the file can be edited afterwards", async () => {
    await using project = await makeProject({ "a.txt": "one\ntwo\n" });
    const context = contextOf(project);
    await apply(project, ["*** Update File: a.txt", "-one", "+1"], context);
    const edit = { path: "a.txt", old_string: "two", new_string: "2" };
    expect(await callTool(editFileTool, edit, context)).toMatchObject({ ok: true });
    expect(await project.read("a.txt")).toBe("1\n2\n");
  });

  test("an updated file that was never read is not overwritten as one that was", async () => {
    await using project = await makeProject({ "a.txt": "one\ntwo\n" });
    const context = contextOf(project);
    await apply(project, ["*** Update File: a.txt", "-one", "+1"], context);
    expect(context.reads.get(project.path("a.txt"))?.whole).toBe(false);
    await apply(project, ["*** Add File: b.txt", "+x"], context);
    expect(await callTool(writeFileTool, { path: "b.txt", content: "y\n" }, context)).toMatchObject({
      ok: true,
    });
  });

  test("a file that changed since it was read is updated where its lines are, and that is said", async () => {
    await using project = await makeProject({ "a.txt": "one\ntwo\n" });
    const context = contextOf(project);
    await callTool(readFileTool, { path: "a.txt" }, context);
    await project.write("a.txt", "zero\none\ntwo\n");
    const answer = await apply(project, ["*** Update File: a.txt", "-one", "+1"], context);
    expect(answer).toContain("a.txt had changed since it was read.");
    expect(await project.read("a.txt")).toBe("zero\n1\ntwo\n");
    expect(context.reads.get(project.path("a.txt"))?.whole).toBe(false);
  });
});

describe("apply_patch, when the world changes between the question and the answer", () => {
  const lines = [
    "*** Update File: a.txt",
    "-one",
    "+1",
    "*** Add File: new.txt",
    "+x",
    "*** Delete File: b.txt",
  ];
  const files = { "a.txt": "one\n", "b.txt": "b\n" };

  test.each([
    [
      "a file changed",
      (project: TestProject) => project.write("a.txt", "other\n"),
      "a.txt has changed meanwhile",
    ],
    [
      "a file to delete changed",
      (project: TestProject) => project.write("b.txt", "other\n"),
      "b.txt has changed",
    ],
    ["a file came", (project: TestProject) => project.write("new.txt", "theirs\n"), "new.txt exists by now"],
    ["a link came", (project: TestProject) => symlink("b.txt", project.path("new.txt")), "now leads to"],
  ])("%s: nothing is done", async (_, meanwhile, why) => {
    await using project = await makeProject(files);
    const call = await prepare(applyPatchTool, { patch: patch(...lines) }, contextOf(project));
    await meanwhile(project);
    const before = await Promise.all(["a.txt", "b.txt"].map((name) => project.read(name)));
    let kept = false;
    const keepBefore = async () => {
      kept = true;
    };
    await expect(call.run({ ...idle(), keepBefore })).rejects.toThrow(why);
    expect(kept).toBe(false);
    expect(await Promise.all(["a.txt", "b.txt"].map((name) => project.read(name)))).toEqual(before);
  });

  test("a write that fails in the middle is undone, and the answer says so", async () => {
    await using project = await makeProject(files);
    const clash = patch(...lines, "*** Add File: late/inner", "+x");
    const call = await prepare(applyPatchTool, { patch: clash }, contextOf(project));
    const keepBefore = () => project.write("late", "theirs\n");
    const run = call.run({ ...idle(), keepBefore });
    await expect(run).rejects.toThrow(/^late\/inner could not be changed: [^]* every file is as it was\.$/);
    expect((await readdir(project.folder)).toSorted()).toEqual(["a.txt", "b.txt", "late"]);
    expect(await project.read("a.txt")).toBe("one\n");
  });

  test("a file below a file is refused before anything is done", async () => {
    await using project = await makeProject(files);
    for (const clash of [
      ["*** Add File: new", "+x", "*** Add File: new/inner", "+x"],
      ["*** Add File: new/inner", "+x", "*** Add File: new", "+x"],
      ["*** Add File: new", "+x", "*** Update File: a.txt", "*** Move to: new/a.txt"],
    ]) {
      expect(await apply(project, clash)).toContain("new is a file, not a folder. Nothing was changed.");
    }
    expect((await readdir(project.folder)).toSorted()).toEqual(["a.txt", "b.txt"]);
  });

  test("a thousand hunks that could stand elsewhere are not a thousand notes", async () => {
    await using project = await makeProject({ "a.txt": "x\n".repeat(4_000) });
    const hunks = Array.from({ length: 1_000 }, () => ["@@", " x", "-x", "+y"]).flat();
    const answer = await apply(project, ["*** Update File: a.txt", ...hunks]);
    expect(answer).toContain("Hunk 2 was placed at line 3");
    expect(answer).toContain("980 more notes");
    expect(answer.length).toBeLessThan(5_000);
    expect(await project.read("a.txt")).toBe("x\ny\n".repeat(1_000) + "x\n".repeat(2_000));
  });

  test("a call that is stopped before it writes leaves everything as it was", async () => {
    await using project = await makeProject(files);
    const call = await prepare(applyPatchTool, { patch: patch(...lines) }, contextOf(project));
    const controller = new AbortController();
    const keepBefore = async () => controller.abort();
    const run = call.run({ ...idle(), signal: controller.signal, keepBefore });
    await expect(run).rejects.toThrow(ToolError);
    expect((await readdir(project.folder)).toSorted()).toEqual(["a.txt", "b.txt"]);
    expect(await project.read("a.txt")).toBe("one\n");
  });
});
