import { describe, expect, test } from "bun:test";
import type { EditCommand } from "../../src/terminal/text-buffer.ts";
import { buffer, after } from "./text-buffer-marked.ts";

describe("what looks like one character is one", () => {
  const table: Record<string, string> = {
    "a family": "👨‍👩‍👧‍👦",
    "a flag": "🇩🇪",
    "a heart with a variation selector": "❤️",
    "a hand with a skin tone": "👋🏽",
    "e and a combining acute": "e\u0301",
    "Hangul as jamo": "\u1100\u1161\u11a8",
    "a keycap": "1️⃣",
    "a flag made of tags": "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "a Devanagari syllable": "नि",
    "a wide character": "漢",
    "a family of skin tones": "👩🏽‍🤝‍👨🏿",
    "a person at work, with a variation selector inside": "🏋🏽‍♀️",
    "a flag with a joiner": "🏳️‍🌈",
    "a sign with the text selector": "☺︎",
    "a keycap of a sign": "#️⃣",
    "a letter under five marks": "a\u0301\u0302\u0303\u0304\u0323",
    "a Hangul syllable and the jamo that closes it": "가\u11a8",
    "a Tamil syllable": "நி",
    "a Thai consonant with vowel and tone": "กี่",
    "an Arabic letter with a vowel sign": "بَ",
    "a Hebrew letter with two points": "שׁ",
    "an ideograph with a selector": "葛\u{e0100}",
  };
  for (const [name, cluster] of Object.entries(table)) {
    test(`${name}: one press of Backspace, Delete, Left and Right`, () => {
      expect(after(`x${cluster}|y`, "delete-backward")).toBe("x|y");
      expect(after(`x|${cluster}y`, "delete-forward")).toBe("x|y");
      expect(after(`x${cluster}|y`, "move-left")).toBe(`x|${cluster}y`);
      expect(after(`x|${cluster}y`, "move-right")).toBe(`x${cluster}|y`);
    });
  }

  test("two flags without anything between them are two", () => {
    expect(after("🇩🇪🇫🇷|", "delete-backward")).toBe("🇩🇪|");
    expect(after("|🇩🇪🇫🇷", "move-right")).toBe("🇩🇪|🇫🇷");
  });

  test("all of them in a row, one press each", () => {
    const made = buffer("x|");
    for (const cluster of ["👨‍👩‍👧‍👦", "🇩🇪", "❤️", "👋🏽", "e\u0301", "\u1100\u1161\u11a8"]) made.insert(cluster);
    for (let press = 0; press < 6; press += 1) made.run("delete-backward", 80);
    expect(after(made)).toBe("x|");
    expect(made.layout(80).caret).toEqual({ row: 0, column: 1 });
  });

  test("a mark that comes in a later read joins the letter before it", () => {
    const made = buffer("x|");
    made.insert("e");
    made.insert("\u0301");
    expect(after(made, "delete-backward")).toBe("x|");
  });

  test("the caret is never inside one, also where a deletion joins two", () => {
    expect(after("🇩x|🇪", "delete-backward")).toBe("🇩🇪|");
    const made = buffer("|\u0301");
    made.insert("e");
    expect(after(made)).toBe("e\u0301|");
  });
});

