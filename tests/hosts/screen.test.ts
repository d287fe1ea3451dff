/** The inline screen and the alternate one, in an emulated window. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ReplView } from "../../components/view.ts";
import type { FullScreenMode } from "../../src/hosts/repl/screen/full-screen.ts";
import { drawnColumns } from "../../src/hosts/repl/screen/frame.ts";
import { wrapText } from "../../src/terminal/width.ts";
import { drawLive, viewOf } from "../components/views.ts";
import { ERASE_SCREEN, ERASE_SCROLLBACK } from "../support/screen-rules.ts";
import { lines, openWindow, printed } from "./window.ts";

const seed = 20_261_005;
const rule = "─".repeat(drawnColumns(80));
const emptyLive = ["", rule, ">", rule];

/** Stays until it is closed by any key. */
const page: FullScreenMode = {
  view: (columns, rows) => ({ columns, rows, lines: ["a page"], footer: "its foot" }),
  onInput: () => "close",
};
const anyKey = { type: "text", text: "q" } as const;

test("what is printed stands above the live part, once, in order", async () => {
  using window = openWindow();
  window.screen.print(lines("first", "", "second"));
  window.screen.set({ tail: ["going on"], status: "the status" });
  window.screen.print(lines("third"));
  window.screen.set({ tail: [] });
  await window.drawn();
  expect(window.text()).toEqual(["first", "", "second", "third", ...emptyLive, "the status"]);
});

test("several prints in one turn of the program are all there", async () => {
  using window = openWindow();
  for (let count = 1; count <= 50; count += 1) {
    window.screen.print(lines(`line ${count}`));
    window.screen.set({});
  }
  await window.drawn();
  expect(window.text().slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, index) => `line ${index + 1}`));
});

test("closing prints what waits, and takes the live part off", async () => {
  using window = openWindow();
  window.screen.set({ tail: ["half a sentence"] });
  await window.drawn();
  window.screen.print(lines("the last words"));
  window.screen.close();
  await window.drawn();
  expect(window.text()).toEqual(["the last words"]);
  expect(window.emulator.cursor()).toEqual({ x: 0, y: 1 });
});

test("nothing is drawn while the terminal is lent, and all of it afterwards", async () => {
  using window = openWindow();
  window.screen.set({ status: "the status" });
  await window.drawn();
  window.screen.lend();
  const before = window.raw.length;
  window.screen.print(lines("meanwhile"));
  window.screen.set({ tail: ["and more"] });
  await window.resize(70, 20);
  await window.drawn();
  expect(window.raw).toHaveLength(before);
  window.screen.takeBack();
  await window.drawn();
  expect(window.text().slice(0, 2)).toEqual(["meanwhile", "and more"]);
});

describe("the alternate screen", () => {
  test("leaves the main one as it was, and what was printed meanwhile comes behind it, once", async () => {
    using window = openWindow();
    window.screen.print(lines("before"));
    window.screen.set({ status: "the status" });
    await window.drawn();
    const before = { text: window.text(), cursor: window.emulator.cursor() };
    window.screen.openFull(page);
    await window.drawn();
    expect(window.emulator.modes().alternateScreen).toBeTrue();
    expect(window.emulator.screen()[0]).toBe("a page");
    expect(window.emulator.screen().at(-1)).toBe("its foot");
    window.screen.onFullInput(anyKey);
    await window.drawn();
    expect({ text: window.text(), cursor: window.emulator.cursor() }).toEqual(before);

    window.screen.openFull(page);
    window.screen.print(lines("meanwhile"));
    window.screen.set({ status: "another status" });
    await window.drawn();
    expect(printed(window)).not.toContain("meanwhile");
    window.screen.onFullInput(anyKey);
    await window.drawn();
    expect(window.text()).toEqual(["before", "meanwhile", ...emptyLive, "another status"]);
  });

  test("what waits to be drawn when it opens is not lost", async () => {
    using window = openWindow();
    window.screen.print(lines("just before"));
    window.screen.set({});
    window.screen.openFull(page);
    await window.drawn();
    window.screen.onFullInput(anyKey);
    await window.drawn();
    expect(window.text()).toEqual(["just before", ...emptyLive]);
  });

  test("fills every size that the window gets", async () => {
    using window = openWindow();
    window.screen.openFull(page);
    for (const [columns, rows] of [
      [100, 30],
      [100, 40],
      [60, 30],
      [60, 12],
      [20, 6],
      [80, 24],
    ] as const) {
      await window.resize(columns, rows);
      await window.drawn();
      const screen = window.emulator.screen();
      expect([screen[0], screen.at(-1)]).toEqual(["a page", "its foot"]);
      expect(screen.filter((line) => line !== "")).toHaveLength(2);
    }
    window.screen.onFullInput(anyKey);
    await window.drawn();
    expect(window.text()).toEqual(emptyLive);
  });

  test("is left by closing the screen", async () => {
    using window = openWindow();
    window.screen.openFull(page);
    window.screen.print(lines("meanwhile"));
    window.screen.close();
    await window.drawn();
    expect(window.emulator.modes().alternateScreen).toBeFalse();
    expect(window.text()).toEqual(["meanwhile"]);
  });
});

