/** The transcript: what it shows, and what each key makes of it. */
import { describe, expect, test } from "bun:test";
import { TextPager } from "../../src/hosts/repl/transcript/text-pager.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { createStyle, createThemedStyle } from "../../src/terminal/style.ts";
import { themeNamed } from "../../src/terminal/themes/named.ts";
import type { Item } from "../../src/transcript/item.ts";
import { lines } from "../transcript/items.ts";
import { ask, open, paragraphs, ran, say, session } from "./open-transcript.ts";

test.each<Item>([
  ran("run", lines(9)),
  { type: "reasoning", id: "thought", text: "first\nline 9" },
  { type: "notice", id: "told", level: "info", text: "job-1 ended.", details: lines(9) },
  {
    type: "user_command",
    id: "mine",
    command: "make",
    cwd: "/p",
    exitCode: 0,
    output: lines(9),
    durationMs: 1,
    shared: true,
  },
])("what is folded in a $type opens by Tab and Enter, and closes again", (item) => {
  const view = open([say("before", "before"), item], { rows: 30 });
  const folded = view.shown();
  view.key("tab", "enter");
  expect(view.shown().some((line) => line.endsWith("  line 9"))).toBe(true);
  expect(view.shown().length).toBeGreaterThan(folded.length);
  view.key("enter");
  expect(view.shown()).toEqual(folded);
});

describe("what is shown", () => {
  test("it opens at the end, and follows what is added", () => {
    const items = [...session];
    const view = open(items);
    expect(view.shown().at(-1)).toBe("  answer 9. 5");
    items.push(say("more", "and then this"));
    expect(view.shown().at(-1)).toBe("● and then this");
  });

  test("it stands still once it was scrolled up, and follows again at the end", () => {
    const items = [...session];
    const view = open(items);
    view.key("pageup");
    const before = view.shown();
    items.push(say("more", paragraphs(20)));
    expect(view.shown()).toEqual(before);
    view.type("G");
    items.push(say("last", "the last word"));
    expect(view.shown().at(-1)).toBe("● the last word");
  });

  test("every line is within the window, and the foot says where one is", () => {
    const view = open(session, { columns: 30, rows: 6 });
    expect(view.shown()).toHaveLength(5);
    for (const line of view.shown()) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(30);
    expect(view.footer()).toStartWith("end · q back");
  });

  test("another width leaves the same text at the top", () => {
    const items = [
      say("long", paragraphs(30, "a rather long line of words that has to be wrapped when it is narrow")),
    ];
    const view = open(items);
    view.key("g", "pagedown", "pagedown");
    const at = () => Number(/narrow (\d+)/.exec(view.shown().join(" "))?.[1]);
    const before = at();
    for (const columns of [25, 60, 100, 60]) {
      view.resize({ columns, rows: 12 });
      expect(Math.abs(at() - before)).toBeLessThanOrEqual(1);
    }
  });

  test("an empty session is an empty page", () => {
    const view = open([]);
    expect(view.shown()).toEqual([]);
    view.key("tab", "enter", "ctrl+e", "n", "pageup", "g", "G");
    view.mouse("press", 3);
    expect(view.isOpen).toBeTrue();
  });
});

describe("panels", () => {
  const two = [ran("first", lines(20)), ran("second", lines(20))];

  test("Tab selects one, Enter opens and closes it", () => {
    const view = open(two, { rows: 60 });
    const closed = view.shown();
    view.key("tab", "enter");
    expect(view.shown().filter((line) => line.endsWith("line 20"))).toHaveLength(1);
    expect(view.shown().findIndex((line) => line.includes("second"))).toBe(2);
    view.key("tab", "enter");
    expect(view.shown().filter((line) => line.endsWith("line 20"))).toHaveLength(2);
    view.key("enter", "shift+tab", "enter");
    expect(view.shown()).toEqual(closed);
  });

  test("the first Tab selects the last panel that can be seen", () => {
    const view = open(session, { style: createStyle({ colour: false }) });
    view.key("g", "tab");
    const selected = view.raw().filter((line) => line.includes("\u001b[7m"));
    expect(selected).toHaveLength(1);
    expect(selected[0]).toContain("run0");
  });

  test("a click opens and closes, also on a line of the body; beside the text nothing happens", () => {
    const view = open(two, { rows: 40 });
    const closed = view.shown();
    view.mouse("press", 0);
    expect(view.shown().length).toBeGreaterThan(closed.length + 10);
    view.mouse("press", 10);
    expect(view.shown()).toEqual(closed);
    view.mouse("press", 30);
    expect(view.shown()).toEqual(closed);
  });

  test("Ctrl+E opens and closes all, and what is at the top stays there", () => {
    const view = open(session);
    view.key("g", "}", "}", "}");
    const [top] = view.shown();
    expect(top).toBe("");
    expect(view.shown()[1]).toBe("> question 3");
    view.key("ctrl+e");
    expect(view.shown()[1]).toBe("> question 3");
    expect(view.shown().join("\n")).toContain("line 5");
    view.key("ctrl+e");
    expect(view.shown()[1]).toBe("> question 3");
  });
});

