/** What apply_patch does to files as they are on the disk, and what it leaves alone. */
import { describe, expect, test } from "bun:test";
import { chmod, link, lstat, mkdir, readdir, readlink, stat, symlink } from "node:fs/promises";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare } from "./call-tool.ts";
import { patch, apply, changesShown, bytesOf, idle } from "./apply-patch-scene.ts";

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
