/** Full mode in an emulated window: whatever happens, the window shows the conversation's end and the live part. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ReplView } from "../../components/view.ts";
import { openAlternateScreen } from "../../src/hosts/repl/screen/alternate-screen.ts";
import type { FullScreenMode } from "../../src/hosts/repl/screen/full-screen.ts";
import { TranscriptView } from "../../src/hosts/repl/transcript/transcript-view.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import type { Item } from "../../src/transcript/item.ts";
import { drawLive, viewOf } from "../components/views.ts";
import { ERASE_SCREEN, ERASE_SCROLLBACK } from "../support/screen-rules.ts";
import { openWindow } from "./window.ts";

const seed = 20_261_130;
const page: FullScreenMode = {
  view: (columns, rows) => ({ columns, rows, lines: ["a page"], footer: "its foot" }),
  onInput: () => "close",
};
const anyKey = { type: "text", text: "q" } as const;

type Happening =
  | { readonly type: "say"; readonly words: number }
  | { readonly type: "type"; readonly text: string }
  | { readonly type: "resize"; readonly columns: number; readonly rows: number }
  | { readonly type: "page" | "close page" | "lend" | "wait" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("say"), words: fc.integer({ min: 1, max: 80 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("type"),
      text: fc.constantFrom("", "hello", "日本語 wörld", "a 👩‍👩‍👧 b"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("resize"),
      columns: fc.integer({ min: 20, max: 120 }),
      rows: fc.integer({ min: 6, max: 40 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Happening>({ type: "wait" }, { type: "page" }, { type: "close page" }),
  },
  fc.constant<Happening>({ type: "lend" }),
);

test("whatever happens, the window is the end of the conversation above the live part", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (happenings) => {
      const items: Item[] = [];
      const live: ReplView = viewOf({ columns: 80, rows: 24, status: "the status" });
      using window = openWindow({ open: openAlternateScreen });
      const { screen: host } = window;
      const transcript = () => new TranscriptView(() => items, plainStyle);
      host.stage?.show(transcript());
      host.set({ status: "the status" });
      for (const event of happenings) {
        switch (event.type) {
          case "say": {
            const id = `<${items.length}>`;
            items.push({ type: "text", id, text: `${id} ${"word ".repeat(event.words)}` });
            host.set({});
            break;
          }
          case "type": {
            const { text } = event;
            const composer = { lines: [text], caretRow: 0, caretColumn: Bun.stringWidth(text) };
            Object.assign(live, { composer });
            host.set({ composer });
            break;
          }
          case "resize":
            Object.assign(live, { columns: event.columns, rows: event.rows });
            await window.drawn();
            await window.resize(event.columns, event.rows);
            break;
          case "page":
            host.openFull(page);
            break;
          case "close page":
            if (host.isFull) host.onFullInput(anyKey);
            break;
          case "lend":
            host.lend();
            host.takeBack();
            break;
          case "wait":
            await window.drawn();
            break;
        }
      }
      if (host.isFull) host.onFullInput(anyKey);
      await window.drawn();
      const below = drawLive(live).map((line) => line.trimEnd());
      const room = live.rows - below.length;
      const above = transcript().lines(live.columns, room, { hasKeys: false });
      const wanted = [...above, ...Array.from({ length: room - above.length }, () => ""), ...below];
      // xterm.js keeps what was right of a window's edge, and would show it when the window is wider again.
      const screen = window.emulator.screen().map((line) => line.slice(0, live.columns).trimEnd());
      expect(screen).toEqual(wanted.map((line) => Bun.stripANSI(line).trimEnd()));
      expect(window.emulator.cursor().y).toBe(room + below.findIndex((line) => line.startsWith(">")));
      expect(window.raw).not.toContain(ERASE_SCROLLBACK);
      expect(window.raw).not.toContain(ERASE_SCREEN);
      expect(window.text().filter((line) => line !== "")).toEqual([]);
    }),
    { seed, numRuns: 40 },
  );
}, 60_000);

test("what is printed before the conversation stands above it", async () => {
  using window = openWindow({ open: openAlternateScreen });
  window.screen.print(() => ["the banner"]);
  window.screen.set({});
  await window.drawn();
  expect(window.emulator.screen()[0]).toBe("the banner");
  const items: Item[] = [{ type: "user", id: "one", text: "hello" }];
  window.screen.stage?.show(new TranscriptView(() => items, plainStyle));
  window.screen.set({});
  await window.drawn();
  expect(window.emulator.screen().slice(0, 3)).toEqual(["the banner", "", "> hello"]);
});

test("closing it leaves the last message and the last answer in the scrollback", async () => {
  using window = openWindow({ open: openAlternateScreen });
  const items: Item[] = [
    { type: "user", id: "one", text: "first" },
    { type: "text", id: "two", text: "answer one" },
    { type: "user", id: "three", text: "second" },
    { type: "text", id: "four", text: "answer two" },
    { type: "notice", id: "five", level: "info", text: "told" },
  ];
  window.screen.stage?.show(new TranscriptView(() => items, plainStyle));
  window.screen.close();
  await window.drawn();
  expect(window.emulator.modes().alternateScreen).toBeFalse();
  expect(window.text()).toEqual(["", "> second", "", "● answer two"]);
});

test("what is below is told of only where something is: not in a window that shows all of it", async () => {
  using window = openWindow({ open: openAlternateScreen });
  const items: Item[] = [{ type: "text", id: "one", text: "line\n\n".repeat(30) }];
  window.screen.stage?.show(new TranscriptView(() => items, plainStyle));
  window.screen.stage?.scroll("go-top");
  await window.drawn();
  const notes = () => window.emulator.screen().filter((line) => line.includes("↓"));
  expect(notes()).toEqual(["  ↓ more below · pagedown"]);
  items.push({ type: "user", id: "two", text: "and\nthis" });
  window.screen.set({});
  await window.drawn();
  expect(notes()).toEqual(["  ↓ 3 new lines · pagedown"]);
  await window.resize(80, 90);
  await window.drawn();
  expect(notes()).toEqual([]);
});
