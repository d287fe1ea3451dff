/** Long pastes in the text that is being written, and what of it is on the screen. */
import { describe, expect, test } from "bun:test";
import { buffer, after } from "./text-buffer-marked.ts";

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
