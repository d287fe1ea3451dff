import { describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { globTool } from "../../src/tools/glob.ts";
import { grepLimits, grepTool } from "../../src/tools/grep.ts";
import { findRipgrep } from "../../src/tools/grep-ripgrep.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

const tree = {
  ".gitignore": "node_modules/\n*.log\n",
  ".github/ci.yml": "needle: 1\n",
  "a.ts": "const needle = 1;\nconst other = 2;\r\nNEEDLE again\n",
  "src/b.ts": "import './needle';\n",
  "src/c.md": "a needle in a haystack\n",
  "debug.log": "needle\n",
  "node_modules/x/index.js": "needle\n",
  "image.png": Uint8Array.of(0x89, 0x50, 0, 0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65),
};

describe("glob", () => {
  test("lists what git would see, sorted, relative to the project", async () => {
    await using project = await makeProject(tree);
    const context = contextOf(project);
    expect(said(await callTool(globTool, { pattern: "**/*.ts" }, context))).toBe("a.ts\nsrc/b.ts");
    expect(said(await callTool(globTool, { pattern: "*.ts" }, context))).toBe("a.ts\nsrc/b.ts");
    expect(said(await callTool(globTool, { pattern: "*.md", path: "src" }, context))).toBe("src/c.md");
    expect(said(await callTool(globTool, { pattern: ".github/**" }, context))).toBe(".github/ci.yml");
  });

  test("nothing found says what was not looked at", async () => {
    await using project = await makeProject(tree);
    const result = await callTool(globTool, { pattern: "*.js" }, contextOf(project));
    expect(said(result)).toBe(
      "[No file matches *.js in the project. Ignored and hidden files were not looked at.]",
    );
    expect(result).toMatchObject({ summary: "0 files" });
  });

  test("more than 500 files are cut with the true count", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 510 }, (_, n) => [`f${String(n).padStart(3, "0")}.txt`, ""]),
    );
    await using project = await makeProject(many);
    const lines = said(await callTool(globTool, { pattern: "*.txt" }, contextOf(project))).split("\n");
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toContain("510 files match; the first 500 are listed");
  });

  test.each([["/etc/*"], ["../*"]])("%s has to be given as path", async (pattern) => {
    await using project = await makeProject(tree);
    expect(said(await callTool(globTool, { pattern }, contextOf(project)))).toContain("into path");
  });

  test("asks for the folder that it looks into", async () => {
    await using project = await makeProject(tree);
    const call = await prepare(globTool, { pattern: "*", path: project.home }, contextOf(project));
    expect(call.accesses).toEqual([{ type: "read", path: project.home }]);
  });
});

/** The same answers with ripgrep and without: the machine's own when it has one, else the way without alone. */
const ways: [string, string][] = [["our own search", "/nonexistent"]];
const ripgrep = findRipgrep();
if (ripgrep !== null) ways.push(["ripgrep", ripgrep.slice(0, ripgrep.lastIndexOf("/"))]);

