/** The window changes: only the live part is drawn again, and nothing of the old one is left behind. */
import { expect, test } from "bun:test";
import { delay, gate, text } from "../../support/model-server.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import { answered, begin, send } from "../start.ts";
import { expectGoodManners, expectOneLivePart, resizeTo } from "./watch.ts";

const paragraphs = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const words = Array.from({ length: 25 }, (_, word) => `${from + index}.${word}`);
    return `<${from + index}> ${words.join(" ")} </${from + index}>`;
  }).join("\n\n");

/** Every paragraph is there once, in order, with all of its words. */
function expectParagraphs(terminal: TestTerminal, count: number): void {
  const all = terminal.scrollback({ joinWrapped: true }).join(" ").replaceAll(/\s+/g, " ");
  const found = Array.from(all.matchAll(/<(\d+)> (.*?) <\/\1>/g));
  expect(found.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  for (const [, number, words = ""] of found) {
    expect(words.split(" ")).toEqual(Array.from({ length: 25 }, (_, word) => `${number}.${word}`));
  }
  expect(Array.from(all.matchAll(/<\d+>/g))).toHaveLength(count);
}

const DRAG = Array.from({ length: 20 }, (_, step) => [118 - step * 4, 40 - step] as const);
const IDLE: readonly (readonly [name: string, sizes: readonly (readonly [number, number])[]])[] = [
  ["wider", [[140, 30]]],
  ["narrower", [[70, 30]]],
  ["half as wide", [[60, 30]]],
  ["taller", [[120, 50]]],
  ["shorter", [[120, 14]]],
  ["narrower and shorter", [[80, 20]]],
  [
    "to and fro",
    [
      [60, 40],
      [150, 20],
      [50, 20],
      [120, 30],
    ],
  ],
  ["dragged by its corner", [...DRAG, ...DRAG.toReversed().slice(1)]],
  [
    "down to 8×3 and back",
    [
      [90, 24],
      [60, 18],
      [40, 12],
      [20, 6],
      [8, 3],
      [20, 6],
      [40, 12],
      [80, 24],
    ],
  ],
];

test.each(IDLE)("idle, the window gets %s", async (_name, sizes) => {
  await using story = await begin([[text(paragraphs(1, 12))]], { cols: 120, rows: 30 });
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "</12>");
  for (const [cols, rows] of sizes) {
    await resizeTo(terminal, cols, rows);
    const status = terminal.screen().findLast((line) => line !== "");
    expect(status).toStartWith(cols < 30 ? "  no sa" : "  ask ");
  }
  expectParagraphs(terminal, 12);
  expectOneLivePart(terminal);
  expectGoodManners(terminal, 50);
});

test("at once from 80×24 to 8×3 and back: one live part on the screen, everything printed once, and it goes on", async () => {
  await using story = await begin([[text(paragraphs(1, 6))], [text(paragraphs(7, 7))]]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "</6>");
  await resizeTo(terminal, 8, 3);
  await resizeTo(terminal, 80, 24);
  expectParagraphs(terminal, 6);
  expect(terminal.screen().filter((line) => /^─+$/.test(line))).toHaveLength(2);
  expect(terminal.screen().filter((line) => line.includes("⇧⇥"))).toHaveLength(1);
  await send(terminal, "go on");
  await answered(terminal, "</7>");
  expectParagraphs(terminal, 7);
});

test("streaming: what is said goes on below, and no piece of it stays behind", async () => {
  const sizes = [
    [100, 24],
    [84, 24],
    [84, 30],
    [72, 22],
    [90, 40],
    [80, 24],
  ] as const;
  const gates = sizes.map(() => gate());
  const words = Array.from({ length: 200 }, (_, word) => `(${word})`);
  const part = (index: number) => text(`${words.slice(index * 10, (index + 1) * 10).join(" ")} `);
  const steps = gates.flatMap(({ shut }, index) => [part(index), shut]);
  await using story = await begin([[...steps, text(words.slice(60).join(" "))]]);
  const { terminal } = story;
  await send(terminal, "go");
  for (const [index, [cols, rows]] of sizes.entries()) {
    await terminal.waitFor(`(${index * 10 + 9})`);
    await resizeTo(terminal, cols, rows);
    gates[index]?.open();
  }
  await answered(terminal, "(199)");
  const all = terminal.scrollback({ joinWrapped: true }).join(" ");
  expect(Array.from(all.matchAll(/\(\d+\)/g), ([word]) => word)).toEqual(words);
  expectOneLivePart(terminal);
  expectGoodManners(terminal, 40);
});

test("streaming, the window changes every few milliseconds: what is printed meanwhile is all there, once, in order", async () => {
  const count = 100;
  const said = Array.from({ length: count }, (_, at) => [
    text(`<${at + 1}> ${"word ".repeat(at % 12)}\n\n`),
    delay(8),
  ]);
  await using story = await begin([[...said.flat(), text("The very end.")]], { cols: 100, rows: 30 });
  const { terminal } = story;
  await send(terminal, "go");
  const all = () => terminal.scrollback({ joinWrapped: true }).join(" ");
  await terminal.waitFor(() => all().includes("<2>"), { what: "the beginning" });
  for (let at = 0; at < 60; at += 1) {
    // Widths from 60 to 119 and heights from 20 to 39, all over the place.
    await terminal.resize(60 + ((at * 37) % 60), 20 + ((at * 13) % 20));
    await Bun.sleep(1 + (at % 4));
  }
  await terminal.waitFor(() => all().includes("The very end."), { what: "the end" });
  const found = Array.from(all().matchAll(/<(\d+)>/g), ([, number]) => Number(number));
  expect(found).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test("nothing but resizes is drawn for a moment after one, then all that came meanwhile", async () => {
  const held = gate();
  await using story = await begin([[text("first "), held.shut, text("second")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("first");
  await resizeTo(terminal, 70, 24);
  held.open();
  await answered(terminal, "first second");
  expectOneLivePart(terminal);
});