describe("moving", () => {
  test("by words, over spaces, signs and newlines", () => {
    const line = "git commit -m 'x'\nfoo.bar|";
    expect(after(line, "move-word-left")).toBe("git commit -m 'x'\nfoo.|bar");
    expect(after(line, "move-word-left", "move-word-left", "move-word-left")).toBe(
      "git commit -m 'x'\n|foo.bar",
    );
    expect(after("|foo.bar baz", "move-word-right", "move-word-right")).toBe("foo.|bar baz");
    expect(after("one|  \n two", "move-word-right")).toBe("one  \n two|");
  });

  test("by words in a script without spaces", () => {
    const made = buffer("我喜欢编程|");
    made.run("move-word-left", 80);
    expect(made.caret).toBeGreaterThan(0);
    expect(made.caret).toBeLessThan(5);
    expect(after(made, "move-word-right")).toBe("我喜欢编程|");
  });

  test.each(["größe", "naïve", "cafe\u0301", "déjà", "Привет", "ελληνικά", "tiếng", "안녕하세요", "नमस्ते"])(
    "by words with letters that are no ASCII: %s",
    (word) => {
      expect(after(`one ${word}|`, "move-word-left")).toBe(`one |${word}`);
      expect(after(`|${word} two`, "move-word-right")).toBe(`${word}| two`);
      expect(after(`one ${word}|`, "kill-word-backward")).toBe("one |");
    },
  );

  test("by words never stops inside what a person calls a character", () => {
    for (const cluster of ["👨‍👩‍👧", "🇩🇪", "❤️", "👋🏽", "1️⃣", "e\u0301", "\u1100\u1161\u11a8"]) {
      expect(after(`one ${cluster}|`, "move-word-left")).toBe(`one |${cluster}`);
      expect(after(`one ${cluster}|`, "kill-word-backward")).toBe("one |");
      expect(after(`|${cluster} two`, "move-word-right")).toBe(`${cluster}| two`);
    }
  });

  test("to the ends of the line and of the text", () => {
    const text = "one\ntwo| more\nthree";
    expect(after(text, "move-line-start")).toBe("one\n|two more\nthree");
    expect(after(text, "move-line-end")).toBe("one\ntwo more|\nthree");
    expect(after(text, "move-text-start")).toBe("|one\ntwo more\nthree");
    expect(after(text, "move-text-end")).toBe("one\ntwo more\nthree|");
  });

  test("up and down keeps to the column over a shorter line", () => {
    const made = buffer("a long line\nhi\nanother line|");
    made.moveTo("a long line\nhi\nanother".length);
    expect(after(made, "move-up")).toBe("a long line\nhi|\nanother line");
    expect(after(made, "move-up")).toBe("a long |line\nhi\nanother line");
    expect(after(made, "move-down", "move-down")).toBe("a long line\nhi\nanother| line");
  });

  test("up and down goes by rows, and by columns with wide characters", () => {
    const made = buffer("漢字漢字漢字|");
    // Nine columns hold four characters and the caret.
    expect(made.layout(9).lines.map((line) => line.text)).toEqual(["漢字漢字", "漢字"]);
    made.run("move-up", 9);
    expect(after(made)).toBe("漢字|漢字漢字");
  });

  test("beyond the first and the last row changes nothing and says so", () => {
    const made = buffer("one\ntw|o");
    expect(made.run("move-down", 80)).toBe(false);
    expect(made.run("move-up", 80)).toBe(true);
    expect(made.run("move-up", 80)).toBe(false);
    expect(after(made)).toBe("on|e\ntwo");
  });
});

describe("cutting and putting back", () => {
  test("by line, by word, by what the shell calls a word", () => {
    expect(after("one two| three", "kill-to-line-end")).toBe("one two|");
    expect(after("one two| three", "kill-to-line-start")).toBe("| three");
    expect(after("vim src/foo/bar.ts|", "kill-shell-word-backward")).toBe("vim |");
    expect(after("vim src/foo/bar.ts|", "kill-word-backward")).toBe("vim src/foo/bar.|");
    expect(after("|vim src", "kill-word-forward")).toBe("| src");
  });

  test("at the end of a line takes the newline", () => {
    expect(after("one|\ntwo", "kill-to-line-end")).toBe("one|two");
    expect(after("one\n|two", "kill-to-line-start")).toBe("one|two");
  });

  test("cuts in a row come back together, in the order of the text", () => {
    const cuts: EditCommand[] = [
      "kill-shell-word-backward",
      "kill-shell-word-backward",
      "kill-to-line-end",
      "yank",
    ];
    expect(after("a b c| d", ...cuts)).toBe("a b c d|");
  });

  test("Alt+Y goes back through older cuts", () => {
    const made = buffer("first|");
    made.run("kill-to-line-start", 80);
    made.insert("second");
    made.run("kill-to-line-start", 80);
    expect(after(made, "yank")).toBe("second|");
    expect(after(made, "yank-pop")).toBe("first|");
    expect(after(made, "yank-pop")).toBe("second|");
    expect(after(made, "move-left", "yank-pop")).toBe("secon|d");
  });
});

describe("undo", () => {
  test("takes back a word of typing, not a letter, and does it again", () => {
    const made = buffer("|");
    for (const char of "one two three") made.insert(char);
    expect(after(made, "undo")).toBe("one two |");
    expect(after(made, "undo")).toBe("one |");
    expect(after(made, "redo")).toBe("one two |");
    made.insert("x");
    expect(after(made, "redo")).toBe("one two x|");
  });

  test("a move begins a new step", () => {
    const made = buffer("|");
    made.insert("ab");
    made.run("move-left", 80);
    made.insert("x");
    expect(after(made, "undo")).toBe("a|b");
  });

  test("brings a cleared text back", () => {
    const made = buffer("precious|");
    made.clear();
    expect(made.isEmpty).toBe(true);
    expect(after(made, "undo")).toBe("precious|");
  });

  test("a new text has nothing to undo", () => {
    const made = buffer("old|");
    made.insert("er");
    made.reset();
    expect(made.run("undo", 80)).toBe(false);
    expect(made.value()).toBe("");
  });
});
