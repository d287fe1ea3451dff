import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import type { FileBefore } from "../../src/protocol/tool-result.ts";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";
import { patch, apply, changesShown, idle } from "./apply-patch-scene.ts";

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
