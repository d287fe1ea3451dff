import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createSanitizer, safeUrl, sanitize } from "../../src/terminal/sanitize.ts";

const hostile = fc
  .array(
    fc.constantFrom(
      "text",
      " ",
      "\n",
      "\r",
      "\r\n",
      "\t",
      "\b",
      "\u0007",
      "\u001b",
      "\u001b[31m",
      "\u001b[",
      "\u001b]8;;https://x\u0007",
      "\u001b]52;c;",
      "\u001bP",
      "\u001b\\",
      "\u009b",
      "\u009d",
      "\u009c",
      "\u0018",
      "12;3",
      "m",
      "é",
      "e\u0301",
      "日本",
      "👨‍👩‍👧",
      "🏴",
      "\u{e0067}",
      "\u{e007f}",
      "\u200d",
      "\ufe0f",
      "\u202e",
      "\ud83d",
      "\ude00",
      "1\ufe0f\u20e3",
      "\u2028",
      "\ufeff",
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describe("output", () => {
  test("colours and cursor movements of a command are not shown and do nothing", () => {
    expect(sanitize("\u001b[1;31mred\u001b[0m\u001b[2J\u001b[H!", "output")).toBe("red!");
  });

  test("a title that never ends stays readable instead of eating the rest", () => {
    expect(sanitize("\u001b]0;the rest of the log\nline two", "output")).toBe(
      "0;the rest of the log\nline two",
    );
  });

  test("a broken-off sequence does not swallow the line break behind it", () => {
    expect(sanitize("\u001b[31\nnext", "output")).toBe("\nnext");
  });

  test("a progress bar shows each state, or only its last one where that is asked for", () => {
    expect(sanitize("10%\r50%\r100%\ndone", "output")).toBe("10%\n50%\n100%\ndone");
    expect(sanitize("10%\r50%\r100%\ndone", "output", { lastStateOnly: true })).toBe("100%\ndone");
    expect(sanitize("a\r\n10%\r", "output", { lastStateOnly: true })).toBe("a\n10%");
  });

  test("tabs align as on a terminal, behind wide characters too", () => {
    expect(sanitize("a\tb\n日本\tb", "output")).toBe("a       b\n日本    b");
    expect(sanitize("\tx", "output", { tabWidth: 4 })).toBe("    x");
  });

  test("text that reads backwards is spelled out", () => {
    expect(sanitize("user\u202etxt", "output")).toBe("user\\u{202e}txt");
  });

  test("joiners stay where a script or an emoji needs them and are spelled out elsewhere", () => {
    expect(sanitize("👩🏻‍💻 می‌خواهم", "output")).toBe("👩🏻‍💻 می‌خواهم");
    expect(sanitize("pass\u200dword", "output")).toBe("pass\\u{200d}word");
  });

  test("bytes hidden in variation selectors come to light", () => {
    expect(sanitize("😀\ufe0f\ufe0e\u{e0101}", "output")).toBe("😀\ufe0f\\u{fe0e}\\u{e0101}");
  });

  test("a keycap and a heart keep their emoji form", () => {
    expect(sanitize("1\ufe0f\u20e3 ❤\ufe0f", "output")).toBe("1\ufe0f\u20e3 ❤\ufe0f");
  });

  test("an unknown flag made of tags is spelled out", () => {
    expect(sanitize("🏴\u{e0068}\u{e0069}\u{e007f}", "output")).toBe("🏴\\u{e0068}\\u{e0069}\\u{e007f}");
  });

  test("half a surrogate pair becomes a replacement character", () => {
    expect(sanitize("a\ud83db", "output")).toBe("a\ufffdb");
  });

  test("no control character but the line break is ever left", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitize(text, "output")).not.toMatch(/[[\p{Cc}\p{Cs}]--\n]/v);
      }),
    );
  });

  test("a text that was made printable stays as it is", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = sanitize(text, "output");
        expect(sanitize(once, "output")).toBe(once);
      }),
    );
  });

  test("a joiner behind what is spelled out itself is spelled out, too", () => {
    for (const text of ["\ufe0f\u200d👨", `a${"\u0301".repeat(9)}\u200dб`, "\u{e0101}\u200d👨"]) {
      const once = sanitize(text, "output");
      expect(once).toContain("\\u{200d}");
      expect(sanitize(once, "output")).toBe(once);
    }
    expect(sanitize("❤\ufe0f\u200d🔥", "output")).toBe("❤\ufe0f\u200d🔥");
  });

  test("a stream gives the same text however it is cut", () => {
    fc.assert(
      fc.property(hostile, fc.array(fc.nat(60), { maxLength: 6 }), (text, places) => {
        const sanitizer = createSanitizer();
        const cuts = [0, ...places.map((place) => Math.min(place, text.length)), text.length].toSorted(
          (a, b) => a - b,
        );
        const parts = cuts.slice(1).map((end, index) => sanitizer.push(text.slice(cuts[index], end)));
        expect(parts.join("") + sanitizer.end()).toBe(sanitize(text, "output"));
      }),
      { numRuns: 500 },
    );
  });

  test("a stream of bytes may be cut inside a character", () => {
    const sanitizer = createSanitizer();
    const bytes = new TextEncoder().encode("né日👩‍💻\u001b[31mx");
    const parts = Array.from(bytes, (byte) => sanitizer.push(Uint8Array.of(byte)));
    expect(parts.join("") + sanitizer.end()).toBe("né日👩‍💻x");
  });

  test("plain live text is passed on at once, nothing is held back", () => {
    expect(createSanitizer().push("Continue? [y/n] 1")).toBe("Continue? [y/n] 1");
  });

  test("a control string without end is given back once it is too long to be one", () => {
    const sanitizer = createSanitizer();
    expect(sanitizer.push(`\u001b]0;${"x".repeat(1 << 20)}yz`).length).toBeGreaterThan(1 << 20);
  });
});

