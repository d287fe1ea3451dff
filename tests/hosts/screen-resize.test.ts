/** A window that gets another size below the inline screen: told of at once, late, or only of the last of many. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { drawnColumns } from "../../src/hosts/repl/screen/frame.ts";
import { wrapText } from "../../src/terminal/width.ts";
import { countInLines } from "../support/screen-rules.ts";
import { writing } from "../components/views.ts";
import { lines, openWindow, printed } from "./window.ts";

const seed = 20_261_005;

describe("a resize", () => {
  test("draws the printed text for the width that the window has then", async () => {
    using window = openWindow();
    await window.drawn();
    window.screen.print((columns) => wrapText("a text that is longer than the window will be wide", columns));
    await window.resize(20, 24);
    await window.drawn();
    expect(window.text().slice(0, 3)).toEqual(["a text that is", "longer than the", "window will be wide"]);
  });

  test("is followed by quiet, in which only resizes are drawn", async () => {
    using window = openWindow();
    await window.drawn();
    await window.resize(70, 24);
    await window.drawn();
    const before = window.raw.length;
    window.screen.set({ tail: ["more"] });
    await window.drawn();
    expect(window.raw).toHaveLength(before);
    window.clock.pass(400);
    await window.drawn();
    expect(printed(window)).toContain("more");
    expect(window.clock.waiting).toBe(0);
  });
});

test.each([
  ["at once", true],
  ["in between", false],
])(
  "a window that is narrow for a moment only, of which is heard %s, has its frame whole again",
  async (_when, isBurst) => {
    using window = openWindow();
    window.screen.print(lines("before"));
    window.screen.set({ tail: ["said so far"] });
    await window.drawn();
    const before = window.emulator.screen();
    const width = Math.max(...before.map((line) => line.length));
    expect(width).toBeGreaterThan(60);
    if (isBurst) {
      await window.burst([
        [60, 18],
        [80, 24],
      ]);
    } else {
      await window.resize(60, 18);
      await window.resize(80, 24);
    }
    await window.drawn();
    expect(window.emulator.screen().filter((line) => line.startsWith("─"))).toEqual(
      before.filter((line) => line.startsWith("─")),
    );
    expect(countInLines(window.text(), "before")).toBe(1);
  },
);

test("resizes that follow shortly may be told of late, as tmux does: nothing of what is said meanwhile is left behind", async () => {
  using window = openWindow();
  window.screen.print(lines("before"));
  window.screen.set({ tail: ["said so far"] });
  await window.drawn();
  await window.resize(72, 24);
  await window.drawn();
  for (const columns of [64, 58, 50]) {
    await window.resizeUnheard(columns, 24);
    window.screen.set({ tail: ["said so far", `and more at ${columns}`] });
    window.clock.pass(250);
    await window.drawn();
    window.hear(columns, 24);
    await window.drawn();
  }
  window.clock.pass(400);
  await window.drawn();
  const shown = window.text().filter((line) => line !== "");
  const narrow = "─".repeat(drawnColumns(50));
  expect(shown).toEqual(["before", "said so far", "and more at 50", narrow, ">", narrow]);
});

test.each(["as high", "lower", "higher", "the same with another caret"] as const)(
  "a window that has become shorter and is told of late: a frame drawn meanwhile that is %s takes nothing printed off",
  async (next) => {
    using window = openWindow({ columns: 40, rows: 12 });
    const said = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`);
    window.screen.print(lines(...said));
    const composer = writing("some words", 36);
    window.screen.set({ tail: ["one", "two"], status: "the status", composer });
    await window.drawn();
    // All that stands below the caret is lost with the rows.
    await window.resizeUnheard(40, 9);
    const frames = {
      "as high": { tail: ["one", "2"] },
      lower: { tail: [] },
      higher: { tail: ["one", "two", "three"] },
      "the same with another caret": { composer: writing("some words", 36, 3) },
    };
    window.screen.set(frames[next]);
    await window.drawn();
    window.hear(40, 9);
    window.clock.pass(400);
    await window.drawn();
    expect(window.text().filter((line) => line.startsWith("line"))).toEqual(said);
    expect(window.text().filter((line) => line.includes("the status"))).toHaveLength(1);
    expect(window.text().filter((line) => line.includes("some words"))).toHaveLength(1);
  },
);

const anySize = fc.tuple(fc.integer({ min: 30, max: 120 }), fc.integer({ min: 14, max: 40 }));
const anyBurst = fc.array(anySize, { minLength: 2, maxLength: 8 });

test("sizes that follow each other at once, with nothing heard of those in between, cost no printed row", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(30),
      fc.nat(3),
      fc.array(anyBurst, { maxLength: 4 }),
      async (count, tail, bursts) => {
        using window = openWindow({ columns: 100, rows: 30 });
        const { screen } = window;
        let items = 0;
        const print = () => screen.print(lines(`<${(items += 1)}>`));
        for (let at = 0; at < count; at += 1) print();
        screen.set({ tail: Array.from({ length: tail }, () => "~".repeat(90)), status: "~".repeat(70) });
        await window.drawn();
        for (const sizes of bursts) {
          await window.burst(sizes);
          print();
          screen.set({});
          await window.drawn();
          window.clock.pass(400);
          await window.drawn();
        }
        expect(Array.from(printed(window).matchAll(/<(\d+)>/g), ([, number]) => Number(number))).toEqual(
          Array.from({ length: items }, (_, index) => index + 1),
        );
      },
    ),
    { seed, numRuns: 25 },
  );
}, 60_000);
