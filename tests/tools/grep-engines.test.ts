import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import fc from "fast-check";
import { createGrepTool } from "../../src/tools/grep.ts";
import type { GrepInput } from "../../src/tools/grep-input.ts";
import { ownEngine } from "../../src/tools/grep-ourselves.ts";
import type { SearchEngine } from "../../src/tools/grep-query.ts";
import { ripgrepEngine } from "../../src/tools/grep-ripgrep.ts";
import { findRipgrep } from "../../src/tools/ripgrep.ts";
import { typeNames, globsOfType } from "../../src/workspace/file-types.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf } from "./call-tool.ts";

const ripgrep = findRipgrep();

const name = fc.constantFrom(
  "a.ts",
  "b.md",
  ".hidden",
  "c",
  "dist",
  "ü ñ.ts",
  "日本.py",
  "x\ny",
  "-v",
  "[z].ts",
  "{q}",
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

const word = fc.constantFrom(
  "foo",
  "bar",
  "Foo",
  "fooBar",
  "x_1",
  "é",
  "日本",
  "𝒳",
  "(",
  "{",
  "}",
  "-",
  "$",
  " ",
  "\t",
  "a.b",
  "1",
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => words.join("")) },
  { weight: 1, arbitrary: word.map((one) => `${"é y".repeat(400)}${one}${"z".repeat(900)}`) },
);
const lineEnd = fc.constantFrom("\n", "\r\n");
const text = fc
  .record({ lines: fc.array(line, { maxLength: 8 }), end: lineEnd, isEnded: fc.boolean() })
  .map(({ lines, end, isEnded }) => `${lines.join(end)}${isEnded ? end : ""}`);
const mark = "\uFEFF";
const content = fc.oneof(
  { weight: 6, arbitrary: text.map((one): string | Uint8Array => one) },
  { weight: 1, arbitrary: text.map((one) => mark + one) },
  { weight: 1, arbitrary: text.map((one) => new Uint8Array(Buffer.from(mark + one, "utf16le"))) },
  { weight: 1, arbitrary: text.map((one) => new Uint8Array(Buffer.from(mark + one, "utf16le").swap16())) },
  // Binary: with a NUL at the end, beyond the first block, or everywhere.
  { weight: 1, arbitrary: text.map((one) => `${one}\n\0`) },
  { weight: 1, arbitrary: text.map((one) => `${one}${"fill\n".repeat(20_000)}\0foo\n`) },
  { weight: 1, arbitrary: text.map((one) => new Uint8Array(Buffer.from(one, "utf16le"))) },
);
const ignoreFile = fc.record({
  folder: fc.oneof(fc.constant("."), path),
  file: fc.constantFrom(".gitignore", ".ignore", ".reinignore"),
  lines: fc.array(fc.constantFrom("*.md", "!b.md", "a.ts", "/c", "!c/", "dist/", "!dist", "ü*", ".hidden"), {
    minLength: 1,
    maxLength: 3,
  }),
});
const files = fc.array(fc.tuple(path, content), { minLength: 1, maxLength: 8 });