describe("moving", () => {
  test("by line, page, wheel, and to both ends", () => {
    const view = open(session);
    const end = view.shown();
    view.key("g");
    expect(view.shown()[0]).toBe("> question 0");
    view.key("down", "j", "up", "k");
    expect(view.shown()[0]).toBe("> question 0");
    view.mouse("wheel-down");
    view.mouse("wheel-up");
    expect(view.shown()[0]).toBe("> question 0");
    view.key("space");
    const page = view.shown();
    view.key("b");
    expect(view.shown()[0]).toBe("> question 0");
    expect(view.shown().at(-1)).toBe(page[0] ?? "none");
    view.key("shift+g");
    expect(view.shown()).toEqual(end);
  });

  test("from prompt to prompt", () => {
    const view = open(session);
    view.key("g", "}", "}", "{");
    expect(view.shown().find((line) => line.startsWith(">"))).toBe("> question 1");
  });
});

describe("as it was written", () => {
  const written =
    "# Head\n\nSome **bold** words, and a line that is longer than the window is wide, all of it.";
  const items = [ask("ask", "why?"), ran("run", "out\n"), say("say", written)];

  test("r shows the item that the keys are about: at the end the last one; R all of them", () => {
    const view = open(items, { rows: 20 });
    const drawn = view.shown();
    view.key("r");
    expect(view.shown().slice(-4)).toEqual([
      "# Head",
      "",
      "Some **bold** words, and a line that is longer than the wind",
      "ow is wide, all of it.",
    ]);
    expect(view.shown().some((line) => line.startsWith("● bash  run"))).toBeTrue();
    view.key("r");
    expect(view.shown()).toEqual(drawn);
    view.key("shift+r");
    expect(view.shown().slice(0, 4)).toEqual(["why?", "", "bash {}", "out"]);
    view.key("shift+r");
    expect(view.shown()).toEqual(drawn);
  });

  test("c copies the selected item, and says so; v shows it in the pager", () => {
    const copied: string[] = [];
    const paged: string[] = [];
    const view = open(items, {
      rows: 20,
      actions: {
        copy: (text, tell) => {
          copied.push(text);
          tell("it is copied");
        },
        page: (text) => paged.push(text),
      },
    });
    view.type("c");
    expect(view.footer()).toBe("it is copied");
    view.key("tab");
    expect(view.footer()).toStartWith("transcript");
    view.key("shift+tab");
    view.type("c");
    view.type("v");
    expect(copied).toEqual([written, "bash {}\nout"]);
    expect(paged).toEqual(["bash {}\nout"]);
  });

  test("an answer that is selected and scrolled away is not the one that is copied", () => {
    const copied: string[] = [];
    const view = open([...session], { actions: { copy: (text) => copied.push(text) } });
    view.type("c");
    view.key("g");
    view.type("c");
    expect(copied.map((text) => text.split("\n", 1)[0])).toEqual(["answer 9. 1", "question 0"]);
  });

  test("a control sequence in it is not one on the screen", () => {
    const view = open([say("say", "a\u001b[2Jb")]);
    view.key("r");
    expect(view.raw().join("")).not.toContain("\u001b[2J");
  });
});

test("t shows when and by whom something was said, and hides it again", () => {
  const view = open([ask("ask", "why?"), say("say", "so")], {
    actions: { factsOf: (id) => (id === "say" ? "12:00 · test/model" : null) },
  });
  const drawn = view.shown();
  view.type("t");
  expect(view.shown()).toEqual(["> why?", "", "  12:00 · test/model", "● so"]);
  view.type("t");
  expect(view.shown()).toEqual(drawn);
});

test("another theme paints what was drawn already", () => {
  const { style, use } = createThemedStyle({ colour: true });
  const view = open([ask("ask", "why?")], { style });
  const before = view.raw();
  const theme = themeNamed("light", { ground: "light", depth: "truecolor", own: [] });
  if (theme === undefined) throw new Error("no theme of this name");
  use(theme);
  expect(view.raw()).not.toEqual(before);
});

test.each(["q", "escape", "ctrl+o", "ctrl+c"])("%s leaves it", (key) => {
  const view = open(session);
  view.key(key);
  expect(view.isOpen).toBeFalse();
});

test("a long text is paged from its top, and left by its keys", () => {
  const pager = new TextPager(() => lines(50).trimEnd().split("\n"));
  const top = () => pager.view(40, 11).lines[0];
  const key = (name: string) => pager.onInput({ type: "key", key: pressed(name) });
  expect(top()).toBe("line 1");
  expect(key("pagedown")).toBe("stay");
  expect(top()).toBe("line 10");
  expect(pager.view(40, 11).footer).toContain("19/50");
  expect(pager.onInput({ type: "text", text: "G" })).toBe("stay");
  expect(pager.view(40, 11).lines.at(-1)).toBe("line 50");
  expect(["q", "v"].map((text) => pager.onInput({ type: "text", text }))).toEqual(["close", "close"]);
  expect(key("escape")).toBe("close");
});
