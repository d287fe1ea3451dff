/** Changes to files of which the user takes only a part: what is written, and what the model is told and knows then. */
import { describe, expect, test } from "bun:test";
import { chmod, stat } from "node:fs/promises";
import { editFileTool } from "../../src/tools/edit-file.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { filesOf } from "../../src/transcript/diff.ts";
import { encodeText } from "../../src/workspace/text.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";
import { take, leave, edit, idle, partOf, begin, hunksOf, numbers, threeEdits } from "./partly-scene.ts";

describe("edit_file", () => {
  test("writes the hunks that were taken and those that were edited, and tells the model of each", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const { project, call } = story;
    const own = ["line 17", "line 18", "line 19", "mine", "and mine", "line 21", "line 22", "line 23", ""];
    const part = partOf(call, [take, edit(own.join("\n")), leave("keep that one")]);
    const text = said(await part.run(idle()));
    const expected = numbers(40).replace("line 2\n", "LINE 2\n").replace("line 20\n", "mine\nand mine\n");
    expect(await project.read("a.txt")).toBe(expected);
    expect(text).toContain(
      "not all that was asked for: 1 of 3 hunks as asked for, 1 edited by the user, 1 rejected",
    );
    expect(text).toContain("- hunk 1, line 1: applied as asked for");
    expect(text).toMatch(
      /hunk 2, line 17: edited by the user; there now stands:\n {4}17\tline 17\n[^]*20\tmine\n {4}21\tand mine\n/,
    );
    expect(text).toContain(
      "- hunk 3, line 36: rejected, what stood there before stays. They said: keep that one",
    );
    expect(text).toContain("    -line 38\n    +LINE 38");
  });

  test("shows of a part what that part changes, and nothing more", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const part = partOf(story.call, [leave(), take, leave()]);
    expect(hunksOf(part).map(({ hunk }) => hunk)).toEqual([hunksOf(story.call)[1]?.hunk ?? null]);
    const { view } = await part.run(idle());
    expect(view?.type === "changes" && filesOf(view)).toEqual(
      part.preview.type === "changes" && part.preview.files,
    );
  });

  test("with no hunk taken leaves the file alone and counts as declined, in the user's words", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const before = await stat(story.project.path("a.txt"));
    const result = await partOf(story.call, [leave("no"), leave(), leave("nor this")]).run(idle());
    expect(result).toMatchObject({ ok: false, kind: "declined" });
    expect(said(result)).toContain("Hunk 1: they said: no\nHunk 3: they said: nor this");
    const after = await stat(story.project.path("a.txt"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test("lets the model go on from what the file really holds", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const { project, context, call } = story;
    await partOf(call, [leave(), edit("all mine\n"), leave()]).run(idle());
    const next = await callTool(writeFileTool, { path: "a.txt", content: "over\n" }, context);
    expect(said(next)).toContain("Replaced a.txt");
    expect(await project.read("a.txt")).toBe("over\n");
  });

  test("does not let the model overwrite what it could not be told in full", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const { context, call } = story;
    const text = said(await partOf(call, [leave(), edit(numbers(5_000)), leave()]).run(idle()));
    expect(text).toContain("[The rest is not shown here; read the file.]");
    expect(text.length).toBeLessThan(30_000);
    const next = await callTool(writeFileTool, { path: "a.txt", content: "over\n" }, context);
    expect(said(next)).toContain("read only in part");
  });

  test("of a file that gained lines elsewhere meanwhile is made where they are now", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const { project, call } = story;
    const part = partOf(call, [leave(), take, leave()]);
    await project.write("a.txt", numbers(40).replace("line 10\n", "line 10\nnew\nlines\n"));
    const text = said(await part.run(idle()));
    expect(await project.read("a.txt")).toBe(
      numbers(40).replace("line 10\n", "line 10\nnew\nlines\n").replace("line 20\n", "LINE 20\n"),
    );
    expect(text).toContain("had changed since it was read");
  });

  test("of a file whose lines around a hunk changed meanwhile is refused", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const { project, call } = story;
    const part = partOf(call, [leave(), take, leave()]);
    const now = numbers(40).replace("line 19\n", "line nineteen\n");
    await project.write("a.txt", now);
    await expect(part.run(idle())).rejects.toThrow("changed while this was being decided");
    expect(await project.read("a.txt")).toBe(now);
  });

  test("records what the file held before, and stops at an interrupt without a change", async () => {
    await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
    const { project, call } = story;
    await chmod(project.path("a.txt"), 0o640);
    const stopped = partOf(call, [take, leave(), leave()]).run({ ...idle(), signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
    expect(await project.read("a.txt")).toBe(numbers(40));
    const kept: string[] = [];
    const keepBefore = async (files: readonly { before: { bytes: Uint8Array } | null }[]) => {
      kept.push(...files.map(({ before }) => Buffer.from(before?.bytes ?? []).toString()));
    };
    await partOf(call, [take, leave(), leave()]).run({ ...idle(), keepBefore });
    expect(kept).toEqual([numbers(40)]);
    expect((await stat(project.path("a.txt"))).mode & 0o777).toBe(0o640);
  });

  test("keeps CRLF where the user's text has LF", async () => {
    const input = { path: "a.txt", old_string: "line 2\r\n", new_string: "LINE 2\r\n" };
    await using story = await begin(editFileTool, input, { "a.txt": numbers(4, "\r\n") });
    await partOf(story.call, [edit("line 1\nmine\nline 3\nline 4\n")]).run(idle());
    expect(await story.project.read("a.txt")).toBe("line 1\r\nmine\r\nline 3\r\nline 4\r\n");
  });

  test.each([{ answers: [] }, { answers: [take, take, take, take] }])(
    "refuses $answers.length answers for three hunks",
    async ({ answers }) => {
      await using story = await begin(editFileTool, threeEdits, { "a.txt": numbers(40) });
      expect(() => partOf(story.call, answers)).toThrow(`${answers.length} answers for the 3 hunks`);
      expect(await story.project.read("a.txt")).toBe(numbers(40));
    },
  );
});