/** What may happen to a screen. Everything that is printed has a number, so that it can be told apart. */
type Happening =
  | { readonly type: "print"; readonly words: number }
  | { readonly type: "set"; readonly tail: number; readonly typed: string }
  | {
      readonly type: "resize" | "resize while drawing";
      readonly columns: number;
      readonly rows: number;
    }
  /** The window loses rows, and the program hears of it with what happens to the window next. */
  | { readonly type: "shorter"; readonly by: number }
  | { readonly type: "full" | "close full" | "wait" | "time" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("print"), words: fc.nat(60) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("set"),
      tail: fc.nat(3),
      typed: fc.constantFrom("", "hello", "日本語 wörld"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant<"resize">("resize"),
      columns: fc.integer({ min: 30, max: 120 }),
      rows: fc.integer({ min: 14, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant<"resize while drawing">("resize while drawing"),
      columns: fc.integer({ min: 30, max: 120 }),
      rows: fc.integer({ min: 14, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("shorter"), by: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 4, arbitrary: fc.constantFrom<Happening>({ type: "wait" }, { type: "time" }) },
  { weight: 2, arbitrary: fc.constantFrom<Happening>({ type: "full" }, { type: "close full" }) },
);

test("whatever happens: printed once, in order, and one live part below it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.array(happening, { maxLength: 30 }), async (before, happenings) => {
      const view: ReplView = viewOf({ status: "the status", columns: drawnColumns(80) });
      using window = openWindow();
      const { screen } = window;
      screen.set({ status: "the status" });
      let items = 0;
      for (; items < before; items += 1) screen.print(lines(`<${items + 1}>`));
      const size = { columns: 80, rows: 24 };
      const hear = async () => {
        await window.drawn();
        window.hear(size.columns, size.rows);
      };
      for (const event of happenings) {
        switch (event.type) {
          case "print": {
            items += 1;
            const text = [
              `<${items}>`,
              ...Array.from({ length: event.words }, (_, index) => `${items}.${index}`),
            ].join(" ");
            screen.print((columns) => wrapText(text, columns));
            screen.set({});
            break;
          }
          case "set": {
            const tail = Array.from({ length: event.tail }, (_, index) => `tail ${index}`.padEnd(25, "~"));
            const composer = { lines: [event.typed], caretRow: 0, caretColumn: Bun.stringWidth(event.typed) };
            Object.assign(view, { tail, composer });
            screen.set({ tail, composer });
            break;
          }
          case "shorter":
            if (screen.isFull) break;
            await window.drawn();
            size.rows = Math.max(14, size.rows - event.by);
            Object.assign(view, { rows: size.rows });
            await window.resizeUnheard(size.columns, size.rows);
            break;
          case "resize":
            await hear();
            Object.assign(size, { columns: event.columns, rows: event.rows });
            Object.assign(view, { columns: drawnColumns(event.columns), rows: event.rows });
            await window.resize(event.columns, event.rows);
            break;
          case "resize while drawing":
            await hear();
            if (screen.isFull) break;
            window.clock.pass(400);
            await window.resizeWhileDrawing(event.columns, event.rows);
            Object.assign(size, { columns: event.columns, rows: event.rows });
            Object.assign(view, {
              columns: drawnColumns(event.columns),
              rows: event.rows,
              status: `${(items += 1)} s`,
            });
            screen.print(lines(`<${items}>`));
            screen.set({ status: view.status });
            await window.drawn();
            break;
          case "full":
            await hear();
            screen.openFull(page);
            break;
          case "close full":
            if (screen.isFull) screen.onFullInput(anyKey);
            break;
          case "wait":
            await window.drawn();
            break;
          case "time":
            window.clock.pass(400);
            break;
        }
      }
      await hear();
      if (screen.isFull) screen.onFullInput(anyKey);
      window.clock.pass(400);
      await window.drawn();

      const live = drawLive(view).map((line) => line.trimEnd());
      const all = window.text();
      expect(all.slice(-live.length)).toEqual(live);
      const numbers = all.slice(0, -live.length).join(" ").matchAll(/<\d+>/g);
      expect(Array.from(numbers, ([number]) => number)).toEqual(
        Array.from({ length: items }, (_, index) => `<${index + 1}>`),
      );
      expect(printed(window).match(/~ *$|tail/gm)?.length ?? 0).toBe(view.tail.length * 2);
      expect(window.raw).not.toContain(ERASE_SCROLLBACK);
      expect(window.raw).not.toContain(ERASE_SCREEN);
    }),
    { seed, numRuns: 60 },
  );
}, 60_000);
