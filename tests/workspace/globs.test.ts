import { describe, expect, test } from "bun:test";
import { folderOfGlob, globMatcher, namesHidden } from "../../src/workspace/globs.ts";

describe("globs", () => {
  test.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["./src/**", "src/deep/a.ts", true],
    ["src/", "src/deep/a.ts", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["{src,tests}/**/*.ts", "tests/x/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["**", "a/b", true],
    ["**/.github/*.yml", "x/.github/a.yml", true],
  ])("%s and %s: %p", (pattern, path, expected) => {
    expect(globMatcher(pattern)(path)).toBe(expected);
  });

  test("a pattern asks for hidden files by naming one", () => {
    expect(namesHidden(".github/**")).toBe(true);
    expect(namesHidden("src/.env*")).toBe(true);
    expect(namesHidden("./src/*.ts")).toBe(false);
    expect(namesHidden("../x")).toBe(false);
  });

  test.each([
    ["src/app/*.ts", "src/app"],
    ["./src/a.ts", "src"],
    ["*.ts", ""],
    ["src/**/x/*.ts", "src"],
    ["{a,b}/*.ts", ""],
  ])("%s begins with the folder %p", (pattern, folder) => {
    expect(folderOfGlob(pattern)).toBe(folder);
  });
});
