import { describe, expect, test } from "bun:test";
import { rm, utimes } from "node:fs/promises";
import fc from "fast-check";
import { createFileIndex, type FileIndex, type FileSearch } from "../../src/workspace/file-index.ts";
import { createPathRanking } from "../../src/workspace/rank-paths.ts";
import { makeProject } from "../support/project.ts";

/** Searches again at each change until the answer is as wanted, as an open list on the screen does. */
async function until(index: FileIndex, query: string, isWanted: (found: FileSearch) => boolean) {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = index.onChange(resolve);
    const found = await index.search(query, 10);
    if (isWanted(found)) {
      stop();
      return found.matches.map(({ path }) => path);
    }
    await promise;
    stop();
  }
}

const whole = ({ isComplete }: FileSearch) => isComplete;

describe("the index of a project's files", () => {
  test("finds files and folders by what git would see, hidden ones when they are named", async () => {
    await using project = await makeProject({
      ".gitignore": "*.log\n",
      ".github/parser.yml": "",
      "src/parser.ts": "",
      "src/parser.log": "",
      "node_modules/parser/index.js": "",
      "parsers/a.ts": "",
    });
    const index = createFileIndex(project.folder);
    expect(await until(index, "parser", whole)).toEqual(["src/parser.ts", "parsers/", "parsers/a.ts"]);
    expect(await until(index, ".github/", whole)).toEqual([".github/", ".github/parser.yml"]);
    const [match] = (await index.search("srp", 1)).matches;
    expect(match).toEqual({ path: "src/parser.ts", type: "file", positions: [0, 1, 4] });
    index.close();
  });

  test("offers what was changed lately and what lies near, before anything is typed", async () => {
    await using project = await makeProject({ "old.ts": "", "new.ts": "", "a/deep/er.ts": "" });
    await utimes(project.path("old.ts"), 1_000, 1_000);
    await utimes(project.path("a/deep/er.ts"), 1_000, 1_000);
    const index = createFileIndex(project.folder);
    expect(await until(index, "", whole)).toEqual(["new.ts", "old.ts", "a/", "a/deep/", "a/deep/er.ts"]);
    index.close();
  });

  test("has what a tool has made or removed once it is told", async () => {
    await using project = await makeProject({ "old.ts": "" });
    const index = createFileIndex(project.folder);
    await until(index, "old", whole);
    await project.write("src/made.ts", "");
    await rm(project.path("old.ts"));
    index.invalidate();
    expect(await until(index, "made", ({ matches }) => matches.length > 0)).toEqual(["src/made.ts"]);
    expect((await index.search("old", 10)).matches).toEqual([]);
    index.close();
  });

  test("answers from what it knows when it is closed, and never throws but the signal's reason", async () => {
    await using project = await makeProject({ "a.ts": "" });
    const index = createFileIndex(project.folder);
    await until(index, "a", whole);
    index.close();
    expect((await index.search("a", 10)).matches).toHaveLength(1);
    expect(index.search("a", 10, AbortSignal.abort())).rejects.toThrow("abort");
    expect((await createFileIndex(project.path("gone")).search("a", 10)).matches).toEqual([]);
  });
});

describe("ranking paths", () => {
  const paths = [
    "src/tools/grep.ts",
    "src/tools/grep-input.ts",
    "docs/grep/",
    "docs/grep/long-name.md",
    "a/g/r/e/p/x.md",
  ];

  test("a name comes before a folder on the way, its beginning before its middle", async () => {
    const found = await createPathRanking([...paths, "src/egrep.ts"]).search("grep", 10);
    expect(found.map(({ path }) => path)).toEqual([
      "docs/grep/",
      "src/tools/grep.ts",
      "src/tools/grep-input.ts",
      "src/egrep.ts",
      "docs/grep/long-name.md",
      "a/g/r/e/p/x.md",
    ]);
  });

  test("letters of another case and without accents are found", async () => {
    const ranking = createPathRanking(["src/Résumé.md", "README"]);
    expect((await ranking.search("resume", 5)).map(({ path }) => path)).toEqual(["src/Résumé.md"]);
    expect((await ranking.search("readme", 5)).map(({ path }) => path)).toEqual(["README"]);
  });

  test("positions say which characters of the path were matched, in order", async () => {
    const path = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 10 }),
        fc.string({ maxLength: 4 }),
        async (parts, query) => {
          const all = parts.map((one) => one.join("/"));
          for (const { path, positions } of await createPathRanking(all).search(query, 5)) {
            expect(all).toContain(path);
            expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
            expect(positions.every((position) => position >= 0 && position < path.length)).toBe(true);
          }
        },
      ),
    );
  });
});