/** Patterns that match nothing empty: between two letters both engines see one, and neither tells a line. */
const pattern = fc.constantFrom(
  "foo",
  "Foo|bar",
  "^foo",
  "bar$",
  "^.+$",
  "fo{2}",
  "[a-c]",
  "[^a-z]x",
  "\\bfoo\\b",
  "\\w+\\d",
  "\\s\\S",
  "(?i)FOO",
  "foo(?=Bar)",
  "(?<!x)_1",
  "a\\.b",
  "\\{",
  "{",
  "-",
  "\\$",
  "[[:upper:]]",
  "é",
  "\\p{Lu}",
  "𝒳.",
  "(o)\\1",
  "b.r|1",
  "(?i:f)oo",
  "x(?i)B|FOO",
  "[\\w&&[^o]]1",
  "日本",
  ".{3,}z",
  "\\x66oo",
  "(?P<n>o)o",
  "\\Bar",
  "[-b]",
  "[]x]_",
);
const acrossLines = fc.constantFrom(
  "foo\\s+bar",
  "foo.*?bar",
  "\\n",
  "o\\r?\\nf",
  "^foo$",
  "bar$\\s",
  "(?s-m:.)o\\n",
  "[^x]\\n[^x]",
  "1\\nfoo\\n",
);
const input: fc.Arbitrary<GrepInput> = fc
  .record(
    {
      pattern: fc.oneof(pattern, word),
      glob: fc.constantFrom("*.ts", "c/**", "**/*.{md,py}", "dist/*", "[[]z].ts"),
      type: fc.constantFrom("ts", "md", "py"),
      output: fc.constantFrom("lines", "files", "counts"),
      context: fc.nat(2),
      ignore_case: fc.boolean(),
      fixed: fc.constant(true),
      hidden: fc.boolean(),
      multiline: fc.constant(true),
    },
    { requiredKeys: ["pattern"] },
  )
  .chain((one) =>
    fc.record({
      ...Object.fromEntries(Object.entries(one).map(([key, value]) => [key, fc.constant(value)])),
      pattern:
        one.fixed === true
          ? word
          : one.multiline === true
            ? fc.oneof(pattern, acrossLines)
            : fc.constant(one.pattern),
    }),
  );

async function treeOf(
  entries: readonly (readonly [string, string | Uint8Array])[],
  ignoreFiles: readonly { folder: string; file: string; lines: readonly string[] }[],
): Promise<TestProject> {
  const project = await makeProject({ "base.ts": "foo bar\n" });
  // What the file system refuses (a file where a folder is) is left out.
  const refused = () => undefined;
  for (const [path, content] of entries) await project.write(path, content).catch(refused);
  for (const { folder, file, lines } of ignoreFiles) {
    await project.write(`${folder}/${file}`, lines.join("\n")).catch(refused);
  }
  await symlink("base.ts", project.path("link.ts")).catch(refused);
  await symlink(".", project.path("loop")).catch(refused);
  return project;
}

async function answer(engine: SearchEngine, wanted: GrepInput, project: TestProject) {
  const tool = createGrepTool({ engine: () => Promise.resolve(engine) });
  const result = await callTool(tool, wanted, contextOf(project));
  // What is wrong with a pattern is said in each engine's own words.
  return result.ok ? result : { ok: false, kind: result.kind };
}

describe.skipIf(ripgrep === null)("with ripgrep and without", () => {
  test("an empty line that matches is a match that is shown", async () => {
    await using project = await makeProject({ "a.ts": "\n", "b.ts": "\uFEFF\nfoo\n" });
    for (const engine of [ripgrepEngine(ripgrep ?? ""), ownEngine]) {
      const result = await answer(engine, { pattern: "^$" }, project);
      expect(result).toMatchObject({ ok: true, summary: "2 matches in 2 files" });
      expect("text" in result && result.text).not.toContain("are shown");
    }
  });

  test("every search has the same answer", async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.array(ignoreFile, { maxLength: 2 }),
        fc.array(input, { minLength: 8, maxLength: 8 }),
        async (entries, ignoreFiles, inputs) => {
          await using project = await treeOf(entries, ignoreFiles);
          for (const wanted of inputs) {
            const theirs = await answer(ripgrepEngine(ripgrep ?? ""), wanted, project);
            expect(await answer(ownEngine, wanted, project)).toEqual(theirs);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("the file types are those of the ripgrep that comes along", () => {
    const list = Bun.spawnSync([ripgrep ?? "", "--no-config", "--type-list"])
      .stdout.toString()
      .trim()
      .split("\n");
    expect(typeNames().map((type) => `${type}: ${globsOfType(type)?.join(", ")}`)).toEqual(list);
  });
});
