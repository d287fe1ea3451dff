import { describe, expect, test } from "bun:test";
import { chmod, lstat, stat, symlink } from "node:fs/promises";
import type { FileBefore } from "../../src/protocol/tool-result.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import { writeFileTool } from "../../src/tools/write-file.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const idle = () => ({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });

describe("write_file", () => {
  test("makes a new file with its folders", async () => {
    await using project = await makeProject();
    const context = contextOf(project);
    const input = { path: "a/b/c.txt", content: "one\ntwo\n" };
    const call = await prepare(writeFileTool, input, context);
    expect(call.preview).toEqual({
      type: "changes",
      files: [
        {
          path: "a/b/c.txt",
          kind: "created",
          hunks: [{ oldStart: 0, newStart: 1, lines: ["+one", "+two"] }],
        },
      ],
    });
    expect(said(await callTool(writeFileTool, input, context))).toBe("Created a/b/c.txt (2 lines).");
    expect(await project.read("a/b/c.txt")).toBe("one\ntwo\n");
  });

  test("what it wrote itself it may write again", async () => {
    await using project = await makeProject();
    const context = contextOf(project);
    await callTool(writeFileTool, { path: "a.txt", content: "1" }, context);
    const again = await callTool(writeFileTool, { path: "a.txt", content: "2" }, context);
    expect(said(again)).toBe("Replaced a.txt (1 line).");
    expect(await project.read("a.txt")).toBe("2");
  });

  test("does not overwrite a file that was never read", async () => {
    await using project = await makeProject({ "a.txt": "precious" });
    const result = await callTool(writeFileTool, { path: "a.txt", content: "x" }, contextOf(project));
    expect(said(result)).toContain("was not read in this session");
    expect(await project.read("a.txt")).toBe("precious");
  });

  test("does not overwrite a file that changed since it was read", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    const context = contextOf(project);
    await callTool(readFileTool, { path: "a.txt" }, context);
    await project.write("a.txt", "newer");
    const result = await callTool(writeFileTool, { path: "a.txt", content: "x" }, context);
    expect(said(result)).toContain("changed since it was read");
    expect(await project.read("a.txt")).toBe("newer");
  });

  test("does not overwrite a file that appeared while the question was open", async () => {
    await using project = await makeProject();
    const call = await prepare(writeFileTool, { path: "a.txt", content: "x" }, contextOf(project));
    await project.write("a.txt", "theirs");
    expect(call.run(idle())).rejects.toThrow("exists by now");
    expect(await project.read("a.txt")).toBe("theirs");
  });

  test("does not overwrite a read-only file", async () => {
    await using project = await makeProject({ "kept.ts": "one\n" });
    await chmod(project.path("kept.ts"), 0o444);
    const context = contextOf(project);
    await callTool(readFileTool, { path: "kept.ts" }, context);
    const result = await callTool(writeFileTool, { path: "kept.ts", content: "two\n" }, context);
    expect(said(result)).toContain("kept.ts is read-only");
    expect(await project.read("kept.ts")).toBe("one\n");
  });

  test("the same content says unchanged, read before or not, and touches nothing", async () => {
    await using project = await makeProject({ "a.txt": "same\r\n" });
    const before = await stat(project.path("a.txt"), { bigint: true });
    const result = await callTool(writeFileTool, { path: "a.txt", content: "same\n" }, contextOf(project));
    expect(result).toMatchObject({ ok: true, summary: "unchanged" });
    const after = await stat(project.path("a.txt"), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  });

  test("does not overwrite a file of which only a part was read, until the rest was", async () => {
    await using project = await makeProject({ "a.txt": "1\n2\n3\n4\n" });
    const context = contextOf(project);
    const input = { path: "a.txt", content: "x\n" };
    await callTool(readFileTool, { path: "a.txt", limit: 2 }, context);
    expect(said(await callTool(writeFileTool, input, context))).toContain("read only in part");
    expect(await project.read("a.txt")).toBe("1\n2\n3\n4\n");
    await callTool(readFileTool, { path: "a.txt", offset: 3 }, context);
    expect(said(await callTool(writeFileTool, input, context))).toBe("Replaced a.txt (1 line).");
  });

  test("an empty file may be filled unread", async () => {
    await using project = await makeProject({ "a.txt": "" });
    await callTool(writeFileTool, { path: "a.txt", content: "x\n" }, contextOf(project));
    expect(await project.read("a.txt")).toBe("x\n");
  });

  test("a replaced file keeps its encoding, its mode, and the link that leads to it", async () => {
    const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
    await using project = await makeProject({ "real.ini": utf16("a=1\r\nb=2\r\n") });
    await chmod(project.path("real.ini"), 0o640);
    await symlink("real.ini", project.path("link.ini"));
    const context = contextOf(project);
    await callTool(readFileTool, { path: "link.ini" }, context);
    const result = await callTool(writeFileTool, { path: "link.ini", content: "a=😀\n" }, context);
    expect(said(result)).toContain("It kept its CRLF line ends.");
    expect((await lstat(project.path("link.ini"))).isSymbolicLink()).toBeTrue();
    expect(await Bun.file(project.path("real.ini")).bytes()).toEqual(utf16("a=😀\r\n"));
    expect((await stat(project.path("real.ini"))).mode & 0o777).toBe(0o640);
  });

  test("a file with LF does not get CRLF", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const context = contextOf(project);
    await callTool(readFileTool, { path: "a.txt" }, context);
    await callTool(writeFileTool, { path: "a.txt", content: "1\r\n2\r\n" }, context);
    expect(await project.read("a.txt")).toBe("1\n2\n");
  });

  test("what the file held is recorded before it is replaced; nothing is where nothing changes", async () => {
    await using project = await makeProject({ "a.txt": "old" });
    const context = contextOf(project);
    await callTool(readFileTool, { path: "a.txt" }, context);
    const kept: unknown[] = [];
    const keepBefore = async (files: readonly FileBefore[]) => {
      for (const { before } of files)
        kept.push(before === null ? null : Buffer.from(before.bytes).toString());
    };
    for (const [path, content] of [
      ["a.txt", "new"],
      ["a.txt", "new"],
      ["b.txt", "b"],
    ] as const) {
      const call = await prepare(writeFileTool, { path, content }, context);
      await call.run({ ...idle(), keepBefore });
    }
    expect(kept).toEqual(["old", null]);
  });

  test("a replaced file keeps its byte order mark, once, and its line ends", async () => {
    await using project = await makeProject({ "b.cs": "\uFEFFclass B\r\n{\r\n}\r\n" });
    const context = contextOf(project);
    await callTool(readFileTool, { path: "b.cs" }, context);
    await callTool(writeFileTool, { path: "b.cs", content: "\uFEFFclass C // é\n{\n}\n" }, context);
    const bytes = new Uint8Array(await Bun.file(project.path("b.cs")).arrayBuffer());
    expect(bytes).toEqual(new TextEncoder().encode("\uFEFFclass C // é\r\n{\r\n}\r\n"));
  });

  test("a binary file is not replaced by text", async () => {
    await using project = await makeProject({ "a.bin": Uint8Array.of(0, 1, 2) });
    const context = contextOf(project);
    await callTool(readFileTool, { path: "a.bin" }, context);
    const result = await callTool(writeFileTool, { path: "a.bin", content: "x" }, context);
    expect(said(result)).toContain("binary");
  });

  test("a new file behind a linked folder or a dangling link asks for the place where it would really be", async () => {
    await using project = await makeProject();
    await symlink(project.home, project.path("outbox"));
    await symlink(`${project.home}/later.txt`, project.path("dangling"));
    const context = contextOf(project);
    const folder = await prepare(writeFileTool, { path: "outbox/x.txt", content: "X" }, context);
    const dangling = await prepare(writeFileTool, { path: "dangling", content: "Y" }, context);
    expect(folder.accesses).toEqual([{ type: "write", path: `${project.home}/x.txt` }]);
    expect(folder.preview).toMatchObject({ files: [{ path: `${project.home}/x.txt` }] });
    expect(dangling.accesses).toEqual([
      { type: "write", path: `${project.home}/later.txt`, caution: "dangling_link" },
    ]);
  });

  test.each([
    [".", "is a folder"],
    ["new/", "is a folder"],
    ["~/x", "not expanded"],
  ])("%s is refused: %s", async (path, expected) => {
    await using project = await makeProject();
    expect(said(await callTool(writeFileTool, { path, content: "" }, contextOf(project)))).toContain(
      expected,
    );
  });
});

