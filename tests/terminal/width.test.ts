import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { graphemesOf, padLine, truncateLine, widthOf, wrapLine, wrapText } from "../../src/terminal/width.ts";

const style = createStyle({ colour: true, hyperlinks: true });

const words = fc.constantFrom(
  "a",
  "word",
  "averylongwordthatfitsnowhere",
  " ",
  "  ",
  "日本語",
  "、",
  "（中文）",
  "한국어",
  "👨‍👩‍👧",
  "👩🏻‍💻",
  "🇩🇪",
  "❤️",
  "1️⃣",
  "é",
  "e\u0301",
  "क्षि",
  "ที่",
  "…",
  "●",
  "\u3000",
);
const line = fc.array(words, { maxLength: 25 }).map((parts) => parts.join(""));
const styled = fc
  .array(fc.tuple(words, fc.constantFrom("plain", "bold", "dim", "code", "both", "link")), { maxLength: 20 })
  .map((parts) =>
    parts
      .map(([text, look]) => {
        if (look === "bold") return style.bold(text);
        if (look === "dim") return style.dim(`${text}${style.bold(text)}${text}`);
        if (look === "code") return style.code(text);
        if (look === "both") return style.italic(style.removed(text));
        if (look === "link") return style.hyperlink("https://example.com", text);
        return text;
      })
      .join(""),
  );
const width = fc.integer({ min: 1, max: 30 });

describe("wrapping", () => {
  test("breaks at blanks and drops them there", () => {
    expect(wrapLine("the quick brown fox", 10)).toEqual(["the quick", "brown fox"]);
  });

  test("breaks a word only when it alone is too long", () => {
    expect(wrapLine("see https://example.com/path", 12)).toEqual(["see", "https://exam", "ple.com/path"]);
  });

  test("breaks Chinese anywhere but not before its punctuation", () => {
    expect(wrapLine("你好，世界。这是测试", 10)).toEqual(["你好，世", "界。这是测", "试"]);
  });

  test("an English word in a Chinese sentence stays whole", () => {
    expect(wrapLine("使用 TypeScript 编写", 12)).toEqual(["使用", "TypeScript", "编写"]);
  });

  test("hard wrapping keeps every blank of a line of code", () => {
    const code = "    if (a)  return  b;";
    expect(wrapLine(code, 7, { hard: true }).join("")).toBe(code);
  });

  test("the indentation of a line stays", () => {
    expect(wrapLine("  indented text", 40)).toEqual(["  indented text"]);
    expect(wrapLine("  indented text", 10)).toEqual(["  indented", "text"]);
  });

  test("an empty line is one empty line", () => {
    expect(wrapLine("", 10)).toEqual([""]);
    expect(wrapText("a\n\nb", 10)).toEqual(["a", "", "b"]);
  });

  test("a style that reaches over a break is closed and opened again", () => {
    expect(wrapLine(style.bold("one two"), 4)).toEqual([style.bold("one"), style.bold("two")]);
    expect(wrapText(style.code("a\nb"), 10)).toEqual([style.code("a"), style.code("b")]);
  });

  test("a link that is wrapped stays a link on each line", () => {
    const [first, second] = wrapLine(style.hyperlink("https://example.com/", "one two"), 4);
    expect(first).toBe(style.hyperlink("https://example.com/", "one"));
    expect(second).toBe(style.hyperlink("https://example.com/", "two"));
  });

  test("a character wider than the line does not break the line's width", () => {
    expect(wrapLine("日本", 1)).toEqual(["…", "…"]);
    expect(wrapLine("abc", 0)).toEqual(["a", "b", "c"]);
  });

  test("no line is wider than asked, plain or styled, soft or hard", () => {
    fc.assert(
      fc.property(fc.oneof(line, styled), width, fc.boolean(), (text, columns, hard) => {
        for (const part of wrapLine(text, columns, { hard }))
          expect(widthOf(part)).toBeLessThanOrEqual(columns);
      }),
      { numRuns: 1000 },
    );
  });

  test("nothing but blanks is lost", () => {
    fc.assert(
      fc.property(fc.oneof(line, styled), fc.integer({ min: 4, max: 30 }), (text, columns) => {
        expect(bare(wrapLine(text, columns).join(""))).toBe(bare(text));
        expect(Bun.stripANSI(wrapLine(text, columns, { hard: true }).join(""))).toBe(Bun.stripANSI(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("every line closes what it opens", () => {
    fc.assert(
      fc.property(styled, width, (text, columns) => {
        for (const part of wrapLine(text, columns)) {
          const links = part.match(/\]8;;[^\\]*/g) ?? [];
          expect(links.length % 2).toBe(0);
          expect(stateAfter(part)).toEqual([]);
        }
      }),
    );
  });
});

function bare(shown: string): string {
  return Bun.stripANSI(shown).replace(/[ \u3000]/g, "");
}

/** The SGR codes still on at the end of a line. */
function stateAfter(text: string): string[] {
  const closes: Record<string, string> = { "1": "22", "2": "22", "3": "23", "31": "39", "36": "39" };
  let on: string[] = [];
  for (const [, code = ""] of text.matchAll(/\[(\d+)m/g)) {
    if (closes[code] === undefined) on = on.filter((open) => closes[open] !== code);
    else on.push(code);
  }
  return on;
}

describe("cutting and padding", () => {
  test("says that something was cut, inside the style", () => {
    expect(truncateLine("a long line", 6)).toBe("a lon…");
    expect(truncateLine(style.bold("a long line"), 6)).toBe(style.bold("a lon…"));
    expect(truncateLine("日本語", 4)).toBe("日…");
    expect(truncateLine("fits", 4)).toBe("fits");
    expect(truncateLine("abc", 0)).toBe("");
  });

  test("never exceeds the width", () => {
    fc.assert(
      fc.property(fc.oneof(line, styled), fc.integer({ min: 0, max: 30 }), (text, columns) => {
        expect(widthOf(truncateLine(text, columns))).toBeLessThanOrEqual(columns);
      }),
      { numRuns: 1000 },
    );
  });

  test("pads to a column by what is seen, not by length", () => {
    expect(padLine("日本", 6)).toBe("日本  ");
    expect(padLine(style.bold("a"), 3, "right")).toBe(`  ${style.bold("a")}`);
    expect(padLine("a", 4, "center")).toBe(" a  ");
  });

  test("a family, a flag and a letter with its accent are one character each", () => {
    expect(graphemesOf("👨‍👩‍👧🇩🇪e\u0301")).toEqual(["👨‍👩‍👧", "🇩🇪", "e\u0301"]);
  });
});

describe("styles", () => {
  test("without colours no colour code is written, and emphasis stays", () => {
    const bare = createStyle({ colour: false });
    expect(bare.danger("x")).toBe("x");
    expect(bare.bold("x")).toBe("\u001b[1mx\u001b[22m");
  });

  test("plain style writes no escape sequence at all", () => {
    expect(plainStyle.bold(plainStyle.heading(plainStyle.link("x")))).toBe("x");
    expect(plainStyle.hyperlink("https://example.com", "x")).toBe("x");
  });

  test("an outer style goes on behind an inner one", () => {
    expect(style.dim(`a${style.bold("b")}c`)).toBe("\u001b[2ma\u001b[1mb\u001b[22m\u001b[2mc\u001b[22m");
  });

  test("an unsafe target is no link", () => {
    expect(style.hyperlink("javascript:x", "x")).toBe("x");
    expect(style.hyperlink("https://example.com/\u001b\\", "x")).toBe("x");
  });
});
