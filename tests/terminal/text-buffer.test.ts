import { describe, expect, test } from "bun:test";
import { createTextBuffer, type EditCommand, type TextBuffer } from "../../src/terminal/text-buffer.ts";

/** A buffer with a text in which `|` marks the caret. */
function buffer(marked: string): TextBuffer {
  const made = createTextBuffer();
  made.reset(marked.replace("|", ""));
  made.moveTo(marked.indexOf("|"));
  return made;
}

/** The text with `|` at the caret, after the given commands. */
function after(start: string | TextBuffer, ...commands: readonly EditCommand[]): string {
  const made = typeof start === "string" ? buffer(start) : start;
  for (const command of commands) made.run(command, 80);
  const { text } = made.content;
  return `${text.slice(0, made.caret)}|${text.slice(made.caret)}`;
}

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

describe("a long paste", () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");

  test("is a chip that is shown as a label and sent as what it stands for", () => {
    const made = buffer("see |");
    made.insertPaste(lines(120));
    made.insert(" please");
    expect(made.layout(80).lines.map((line) => line.text)).toEqual(["see [paste #1 · 120 lines] please"]);
    expect(made.layout(80).lines[0]?.chips).toMatchObject([
      { start: 4, end: 26, chip: { id: 1, lines: 120 } },
    ]);
    expect(made.value()).toBe(`see ${lines(120)} please`);
  });

  test("goes, moves and comes back as one", () => {
    const made = buffer("|");
    made.insertPaste(lines(7));
    made.insertPaste("x".repeat(501));
    expect(made.layout(80).lines[0]?.text).toBe("[paste #1 · 7 lines][paste #2 · 501 characters]");
    made.run("move-left", 80);
    expect(made.layout(80).caret.column).toBe("[paste #1 · 7 lines]".length);
    made.run("delete-backward", 80);
    expect(made.value()).toBe("x".repeat(501));
    made.run("undo", 80);
    expect(made.value()).toBe(lines(7) + "x".repeat(501));
    made.run("kill-word-forward", 80);
    expect(made.value()).toBe(lines(7));
    made.run("move-text-start", 80);
    made.run("yank", 80);
    expect(made.value()).toBe("x".repeat(501) + lines(7));
  });

  test("short ones stay text", () => {
    const made = buffer("|");
    made.insertPaste(lines(5));
    expect(made.content.text).toBe(lines(5));
  });

  test("in pieces becomes one chip, also when the first piece was short", () => {
    const made = buffer("a|");
    made.insertPaste("1\n2\n");
    made.insertPaste("3\n4\n", true);
    expect(made.content.text).toBe("a1\n2\n3\n4\n");
    made.insertPaste("5\n6\n7", true);
    made.insertPaste("\n8", true);
    expect(made.layout(80).lines[0]?.text).toBe("a[paste #1 · 8 lines]");
    expect(made.value()).toBe("a1\n2\n3\n4\n5\n6\n7\n8");
    expect(after(made, "undo")).toBe("a|");
  });

  test("two pastes are two chips", () => {
    const made = buffer("|");
    made.insertPaste(lines(6));
    made.insertPaste(lines(7));
    expect(made.content.chips.map((chip) => chip.lines)).toEqual([6, 7]);
  });

  test("opens in place", () => {
    const made = buffer("a|");
    made.insertPaste(lines(9));
    expect(made.openChip(0)).toBe(false);
    expect(made.openChip(1)).toBe(true);
    expect(made.content).toEqual({ text: `a${lines(9)}`, chips: [] });
  });

  test("cannot be forged by a text with the mark in it", () => {
    const made = buffer("|");
    made.insert("a\u001ab");
    made.insertPaste("\u001a");
    expect(made.value()).toBe("ab");
  });

  test("is cut to fit where a row is too narrow for its label", () => {
    const made = buffer("|");
    made.insertPaste(lines(120));
    expect(made.layout(12).lines.map((line) => line.text)).toEqual(["[paste #1 …"]);
  });
});

describe("on the screen", () => {
  const rows = (text: string, width: number): string[] =>
    buffer(`${text}|`)
      .layout(width)
      .lines.map((line) => line.text);

  test("rows break behind blanks, and inside a word only where they must", () => {
    expect(rows("the quick brown fox", 11)).toEqual(["the quick ", "brown fox"]);
    expect(rows("abcdefghijklm no", 6)).toEqual(["abcde", "fghij", "klm ", "no"]);
    expect(rows("one\n\ntwo", 20)).toEqual(["one", "", "two"]);
  });

  test("the caret has a cell in every row, and stands on the cell of its character", () => {
    const full = buffer("abcd|").layout(5);
    expect(full.lines.length).toBe(1);
    expect(full.caret).toEqual({ row: 0, column: 4 });
    expect(buffer("你好|ab").layout(80).caret).toEqual({ row: 0, column: 4 });
    expect(buffer("one two|").layout(5).caret).toEqual({ row: 1, column: 3 });
  });

  test("a blank behind a full row hangs over its end instead of jumping down", () => {
    expect(rows("abcd ", 5)).toEqual(["abcd "]);
    expect(buffer("abcd |").layout(5).caret).toEqual({ row: 0, column: 4 });
    expect(rows("abcd e", 5)).toEqual(["abcd ", "e"]);
  });

  test("a wide character never stands half in a row", () => {
    expect(rows("ab漢字", 5)).toEqual(["ab漢", "字"]);
    expect(rows("a漢字", 5)).toEqual(["a漢", "字"]);
  });

  test("nothing invisible or moving reaches the screen", () => {
    expect(rows("a\u202eb", 80)).toEqual([String.raw`a\u{202e}b`]);
    expect(rows("a\tb", 80)).toEqual(["a    b"]);
    expect(buffer("a\u202eb|").value()).toBe("a\u202eb");
  });
});

describe("a view", () => {
  test("is told of every change, and gets the same layout until there is one", () => {
    const made = buffer("one|");
    let told = 0;
    const leave = made.subscribe(() => (told += 1));
    const first = made.layout(80);
    expect(made.layout(80)).toBe(first);
    made.insert("x");
    made.run("move-left", 80);
    made.run("move-up", 80);
    expect(told).toBe(2);
    expect(made.layout(80)).not.toBe(first);
    leave();
    made.insert("y");
    expect(told).toBe(2);
  });

  test("text before the caret in its line is there for completion", () => {
    const made = buffer("first\n@src/ma|in");
    expect(made.lineBeforeCaret()).toBe("@src/ma");
    made.replace(6, made.caret, "@src/main.ts ");
    expect(after(made)).toBe("first\n@src/main.ts |in");
  });

  test("a text can be set aside with its chips and set again", () => {
    const made = buffer("see |");
    made.insertPaste("x\n".repeat(40));
    const { content, caret } = made;
    made.set("something else");
    made.set(content, caret);
    expect(made.value()).toBe(`see ${"x\n".repeat(40)}`);
    expect(made.caret).toBe(5);
  });
});