describe("write_file", () => {
  const changed = numbers(40).replace("line 2\n", "LINE 2\n").replace("line 38\n", "");

  test("of which one hunk is taken changes only that", async () => {
    await using story = await begin(
      writeFileTool,
      { path: "a.txt", content: changed },
      { "a.txt": numbers(40) },
    );
    const text = said(await partOf(story.call, [leave("stays"), take]).run(idle()));
    expect(await story.project.read("a.txt")).toBe(numbers(40).replace("line 38\n", ""));
    expect(text).toMatch(
      /^Replaced a\.txt \(39 lines\)[^]*1 of 2 hunks as asked for, 1 rejected[^]*They said: stays/,
    );
  });

  test("of a new file is made with the user's text, or not at all", async () => {
    await using story = await begin(writeFileTool, { path: "new/b.txt", content: "asked\nfor\n" }, {});
    const { project, call, context } = story;
    expect(await partOf(call, [leave("not here")]).run(idle())).toMatchObject({
      ok: false,
      kind: "declined",
    });
    expect(await Bun.file(project.path("new/b.txt")).exists()).toBeFalse();
    const text = said(await partOf(call, [edit("mine\n")]).run(idle()));
    expect(await project.read("new/b.txt")).toBe("mine\n");
    expect(text).toContain("     1\tmine");
    expect(said(await callTool(writeFileTool, { path: "new/b.txt", content: "over" }, context))).toContain(
      "Replaced",
    );
  });

  test("of a file that changed meanwhile is refused", async () => {
    await using story = await begin(
      writeFileTool,
      { path: "a.txt", content: changed },
      { "a.txt": numbers(40) },
    );
    const part = partOf(story.call, [take, leave()]);
    await story.project.write("a.txt", `${numbers(40)}more\n`);
    await expect(part.run(idle())).rejects.toThrow("changed while this was being decided");
    expect(await story.project.read("a.txt")).toBe(`${numbers(40)}more\n`);
  });

  test("of a UTF-16 file with a mark keeps its encoding, byte for byte outside of the hunks", async () => {
    await using project = await makeProject({});
    const bytesOf = (text: string) => encodeText({ text, encoding: "utf-16be", bom: true });
    await Bun.write(project.path("a.txt"), bytesOf(numbers(40, "\r\n")));
    const context = contextOf(project);
    await callTool(readFileTool, { path: "a.txt" }, context);
    const call = await prepare(writeFileTool, { path: "a.txt", content: changed }, context);
    await partOf(call, [edit("日本\nline 5\n"), take]).run(idle());
    const expected = numbers(40, "\r\n")
      .replace(numbers(5, "\r\n"), "日本\r\nline 5\r\n")
      .replace("line 38\r\n", "");
    const now = Buffer.from(await Bun.file(project.path("a.txt")).arrayBuffer());
    expect(now.equals(bytesOf(expected))).toBeTrue();
  });

  test("of what the file holds already cannot be taken in part", async () => {
    await using story = await begin(writeFileTool, { path: "a.txt", content: "a\n" }, { "a.txt": "a\n" });
    expect("partly" in story.call).toBeFalse();
  });
});
