import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import * as fc from "fast-check";
import { excerpt } from "../../src/tools/numbered-lines.ts";
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
    expect(context.reads.get(project.path("a.txt"))?.hash).toHaveLength(64);
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
    expect(
      call.run({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} }),
    ).rejects.toThrow("now leads to");
  });

  test("reads a part, and says which and how to read on", async () => {
    await using project = await makeProject({ "n.txt": `${numbers(1, 50)}\n` });
    const context = contextOf(project);
    const part = said(await callTool(readFileTool, { path: "n.txt", offset: 10, limit: 2 }, context));
    expect(part).toBe("    10\t10\n    11\t11\n[Shown: lines 10-11 of 50. Read on with offset: 12.]");
    const end = said(await callTool(readFileTool, { path: "n.txt", offset: -2 }, context));
    expect(end).toBe("    49\t49\n    50\t50\n[Shown: lines 49-50 of 50.]");
    const all = said(await callTool(readFileTool, { path: "n.txt", offset: -500 }, context));
    expect(all).toContain("     1\t1\n");
  });

  test.each([3, 2 ** 53 - 1])("offset %d behind the end says how long the file is", async (offset) => {
    await using project = await makeProject({ "n.txt": "a\nb\n" });
    const result = await callTool(readFileTool, { path: "n.txt", offset }, contextOf(project));
    expect(result).toMatchObject({ ok: false });
    expect(said(result)).toContain("2 lines");
  });

  test("an offset of 0 is the first line; a limit of 0 is refused in words", async () => {
    await using project = await makeProject({ "n.txt": "a\nb\n" });
    const text = said(
      await callTool(readFileTool, { path: "n.txt", offset: 0, limit: 1 }, contextOf(project)),
    );
    expect(text).toBe("     1\ta\n[Shown: line 1 of 2. Read on with offset: 2.]");
    const parsed = readFileTool.schema.safeParse({ path: "n.txt", limit: 0 });
    expect(parsed.error?.issues[0]?.message).toContain("at least 1. Leave it out to read up to 2000 lines");
  });

  test("stops at 2,000 lines, and the told range is the shown range", async () => {
    await using project = await makeProject({ "n.txt": numbers(1, 5_000) });
    const text = said(await callTool(readFileTool, { path: "n.txt" }, contextOf(project)));
    expect(text).toContain("  2000\t2000\n[Shown: lines 1-2000 of 5000.");
    expect(text).toEndWith("Read on with offset: 2001.]");
  });

  test("stops below 60 KB with the same honesty", async () => {
    await using project = await makeProject({ "wide.txt": `${"x".repeat(199)}\n`.repeat(1_500) });
    const text = said(await callTool(readFileTool, { path: "wide.txt" }, contextOf(project)));
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    const lines = text.split("\n");
    const last = lines.length - 1;
    expect(lines.at(-1)).toStartWith(
      `[Shown: lines 1-${last} of 1500. One read shows at most 2000 lines or 56 KB.`,
    );
    expect(lines.at(-1)).toEndWith(`Read on with offset: ${last + 1}.]`);
    expect(lines.at(-2)).toStartWith(String(last).padStart(6));
  });

  test("a line of 2 MB is cut, and said to be, with a command that shows more of it", async () => {
    await using project = await makeProject({
      "min.js": `a\n${"y".repeat(2_000)}MORE${"z".repeat(2_000_000)}`,
    });
    const text = said(await callTool(readFileTool, { path: "min.js" }, contextOf(project)));
    expect(text.length).toBeLessThan(3_000);
    expect(text).toContain("Line 2 has 2002004 characters; the first 2000 are shown (…).");
    expect(text).toContain("No line end at the end of the file.");
    const command = /in bash: (.*) No line end/.exec(text)?.[1] ?? "";
    const more = Bun.spawnSync(["bash", "-c", command], { cwd: project.folder }).stdout.toString();
    expect(more).toStartWith("MOREzzz");
  });

  test("several lines that are cut are named", async () => {
    const long = "y".repeat(3_000);
    await using project = await makeProject({ "it's.txt": `a\n${long}\nb\n${long}\n` });
    const text = said(await callTool(readFileTool, { path: "it's.txt" }, contextOf(project)));
    expect(text).toContain("2 lines are longer than 2000 characters and cut (…): 2, 4.");
    expect(text).toContain(String.raw`sed -n '2p' 'it'\''s.txt'`);
  });

  test("whatever is asked for, the told range is the shown range, and reading on shows every line once", async () => {
    const line = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.nat(3_000).map((length) => "é".repeat(length)),
    );
    const texts = fc.array(
      line.map((one) => one.replaceAll(/[\r\n\t]/g, " ")),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 70 }),
        fc.option(fc.integer({ min: 1, max: 70 })),
        (lines, offset, limit) => {
          const text = lines.map((one) => `${one}\n`).join("");
          const range = { offset, ...(limit === null ? {} : { limit }) };
          const part = excerpt(text, range, "a.txt");
          if (part === null) return expect(offset).toBeGreaterThan(lines.length);
          const numbers = part.text
            .split("\n")
            .flatMap((one) => /^ *(\d+)\t/.exec(one)?.[1] ?? [])
            .map(Number);
          const [from = 0, to = 0] = [numbers[0], numbers.at(-1)];
          expect(numbers).toEqual(Array.from({ length: to - from + 1 }, (_, at) => from + at));
          expect(from).toBe(offset);
          const told = /\[Shown: lines? (\d+)(?:-(\d+))? of (\d+)\./.exec(part.text);
          if (numbers.length === lines.length) expect(told).toBeNull();
          else
            expect([told?.[1], told?.[2] ?? told?.[1], told?.[3]].map(Number)).toEqual([
              from,
              to,
              lines.length,
            ]);
          const onward = /Read on with offset: (\d+)\./.exec(part.text)?.[1];
          expect(onward).toBe(to < lines.length ? `${to + 1}` : undefined);
          expect(Buffer.byteLength(part.text)).toBeLessThan(60_000);
        },
      ),
    );
  });

  test("every line counts as seen when it was shown uncut, in one read or in several", async () => {
    await using project = await makeProject({
      "n.txt": numbers(1, 50),
      "min.js": `a\n${"y".repeat(3_000)}\nb\n`,
      "empty.txt": "",
    });
    const context = contextOf(project);
    const whole = (name: string) => context.reads.get(project.path(name))?.whole;
    await callTool(readFileTool, { path: "n.txt", limit: 30 }, context);
    expect(whole("n.txt")).toBe(false);
    await callTool(readFileTool, { path: "n.txt", offset: -20 }, context);
    expect(whole("n.txt")).toBe(true);
    await callTool(readFileTool, { path: "min.js" }, context);
    expect(whole("min.js")).toBe(false);
    await callTool(readFileTool, { path: "empty.txt" }, context);
    expect(whole("empty.txt")).toBe(true);
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
    await project.write("src/c.md", "x".repeat(5_000));
    await symlink("b.ts", project.path("src/z"));
    await symlink("gone", project.path("src/d"));
    const text = said(await callTool(readFileTool, { path: "src" }, contextOf(project)));
    expect(text).toBe("src is a folder with 5 entries:\na/\nb.ts  0 bytes\nc.md  4.9 KB\nd → gone\nz → b.ts");
  });

  test("of a folder with very many names, a part is listed, and that is said", async () => {
    await using project = await makeProject(
      Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`f${1_000 + at}`, ""])),
    );
    const text = said(await callTool(readFileTool, { path: "." }, contextOf(project)));
    expect(text).toContain("f1499  0 bytes\n[20 more are left out. Use glob with a pattern.]");
  });

  test("FIFOs and sockets are refused before anybody is asked, also behind a link", async () => {
    await using project = await makeProject();
    Bun.spawnSync(["mkfifo", project.path("fifo")]);
    await symlink("fifo", project.path("link"));
    using server = Bun.listen({ unix: project.path("sock"), socket: { data() {} } });
    void server;
    for (const path of ["fifo", "link", "sock"]) {
      const asked = prepare(readFileTool, { path }, contextOf(project));
      await expect(asked).rejects.toThrow("only regular files and folders can be read");
    }
  });

  test("a name that only looks like that of a file is told how the file's is written", async () => {
    const [blank, accent, small] = ["at 3.04\u202FPM.png", "cafe\u0301/a.txt", "ReadMe.md"];
    await using project = await makeProject({ [blank]: "", [accent]: "", [small]: "" });
    const answer = async (path: string) => said(await callTool(readFileTool, { path }, contextOf(project)));
    expect(await answer("at 3.04 PM.png")).toContain(String.raw`There is "at 3.04\u202fPM.png"`);
    expect(await answer("caf\u00E9/a.txt")).toContain(String.raw`There is "cafe\u0301"`);
    expect(await answer("README.md")).toContain('There is "ReadMe.md"');
    await project.write("README.MD", "");
    expect(await answer("README.md")).not.toContain("There is");
    expect(await answer("other.md")).toBe("other.md does not exist.");
    expect(await answer(`${project.home.toUpperCase()}/x`)).not.toContain("There is");
  });

  test.each([
    ["none.txt", "does not exist"],
    ["/dev/zero", "belongs to the kernel"],
    ["/dev", "belongs to the kernel"],
    ["/dev/tty", "belongs to the kernel"],
    ["/proc", "belongs to the kernel"],
    ["/proc/self/environ", "belongs to the kernel"],
    ["/sys/kernel", "belongs to the kernel"],
    ["to-dev/zero", "belongs to the kernel"],
    ["~/notes.md", "not expanded"],
    ["https://example.org/x", "URL"],
  ])("%s: %s", async (path, expected) => {
    await using project = await makeProject();
    await symlink("/dev", project.path("to-dev"));
    const result = await callTool(readFileTool, { path }, contextOf(project));
    expect(result).toMatchObject({ ok: false, kind: "failed" });
    expect(said(result)).toContain(expected);
  });
});