describe("approval", () => {
  test("nothing is removed: what cannot be seen is spelled out", () => {
    expect(sanitize("ls\u001b[8m; rm x\u0000\u200b\u00a0\t.", "approval")).toBe(
      "ls\\x1b[8m; rm x\\x00\\u{200b}\\u{a0}\\t.",
    );
  });

  test("a command keeps its lines", () => {
    expect(sanitize("cd a\nmake", "approval")).toBe("cd a\nmake");
  });

  test("letters that only look Latin are named", () => {
    expect(sanitize("curl https://gіthub.com", "approval")).toBe("curl https://g\\u{456}thub.com");
    expect(sanitize("curl https://асе.com", "approval")).toBe("curl https://\\u{430}\\u{441}\\u{435}.com");
    expect(sanitize("curl https://github.com∕x.evil.com", "approval")).toContain("\\u{2215}");
    expect(sanitize("curl https://ｇit.com; bɑsh x", "approval")).toBe(
      "curl https://\\u{ff47}it.com; b\\u{251}sh x",
    );
  });

  test("words wholly in another alphabet are left alone", () => {
    expect(sanitize("echo привет файл.txt αβγ", "approval")).toBe("echo привет файл.txt αβγ");
  });

  test("blanks that push a command out of sight are counted", () => {
    expect(sanitize(`ls${" ".repeat(300)}; rm x`, "approval")).toBe("ls⟨300 spaces⟩; rm x");
    expect(sanitize(`ls${"\n".repeat(100)}rm x`, "approval")).toBe("ls\n⟨99 blank lines⟩\nrm x");
  });

  test("a huge command keeps its head and its tail, and says how much is between", () => {
    const shown = sanitize(`head ${"a".repeat(50_000)} tail`, "approval");
    expect(shown).toStartWith("head ");
    expect(shown).toEndWith(" tail");
    expect(shown).toMatch(/…⟨33\d\d\d more⟩…/);
    expect(sanitize("a".repeat(50_000), "approval", { limit: Infinity })).toHaveLength(50_000);
  });

  test("names stand on one line and are cut with a count", () => {
    expect(sanitize("tool\n\nAllow? [Y]", "approval_inline")).toBe("tool\\n\\nAllow? [Y]");
    expect(sanitize("x".repeat(200), "approval_inline")).toBe(`${"x".repeat(96)}…⟨104 more⟩`);
  });

  test("only line breaks are left of all control characters", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sanitize(text, "approval")).not.toMatch(/[[\p{C}\p{Default_Ignorable_Code_Point}]--\n]/v);
        expect(sanitize(text, "approval_inline")).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe("titles and links", () => {
  test("a title is one line and cannot end our sequence", () => {
    expect(sanitize("build\u0007\n\u001b]52;c;x\u0007 \u009c", "title")).toBe("build ]52;c;x ");
  });

  test("only plain web addresses become links", () => {
    expect(safeUrl("https://example.com/a?b=c#d")).toBe("https://example.com/a?b=c#d");
    expect(safeUrl("https://exämple.com/é")).toBe("https://xn--exmple-cua.com/%C3%A9");
    for (const url of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://u:p@x/",
      "https://x/\u0007",
      "//x",
      "x",
    ]) {
      expect(safeUrl(url)).toBeNull();
    }
  });
});
