/** A streamed answer stands in the scrollback once and whole, whatever is in it and however small the window is. */
import { expect, test } from "bun:test";
import { gate, text } from "../../support/model-server.ts";
import { countInLines } from "../../support/screen-rules.ts";
import { begin, idle, send, seen } from "../start.ts";
import { expectGoodManners, expectOneLivePart, expectPrinted, linesOf, pieces, SIZES } from "./watch.ts";

/** Markdown of about `tokens` pieces of 4 characters, with everything in it that answers are made of. */
function answer(tokens: number): string {
  const parts: string[] = [];
  for (let part = 1, length = 0; length < tokens * 4; part += 1) {
    const text = [
      `## Part ${part}`,
      `The ${part}th paragraph has **bold** words, \`code ${part}\` and [a link](https://example.com/${part}), and it is longer than one line of the window, so that it has to be wrapped somewhere.`,
      `- item ${part} of a list\n  - with one below it\n- 中文 and 👩‍👩‍👧‍👦 in another\n- [ ] and a task ${part}`,
      `\`\`\`ts\nexport function part${part}(value: number): string {\n  return \`part \${value}\`; // with a comment that goes on past the end\n}\n\`\`\``,
      `| part | what |\n|---:|:---|\n| ${part} | a cell |\n| ${part + 1} | another cell |`,
      `> quoted ${part}\n> twice`,
      `1. first of ${part}\n2. second`,
    ].join("\n\n");
    parts.push(text);
    length += text.length + 2;
  }
  return [...parts, "The very end."].join("\n\n");
}

test("20,000 tokens as fast as the server sends them: every line once, whole and in order", async () => {
  const said = answer(20_000);
  await using story = await begin([pieces(said).map((piece) => text(piece))]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("The very end.", { within: 25_000 });
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, 80));
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
  expect(terminal.raw().length).toBeLessThan(400_000);
});

test.each(SIZES)("an answer with everything in it at $cols×$rows", async (size) => {
  const said = answer(500);
  await using story = await begin([pieces(said, 7).map((piece) => text(piece))], size);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("The very end.");
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, size.cols));
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("a paragraph of 6,000 characters without a line end", async () => {
  const said = Array.from({ length: 800 }, (_, index) => `word${index}`).join(" ");
  const half = gate();
  const all = pieces(said, 11).map((piece) => text(piece));
  await using story = await begin([[...all.slice(0, 300), half.shut, ...all.slice(300)]], {
    cols: 37,
    rows: 12,
  });
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor(() => terminal.screen().join(" ").includes("word4"), {
    what: "the middle of the answer",
  });
  // Its end is live: half of the window at most, above the activity and the composer.
  expect(terminal.screen().filter((line) => line.includes("word")).length).toBeLessThanOrEqual(6);
  expect(terminal.screen().join("\n")).toMatch(/answering[^]*─{35}\n>/);
  half.open();
  await terminal.waitFor("word799");
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, 37));
  expectGoodManners(terminal);
});

test.each(["x", "é", "字", "👍🏽"])("6,000 times %s without a blank, in a narrow window", async (character) => {
  await using story = await begin([pieces(character.repeat(6000), 20).map((piece) => text(piece))], {
    cols: 37,
    rows: 12,
  });
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor(() => seen(terminal).includes(`● ${character}`), { what: "the answer" });
  await idle(terminal);
  const lines = terminal.scrollback();
  const own = lines.slice(
    lines.findIndex((line) => line.startsWith("● ")),
    -3,
  );
  expect(countInLines(own, character)).toBe(6000);
  for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(37);
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("a table with wide letters and a long cell fits the window, and no word is cut in it", async () => {
  const long = "a long finding with many words in it ".repeat(4).trim();
  const said = [
    "| 编号 | 主张 | 结论 | 依据 |",
    "|---|---|---|---|",
    `| 1 | 缓存是有效的 | CONFIRMED | ${long} |`,
    "| 2 | 慢 | OVERSTATED | 短 |",
    "",
    "The very end.",
  ].join("\n");
  await using story = await begin([pieces(said, 5).map((piece) => text(piece))], { cols: 60 });
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("The very end.");
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, 60));
  const lines = terminal.scrollback();
  for (const word of ["CONFIRMED", "OVERSTATED", "缓存是有效的"]) expect(countInLines(lines, word)).toBe(1);
  for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(60);
});

test.each([
  { cols: 80, rows: 24 },
  { cols: 40, rows: 6 },
])("200 rows at $cols×$rows", async (size) => {
  const said = Array.from({ length: 200 }, (_, index) => `row ${index + 1}\n`).join("\n");
  await using story = await begin([pieces(said, 9).map((piece) => text(piece))], size);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("row 200");
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, size.cols));
  expectGoodManners(terminal);
});

test("scripts that terminals count differently are not cut", async () => {
  const said = ["नमस्ते दुनिया ", "தமிழ் மொழி ", "ភាសាខ្មែរ ", "日本語の文章 ", "👩‍👩‍👧‍👦👍🏽 "]
    .map((words) => words.repeat(30))
    .join("\n\n");
  await using story = await begin([[text(`${said}\n\nThe very end.`)]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("The very end.");
  const shown = terminal.scrollback({ joinWrapped: true }).join("\n");
  for (const word of ["नमस्ते", "दुनिया", "தமிழ்", "ភាសាខ្មែរ", "👩‍👩‍👧‍👦👍🏽"]) {
    expect(shown.split(word).length - 1).toBe(30);
  }
  expect(shown).not.toContain("…");
});

test("what a model sends to take over the terminal is shown, not obeyed", async () => {
  const said =
    "before \x1b[2J\x1b[3J\x1b[H\x1b]0;owned\x07\x1b[31mred\x1b[0m \x9b2J after\r\n\nThe very end.";
  await using story = await begin([[text(said)]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("The very end.");
  expectGoodManners(terminal);
  expect(terminal.emulator.title).not.toBe("owned");
  expect(terminal.screen().join("\n")).toMatch(/before[^]*after/);
});
