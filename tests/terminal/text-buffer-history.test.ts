import { describe, expect, test } from "bun:test";
import { createHistory } from "../../src/terminal/history.ts";
import { createTextBuffer, type TextBuffer } from "../../src/terminal/text-buffer.ts";

/** A composer that goes through a history, as a host does it. */
function browse(entries: readonly string[], draft = "") {
  const stored: string[] = [];
  const history = createHistory({ entries, onAppend: (text) => stored.push(text) });
  const buffer: TextBuffer = createTextBuffer();
  buffer.insert(draft);
  const go = (direction: "previous" | "next"): string | undefined => {
    const content = history[direction](buffer.content);
    if (content === undefined) return undefined;
    buffer.set(content);
    return buffer.value();
  };
  return { history, buffer, stored, up: () => go("previous"), down: () => go("next") };
}

describe("going through what was sent", () => {
  test("the draft waits at the bottom, with all its lines", () => {
    const { up, down } = browse(["oldest", "older"], "line one\nline two");
    expect([up(), up(), up()]).toEqual(["older", "oldest", undefined]);
    expect([down(), down(), down()]).toEqual(["older", "line one\nline two", undefined]);
  });

  test("the draft keeps its chips", () => {
    const { buffer, up, down } = browse(["older"], "see ");
    buffer.insertPaste("x\n".repeat(20));
    up();
    down();
    expect(buffer.content.chips.length).toBe(1);
    expect(buffer.value()).toBe(`see ${"x\n".repeat(20)}`);
  });

  test("an entry that was changed stays changed until something is sent", () => {
    const { history, buffer, up, down, stored } = browse(["one", "two"]);
    up();
    buffer.insert("!");
    expect(up()).toBe("one");
    expect(down()).toBe("two!");
    history.append(buffer.value());
    buffer.reset();
    expect(stored).toEqual(["two!"]);
    expect([up(), up(), up()]).toEqual(["two!", "two", "one"]);
  });

  test("blanks and repetitions are not remembered", () => {
    const { history, stored } = browse(["same"]);
    history.append("same");
    history.append("  \n");
    history.append("new");
    expect(stored).toEqual(["new"]);
    expect(history.entries).toEqual(["same", "new"]);
  });

  test("an empty history changes nothing", () => {
    const { up, down, buffer, history } = browse([], "draft");
    expect([up(), down()]).toEqual([undefined, undefined]);
    expect(buffer.value()).toBe("draft");
    expect(history.isBrowsing).toBe(false);
  });

  test("only so many are kept in memory", () => {
    const history = createHistory({ entries: ["a", "b", "c"], limit: 2 });
    history.append("d");
    expect(history.entries).toEqual(["c", "d"]);
  });

  test("a text that was sent more than once is come by once, where it was sent last", () => {
    const { history, up } = browse(["make", "ls", "make", "pwd"]);
    expect([up(), up(), up(), up()]).toEqual(["pwd", "make", "ls", undefined]);
    history.append("ls");
    expect(history.entries).toEqual(["make", "pwd", "ls"]);
  });

  test("older ones that come while one is shown are behind the oldest, and the draft waits where it was", () => {
    const { history, buffer, up, down } = browse(["b", "c"], "draft");
    expect([up(), up()]).toEqual(["c", "b"]);
    buffer.insert("!");
    history.prepend(["a0", "a", "c", "a"]);
    expect([up(), up(), up()]).toEqual(["a", "a0", undefined]);
    expect([down(), down(), down(), down()]).toEqual(["a", "b!", "c", "draft"]);
  });

  test("those that were loaded are not lost for one that is sent, however many they are", () => {
    const history = createHistory({ entries: ["b"], limit: 2 });
    history.prepend(["a1", "a2", "a3"]);
    history.append("c");
    expect(history.entries).toEqual(["a2", "a3", "b", "c"]);
  });
});
