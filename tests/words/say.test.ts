import { afterEach, describe, expect, test } from "bun:test";
import { languageOf } from "../../src/words/language.ts";
import { say, sayCount, useCatalogue } from "../../src/words/say.ts";

afterEach(() => useCatalogue(null));

describe("a sentence", () => {
  const opened = (name: string, count: number) => say`Session ${name} has ${count} turns.`;

  test("is said as the code has it where there is no catalogue", () => {
    expect(opened("a", 2)).toBe("Session a has 2 turns.");
  });

  test("is said as the catalogue has it, its values in the order that the language wants", () => {
    useCatalogue({ "Session {0} has {1} turns.": "{1} 轮，会话 {0}" });
    expect(opened("a", 2)).toBe("2 轮，会话 a");
    expect(opened("{1}", 3)).toBe("3 轮，会话 {1}");
  });

  test("is said in English where the catalogue does not have it, and again when the language changes", () => {
    useCatalogue({});
    expect(opened("a", 2)).toBe("Session a has 2 turns.");
    useCatalogue({ "Session {0} has {1} turns.": "会话 {0}：{1} 轮" });
    expect(opened("a", 2)).toBe("会话 a：2 轮");
  });
});

test("a count goes with its noun", () => {
  expect([sayCount(0, "file"), sayCount(1, "file"), sayCount(2, "match", "matches")]).toEqual([
    "0 files",
    "1 file",
    "2 matches",
  ]);
  useCatalogue({ "{0} files": "{0} 个文件" });
  expect([sayCount(1, "file"), sayCount(7, "file")]).toEqual(["1 个文件", "7 个文件"]);
});

test.each([
  [{ LANG: "zh_CN.UTF-8" }, "zh"],
  [{ LANG: "zh" }, "zh"],
  [{ LANG: "en_US.UTF-8", LC_MESSAGES: "zh_CN.UTF-8" }, "zh"],
  [{ LANG: "zh_CN.UTF-8", LC_ALL: "C" }, "en"],
  [{ LANG: "zh_CN.UTF-8", LC_ALL: "" }, "zh"],
  [{ LANG: "zhx" }, "en"],
  [{ LANG: "de_DE.UTF-8" }, "en"],
  [{}, "en"],
] as const)("the environment %p asks for %s", (env, language) => {
  expect(languageOf(env)).toBe(language);
});
