/** Selecting with Shift: what is shown inverse is what the next key takes. */
import { describe, expect, test } from "bun:test";
import { createTextBuffer, type EditCommand, type TextBuffer } from "../../src/terminal/text-buffer.ts";

/** A buffer with a text in which `|` marks the caret, after the given commands. */
function buffer(marked: string, ...commands: readonly EditCommand[]): TextBuffer {
  const made = createTextBuffer();
  made.reset(marked.replace("|", ""));
  made.moveTo(marked.indexOf("|"));
  for (const command of commands) made.run(command, 80);
  return made;
}

const selected = ({ content, selection }: TextBuffer): string =>
  selection === undefined ? "" : content.text.slice(selection.start, selection.end);

/** The text with `|` at the caret. */
const shown = ({ content, caret }: TextBuffer): string =>
  `${content.text.slice(0, caret)}|${content.text.slice(caret)}`;

describe("Shift with a move selects what lies on the way", () => {
  test.each<[EditCommand, string]>([
    ["extend-left", "o"],
    ["extend-right", "\n"],
    ["extend-word-left", "two"],
    ["extend-word-right", "\nthree"],
    ["extend-line-start", "one two"],
    ["extend-line-end", ""],
    ["extend-text-start", "one two"],
    ["extend-text-end", "\nthree 👨‍👩‍👧"],
    ["extend-down", "\nthree "],
  ])("%s takes %j", (command, expected) => {
    expect(selected(buffer("one two|\nthree 👨‍👩‍👧", command))).toBe(expected);
  });

  test("and goes on from where it began, back over it, too", () => {
    const made = buffer("a👨‍👩‍👧bc|", "extend-left", "extend-left", "extend-left");
    expect(selected(made)).toBe("👨‍👩‍👧bc");
    made.run("extend-right", 80);
    expect(selected(made)).toBe("bc");
    for (let press = 0; press < 2; press += 1) made.run("extend-right", 80);
    expect(made.selection).toBeUndefined();
  });
});

describe("with a selection", () => {
  const three = ["extend-left", "extend-left", "extend-left"] as const;

  test("typing and pasting replace it, and one undo brings it back", () => {
    const made = buffer("one two|", ...three);
    made.insert("2");
    expect(shown(made)).toBe("one 2|");
    made.run("undo", 80);
    expect(shown(made)).toBe("one |two");
    const other = buffer("one two|", ...three);
    other.insertPaste("zwei");
    expect(shown(other)).toBe("one zwei|");
  });

  test("a paste that becomes a chip takes its place, and goes on there with its next part", () => {
    const made = buffer("see this| now", "extend-word-left");
    made.insertPaste("x\n".repeat(20));
    made.insertPaste("y\n".repeat(20), true);
    expect(made.value()).toBe(`see ${"x\n".repeat(20)}${"y\n".repeat(20)} now`);
    expect(made.content.chips).toHaveLength(1);
  });

  test.each<EditCommand>(["delete-backward", "delete-forward"])("%s takes it and no more", (command) => {
    expect(shown(buffer("one two|", ...three, command))).toBe("one |");
  });

  test.each<EditCommand>([
    "kill-word-backward",
    "kill-word-forward",
    "kill-shell-word-backward",
    "kill-to-line-start",
    "kill-to-line-end",
  ])("%s cuts it, to be put back elsewhere", (command) => {
    const made = buffer("one two|", ...three, command);
    expect(shown(made)).toBe("one |");
    made.run("move-text-start", 80);
    made.run("yank", 80);
    expect(shown(made)).toBe("two|one ");
  });

  test("what is put back takes its place", () => {
    const made = buffer("one two|", "kill-word-backward", "extend-word-left", "yank");
    expect(shown(made)).toBe("two|");
  });

  test.each<[EditCommand, string]>([
    ["move-left", "one |two"],
    ["move-right", "one two|"],
    ["move-text-start", "|one two"],
  ])("%s without Shift leaves it", (command, expected) => {
    const made = buffer("one two|", ...three, command);
    expect(shown(made)).toBe(expected);
    expect(made.selection).toBeUndefined();
    made.insert("!");
    expect(made.content.text).toHaveLength(8);
  });

  test("chips in it go with it and come back with it", () => {
    const made = createTextBuffer();
    made.insert("a ");
    made.insertPaste("line\n".repeat(9));
    made.run("extend-text-start", 80);
    made.run("kill-to-line-end", 80);
    expect(made.isEmpty).toBeTrue();
    made.run("yank", 80);
    expect(made.value()).toBe(`a ${"line\n".repeat(9)}`);
  });
});

test("a row says where its part of the selection stands in what it shows", () => {
  const made = buffer("a\tb\u0007漢|");
  made.run("extend-text-start", 80);
  const rows = made.layout(80).lines;
  const part = { start: 1, end: 3 };
  expect(rows.map((row) => [row.text, made.spanIn(row, part)])).toEqual([["a    b漢", { start: 1, end: 6 }]]);
  const two = buffer("one two|").layout(5).lines;
  expect(two.map((row) => buffer("one two|").spanIn(row, { start: 2, end: 6 }))).toEqual([
    { start: 2, end: 4 },
    { start: 0, end: 2 },
  ]);
});

test.each<[string, readonly EditCommand[], string]>([
  ["abc|", ["extend-right", "move-text-start"], "x|abc"],
  ["|abc", ["extend-left", "move-right"], "ax|bc"],
  ["abc|", ["extend-left", "extend-right", "move-word-left"], "x|abc"],
])(
  "a Shift with a move that selected nothing leaves a later move without Shift alone: %s",
  (text, commands, expected) => {
    const made = buffer(text, ...commands);
    expect(made.selection).toBeUndefined();
    made.insert("x");
    expect(shown(made)).toBe(expected);
  },
);
