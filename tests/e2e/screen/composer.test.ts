/** The message being written: laid out in the window, with the real cursor where the caret is. */
import { expect, test } from "bun:test";
import type { TestTerminal } from "../../support/terminal.ts";
import { text } from "../../support/model-server.ts";
import { drawnColumns } from "../../../src/hosts/repl/screen/frame.ts";
import { writing } from "../../components/views.ts";
import { answered, begin } from "../start.ts";
import { expectGoodManners, resizeTo, SIZES } from "./watch.ts";

const LONG =
  "The quick brown fox 日本語の文章 jumps over the lazy 👩‍👩‍👧‍👦 dog, naïvely, " + "and once more ".repeat(6);

/** Waits until the caret's line is on the screen, as the text is laid out, and the cursor on the caret's cell. */
async function caretIsRight(terminal: TestTerminal, cols: number, written: string, back = 0): Promise<void> {
  const { lines, caretRow, caretColumn } = writing(written, drawnColumns(cols) - 2, back);
  const wanted = (lines[caretRow] ?? "").trimEnd();
  await terminal.waitFor(
    () => {
      const { x, y } = terminal.cursor();
      return x === 2 + caretColumn && (terminal.screen()[y] ?? "").slice(2) === wanted;
    },
    { what: `the cursor in column ${2 + caretColumn} of ${JSON.stringify(wanted)}` },
  );
}

test.each(SIZES)("a long message at $cols×$rows, with the caret anywhere in it", async (size) => {
  await using story = await begin([[text("Taken.")]], size);
  const { terminal } = story;
  terminal.type(LONG);
  await caretIsRight(terminal, size.cols, LONG);
  for (const [presses, back] of [
    [1, 1],
    [9, 10],
    [20, 30],
    [30, 60],
  ] as const) {
    terminal.press(...Array.from({ length: presses }, () => "left"));
    // Steps are graphemes, and the wide family is one of eleven code units.
    await caretIsRight(terminal, size.cols, LONG, back);
  }
  expectGoodManners(terminal);
});

test("a message of 40 lines takes a part of the window only, and the caret's line is in it", async () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n");
  await using story = await begin([[text("Taken.")]]);
  const { terminal } = story;
  for (const line of message.split("\n").slice(0, -1)) {
    terminal.type(line);
    terminal.press("ctrl+j");
    // Not in one read with the next line, which would make a paste of it.
    await terminal.waitFor(new RegExp(`${line}\n( *\n)?─`));
  }
  terminal.type("line 40");
  await caretIsRight(terminal, 80, message);
  const screen = terminal.screen();
  expect(screen.filter((line) => /^[> ↑] line \d+$/.test(line))).toHaveLength(9);
  // An arrow where more of the text is.
  expect(screen).toContain("↑ line 32");
  terminal.press(...Array.from({ length: 39 }, () => "up"));
  await terminal.waitFor("> line 1");
  expect(terminal.screen()).toContain("↓ line 9");
  terminal.press("enter");
  await answered(terminal, "Taken.");
  expect(terminal.scrollback().filter((line) => line === "  line 30")).toHaveLength(1);
  expectGoodManners(terminal);
});

test("every key keeps the cursor on the caret: words, lines, deletions", async () => {
  await using story = await begin([], { cols: 40, rows: 12 });
  const { terminal } = story;
  terminal.type("héllo 日本 world");
  await caretIsRight(terminal, 40, "héllo 日本 world");
  terminal.press("alt+b", "alt+b");
  await caretIsRight(terminal, 40, "héllo 日本 world", 8);
  terminal.press("ctrl+w");
  await caretIsRight(terminal, 40, "日本 world", 8);
  terminal.press("ctrl+e", "backspace");
  await caretIsRight(terminal, 40, "日本 worl");
  terminal.press("ctrl+a");
  await caretIsRight(terminal, 40, "日本 worl", 7);
  terminal.type("a 👍🏽 b ");
  await caretIsRight(terminal, 40, "a 👍🏽 b 日本 worl", 7);
});

test("a resize lays the message out anew, with the caret at the same place in it", async () => {
  await using story = await begin([]);
  const { terminal } = story;
  terminal.type(LONG);
  await caretIsRight(terminal, 80, LONG);
  for (const [cols, rows] of [
    [60, 24],
    [45, 20],
    [100, 30],
    [70, 18],
    [80, 24],
  ] as const) {
    await resizeTo(terminal, cols, rows);
    await caretIsRight(terminal, cols, LONG);
    expect(terminal.scrollback().filter((line) => line.startsWith(">"))).toHaveLength(1);
    expect(terminal.scrollback().filter((line) => line.includes("⇧⇥"))).toHaveLength(1);
  }
  expectGoodManners(terminal);
});
