/** Long code and long tables go to the scrollback while they are written: only the line that is being written is live. */
import { expect, test } from "bun:test";
import { gate, text } from "../support/model-server.ts";
import { begin, idle, seen, send } from "./start.ts";
import { expectGoodManners, expectPrinted, linesOf } from "./screen/watch.ts";

test("the lines of an open code block are printed as they are finished, in their colours", async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `const value${line} = "text"; /* a`).map(
    (line, index) => (index % 2 === 0 ? line : `b */ return ${index};`),
  );
  const said = `Look:\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n\nThat was it.`;
  const half = said.indexOf("value40") + 3;
  const door = gate();
  await using story = await begin([[text(said.slice(0, half)), door.shut, text(said.slice(half))]], {
    cols: 80,
    rows: 20,
  });
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("return 39");
  // Everything before the line that is being written stands above the live part, which is as low as ever.
  expect(seen(terminal)).toMatch(/Look:\n\n {4}const value0 = "text"; \/\* a\n {4}b \*\/ return 1;\n/);
  expect(terminal.screen().join("\n")).toMatch(/return 39;\n {4}const val\n[^]{0,200}─{40}\n>/);
  door.open();
  await terminal.waitFor("That was it.");
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, 80));
  expectGoodManners(terminal);
  // The comment that the line before has opened is still one, and behind it there is code again.
  const drawn = terminal.raw().replaceAll("\u001b", "").split("\n");
  const closing = drawn.filter((line) => line.includes("b */"));
  expect(closing.length).toBeGreaterThanOrEqual(30);
  for (const line of closing) expect(line).toMatch(/\[[\d;]+mb \*\/\[\d+m \[[\d;]+mreturn/);
});

test("the rows of a long table are printed as they are finished", async () => {
  const rows = Array.from({ length: 50 }, (_, row) => `| ${row} | cell ${row} |`).join("\n");
  const said = `| n | text |\n|--:|---|\n${rows}\n\nThat was it.`;
  const half = said.indexOf("| 30 |");
  const door = gate();
  await using story = await begin([[text(said.slice(0, half)), door.shut, text(said.slice(half))]], {
    cols: 60,
    rows: 16,
  });
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("cell 29");
  expect(seen(terminal)).toContain("cell 0");
  expect(terminal.screen().filter((line) => line.includes("cell"))).not.toHaveLength(0);
  door.open();
  await terminal.waitFor("That was it.");
  await idle(terminal);
  expectPrinted(terminal, linesOf(said, 60));
  expectGoodManners(terminal);
});
