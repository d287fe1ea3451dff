/** The conversation that is always on the screen shows calls and thoughts as the settings say; the transcript has all. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Shown } from "../../src/hosts/repl/conversation/shown.ts";
import { SeenItems } from "../../src/hosts/repl/conversation/seen-items.ts";
import { type TranscriptActions, TranscriptView } from "../../src/hosts/repl/transcript/transcript-view.ts";
import { characterKey } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import type { CallItem, Item } from "../../src/transcript/item.ts";
import { call } from "../transcript/items.ts";

const read = (id: string): CallItem =>
  call({ id, name: "read_file", title: `${id}.txt`, status: "done", result: { ok: true, text: "a" } });
const reads = (id: string): CallItem =>
  call({ id, name: "read_file", title: `${id}.txt`, status: "running" });
const say = (id: string): Item => ({ type: "text", id, text: id });
const thought = (id: string, text: string): Item => ({ type: "reasoning", id, text });

function conversation(items: readonly Shown[], actions: TranscriptActions) {
  const view = new TranscriptView(() => items, plainStyle, actions);
  const heads = (hasKeys: boolean) =>
    view
      .lines(80, 40, { hasKeys })
      .filter((line) => line !== "")
      .map((line) => line.replace(/ {3,}.*/, ""));
  return { view, shown: () => heads(false), whole: () => heads(true) };
}

test("calls that only looked share a line in the conversation, and have their own in the transcript", () => {
  const items = [say("before"), read("a"), read("b"), read("c"), say("after"), read("d")];
  const { shown, whole } = conversation(items, { groupReads: true });
  const line = "● read 3 files  a.txt, b.txt, c.txt";
  expect(shown()).toEqual(["● before", line, "● after", "● read_file  d.txt"]);
  expect(whole()).toHaveLength(6);
  expect(shown()).toHaveLength(4);
});

test("without the setting each has its own line", () => {
  expect(conversation([read("a"), read("b")], { groupReads: false }).shown()).toHaveLength(2);
});

test("a click opens the line to the calls on it, and closes it", () => {
  const { view, shown } = conversation([read("a"), read("b"), say("after")], { groupReads: true });
  const closed = shown();
  view.click(0);
  expect(shown()).toEqual([closed[0] ?? "", "● read_file  a.txt", "● read_file  b.txt", "● after"]);
  view.click(0);
  expect(shown()).toEqual(closed);
});

const happening = fc.constantFrom("call", "call", "say", "end one", "think", "look up", "look down");

test("however calls come and end, the line is the same as if all had been there from the start", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
      const items: Item[] = [];
      const { view, shown } = conversation(items, { groupReads: true });
      for (const [index, what] of happenings.entries()) {
        if (what === "call") items.push(reads(`c${index}`));
        if (what === "say") items.push(say(`s${index}`));
        if (what === "think") items.push(thought(`t${index}`, "so"));
        const running = items.findLastIndex((item) => item.type === "call" && item.result === undefined);
        const ended = items[running];
        if (what === "end one" && ended !== undefined) items[running] = read(ended.id);
        if (what === "look up") view.scroll(-3);
        if (what === "look down") view.follow();
        shown();
      }
      view.follow();
      expect(shown()).toEqual(conversation([...items], { groupReads: true }).shown());
    }),
    { seed: 20_261_130, numRuns: 300 },
  );
});

test("thoughts stand there in full, on a line, or not at all", () => {
  const items = [say("before"), thought("t", "first line\n\nlast line"), say("after")];
  const of = (thinking: "full" | "line" | "off") => conversation(items, { thinking });
  expect(of("full").shown().join()).toContain("last line");
  expect(of("line").shown()).toHaveLength(3);
  expect(of("off").shown()).toEqual(["● before", "● after"]);
  expect(of("off").whole()).toHaveLength(3);
});

test("a thought that stands there in full closes by a click; the key for all opens all of them", () => {
  const items = [thought("t", "first line\n\nlast line"), say("after"), thought("u", "one\n\ntwo")];
  const { view, shown, whole } = conversation(items, { thinking: "full" });
  shown();
  view.click(0);
  expect(shown().join()).not.toContain("last line");
  whole();
  view.onInput({ type: "key", key: characterKey("e", { ctrl: true }) });
  expect(whole().join()).toMatch(/last line.*two/);
  view.onInput({ type: "key", key: characterKey("e", { ctrl: true }) });
  expect(whole().join()).not.toMatch(/last line|two/);
});

test("a thought that goes on takes a line; it stands there in full once the answer begins", () => {
  const seen = new SeenItems([], (item) => item);
  const view = new TranscriptView(() => seen, plainStyle, { thinking: "full" });
  const shown = () => view.lines(80, 40, { hasKeys: false });
  seen.think("first line\n\nlast line");
  expect(shown()).toEqual(["○ first line"]);
  seen.say({ open: () => [] });
  expect(shown().join()).toContain("last line");
});
