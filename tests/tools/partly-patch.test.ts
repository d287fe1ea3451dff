/** A patch of which the user takes only a part. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import { type TestProject } from "../support/project.ts";
import { said } from "./call-tool.ts";
import { take, leave, edit, idle, partOf, begin, hunksOf, numbers } from "./partly-scene.ts";

describe("apply_patch", () => {
  const patch = [
    "*** Begin Patch",
    "*** Update File: a.txt",
    "@@",
    "-line 2",
    "+LINE 2",
    "@@",
    "-line 38",
    "+LINE 38",
    "*** Add File: new.txt",
    "+hello",
    "*** Delete File: old.txt",
    "*** Update File: here.txt",
    "*** Move to: there.txt",
    "@@",
    "-line 1",
    "+LINE 1",
    "*** End Patch",
  ].join("\n");
  const files = { "a.txt": numbers(40), "old.txt": "old\n", "here.txt": numbers(3) };
  const stateOf = async (project: TestProject) => {
    const names = ["a.txt", "new.txt", "old.txt", "here.txt", "there.txt"];
    const read = async (name: string) =>
      (await Bun.file(project.path(name)).exists()) ? project.read(name) : null;
    return Promise.all(names.map(read));
  };
  const asked = [
    numbers(40).replace("line 2\n", "LINE 2\n").replace("line 38\n", "LINE 38\n"),
    "hello\n",
    null,
    null,
    `LINE 1\nline 2\nline 3\n`,
  ];
  const untouched = [files["a.txt"], null, files["old.txt"], files["here.txt"], null];

  test("is answered file by file, hunk by hunk, in the order that is shown", async () => {
    await using story = await begin(applyPatchTool, { patch }, files);
    expect(hunksOf(story.call).map(({ file }) => file.path)).toEqual([
      "a.txt",
      "a.txt",
      "new.txt",
      "old.txt",
      "there.txt",
    ]);
    const answers = [leave("not yet"), take, edit("hi\n"), leave(), leave()];
    const text = said(await partOf(story.call, answers).run(idle()));
    expect(await stateOf(story.project)).toEqual([
      numbers(40).replace("line 38\n", "LINE 38\n"),
      "hi\n",
      files["old.txt"],
      files["here.txt"],
      null,
    ]);
    expect(text).toMatch(/^Success[^]*\nA new\.txt\nM a\.txt\n/);
    expect(text).not.toMatch(/^D |was moved to/m);
    expect(text).toContain(
      "- a.txt, hunk 1, line 1: rejected, what stood there before stays. They said: not yet",
    );
    expect(text).toContain("- old.txt, hunk 1, line 1: rejected");
  });

  test("taken whole is the patch, and with nothing taken every file is as it was", async () => {
    await using one = await begin(applyPatchTool, { patch }, files);
    await partOf(one.call, [take, take, take, take, take]).run(idle());
    expect(await stateOf(one.project)).toEqual(asked);
    await using other = await begin(applyPatchTool, { patch }, files);
    const result = await partOf(
      other.call,
      Array.from({ length: 5 }, () => leave()),
    ).run(idle());
    expect(result).toMatchObject({ ok: false, kind: "declined" });
    expect(await stateOf(other.project)).toEqual(untouched);
  });

  test("any set of answers gives each file what its own answers say", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), async (taken) => {
        await using story = await begin(applyPatchTool, { patch }, files);
        const answers = taken.map((isTaken) => (isTaken ? take : leave()));
        const result: ToolResult = await partOf(story.call, answers).run(idle());
        const [first, second, ...others] = taken;
        let text = numbers(40);
        if (first === true) text = text.replace("line 2\n", "LINE 2\n");
        if (second === true) text = text.replace("line 38\n", "LINE 38\n");
        const whole = (at: number, moved = at) =>
          (others[at] === true ? asked : untouched)[moved + 1] ?? null;
        expect(await stateOf(story.project)).toEqual([text, whole(0), whole(1), whole(2), whole(2, 3)]);
        expect(result.ok).toBe(taken.includes(true));
      }),
      { numRuns: 32 },
    );
  });

  test("a move whose hunk is edited moves the user's text", async () => {
    await using story = await begin(applyPatchTool, { patch }, files);
    await partOf(story.call, [leave(), leave(), leave(), leave(), edit("mine\nline 2\nline 3\n")]).run(
      idle(),
    );
    expect(await stateOf(story.project)).toEqual([...untouched.slice(0, 3), null, "mine\nline 2\nline 3\n"]);
  });

  test("a file of it that changed meanwhile stops all of it, and one that is left out does not", async () => {
    await using story = await begin(applyPatchTool, { patch }, files);
    const { project, call } = story;
    await project.write("old.txt", "newer\n");
    await expect(partOf(call, [take, take, take, take, leave()]).run(idle())).rejects.toThrow(
      "has changed meanwhile",
    );
    expect(await stateOf(project)).toEqual([files["a.txt"], null, "newer\n", files["here.txt"], null]);
    await partOf(call, [take, take, leave(), leave(), leave()]).run(idle());
    expect(await stateOf(project)).toEqual([asked[0] ?? null, null, "newer\n", files["here.txt"], null]);
  });

  test("a file that goes cannot be edited", async () => {
    await using story = await begin(applyPatchTool, { patch }, files);
    expect(() => partOf(story.call, [take, take, take, edit("x"), take])).toThrow("would not be a text file");
  });
});