describe.each(ways)("grep with %s", (_, path) => {
  async function grep(
    input: Parameters<typeof grepTool.title>[0],
    files: Record<string, string | Uint8Array> = tree,
  ) {
    await using project = await makeProject(files);
    const before = process.env["PATH"];
    process.env["PATH"] = path;
    try {
      const context = contextOf(project, { hidesFromSearch: (file) => file.endsWith("secret.pem") });
      return await callTool(grepTool, input, context);
    } finally {
      process.env["PATH"] = before;
    }
  }

  test("gives file, line and text, sorted by path, of what git would see", async () => {
    expect(said(await grep({ pattern: "needle" }))).toBe(
      "a.ts:1:const needle = 1;\nsrc/b.ts:1:import './needle';\nsrc/c.md:1:a needle in a haystack",
    );
  });

  test("ignores case when asked", async () => {
    expect(said(await grep({ pattern: "^NEEDLE", ignore_case: true }))).toBe("a.ts:3:NEEDLE again");
    expect(said(await grep({ pattern: "(?i)^needle a" }))).toBe("a.ts:3:NEEDLE again");
  });

  test("looks into one folder, one file, or the files of a glob", async () => {
    expect(said(await grep({ pattern: "needle", path: "src", glob: "*.md" }))).toBe(
      "src/c.md:1:a needle in a haystack",
    );
    expect(said(await grep({ pattern: "needle", glob: "src/*.ts" }))).toBe("src/b.ts:1:import './needle';");
    expect(said(await grep({ pattern: "needle", path: "debug.log" }))).toBe("debug.log:1:needle");
    expect(said(await grep({ pattern: "needle", glob: ".github/**" }))).toBe(".github/ci.yml:1:needle: 1");
  });

  test("a line end of CRLF is no part of the line", async () => {
    expect(said(await grep({ pattern: "other = 2;" }))).toBe("a.ts:2:const other = 2;");
  });

  test("a pattern that begins with a dash is a pattern", async () => {
    expect(said(await grep({ pattern: "-e" }, { "a.txt": "use -e here\n" }))).toBe("a.txt:1:use -e here");
  });

  test("a line of any length is found and cut", async () => {
    const files = { "a.js": `${"x".repeat(300_000)}needle${"y".repeat(300_000)}\nneedle\n` };
    expect(said(await grep({ pattern: "needle" }, files))).toBe(
      `a.js:1:${"x".repeat(grepLimits.lineLength)}…\na.js:2:needle`,
    );
  });

  test("no match says what was not searched", async () => {
    const result = await grep({ pattern: "nowhere" });
    expect(said(result)).toBe(
      "[No line matches in the project. Ignored, hidden and binary files were not searched.]",
    );
    expect(result).toMatchObject({ ok: true, summary: "0 matches" });
  });

  test("a bad pattern is an error of the arguments", async () => {
    const result = await grep({ pattern: "(" });
    expect(result).toMatchObject({ ok: false, kind: "invalid_arguments" });
    expect(said(result)).toContain("not a valid regular expression");
  });

  test("more than 200 matches are cut and said to be", async () => {
    const result = await grep({ pattern: "x" }, { "many.txt": "x\n".repeat(500) });
    const lines = said(result).split("\n");
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toContain("more than 200 matches");
    expect(result).toMatchObject({ summary: "200+ matches" });
  });

  test("a very long line is cut", async () => {
    const text = said(await grep({ pattern: "start" }, { "min.js": `start${"y".repeat(100_000)}` }));
    expect(text.length).toBeLessThan(600);
    expect(text).toEndWith("…");
  });

  test("a file that may hold secrets is passed over, unless it is named", async () => {
    const files = { "a.txt": "key\n", "secret.pem": "key\n" };
    expect(said(await grep({ pattern: "key" }, files))).toBe("a.txt:1:key");
    expect(said(await grep({ pattern: "key", path: "secret.pem" }, files))).toBe("secret.pem:1:key");
  });

  test("a name with blanks and colons stays whole", async () => {
    expect(said(await grep({ pattern: "x" }, { "a: b/c d.txt": "x\n" }))).toBe("a: b/c d.txt:1:x");
  });
});

describe("grep", () => {
  test("stops at once when it is interrupted", async () => {
    await using project = await makeProject(tree);
    const call = callTool(grepTool, { pattern: "needle" }, contextOf(project), AbortSignal.abort());
    expect(call).rejects.toThrow("abort");
  });

  test("a missing folder is an error", async () => {
    await using project = await makeProject();
    expect(said(await callTool(grepTool, { pattern: "x", path: "none" }, contextOf(project)))).toContain(
      "does not exist",
    );
  });

  test("a project's own program on a relative PATH is not taken for ripgrep", async () => {
    await using project = await makeProject({ "bin/rg": "#!/bin/sh\n" });
    await chmod(project.path("bin/rg"), 0o755);
    expect(findRipgrep({ PATH: "bin:.:" })).toBeNull();
    expect(findRipgrep({ PATH: project.path("bin") })).toBe(project.path("bin/rg"));
  });
});
