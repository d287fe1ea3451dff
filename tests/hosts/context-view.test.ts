/** The view of what fills the window: what it shows, what its keys mark, and what a frame costs. */
import { describe, expect, test } from "bun:test";
import { changeBetween } from "../../src/app/context-change.ts";
import { type ContextLook, type ContextPart, lookAtContext } from "../../src/app/context-parts.ts";
import type { OpenContext } from "../../src/app/context-surgeon.ts";
import { textOfPart } from "../../src/app/part-text.ts";
import type { ContextEdit } from "../../src/context/edits.ts";
import { shortenedTo } from "../../src/context/shorter-text.ts";
import { estimateText } from "../../src/context/tokens.ts";
import { ContextView } from "../../src/hosts/repl/context/context-view.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";

const model = "m/m";
const answer = (text: string): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts: [{ type: "text", text }],
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
});
const story = chained([
  said("first question"),
  answer(`BEGIN ${"word ".repeat(2_000)} END`),
  said("second question"),
  answer("a second answer\u001b[31m in red"),
]);

/** A view of these entries; what is applied is gathered, and added to them. */
function open(start: readonly Entry[] = story, isBusy = false) {
  let entries = start;
  const applied: ContextEdit[][] = [];
  const look = (edits: readonly ContextEdit[] = []): ContextLook => {
    const last: Entry = { type: "context_edit", edits: [...edits], id: "last", parentId: null, at: "" };
    return lookAtContext({
      entries: edits.length === 0 ? entries : [...entries, last],
      system: "You are rein.",
      instructions: "",
      tools: [],
      model,
      window: 20_000,
      scaled: (tokens) => tokens,
    });
  };
  const text = ({ place }: ContextPart) => textOfPart(entries, place ?? { entryId: "" });
  const context: OpenContext = {
    look,
    compare: (before, after) => changeBetween(before, after, undefined),
    text,
    shorten: (part, tokens) => shortenedTo(text(part).said, tokens, estimateText),
    summarise: async () => ({ type: "failed", reason: "no model" }),
    apply(edits) {
      applied.push([...edits]);
      entries = chained([
        ...entries.map(({ id: _id, parentId: _parent, at: _at, ...content }): NewEntry => content),
        { type: "context_edit", edits: [...edits] },
      ]);
    },
    isBusy,
    get version() {
      return `${entries.length}`;
    },
  };
  const view = new ContextView({ context, style: plainStyle, interrupt: () => {}, refresh: () => {} });
  const shown = (columns = 80, rows = 24) => {
    const { lines, footer } = view.view(columns, rows);
    return [...lines, footer];
  };
  shown();
  return { view, applied, shown, row: () => shown().find((line) => line.startsWith("❯")) ?? "" };
}

type Opened = ReturnType<typeof open>;

/** Types these keys; returns what the last one led to. */
function press({ view, shown }: Opened, ...keys: readonly string[]): "stay" | "close" {
  let outcome: "stay" | "close" = "stay";
  for (const key of keys) {
    const event: InputEvent =
      key.length === 1
        ? { type: "text", text: key }
        : { type: "key", key: { name: key, ctrl: false, alt: false, shift: false, super: false } };
    outcome = view.onInput(event);
    shown();
  }
  return outcome;
}

describe("the view", () => {
  test("shows the window as a bar and as parts, with tokens, share and age; foreign text cannot move the cursor", () => {
    const opened = open();
    const [title = "", bar = ""] = opened.shown();
    expect(title).toMatch(/^context · 2\.0k of 20\.0k tokens \(10%\) · m\/m$/);
    expect(bar).toMatch(/^\[s+y+a+·+\]$/);
    expect(widthOf(bar)).toBe(80);
    expect(opened.shown().join("\n")).toMatch(/answer +BEGIN word.* 2\.0k +10% +1 turn ago/);
    expect(opened.shown().join("\n")).not.toContain("\u001b[31m");
  });

  test.each([
    [20, 6],
    [20, 2],
    [34, 8],
    [200, 60],
  ])("fits into %i columns and %i rows, whatever is marked", (columns, rows) => {
    const opened = open();
    press(opened, "x", "k", "s", "a");
    const { lines } = opened.view.view(columns, rows);
    expect(lines.length).toBeLessThanOrEqual(Math.max(1, rows - 1));
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  });

  test("says all of what it comes to before it is applied, in a low window too", () => {
    const opened = open();
    press(opened, "k", "k", "x");
    const costs = /anew that a cache may hold; what that costs is not known\./;
    expect(opened.shown(40, 10).join(" ")).not.toMatch(costs);
    press(opened, "a");
    expect(opened.shown(40, 10).join(" ")).toMatch(costs);
    press(opened, "escape");
    expect(opened.shown(40, 10).join(" ")).not.toMatch(costs);
  });

  test("finds parts by their words, and sorts them by size", () => {
    const opened = open();
    press(opened, "/", "s", "e", "c", "o", "n", "d", "enter");
    const found = opened.shown().filter((line) => line.includes("last turn"));
    expect(found).toHaveLength(2);
    expect(opened.shown().join("\n")).not.toContain("first question");
    expect(press(opened, "escape")).toBe("stay");
    press(opened, "o", "g");
    expect(opened.row()).toContain("BEGIN");
  });

  test("what is pasted into the filter is one line that cannot move the cursor, and its end is seen", () => {
    const opened = open();
    press(opened, "/");
    opened.view.onInput({ type: "paste", text: "sec\u001b[2J\nond ", continues: false });
    opened.view.onInput({ type: "paste", text: "z".repeat(300), continues: true });
    const { footer } = opened.view.view(40, 10);
    expect(footer).toMatch(/^\/…z+▏$/);
    expect(widthOf(footer)).toBeLessThanOrEqual(40);
    press(opened, "ctrl+u", "s", "e");
    opened.view.onInput({ type: "paste", text: "\u001b[31mcond", continues: false });
    expect(opened.view.view(40, 10).footer).not.toContain("\u001b");
  });

  test("reads a part to its end", () => {
    const opened = open();
    press(opened, "k", "k", "enter", "G");
    expect(opened.shown().join("\n")).toContain("END");
    expect(press(opened, "q")).toBe("stay");
    expect(opened.row()).toContain("BEGIN");
  });
});

