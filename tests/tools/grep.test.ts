/** Finding text in files. */
import { describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { globTool } from "../../src/tools/glob.ts";
import { createGrepTool, grepTool } from "../../src/tools/grep.ts";
import type { GrepInput } from "../../src/tools/grep-input.ts";
import { ownEngine } from "../../src/tools/grep-ourselves.ts";
import type { SearchEngine } from "../../src/tools/grep-query.ts";
import { grepLimits } from "../../src/tools/grep-result.ts";
import { ripgrepEngine } from "../../src/tools/grep-ripgrep.ts";
import { findRipgrep } from "../../src/tools/ripgrep.ts";
import type { ToolContext } from "../../src/tools/tool.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, said } from "./call-tool.ts";
import { type Files, quietProject, tree } from "./search-scene.ts";

/** The same answers with ripgrep and without. */
const engines: [string, SearchEngine][] = [["our own search", ownEngine]];
const ripgrep = findRipgrep();
if (ripgrep !== null) engines.push(["ripgrep", ripgrepEngine(ripgrep)]);

describe.each(engines)("grep with %s", (_, engine) => {
  const tool = createGrepTool({ engine: () => Promise.resolve(engine) });

  async function grep(
    input: GrepInput,
    files: Files = tree,
    more: Partial<ToolContext> & { newest?: string } = {},
  ) {
    const { newest, ...context } = more;
    await using project = await quietProject(files, newest);
    return await callTool(tool, input, contextOf(project, context));
  }

  test("gives file, line and text of what git would see", async () => {
    const result = await grep({ pattern: "needle" });
    expect(said(result)).toBe(
      "a.ts:1:const needle = 1;\nsrc/b.ts:1:import './needle';\nsrc/c.md:1:a needle in a haystack",
    );
    expect(result).toMatchObject({ ok: true, summary: "3 matches in 3 files" });
  });

  test("the file changed last comes first", async () => {
    const text = said(await grep({ pattern: "needle" }, tree, { newest: "src/c.md" }));
    expect(text.split("\n").map((line) => line.split(":")[0])).toEqual(["src/c.md", "a.ts", "src/b.ts"]);
  });

  test("ignores case when asked", async () => {
    expect(said(await grep({ pattern: "^NEEDLE", ignore_case: true }))).toBe("a.ts:3:NEEDLE again");
    expect(said(await grep({ pattern: "(?i)^needle a" }))).toBe("a.ts:3:NEEDLE again");
  });

  test("looks into one folder, one file, the files of a glob or of a type", async () => {
    const inDoc = "src/c.md:1:a needle in a haystack";
    expect(said(await grep({ pattern: "needle", path: "src", glob: "*.md" }))).toBe(inDoc);
    expect(said(await grep({ pattern: "needle", glob: "src/*.ts" }))).toBe("src/b.ts:1:import './needle';");
    expect(said(await grep({ pattern: "needle", path: "debug.log" }))).toBe("debug.log:1:needle");
    expect(said(await grep({ pattern: "needle", glob: ".github/**" }))).toBe(".github/ci.yml:1:needle: 1");
    expect(said(await grep({ pattern: "needle", type: "markdown" }))).toBe(inDoc);
    expect(said(await grep({ pattern: "needle", type: "yaml", hidden: true }))).toBe(
      ".github/ci.yml:1:needle: 1",
    );
    expect(said(await grep({ pattern: "needle", path: "node_modules/x" }))).toBe(
      "node_modules/x/index.js:1:needle",
    );
  });

  test("names the types that there are when one is unknown", async () => {
    const result = await grep({ pattern: "x", type: "nonsense" });
    expect(result).toMatchObject({ ok: false, kind: "invalid_arguments" });
    expect(said(result)).toMatch(/no file type "nonsense".* ts, /);
  });

  test("gives files, or counts, instead of lines", async () => {
    const files = { "a.txt": "x\ny\nx\n", "b.txt": "x\n" };
    expect(said(await grep({ pattern: "x", output: "files" }, files))).toBe("a.txt\nb.txt");
    expect(said(await grep({ pattern: "x", output: "counts" }, files))).toBe("a.txt:2\nb.txt:1");
  });

  test("gives the lines around a match, and a mark between two places", async () => {
    const files = { "a.txt": "1\n2\nx3\n4\n5\n6\n7\nx8" };
    expect(said(await grep({ pattern: "x", context: 1 }, files))).toBe(
      "a.txt-2-2\na.txt:3:x3\na.txt-4-4\n--\na.txt-7-7\na.txt:8:x8",
    );
  });

  test("takes a pattern as plain text when asked", async () => {
    const files = { "a.txt": "f(x) { [a-z]+ }\nfx\n" };
    expect(said(await grep({ pattern: "f(x) { [a-z]+", fixed: true }, files))).toBe(
      "a.txt:1:f(x) { [a-z]+ }",
    );
  });

  test("a brace by itself is a brace", async () => {
    const files = { "a.go": "type T interface{}\n" };
    expect(said(await grep({ pattern: "interface{}" }, files))).toBe("a.go:1:type T interface{}");
  });

  test("finds matches across lines when asked, and says so when one is needed", async () => {
    const files = { "a.ts": "call(\r\n  one,\r\n  two);\r\nrest\r\n" };
    expect(said(await grep({ pattern: "call\\(.*?two", multiline: true }, files))).toBe(
      "a.ts:1:call(\na.ts:2:  one,\na.ts:3:  two);",
    );
    expect(said(await grep({ pattern: "one,\\n" }, files))).toContain("Set multiline: true");
    expect(said(await grep({ pattern: "o[^\\n]e" }, files))).toBe("a.ts:2:  one,");
  });

  test("looks around when the pattern does", async () => {
    expect(said(await grep({ pattern: "needle(?= in)" }))).toBe("src/c.md:1:a needle in a haystack");
  });

  test("a line end of CRLF is no part of the line, unless the pattern asks for it", async () => {
    expect(said(await grep({ pattern: "other = 2;$" }))).toBe("a.ts:2:const other = 2;");
    expect(said(await grep({ pattern: "\\r$", output: "counts" }))).toBe("a.ts:1");
  });

  test("a pattern that begins with a dash is a pattern", async () => {
    expect(said(await grep({ pattern: "-e" }, { "a.txt": "use -e here\n" }))).toBe("a.txt:1:use -e here");
    expect(said(await grep({ pattern: "--files", fixed: true }, { "a.txt": "rg --files\n" }))).toBe(
      "a.txt:1:rg --files",
    );
  });

  test("a long line is cut around its match", async () => {
    const files = {
      "a.js": `${"x".repeat(300_000)}needle${"y".repeat(300_000)}\nneedle${"é".repeat(600)}\n`,
    };
    const [first = "", second = ""] = said(await grep({ pattern: "needle" }, files)).split("\n");
    expect(first).toMatch(/^a\.js:1:…x+needley+…$/);
    expect(first.length).toBeLessThan(grepLimits.lineLength + 20);
    expect(second).toMatch(/^a\.js:2:needleé+…$/);
  });

  test("no match says what was not searched", async () => {
    const result = await grep({ pattern: "nowhere" });
    expect(said(result)).toBe(
      "[No line matches in the project. Ignored, hidden and binary files and files that may hold secrets were not searched.]",
    );
    expect(result).toMatchObject({ ok: true, summary: "0 matches" });
    expect(said(await grep({ pattern: "needle", glob: "*.rs" }))).toContain("No file matches *.rs");
  });

  test("a folder of dependencies that was left out is named", async () => {
    const text = said(await grep({ pattern: "x" }, { "node_modules/a.js": "x\n", "a.txt": "x\n" }));
    expect(text).toBe(
      "a.txt:1:x\n[Left out as dependencies or build output: node_modules/. To search one, give it as path.]",
    );
  });

  test("a bad pattern is an error of the arguments", async () => {
    const result = await grep({ pattern: "foo(" });
    expect(result).toMatchObject({ ok: false, kind: "invalid_arguments" });
    expect(said(result)).toContain("not a valid regular expression");
    expect(said(result)).toContain("fixed: true");
  });

  test("more matches than are shown are told with their true count", async () => {
    const result = await grep({ pattern: "x" }, { "a.txt": "x\n".repeat(1_900), "b.txt": "x\n".repeat(34) });
    const lines = said(result).split("\n");
    expect(lines).toHaveLength(grepLimits.matches + 1);
    expect(lines.at(-1)).toContain("250 of 1,934 matches in 2 files are shown");
    expect(result).toMatchObject({ summary: "1,934 matches in 2 files" });
  });

  test("a file that may hold secrets is passed over, unless it is named", async () => {
    const files = { "a.txt": "key\n", "secret.pem": "key\n" };
    const more = { hidesFromSearch: (file: string) => file.endsWith("secret.pem") };
    for (const output of ["lines", "files", "counts"] as const) {
      expect(said(await grep({ pattern: "key", output }, files, more))).not.toContain("secret");
    }
    expect(said(await grep({ pattern: "key", path: "secret.pem" }, files, more))).toBe("secret.pem:1:key");
  });

  test("names with blanks, colons and line feeds stay whole", async () => {
    expect(said(await grep({ pattern: "x" }, { "a: b/c d.txt": "x\n" }))).toBe("a: b/c d.txt:1:x");
    expect(said(await grep({ pattern: "x" }, { "a\nb": "x\n", "c.log": "", ".ignore": "c.log" }))).toBe(
      "a\nb:1:x",
    );
    expect(said(await grep({ pattern: "x" }, { "-e": "x\n", ".ignore": "y", y: "" }))).toBe("-e:1:x");
  });

  test("a binary file is passed over where others are kept back, and when it is named", async () => {
    const files = { ".ignore": "z\n", z: "x", "a.bin": Uint8Array.of(0x78, 0x0a, 0), "b.txt": "x\n" };
    expect(said(await grep({ pattern: "x" }, files))).toBe("b.txt:1:x");
    expect(said(await grep({ pattern: "x", path: "a.bin" }, files))).toStartWith("[No line matches in a.bin");
  });

  test("text with a mark, in UTF-8 or UTF-16, is text", async () => {
    const text = "\uFEFFfirst needle\nä needle\n";
    const files = {
      "a.txt": text,
      "b.txt": new Uint8Array(Buffer.from(text, "utf16le")),
      "c.txt": new Uint8Array(Buffer.from(text, "utf16le").swap16()),
    };
    expect(said(await grep({ pattern: "^(first|ä) needle$", output: "counts" }, files))).toBe(
      "a.txt:2\nb.txt:2\nc.txt:2",
    );
  });

  test("a time limit is told with what was found, and never as no match", async () => {
    await using project = await quietProject({ "a.txt": "x\n", "b.txt": "x\n" });
    const stop = new AbortController();
    const slow: SearchEngine = {
      ...engine,
      async *count(query, targets, log, signal) {
        for await (const file of engine.count(query, targets, log, signal)) {
          yield file;
          stop.abort();
          signal.throwIfAborted();
        }
      },
    };
    const limited = createGrepTool({ engine: () => Promise.resolve(slow), timeLimit: () => stop.signal });
    const result = await callTool(limited, { pattern: "x" }, contextOf(project));
    expect(said(result)).toMatch(
      /^[ab]\.txt:1:x\n\[Stopped at the time limit: of 2 files at least \d .*there may be more/,
    );
    expect(result).toMatchObject({ summary: "1 match in 1 file, stopped" });
    const none = said(await callTool(limited, { pattern: "y" }, contextOf(project)));
    expect(none).toContain("no match was found so far");
    expect(none).not.toContain("No line matches");
  });

  test("stops at once when it is interrupted", async () => {
    await using project = await makeProject(tree);
    const call = callTool(tool, { pattern: "needle" }, contextOf(project), AbortSignal.abort());
    expect(call).rejects.toThrow("abort");
  });

  test.skipIf(process.getuid?.() === 0)("files that could not be read are named", async () => {
    await using project = await quietProject({ "a.txt": "x\n", "closed.txt": "x\n" });
    await chmod(project.path("closed.txt"), 0);
    const text = said(await callTool(tool, { pattern: "x" }, contextOf(project)));
    expect(text).toBe("a.txt:1:x\n[1 file could not be read: closed.txt.]");
  });
});

describe("grep", () => {
  test("a missing folder is an error", async () => {
    await using project = await makeProject();
    expect(said(await callTool(grepTool, { pattern: "x", path: "none" }, contextOf(project)))).toContain(
      "does not exist",
    );
  });

  test("neither a ripgrep on the PATH nor its configuration has a say", async () => {
    await using project = await quietProject({
      "bin/rg": "#!/bin/sh\necho owned\n",
      rc: "--invert-match\n",
      "a.txt": "x\n",
    });
    await chmod(project.path("bin/rg"), 0o755);
    const before = { PATH: process.env["PATH"], RIPGREP_CONFIG_PATH: process.env["RIPGREP_CONFIG_PATH"] };
    process.env["PATH"] = project.path("bin");
    process.env["RIPGREP_CONFIG_PATH"] = project.path("rc");
    try {
      expect(said(await callTool(grepTool, { pattern: "^x" }, contextOf(project)))).toBe("a.txt:1:x");
    } finally {
      process.env["PATH"] = before.PATH;
      if (before.RIPGREP_CONFIG_PATH === undefined) delete process.env["RIPGREP_CONFIG_PATH"];
      else process.env["RIPGREP_CONFIG_PATH"] = before.RIPGREP_CONFIG_PATH;
    }
  });

  test("ripgrep comes with the install", () => {
    expect(findRipgrep()).toMatch(/@vscode\/ripgrep-.*\/bin\/rg$/);
  });

  test("a needle beside dependencies that no ignore file names and a folder that one does is found", async () => {
    const many = (folder: string) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${folder}/${n % 7}/f${n}.txt`, "NEEDLE"]));
    const files = {
      ...many("node_modules"),
      ...many("tmp"),
      ".ignore": "tmp/\n",
      "src/needle.txt": "NEEDLE\n",
    };
    await using project = await makeProject(files);
    const context = contextOf(project);
    const leftOut =
      "[Left out as dependencies or build output: node_modules/. To search one, give it as path.]";
    expect(said(await callTool(globTool, { pattern: "**/needle.txt" }, context))).toBe(
      `src/needle.txt\n${leftOut}`,
    );
    expect(said(await callTool(grepTool, { pattern: "NEEDLE" }, context))).toBe(
      `src/needle.txt:1:NEEDLE\n${leftOut}`,
    );
  });

  /** A program in ripgrep's place. */
  async function withProgram(project: TestProject, script: string) {
    await project.write("../rg", `#!/bin/sh\n${script}\n`);
    await chmod(project.path("../rg"), 0o755);
    return createGrepTool({ engine: () => Promise.resolve(ripgrepEngine(project.path("../rg"))) });
  }

  test("a ripgrep that works is killed when the call is interrupted", async () => {
    await using project = await makeProject({ "a.txt": "x\n" });
    const { PATH = "" } = project.env;
    const pidFile = project.path("../pid");
    const tool = await withProgram(project, `PATH='${PATH}'; echo $$ > '${pidFile}'; exec sleep 60`);
    const stop = new AbortController();
    const call = callTool(tool, { pattern: "x" }, contextOf(project), stop.signal);
    let pid = Number.NaN;
    while (Number.isNaN(pid) || pid === 0)
      pid = Number(
        await Bun.file(pidFile)
          .text()
          .catch(() => ""),
      );
    stop.abort();
    expect(call).rejects.toThrow("abort");
    await call.catch(() => undefined);
    const lives = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    while (lives()) await Bun.sleep(1);
    expect(lives()).toBe(false);
  });

  test("a ripgrep that breaks off is an error, not an answer", async () => {
    await using project = await makeProject({ "a.txt": "x\n" });
    const tool = await withProgram(project, "kill -9 $$");
    const result = await callTool(tool, { pattern: "x" }, contextOf(project));
    expect(result).toMatchObject({ ok: false });
    expect(said(result)).toContain("The search broke off: ripgrep ended with SIGKILL");
  });
});
