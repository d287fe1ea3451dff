/** Ctrl+R in the composer: what it finds, where it looks, and what it says of both. */
import { describe, expect, test } from "bun:test";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import type { PromptSource } from "../../src/hosts/repl/composer/sent-before.ts";
import type { SentPrompt } from "../../src/hosts/repl/composer/sent-index.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";

const here = (...texts: readonly string[]): SentPrompt[] => texts.map((text) => ({ text, isHere: true }));
const there = (...texts: readonly string[]): SentPrompt[] =>
  texts.map((text) => ({ text, isHere: false, folder: "~/shop" }));

function composer(prompts: readonly SentPrompt[], source?: PromptSource) {
  const made = new Composer(plainStyle);
  const told = { more: 0 };
  made.loadHistory(prompts, source, () => (told.more += 1));
  return {
    made,
    told,
    text: () => made.buffer.value(),
    type: (text: string) => made.onInput({ type: "text", text }, 60),
    press: (...names: readonly string[]) => {
      for (const name of names) {
        const ctrl = name.startsWith("ctrl+");
        made.onInput({ type: "key", key: pressed(ctrl ? name.slice("ctrl+".length) : name, { ctrl }) }, 60);
      }
    },
    lines: (columns = 80) => made.change(columns).suggestions ?? [],
  };
}

describe("where it looks", () => {
  const prompts = [
    ...here("fix login"),
    ...there("log in there"),
    ...here("!tail log", "write the log"),
    ...there("fix login"),
  ];

  test("is this project first and then all folders, which it says, and back", () => {
    const { press, type, text, lines } = composer(prompts);
    press("ctrl+r");
    expect(lines()[1]).toContain("in this project");
    type("log");
    expect(text()).toBe("write the log");
    expect(lines()[1]).toContain("1 of 3 in this project");
    press("tab");
    expect(text()).toBe("write the log");
    expect(lines()[1]).toContain("2 of 4 in all folders");
    press("ctrl+s");
    expect(text()).toBe("fix login");
    expect(lines()[1]).toContain("~/shop");
    press("tab");
    expect(lines()[1]).toContain("1 of 3 in this project");
  });

  test("is among commands only from a line that begins with !", () => {
    const { press, type, text, lines } = composer(prompts);
    type("!");
    press("ctrl+r");
    type("log");
    expect(text()).toBe("!tail log");
    expect(lines()[1]).toContain("1 of 1 among the commands of this project");
  });

  test("is everywhere where nothing is found, which it says", () => {
    const { press, type, text, lines } = composer(prompts);
    type("my draft");
    press("ctrl+r");
    type("zzz");
    expect(text()).toBe("my draft");
    expect(lines()[1]).toContain("nothing in this project");
    press("tab");
    expect(lines()[1]).toContain("nothing in all folders");
  });
});

describe("each text is found once", () => {
  test("where it was sent last, however often it was sent, also in this run", () => {
    const { made, press, type, lines } = composer([
      ...here("make"),
      ...there("make"),
      ...here("make"),
      ...there("make"),
    ]);
    type("make");
    made.clear();
    press("ctrl+r");
    type("mak");
    expect(lines()[1]).toContain("1 of 1 in this project");
    press("tab");
    expect(lines()[1]).toContain("1 of 1 in all folders");
  });
});

