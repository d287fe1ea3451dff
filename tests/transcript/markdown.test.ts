/** Markdown, kind by kind: text, lists, links, maths, quotes, code and tables. */
import { describe, expect, test } from "bun:test";
import { plainStyle } from "../../src/terminal/style.ts";
import { renderMarkdown } from "../../src/transcript/markdown.ts";
import { plain, style, styled } from "./drawn-markdown.ts";

describe("text", () => {
  test("paragraphs are wrapped at words and keep their own line breaks", () => {
    expect(plain("one two three\nfour\n\nfive", 8)).toBe("one two\nthree\nfour\n\nfive");
  });

  test("emphasis is shown by the terminal's own means", () => {
    expect(styled("a **b** *c* ~~d~~ `e`")).toBe(
      `a ${style.bold("b")} ${style.italic("c")} ${style.strike("d")} ${style.code("e")}`,
    );
  });

  test("without colours code keeps its ticks, so that colour is not the only sign", () => {
    expect(plain("run `npm test`")).toBe("run `npm test`");
  });

  test("a heading is bold and has a blank line above it", () => {
    expect(styled("a\n## b\nc")).toBe(`a\n\n${style.heading("b")}\nc`);
  });

  test("character references are characters", () => {
    expect(plain("a &lt;b&gt; &amp; &#65; &nope;")).toBe("a <b> & A &nope;");
  });

  test("HTML is text, a line break tag a line break", () => {
    expect(plain("<div>\nx<br>y\n</div>")).toBe("<div>\nx<br>y\n</div>");
    expect(plain("x<br>y <b>z</b>")).toBe("x\ny <b>z</b>");
  });

  test("what refers to a definition elsewhere is shown with the definition", () => {
    expect(plain("see [docs][1]\n\n[1]: https://example.com\n")).toBe(
      "see [docs][1]\n\n[1]: https://example.com",
    );
  });
});

describe("what is nested in a list", () => {
  test("keeps its place and the numbers around it when code and tables stand between", () => {
    const code = "      ```\n      if x:\n        y\n      ```\n";
    expect(
      plain(
        `1. one\n   1. a\n${code}      more of a\n   1. b\n      - deep\n   1. c\n\n   of one\n1. two\n\nend`,
      ),
    ).toBe(
      [
        "1. one",
        "   1. a",
        "        if x:",
        "          y",
        "      more of a",
        "   2. b",
        "      • deep",
        "   3. c",
        "",
        "   of one",
        "2. two",
        "",
        "end",
      ].join("\n"),
    );
  });

  test("is drawn in its item when it is a table, however long", () => {
    const rows = "    | 1 |\n".repeat(14);
    const lines = plain(`- a\n  - b\n\n    | x |\n    |---|\n${rows}  - c`).split("\n");
    expect(lines.slice(0, 4)).toEqual(["• a", "  • b", "", "    x"]);
    expect(lines[4]).toMatch(/^ {4}─+$/);
    expect(lines.filter((line) => line === "    1")).toHaveLength(14);
    expect(lines.at(-1)).toBe("  • c");
  });

  test("may be indented with tabs", () => {
    expect(plain("- a\n\t- b\n\t\t```\n\t\tif x:\n\t\t\ty\n\t\t```\n- c")).toBe(
      ["• a", "  • b", "      if x:", "          y", "• c"].join("\n"),
    );
  });
});

