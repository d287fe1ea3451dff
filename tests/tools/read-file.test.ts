import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { readFileTool } from "../../src/tools/read-file.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`).join("\n");

describe("read_file", () => {
  test("shows numbered lines and remembers what was read", async () => {
    await using project = await makeProject({ "a.txt": "one\ntwo\n" });
    const context = contextOf(project);
    const result = await callTool(readFileTool, { path: "a.txt" }, context);
    expect(result).toMatchObject({ ok: true, text: "     1\tone\n     2\ttwo", summary: "2 lines" });
    expect(context.reads.get(project.path("a.txt"))).toHaveLength(64);
  });

  test("asks for the real file behind a link", async () => {
    await using project = await makeProject();
    await Bun.write(`${project.home}/secret.txt`, "s");
    await symlink(`${project.home}/secret.txt`, project.path("harmless.txt"));
    const { accesses } = await prepare(readFileTool, { path: "harmless.txt" }, contextOf(project));
    expect(accesses).toEqual([{ type: "read", path: `${project.home}/secret.txt` }]);
  });

  test("refuses when the link was turned elsewhere after it was allowed", async () => {
    await using project = await makeProject({ "a.txt": "a" });
    await symlink("a.txt", project.path("link"));
    const call = await prepare(readFileTool, { path: "link" }, contextOf(project));
    Bun.spawnSync(["ln", "-sfn", "/etc/hosts", project.path("link")]);
    expect(call.run({ signal: new AbortController().signal, onOutput() {} })).rejects.toThrow("now leads to");
  });

  test("reads a part, and says which and how to read on", async () => {
    await using project = await makeProject({ "n.txt": `${numbers(1, 50)}\n` });
    const context = contextOf(project);
    const part = said(await callTool(readFileTool, { path: "n.txt", offset: 10, limit: 2 }, context));
    expect(part).toBe("    10\t10\n    11\t11\n[Lines 10-11 of 50. Read on with offset 12.]");
    const end = said(await callTool(readFileTool, { path: "n.txt", offset: -2 }, context));
    expect(end).toBe("    49\t49\n    50\t50\n[Lines 49-50 of 50.]");
    const all = said(await callTool(readFileTool, { path: "n.txt", offset: -500 }, context));
    expect(all).toContain("     1\t1\n");
  });

  test("an offset behind the end says how long the file is", async () => {
    await using project = await makeProject({ "n.txt": "a\nb\n" });
    const result = await callTool(readFileTool, { path: "n.txt", offset: 3 }, contextOf(project));
    expect(result).toMatchObject({ ok: false });
    expect(said(result)).toContain("2 lines");
  });

  test("stops at 2,000 lines, and the told range is the shown range", async () => {
    await using project = await makeProject({ "n.txt": numbers(1, 5_000) });
    const text = said(await callTool(readFileTool, { path: "n.txt" }, contextOf(project)));
    expect(text).toContain("  2000\t2000\n[Lines 1-2000 of 5000. Read on with offset 2001.]");
  });

  test("stops at 64 KiB with the same honesty", async () => {
    await using project = await makeProject({ "wide.txt": `${"x".repeat(199)}\n`.repeat(1_500) });
    const text = said(await callTool(readFileTool, { path: "wide.txt" }, contextOf(project)));
    expect(Buffer.byteLength(text)).toBeLessThan(66 * 1024);
    const lines = text.split("\n");
    const last = lines.length - 1;
    expect(text).toEndWith(`[Lines 1-${last} of 1500. Read on with offset ${last + 1}.]`);
    expect(lines.at(-2)).toStartWith(String(last).padStart(6));
  });

  test("a line of 2 MB is cut and said to be", async () => {
    await using project = await makeProject({ "min.js": "y".repeat(2_000_000) });
    const text = said(await callTool(readFileTool, { path: "min.js" }, contextOf(project)));
    expect(text.length).toBeLessThan(3_000);
    expect(text).toContain("1 line is longer than 2000 characters");
    expect(text).toContain("No line end at the end of the file.");
  });

  test("an empty file is said to be empty", async () => {
    await using project = await makeProject({ "empty.txt": "" });
    expect(said(await callTool(readFileTool, { path: "empty.txt" }, contextOf(project)))).toBe(
      "[The file is empty.]",
    );
  });

  test("line ends and the byte order mark stay out of what the model sees", async () => {
    await using project = await makeProject({ "w.txt": "\uFEFFone\r\ntwo\r\n" });
    expect(said(await callTool(readFileTool, { path: "w.txt" }, contextOf(project)))).toBe(
      "     1\tone\n     2\ttwo",
    );
  });

  test("a file that is no text is named as such, with its size", async () => {
    await using project = await makeProject({ "a.bin": Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4) });
    const result = await callTool(readFileTool, { path: "a.bin" }, contextOf(project));
    expect(said(result)).toStartWith("a.bin: binary or unknown encoding, 4 bytes.");
  });

  test("a folder is listed", async () => {
    await using project = await makeProject({ "src/b.ts": "", "src/a/x.ts": "" });
    const text = said(await callTool(readFileTool, { path: "src" }, contextOf(project)));
    expect(text).toBe("src is a folder with 2 entries:\na/\nb.ts");
  });

  test.each([
    ["none.txt", "does not exist"],
    ["/dev/zero", "belongs to the kernel"],
    ["~/notes.md", "not expanded"],
    ["https://example.org/x", "URL"],
  ])("%s: %s", async (path, expected) => {
    await using project = await makeProject();
    const result = await callTool(readFileTool, { path }, contextOf(project));
    expect(result).toMatchObject({ ok: false, kind: "failed" });
    expect(said(result)).toContain(expected);
  });
});
