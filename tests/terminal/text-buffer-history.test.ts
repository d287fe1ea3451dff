import { describe, expect, test } from "bun:test";
import { createHistory } from "../../src/terminal/history.ts";
import {
  emptySearch,
  searchFor,
  searchNewer,
  searchOlder,
  type HistorySearch,
} from "../../src/terminal/history-search.ts";
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
});

describe("searching in it", () => {
  const entries = ["git status", "npm test", "git commit", "Git log", "npm test", "ls"];
  const found = (search: HistorySearch): string | undefined => search.match?.text;

  test("finds the newest, and goes on to older ones", () => {
    const first = searchFor(entries, emptySearch, "git");
    expect(found(first)).toBe("Git log");
    const second = searchOlder(entries, first);
    expect(found(second)).toBe("git commit");
    expect(found(searchNewer(entries, second))).toBe("Git log");
    const last = searchOlder(entries, second);
    expect(found(last)).toBe("git status");
    expect(searchOlder(entries, last)).toMatchObject({ failed: true, match: { text: "git status" } });
  });

  test("a longer query stays on the match while it fits; a shorter one begins at the newest", () => {
    const older = searchOlder(entries, searchFor(entries, emptySearch, "git"));
    const longer = searchFor(entries, older, "git c");
    expect(found(longer)).toBe("git commit");
    expect(found(searchFor(entries, longer, "git"))).toBe("Git log");
    expect(searchFor(entries, longer, "git cx")).toMatchObject({
      failed: true,
      match: { text: "git commit" },
    });
  });

  test("case counts only when the query has a capital", () => {
    const capital = searchFor(entries, emptySearch, "Git");
    expect(found(capital)).toBe("Git log");
    expect(searchOlder(entries, capital).failed).toBe(true);
  });

  test("the same text is not found twice in a row", () => {
    const first = searchFor(entries, emptySearch, "npm");
    expect(first.match?.index).toBe(4);
    expect(searchOlder(entries, first).failed).toBe(true);
  });

  test("says where the query is, and takes it literally", () => {
    const search = searchFor(["a.b (a.b) axb"], emptySearch, "A.b".toLowerCase());
    expect(search.match?.ranges).toEqual([
      { start: 0, end: 3 },
      { start: 5, end: 8 },
    ]);
    expect(searchFor(["x"], emptySearch, "(").failed).toBe(true);
  });

  test("an empty query finds nothing", () => {
    expect(searchFor(entries, searchFor(entries, emptySearch, "g"), "")).toEqual(emptySearch);
    expect(searchOlder(entries, emptySearch)).toEqual(emptySearch);
  });
});
