import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createStyle } from "../../src/terminal/style.ts";
import { highlighterFor, knownLanguages, languageOf } from "../../src/transcript/highlight-languages.ts";
import { type CodePiece, highlightedLines } from "../../src/transcript/highlight.ts";
import { codeOf } from "../../src/transcript/markdown-code.ts";
import { renderMarkdown } from "../../src/transcript/markdown.ts";

const style = createStyle({ colour: true });

function pieces(lines: readonly string[], language: string): (readonly CodePiece[])[] {
  const code = codeOf(lines);
  return code === null ? [] : highlightedLines(code, lines.length, language);
}

/** The lines' stretches that have this role. */
function withRole(role: CodePiece["role"], lines: readonly string[], language: string): string[][] {
  return pieces(lines, language).map((line) =>
    line.filter((piece) => piece.role === role).map(({ text }) => text.trim()),
  );
}

function styled(source: string): string {
  return renderMarkdown(source, { width: 60, style }).join("\n");
}

describe("the colours of code", () => {
  test("keywords, strings, numbers and comments differ", () => {
    expect(styled('```ts\nreturn "a" + 1; // b\n```')).toBe(
      `  ${style.keyword("return")} ${style.string('"a"')} + ${style.number("1")}; ${style.comment("// b")}`,
    );
  });

  test("a language has all the names that fences give it", () => {
    const names = [
      "ts",
      "TypeScript",
      "tsx",
      "js,ignore",
      "{.python}",
      "sh",
      "yml",
      "c++",
      "c#",
      "html",
      "rs",
    ];
    expect(names.map(languageOf)).toEqual([
      "typescript",
      "typescript",
      "typescript",
      "javascript",
      "python",
      "bash",
      "yaml",
      "cpp",
      "csharp",
      "xml",
      "rust",
    ]);
  });

  test("a language that is not known is one colour", () => {
    expect(styled("```unheard-of\ngraph TD; A-->B\n```")).toBe(`  ${style.code("graph TD; A-->B")}`);
    expect([languageOf(""), languageOf("constructor"), languageOf("__proto__")]).toEqual([null, null, null]);
  });

  test("every language can be loaded and takes any code", () => {
    for (const language of knownLanguages) {
      expect(highlighterFor(language).getLanguage(language)).toBeDefined();
      expect(pieces(["a = '", "}"], language).map((line) => line.map(({ text }) => text).join(""))).toEqual([
        "a = '",
        "}",
      ]);
    }
  });

  test("code inside a list item has them, too", () => {
    expect(styled("- x\n  ```js\n  if (1) {}\n  ```")).toContain(style.keyword("if"));
  });
});

describe("from line to line", () => {
  test("a comment of several lines goes on, and what follows it is code again", () => {
    const lines = ["/* one", " * two", "", " three */", "return 1;"];
    expect(withRole("comment", lines, "typescript")).toEqual([["/* one"], ["* two"], [], ["three */"], []]);
    expect(withRole("keyword", lines, "typescript")[4]).toEqual(["return"]);
  });

  test("so does a string, with the code inside it", () => {
    const lines = ["const a = `one", "if ${b} two", "three`;", "if (c) {}"];
    expect(withRole("string", lines, "typescript")).toEqual([["`one"], ["if", "two"], ["three`"], []]);
    expect(withRole("keyword", lines, "typescript")[3]).toEqual(["if"]);
  });

  test("a script in a page is coloured as such to its end", () => {
    const lines = ["<script>", "const a = 1;", "const b = 2;", "</script>", "<p>const</p>"];
    expect(withRole("keyword", lines, "xml")).toEqual([
      ["script"],
      ["const"],
      ["const"],
      ["script"],
      ["p", "p"],
    ]);
  });

  test("a quote that its line does not close colours nothing that follows", () => {
    expect(withRole("string", ["it's an excerpt", "const a = 1;"], "typescript")[1]).toEqual([]);
  });

  test("a comment goes on however long it is", () => {
    const lines = [
      "/*",
      ...Array.from({ length: 1500 }, (_, line) => ` * line ${line} of it`),
      "*/",
      "return;",
    ];
    const all = withRole("comment", lines, "typescript");
    expect(all.slice(0, 1502).filter((line) => line.length !== 1)).toEqual([]);
    expect(all[1502]).toEqual([]);
  });

  test("very long lines and the far end of a very long block are text only", () => {
    const long = `const a = "${"x".repeat(2000)}";`;
    expect(pieces([long], "typescript")).toEqual([[{ text: long, role: null }]]);
    const lines = Array.from({ length: 2100 }, () => "return 1;");
    const keywords = withRole("keyword", lines, "typescript").map((line) => line.length);
    expect([keywords[1999], keywords[2000], keywords[2099]]).toEqual([1, 0, 0]);
    const wide = Array.from({ length: 1000 }, () => `return 1; ${"// ".padEnd(400, "x")}`);
    const coloured = withRole("keyword", wide, "typescript").filter((line) => line.length > 0);
    expect(coloured.length).toBeWithin(300, 500);
  });
});

test("code in any language keeps every character, and the line breaks between its lines", () => {
  const word = fc.constantFrom(
    ...'if,const,/*,*/,//,`,${,},\',",""",<!--,-->,<script>,</script>,#,&amp;,<a,>,(,),{,\\,\t,é,中文,👨‍👩‍👧'.split(
      ",",
    ),
  );
  const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom(...knownLanguages), (lines, language) => {
      const shown = pieces(lines, language).map((parts) => parts.map(({ text }) => text).join(""));
      expect(shown.map((text) => text.replaceAll(/\s/g, ""))).toEqual(
        lines.map((text) => text.replaceAll(/\s/g, "")),
      );
    }),
    { numRuns: 500 },
  );
});