describe("the keys of a search", () => {
  test("go on through the matches, stop at the last, and end with what was found", () => {
    const { press, type, text, lines, made } = composer(here("one x", "two x", "three x"));
    press("ctrl+r");
    type("x");
    press("ctrl+r", "ctrl+r", "ctrl+r");
    expect([text(), lines()[1]?.includes("3 of 3")]).toEqual(["one x", true]);
    press("down");
    expect(text()).toBe("two x");
    press("enter");
    expect([text(), lines()]).toEqual(["two x", []]);
    expect(made.buffer.caret).toBe(5);
  });

  test.each(["escape", "ctrl+g", "ctrl+c"])("%s brings the draft back", (key) => {
    const { press, type, text, lines } = composer(here("older"));
    type("draft");
    press("ctrl+r");
    type("old");
    expect(text()).toBe("older");
    press(key);
    expect([text(), lines()]).toEqual(["draft", []]);
  });

  test("Ctrl+R once more on an empty query is the last search again; Ctrl+U empties the query", () => {
    const { press, type, text, lines } = composer(here("alpha", "beta"));
    press("ctrl+r");
    type("alp");
    press("escape", "ctrl+r", "ctrl+r");
    expect(text()).toBe("alpha");
    press("ctrl+u");
    expect([text(), lines()[0]]).toEqual(["", "  search in earlier messages: "]);
  });

  test("Backspace takes a whole character as it is seen", () => {
    const { press, type, lines } = composer([]);
    press("ctrl+r");
    type("a👨‍👩‍👧");
    press("backspace");
    expect(lines()[0]).toBe("  search in earlier messages: a");
  });

  test("other keys go on with the text, from the place that was found", () => {
    const { press, type, text } = composer(here("see the log here"));
    press("ctrl+r");
    type("log");
    press("ctrl+k");
    expect(text()).toBe("see the log");
  });

  test("what is pasted goes into the text that was found", () => {
    const { made, press, type, text } = composer(here("see "));
    press("ctrl+r");
    type("see");
    made.onInput({ type: "paste", text: "x\n".repeat(500), continues: false }, 60);
    made.onInput({ type: "paste", text: "end", continues: true }, 60);
    expect(text()).toBe(`see${"x\n".repeat(500)}end `);
  });
});

describe("long messages", () => {
  test("show the place that was found", () => {
    const { made, press, type } = composer(here(`${"line\n".repeat(50)}needle\n${"line\n".repeat(50)}`));
    press("ctrl+r");
    type("needle");
    expect(made.change(60).composer?.caretRow).toBe(50);
  });

  test("that are too long to be shown are told in part, in the width that there is", () => {
    const { press, type, lines } = composer(here(`${"日本 ".repeat(30)}needle ${"x".repeat(300_000)}`));
    press("ctrl+r");
    type("needle");
    const shown = lines(40);
    expect(shown[2]).toContain("needle");
    expect(shown.every((line) => widthOf(line) <= 40)).toBeTrue();
  });

  test("of a long query the end is seen", () => {
    const { press, type, lines } = composer([]);
    press("ctrl+r");
    type(`${"很长".repeat(40)}end`);
    expect(lines(40)[0]).toContain("end");
    expect(widthOf(lines(40)[0] ?? "")).toBeLessThanOrEqual(40);
  });
});

describe("where there are more than are loaded at the start", () => {
  /** A source with two older parts, whose steps are taken by hand. */
  function paged() {
    const parts = [here("oldest needle"), [...here("middle"), ...there("needle there")]];
    const steps: (() => void)[] = [];
    const added: SentPrompt[] = [];
    const source: PromptSource = {
      added: () => added.splice(0),
      older: () => parts.pop() ?? null,
      soon: (action) => void steps.push(action),
    };
    const step = () => steps.splice(0).forEach((action) => action());
    return { ...composer(here("newest"), source), step, steps, added };
  }

  test("nothing is read before somebody looks for it, and then all once", () => {
    const { press, step, steps, told } = paged();
    expect(steps).toHaveLength(0);
    press("ctrl+r");
    for (let count = 0; count < 5; count += 1) step();
    press("escape", "ctrl+r", "escape", "up");
    expect([steps.length, told.more]).toEqual([0, 3]);
  });

  test("a search finds what comes, and says that more comes", () => {
    const { press, type, text, step, lines } = paged();
    press("ctrl+r");
    type("needle");
    expect([text(), lines()[1]?.includes("reading older ones")]).toEqual(["", true]);
    step();
    expect(text()).toBe("");
    step();
    expect(text()).toBe("oldest needle");
    step();
    expect(lines()[1]).toContain("1 of 1 in this project");
    expect(lines()[1]).not.toContain("reading");
  });

  test("Up leads on to them, with the draft at the bottom", () => {
    const { press, type, text, step } = paged();
    type("draft");
    press("up");
    step();
    step();
    press("up", "up", "up");
    expect(text()).toBe("oldest needle");
    press("down", "down", "down");
    expect(text()).toBe("draft");
  });

  test("what another window sends is found by the next search, and is not behind Up", () => {
    const { press, type, text, added } = paged();
    press("ctrl+r", "escape");
    added.push(...here("just now, over there"));
    press("ctrl+r");
    type("over");
    expect(text()).toBe("just now, over there");
    press("escape", "up");
    expect(text()).toBe("newest");
  });
});