describe("write_file", () => {
  test("a file of nothing but a byte order mark has it once afterwards", async () => {
    await using project = await makeProject({ "bom.txt": "\uFEFF" });
    await callTool(writeFileTool, { path: "bom.txt", content: "\uFEFFa\n" }, contextOf(project));
    expect(Buffer.from(await Bun.file(project.path("bom.txt")).bytes())).toEqual(Buffer.from("\uFEFFa\n"));
  });

  test("what it writes it can read: a NUL is refused", async () => {
    await using project = await makeProject();
    const result = await callTool(writeFileTool, { path: "a.txt", content: "a\0b" }, contextOf(project));
    expect(said(result)).toContain("NUL character");
    expect(said(result)).toContain("Nothing was changed.");
    expect(await Bun.file(project.path("a.txt")).exists()).toBeFalse();
  });

  test.each(["/dev/shm/rein-none", "/proc/self/none", "/sys/none"])("makes nothing at %s", async (path) => {
    await using project = await makeProject();
    const asked = prepare(writeFileTool, { path, content: "x" }, contextOf(project));
    await expect(asked).rejects.toThrow("Nothing was changed.");
    expect(await Bun.file(path).exists()).toBeFalse();
  });

  test("keeps nothing of a file that somebody else has made meanwhile, which is not its own to take back", async () => {
    await using project = await makeProject();
    const call = await prepare(writeFileTool, { path: "a.txt", content: "x" }, contextOf(project));
    await project.write("a.txt", "theirs");
    const kept: (readonly FileBefore[])[] = [];
    const keepBefore = async (files: readonly FileBefore[]) => {
      kept.push(files);
    };
    await expect(call.run({ ...idle(), keepBefore })).rejects.toThrow(
      "exists by now. Read it first. Nothing was changed.",
    );
    expect(kept).toEqual([]);
  });

  test("asks with all of a huge file, and keeps its beginning for the log", async () => {
    await using project = await makeProject();
    const content = "line\n".repeat(50_000);
    const call = await prepare(writeFileTool, { path: "a.txt", content }, contextOf(project));
    const result = await call.run(idle());
    expect(JSON.stringify(call.preview).length).toBeGreaterThan(content.length);
    expect(JSON.stringify(result).length).toBeLessThan(50_000);
    expect(result).toMatchObject({
      summary: "created, 50000 lines; only the first 2000 lines of the change are shown here",
    });
  });
});