describe("links", () => {
  test("the target stands behind the text", () => {
    expect(plain("[docs](https://example.com/a?b=1&amp;c=2)")).toBe("docs (https://example.com/a?b=1&c=2)");
  });

  test("a bare address and a path are not said twice", () => {
    expect(plain("https://example.com and [src/a.ts](src/a.ts)")).toBe("https://example.com and src/a.ts");
  });

  test("a text that claims another target cannot hide the real one", () => {
    expect(plain("[https://github.com](https://evil.example)")).toBe(
      "https://github.com (https://evil.example)",
    );
  });

  test("an image is named, with its address, and not fetched", () => {
    expect(plain("![a cat](https://example.com/cat.png)")).toBe(
      "[image: a cat] (https://example.com/cat.png)",
    );
  });

  test("what is no plain web address is text: with a password, another alphabet, a number in disguise", () => {
    for (const url of [
      "https://user:pass@example.com",
      "https://ex\u0430mple.com",
      "https://xn--exmple-4nf.com",
      "http://0x7f.1/",
      "https://example.com:x",
      "//example.com",
    ]) {
      const shown = styled(`[x](${url})`);
      expect(shown).not.toContain("\u001b]8;;");
      expect(Bun.stripANSI(shown)).toContain(url);
    }
  });

  test("an address with hidden characters is text: what would be opened is not what stands there", () => {
    expect(styled("[x](https://example.com/\u202eabc)")).not.toContain("\u001b]8;;");
    expect(styled("[x](https://example.com/\u200babc)")).not.toContain("\u001b]8;;");
  });

  test("a link that is broken over lines is one on each of them", () => {
    const url = `https://example.com/${"a".repeat(30)}`;
    const lines = renderMarkdown(url, { width: 20, style });
    expect(lines.map((line) => Bun.stripANSI(line)).join("")).toBe(url);
    for (const line of lines) {
      expect(line).toContain(`\u001b]8;;${url}\u001b\\`);
      expect(line).toEndWith("\u001b]8;;\u001b\\");
    }
  });

  test("only web addresses become terminal links", () => {
    expect(styled("[x](https://example.com)")).toContain("\u001b]8;;https://example.com/\u001b\\x");
    expect(styled("[x](javascript:alert)")).not.toContain("\u001b]8;;");
    expect(styled("[x](file:///etc/passwd)")).not.toContain("\u001b]8;;");
  });
});

describe("maths and notes", () => {
  test("maths is read as text, and its signs are no emphasis", () => {
    expect(plain("so $a_1 * b_1 * c$ and \\(x^2 *y*\\) and $$\\sum_i *i*$$")).toBe(
      "so a₁ * b₁ * c and x² *y* and ∑ᵢ *i*",
    );
    expect(plain("$$\\alpha^2 + \\frac{a}{b}$$")).toBe("α² + a/b");
    expect(styled("so $a_1$.")).toBe(`so ${style.code("a₁")}.`);
  });

  test("maths that is not known stays as it was written, with its marks", () => {
    expect(plain("so $\\unheard{x}{y}[z] + \\alpha$ and $\\frac{a$")).toBe(
      "so $\\unheard{x}{y}[z] + α$ and $\\frac{a$",
    );
    const matrix = "$$\\begin{pmatrix} \\alpha & b \\end{pmatrix}$$";
    expect(plain(matrix)).toBe(matrix);
  });

  test("the shell's variables are no maths", () => {
    for (const text of ["export PATH=$HOME/bin:$PATH", "it sets $MY_VAR/$OTHER", "($a,$b)"])
      expect(plain(text)).toBe(text);
  });

  test("prices are no maths", () => {
    expect(styled("from $5 to $10, *now*")).toBe(`from $5 to $10, ${style.italic("now")}`);
  });

  test("maths of several lines keeps them", () => {
    expect(plain("$$\na_1 = \\beta\n- c\n$$\nx")).toBe("  $$\n  a₁ = β\n  - c\n  $$\nx");
  });

  test("footnotes and what they say are where they were written", () => {
    expect(plain("a[^1] b[^note]\n\n[^1]: one\n[^note]: two words")).toBe(
      "a[^1] b[^note]\n\n[^1]: one\n[^note]: two words",
    );
    expect(plain("a[^1]\n[^1]: one")).toContain("a[^1]");
  });

  test("a diagram is shown as it was written, below its name", () => {
    expect(plain("```mermaid\ngraph TD\n  A --> B\n```")).toBe("  mermaid\n  graph TD\n    A --> B");
    expect(plain("> ```mermaid\n> graph TD\n> ```")).toBe("│   mermaid\n│   graph TD");
  });
});

describe("lists and quotes", () => {
  test("items hang behind their marker", () => {
    expect(plain("- one two three\n- four", 10)).toBe("• one two\n  three\n• four");
    expect(plain("9. nine\n10. ten\n    more", 20)).toBe("9. nine\n10. ten\n    more");
  });

  test("lists are nested as deep as they are written", () => {
    expect(plain("1. a\n   - b\n     - c\n2. d")).toBe("1. a\n   • b\n     • c\n2. d");
  });

  test("a bullet under a number stays under it, even when it is indented too little", () => {
    expect(plain("1. a\n  - b\n2. c")).toBe("1. a\n  • b\n2. c");
  });

  test("tasks show their state as a sign", () => {
    expect(plain("- [ ] open\n- [x] done")).toBe("[ ] open\n[x] done");
  });

  test("a loose list stays loose", () => {
    expect(plain("- a\n\n- b\n\n  c")).toBe("• a\n\n• b\n\n  c");
  });

  test("a quote has a bar on every line", () => {
    expect(plain("> one two three\n> - four\n>\n> five", 12)).toBe(
      "│ one two\n│ three\n│ • four\n│\u0020\n│ five",
    );
  });
});

