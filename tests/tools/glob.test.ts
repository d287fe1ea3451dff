/** Finding files by name. */
import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { createGlobTool, globTool, maxGlobResults } from "../../src/tools/glob.ts";
import { makeProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";
import { quietProject, tree } from "./search-scene.ts";

describe("glob", () => {
  async function glob(input: Parameters<typeof globTool.title>[0], files = tree, newest?: string) {
    await using project = await quietProject(files, newest);
    return said(await callTool(globTool, input, contextOf(project)));
  }

  test("lists what git would see, relative to the project", async () => {
    expect(await glob({ pattern: "**/*.ts" })).toBe("a.ts\nsrc/b.ts");
    expect(await glob({ pattern: "*.ts" })).toBe("a.ts\nsrc/b.ts");
    expect(await glob({ pattern: "*.md", path: "src" })).toBe("src/c.md");
    expect(await glob({ pattern: "src/" })).toBe("src/b.ts\nsrc/c.md");
  });

  test("hidden files when asked: by the parameter, or by the pattern", async () => {
    expect(await glob({ pattern: ".github/**" })).toBe(".github/ci.yml");
    expect(await glob({ pattern: "*.yml" })).toStartWith("[No file matches *.yml");
    expect(await glob({ pattern: "*.yml", hidden: true })).toBe(".github/ci.yml");
  });

  test("the file changed last comes first", async () => {
    expect(await glob({ pattern: "*.ts" }, tree, "src/b.ts")).toBe("src/b.ts\na.ts");
  });

  test("nothing found says what was not looked at", async () => {
    await using project = await makeProject(tree);
    const result = await callTool(globTool, { pattern: "*.js" }, contextOf(project));
    expect(said(result)).toBe(
      "[No file matches *.js in the project. Ignored and hidden files were not looked at.]",
    );
    expect(result).toMatchObject({ summary: "0 files" });
  });

  test("a folder of dependencies is named by what leaves it out, and searched when it is named", async () => {
    const files = { "node_modules/x/index.js": "", "build/own.js": "" };
    const leftOut =
      "[Left out as dependencies or build output: build/, node_modules/. To search one, give it as path.]";
    expect(await glob({ pattern: "*.js" }, files)).toEndWith(leftOut);
    expect(await glob({ pattern: "build/*.js" }, files)).toBe("build/own.js");
    expect(await glob({ pattern: "*.js", path: "node_modules" }, files)).toBe("node_modules/x/index.js");
    expect(await glob({ pattern: "node_modules/**/*.js" }, tree)).toBe("node_modules/x/index.js");
  });

  test("a link in the pattern is not followed, and that is said", async () => {
    await using project = await makeProject({ "real/a.ts": "" });
    await symlink("real", project.path("link"));
    const text = said(await callTool(globTool, { pattern: "link/*.ts" }, contextOf(project)));
    expect(text).toContain("link is a symbolic link and was not followed");
  });

  test("more files than are listed are told with their true count", async () => {
    const many = Object.fromEntries(
      Array.from({ length: maxGlobResults + 10 }, (_, n) => [`f${String(n).padStart(3, "0")}.txt`, ""]),
    );
    await using project = await makeProject(many);
    const lines = said(await callTool(globTool, { pattern: "*.txt" }, contextOf(project))).split("\n");
    expect(lines).toHaveLength(maxGlobResults + 1);
    expect(lines.at(-1)).toContain("510 files match; the 500 newest are listed");
  });

  test("a time limit is told, and never as no file", async () => {
    await using project = await makeProject(tree);
    const limited = createGlobTool({ timeLimit: () => AbortSignal.abort() });
    const text = said(await callTool(limited, { pattern: "*.none" }, contextOf(project)));
    expect(text).toContain("Stopped at the time limit");
    expect(text).not.toContain("No file matches");
  });

  test("stops at once when it is interrupted", async () => {
    await using project = await makeProject(tree);
    const call = callTool(globTool, { pattern: "*" }, contextOf(project), AbortSignal.abort());
    expect(call).rejects.toThrow("abort");
  });

  test.each([["/etc/*"], ["../*"]])("%s has to be given as path", async (pattern) => {
    expect(await glob({ pattern })).toContain("into path");
  });

  test("asks for the folder that it looks into", async () => {
    await using project = await makeProject(tree);
    const call = await prepare(globTool, { pattern: "*", path: project.home }, contextOf(project));
    expect(call.accesses).toEqual([{ type: "read", path: project.home }]);
  });
});
