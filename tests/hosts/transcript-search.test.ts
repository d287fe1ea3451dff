/** The search in the transcript: from match to match, into what is closed, and between the keys when it takes long. */
import { describe, expect, test } from "bun:test";
import { createStyle } from "../../src/terminal/style.ts";
import { lines } from "../transcript/items.ts";
import { open, paragraphs, ran, say, session } from "./open-transcript.ts";

describe("search", () => {
  test("goes from match to match, and round", () => {
    const view = open(session);
    view.key("g");
    view.type("/answer 4. 2");
    expect(view.footer()).toBe("/answer 4. 2");
    view.key("enter");
    expect(view.shown().join("\n")).toContain("answer 4. 2");
    view.type("/question");
    view.key("enter");
    for (const number of [5, 6, 7, 8, 9, 0]) {
      expect(view.shown().join("\n")).toContain(`question ${number}`);
      view.key("n");
    }
    view.key("shift+n", "shift+n");
    expect(view.shown().join("\n")).toContain("question 9");
  });

  test("matches on the last page are told apart, and shown", () => {
    const view = open([say("one", paragraphs(4, "same"))], { style: createStyle({ colour: false }) });
    view.type("/same");
    view.key("enter");
    const marked = () => view.raw().findIndex((line) => line.includes("\u001b[7m"));
    const seen = [marked()];
    for (let count = 0; count < 3; count += 1) {
      view.key("n");
      seen.push(marked());
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 2, 4, 6]);
  });

  test("finds what a closed panel hides, and opens it", () => {
    const view = open([ran("one", `${lines(20)}the needle\n${lines(20)}`), say("end", paragraphs(30))]);
    expect(view.shown().join("\n")).not.toContain("needle");
    view.type("/NEEDLE");
    view.key("enter");
    expect(view.shown().join("\n")).toContain("the needle");
  });

  test("says when there is nothing, and Esc ends typing, not the transcript", () => {
    const view = open(session);
    view.type("/nowhere");
    view.key("enter");
    expect(view.footer()).toBe("“nowhere” is not in here");
    view.type("/ab");
    view.key("backspace");
    expect(view.footer()).toBe("/a");
    view.key("escape");
    expect(view.footer()).toStartWith("transcript");
    expect(view.isOpen).toBeTrue();
  });
});

test("a search that takes long goes on between the keys, and a key ends it", () => {
  let now = 0;
  const waiting: (() => void)[] = [];
  const timers = {
    now: () => (now += 30),
    after: (_ms: number, callback: () => void) => {
      waiting.push(callback);
      return () => void waiting.splice(waiting.indexOf(callback), 1);
    },
  };
  const view = open(session, { actions: { timers } });
  view.key("g");
  view.type("/answer 3. 2");
  view.key("enter");
  expect(view.footer()).toBe("searching for “answer 3. 2”…");
  view.key("escape");
  expect(waiting).toEqual([]);
  expect(view.isOpen).toBeTrue();
  view.key("n");
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
  expect(view.shown().join("\n")).toContain("answer 3. 2");
});