describe("code", () => {
  test("is indented and otherwise as it was written", () => {
    expect(plain("```ts\nif (a) {\n\n\tb();\n}\n```")).toBe("  if (a) {\n\n      b();\n  }");
  });

  test("a long line goes on below and loses nothing", () => {
    const code = "const  value = [1, 2, 3]; // done";
    const lines = renderMarkdown(`\`\`\`\n${code}\n\`\`\``, { width: 12, style: plainStyle });
    expect(lines.map((line) => line.slice(2)).join("")).toBe(code);
  });

  test("markdown in code is code", () => {
    expect(plain("```\n# a\n- b\n**c**\n```")).toBe("  # a\n  - b\n  **c**");
  });

  test("code in a list item is indented with it", () => {
    expect(plain("- run\n  ```sh\n  npm i\n  ```")).toBe("• run\n    npm i");
  });

  test("code in the middle of an item stands below its text, however wide the marker is", () => {
    expect(
      plain(
        "9. a\n\n   ```\n   x\n\n     y\n   ```\n\n   b\n   - c\n\n10. d\n    ~~~\n    z\n    ~~~\n11. e",
      ),
    ).toBe("9. a\n\n     x\n\n       y\n\n   b\n   • c\n\n10. d\n      z\n11. e");
    expect(plain("- [x] a\n  ```\n  x\n  ```\n  b\n- c")).toBe("[x] a\n      x\n    b\n• c");
    expect(plain("- a\n\t```\n\tx\n\t```\n- c")).toBe("• a\n    x\n• c");
  });

  test("a code block that never ends is shown all the same", () => {
    expect(plain("```\na\nb")).toBe("  a\n  b");
  });

  test("a diff shows its signs in their colours", () => {
    expect(styled("```diff\n+a\n-b\n c\n```")).toBe(
      `  ${style.added("+a")}\n  ${style.removed("-b")}\n  ${style.code(" c")}`,
    );
  });
});

describe("tables", () => {
  test("columns are as wide as their cells and aligned as asked", () => {
    expect(plain("| name | n |\n|---|--:|\n| a | 1 |\n| bb | 22 |")).toBe(
      "name │  n\n─────┼───\na    │  1\nbb   │ 22",
    );
  });

  test("a wide column shrinks and wraps", () => {
    expect(plain("| a | text |\n|---|---|\n| 1 | one two three four |", 17)).toBe(
      "a │ text\n──┼──────────────\n1 │ one two three\n  │ four",
    );
  });

  test("columns that cannot fit become name and value", () => {
    const table =
      "| first | second | third |\n|---|---|---|\n| aaaaaaaaa | bbbbbbbbb | ccccccccc |\n| d | e | f |";
    expect(plain(table, 20)).toBe(
      "first: aaaaaaaaa\nsecond: bbbbbbbbb\nthird: ccccccccc\n\nfirst: d\nsecond: e\nthird: f",
    );
  });

  test("a head without rows is not lost where it does not fit", () => {
    expect(plain("| first | second |\n|---|---|", 8)).toBe("first\nsecond");
  });

  test("a later row that is wider than all before it has some room", () => {
    const rows = "| 1 | a |\n".repeat(12);
    expect(plain(`| n | text |\n|---|---|\n${rows}| 1234567 | b |`)).toContain("1234567 │ b");
  });

  test("wide characters keep the columns straight", () => {
    expect(plain("| 名 | b |\n|---|---|\n| 中文 | x |\n| a | y |")).toBe(
      "名   │ b\n─────┼──\n中文 │ x\na    │ y",
    );
  });

  test("a cell that an unescaped bar has split is not lost", () => {
    expect(plain("| a | b |\n|---|---|\n| 1 | \\\\| 2 | 3 | 4 |")).toContain("\\ | 2 | 3 | 4");
    expect(plain("| a | b |\n|---|---|\n| 1 | 2 | 3 |")).toContain("2 | 3");
  });

  test("a table that flows out row by row looks like one that is drawn at once", () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| ${row} | cell ${row % 7} |\n`).join("");
    const lines = plain(`| number | text |\n|---|---|\n${rows}`).split("\n");
    expect(lines).toHaveLength(62);
    expect(new Set(lines.slice(2).map((line) => line.indexOf("│"))).size).toBe(1);
  });
});