describe("what is marked", () => {
  test("is applied as one change, once it was said what it comes to", () => {
    const opened = open();
    press(opened, "x", "k", "p", "k", "s");
    expect(opened.shown().join("\n")).toMatch(/3 parts marked\. Requests get shorter by [\d.k]+ tokens/);
    press(opened, "a");
    expect(opened.applied).toEqual([]);
    press(opened, "a");
    expect(opened.applied).toMatchObject([
      [
        { entryId: "e3", action: "exclude" },
        { entryId: "e2", action: "pin" },
        { entryId: "e1", action: "shorten", text: expect.stringMatching(/^BEGIN .* END$/) },
      ],
    ]);
    expect(opened.shown().join("\n")).toContain("[left out]");
    expect(press(opened, "q")).toBe("close");
  });

  test("goes back with any other key than the one that applies it", () => {
    const opened = open();
    press(opened, "x", "a");
    expect(press(opened, "q")).toBe("stay");
    expect(opened.applied).toEqual([]);
    expect(opened.row()).toContain("→ left out");
  });

  test("is taken back by the same key, or all of it at once", () => {
    const opened = open();
    press(opened, "x", "x");
    expect(opened.row()).not.toContain("→");
    press(opened, "x", "k", "p", "u");
    expect(opened.shown().join("\n")).not.toContain("→");
    press(opened, "a", "a");
    expect(opened.applied).toEqual([]);
  });

  test("is asked about once before it is dropped", () => {
    const opened = open();
    press(opened, "x");
    expect(press(opened, "q")).toBe("stay");
    expect(opened.shown().at(-1)).toContain("What is marked is not applied");
    expect(press(opened, "q")).toBe("close");
    expect(opened.applied).toEqual([]);
  });

  test("can be a whole turn, out and in again", () => {
    const opened = open();
    press(opened, "X", "a", "a");
    expect(opened.applied[0]).toMatchObject([
      { entryId: "e2", action: "exclude" },
      { entryId: "e3", action: "exclude" },
    ]);
    press(opened, "X", "a", "a");
    expect(opened.applied[1]).toMatchObject([
      { entryId: "e2", action: "restore" },
      { entryId: "e3", action: "restore" },
    ]);
  });

  test("gets shorter with each press, until it is as it was", () => {
    const opened = open();
    press(opened, "k", "k", "s");
    expect(opened.row()).toMatch(/→(9\d\d|1\.0k) /);
    press(opened, "s");
    expect(opened.row()).toMatch(/→2\d\d/);
    press(opened, "s");
    expect(opened.row()).toMatch(/→[4-9]\d /);
    press(opened, "s");
    expect(opened.row()).not.toContain("→");
  });

  test("stays while a turn runs, and is not applied", () => {
    const opened = open(story, true);
    press(opened, "x", "a", "a");
    expect(opened.applied).toEqual([]);
    expect(opened.shown().at(-1)).toContain("A turn runs");
    expect(opened.row()).toContain("→ left out");
  });

  test("is nothing of what every request has", () => {
    const opened = open();
    press(opened, "g", "x");
    expect(opened.shown().at(-1)).toContain("This is in every request");
  });
});

test("a frame looks at the parts in the window only, also with ten thousand of them", () => {
  let looked = 0;
  let looks = 0;
  const many = Array.from({ length: 10_000 }, (_, at): ContextPart => {
    const part = { kind: "user", place: { entryId: `e${at}` }, source: "", tokens: 10, whole: 10 } as const;
    return {
      ...part,
      number: at + 1,
      turnsAgo: at,
      state: "in",
      isPinned: false,
      get title() {
        looked += 1;
        return `question ${at}`;
      },
    };
  });
  const look = { parts: many, total: 100_000, window: 200_000, model };
  const { view } = open();
  const context: OpenContext = {
    look() {
      looks += 1;
      return look;
    },
    compare: (before, after) => changeBetween(before, after, undefined),
    text: () => ({ asked: "", said: "", thought: "", instead: "" }),
    shorten: () => "",
    summarise: async () => ({ type: "interrupted" }),
    apply: () => {},
    isBusy: false,
    version: "1",
  };
  const large = new ContextView({ context, style: plainStyle, interrupt: () => {}, refresh: () => {} });
  expect(view.view(100, 30).lines.length).toBeLessThanOrEqual(29);
  large.view(100, 30);
  expect(looks).toBe(1);
  looked = 0;
  for (let frame = 0; frame < 10; frame += 1) {
    large.onInput({ type: "text", text: "k" });
    expect(large.view(100, 30).lines.join("\n")).toContain("question 9");
  }
  expect(looked).toBeLessThanOrEqual(10 * 30);
});
