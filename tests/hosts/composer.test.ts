/** What is written, what may be a command, and what completes it. */
import { describe, expect, test } from "bun:test";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { FileCompletion } from "../../src/hosts/repl/composer/file-completion.ts";
import { mentionAt } from "../../src/hosts/repl/composer/file-mention.ts";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import type { FileIndex, FileMatch, FileSearch } from "../../src/workspace/file-index.ts";
import { pressed } from "../../src/terminal/input/key.ts";

function composer() {
  const made = new Composer(plainStyle);
  const press = (name: string) => {
    const ctrl = name.startsWith("ctrl+");
    return made.onInput(
      { type: "key", key: pressed(ctrl ? name.slice("ctrl+".length) : name, { ctrl }) },
      60,
    );
  };
  return {
    made,
    press,
    type: (text: string) => made.onInput({ type: "text", text }, 60),
    paste: (text: string) => made.onInput({ type: "paste", text, continues: false }, 60),
    text: () => made.buffer.value(),
    sign: () => made.change(60).composer?.sign ?? ">",
    list: () => made.change(60).suggestions,
  };
}

describe("a text is a command", () => {
  test("when its sign was typed, and says what will become of it", () => {
    const { made, type, sign } = composer();
    type("!");
    type("ls");
    expect([made.isTyped, sign()]).toEqual([true, "!"]);
    expect(made.change(60).composer?.hint).toContain("shared with the model");
  });

  test("not when its sign was pasted, also behind what was deleted, cut and put back, or undone", () => {
    const pasted = "!rm -rf x";
    const ways: readonly ((composer_: ReturnType<typeof composer>) => void)[] = [
      ({ paste }) => paste(pasted),
      ({ type, paste, press }) => {
        type("a");
        paste(pasted);
        press("ctrl+a");
        press("delete");
      },
      ({ paste, press }) => {
        paste(pasted);
        press("ctrl+u");
        press("ctrl+y");
      },
      ({ paste, press }) => {
        paste(pasted);
        press("ctrl+u");
        press("ctrl+_");
      },
    ];
    for (const way of ways) {
      const one = composer();
      way(one);
      expect(one.text()).toBe(pasted);
      expect([one.made.isTyped, one.sign()]).toEqual([false, ">"]);
    }
  });

  test("when a typed sign is cut and put back, or stands before what was pasted", () => {
    const one = composer();
    one.type("!");
    one.paste("make all");
    expect(one.sign()).toBe("!");
    one.press("ctrl+u");
    one.press("ctrl+y");
    expect([one.text(), one.sign()]).toEqual(["!make all", "!"]);
  });

  test("as long as the sign is its first character", () => {
    const { type, press, sign } = composer();
    type("!x");
    press("ctrl+a");
    type("say ");
    expect(sign()).toBe(">");
  });

  test("when it comes back from the history as one; a draft stays what it was", () => {
    const { made, type, paste, press, text, sign } = composer();
    type("!make");
    made.clear();
    paste("!pasted");
    expect(made.clear()).toBe(" !pasted");
    paste("!draft");
    press("up");
    expect([text(), sign()]).toEqual([" !pasted", ">"]);
    press("up");
    expect([text(), sign()]).toEqual(["!make", "!"]);
    press("down");
    press("down");
    expect([text(), sign()]).toEqual(["!draft", ">"]);
  });

  test("of rein's own only when its slash was typed", () => {
    const { made, type, paste, list } = composer();
    paste("/he");
    expect(list()).toEqual([]);
    made.clear();
    type("/he");
    expect(list()).toHaveLength(1);
  });
});

describe("the sign of a big paste", () => {
  test("stays pasted when it comes in many parts, and is opened in place", () => {
    const one = composer();
    const part = "/a/path/in/a/log\n".repeat(60);
    one.paste("!rm -rf x\n");
    for (let count = 0; count < 30; count += 1)
      one.made.onInput({ type: "paste", text: part, continues: true }, 60);
    one.made.onInput({ type: "key", key: pressed("o", { alt: true }) }, 60);
    expect(one.text().startsWith("!rm -rf x")).toBeTrue();
    expect([one.made.isTyped, one.sign()]).toEqual([false, ">"]);
  });
});

describe("older messages", () => {
  const loaded = () => {
    const one = composer();
    one.made.loadHistory([
      { text: "fix the login", isHere: true },
      { text: "elsewhere", isHere: false },
      { text: "!make test", isHere: true },
      { text: "write the docs", isHere: true },
    ]);
    return one;
  };

  test("behind Up are those of this project; the search finds those of all when it is asked to", () => {
    const { press, type, text } = loaded();
    const seen = Array.from({ length: 4 }, () => {
      press("up");
      return text();
    });
    expect(seen).toEqual(["write the docs", "!make test", "fix the login", "fix the login"]);
    press("ctrl+r");
    type("elsew");
    expect(text()).toBe("fix the login");
    press("tab");
    expect(text()).toBe("elsewhere");
  });

  test("a line that begins with ! goes through commands only, and Down leads back to it", () => {
    const { press, type, text, sign } = loaded();
    type("!gi");
    press("up");
    expect([text(), sign()]).toEqual(["!make test", "!"]);
    press("up");
    expect(text()).toBe("!make test");
    press("down");
    expect([text(), sign()]).toEqual(["!gi", "!"]);
  });

  test("what was sent in this run is among both", () => {
    const { made, press, type, text } = loaded();
    type("just now");
    made.clear();
    press("up");
    expect(text()).toBe("just now");
    press("down");
    press("ctrl+r");
    type("now");
    expect(text()).toBe("just now");
  });

  test("a search marks what it has found", () => {
    const made = new Composer(createStyle({ colour: false }));
    made.loadHistory([{ text: "see the log of the login", isHere: true }]);
    made.onInput({ type: "key", key: pressed("r", { ctrl: true }) }, 60);
    made.onInput({ type: "text", text: "log" }, 60);
    expect(made.change(60).composer?.lines).toEqual([
      "see the \u001b[7mlog\u001b[27m of the \u001b[7mlog\u001b[27min",
    ]);
  });
});

describe("setting a text aside", () => {
  test("empties the composer; the last one comes back first, with its pastes", () => {
    const { made, type, paste, text } = composer();
    type("one ");
    paste("x\n".repeat(20));
    expect(made.drafts.setApart()).toBeTrue();
    type("!two");
    expect(made.drafts.setApart()).toBeTrue();
    expect([text(), made.drafts.setApart()]).toEqual(["", false]);
    expect([made.drafts.bringBack(), text(), made.isTyped]).toEqual([true, "!two", true]);
    expect(made.drafts.bringBack()).toBeFalse();
    made.clear();
    made.drafts.bringBack();
    expect(text()).toBe(`one ${"x\n".repeat(20)}`);
    expect(made.change(60).composer?.lines).toEqual(["one [paste #1 · 20 lines]"]);
  });

  test("a paste after it counts on from those that came back", () => {
    const { made, paste } = composer();
    paste("x\n".repeat(20));
    made.drafts.setApart();
    made.drafts.bringBack();
    paste("y\n".repeat(21));
    expect(made.change(60).composer?.lines.join("")).toBe("[paste #1 · 20 lines][paste #2 · 21 lines]");
  });

  test("leaves an older message as it was in the history", () => {
    const { made, type, press, text } = composer();
    type("older");
    made.clear();
    type("draft");
    press("up");
    type("!");
    made.drafts.setApart();
    press("up");
    expect(text()).toBe("older");
  });
});

test("what is selected is shown inverse, and goes with the next key", () => {
  const made = new Composer(createStyle({ colour: false }));
  made.onInput({ type: "text", text: "one two" }, 60);
  made.onInput({ type: "key", key: pressed("left", { ctrl: true, shift: true }) }, 60);
  expect(made.change(60).composer?.lines).toEqual(["one \u001b[7mtwo\u001b[27m"]);
  made.onInput({ type: "text", text: "2" }, 60);
  expect(made.change(60).composer?.lines).toEqual(["one 2"]);
});

/** An index that answers when the test says so. */
function slowIndex() {
  const asked: { readonly query: string; readonly answer: (search: FileSearch) => void }[] = [];
  let changed = () => {};
  const index: FileIndex = {
    start() {},
    search(query, _limit, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<FileSearch>();
      asked.push({ query, answer: resolve });
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
      return promise;
    },
    invalidate() {},
    onChange(listener) {
      changed = listener;
      return () => {};
    },
    close() {},
  };
  return { index, asked, change: () => changed() };
}

const found = (paths: readonly string[], more: Partial<FileSearch> = {}): FileSearch => ({
  matches: paths.map((path): FileMatch => {
    const type = path.endsWith("/") ? "folder" : "file";
    return { path, type, positions: [0] };
  }),
  isComplete: true,
  isCut: false,
  ...more,
});

function withFiles() {
  const { index, asked, change } = slowIndex();
  const one = composer();
  let changes = 0;
  const files = new FileCompletion({
    open: () => Promise.resolve(index),
    onChange: () => {
      changes += 1;
    },
    onTrouble: (message) => {
      throw new Error(message);
    },
  });
  one.made.completion.useFiles(files);
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    ...one,
    asked,
    change,
    settle,
    changes: () => changes,
    answer: async (query: string, search: FileSearch) => {
      await settle();
      asked.findLast((question) => question.query === query)?.answer(search);
      await settle();
    },
  };
}

describe("@", () => {
  test("asks for the newest text only: a late answer for an older one is dropped", async () => {
    const { type, list, asked, settle, answer } = withFiles();
    type("see @a");
    await settle();
    type("b");
    await settle();
    expect(asked.map(({ query }) => query)).toEqual(["a", "ab"]);
    await answer("a", found(["a.ts"]));
    expect(list()).toEqual([]);
    await answer("ab", found(["ab.ts"]));
    expect(list()).toEqual(["❯ ab.ts"]);
  });

  test("shows that the first walk goes on, and what it has found so far", async () => {
    const { type, list, answer, change, asked, settle } = withFiles();
    type("@");
    await answer("", found(["a.ts"], { isComplete: false }));
    expect(list()).toEqual(["❯ a.ts", "  indexing…"]);
    change();
    await settle();
    expect(asked).toHaveLength(2);
    await answer("", found(["a.ts", "b.ts"]));
    expect(list()).toEqual(["❯ a.ts", "  b.ts"]);
  });

  test("says that nothing fits; Enter then sends, Esc takes the word away", async () => {
    const { type, press, list, answer } = withFiles();
    type("@zz");
    await answer("zz", found([]));
    expect(list()).toEqual(["  no file fits"]);
    expect(press("enter")).toBe("send");
    expect(press("escape")).toBeNull();
    expect(list()).toEqual([]);
    expect(press("escape")).toBe("dismiss");
  });

  test("takes the whole word in which the caret stands", async () => {
    const { type, press, text, answer } = withFiles();
    type("see @src/old.ts now");
    for (let step = 0; step < "old.ts now".length; step += 1) press("left");
    type("m");
    await answer("src/m", found(["src/main.ts"]));
    press("tab");
    expect(text()).toBe("see @src/main.ts now");
  });

  test("goes on in a folder, and quotes what has blanks", async () => {
    const { type, press, text, answer } = withFiles();
    type("@my");
    await answer("my", found(["my docs/"]));
    press("tab");
    expect(text()).toBe('@"my docs/');
    await answer("my docs/", found(["my docs/a.md"]));
    press("enter");
    expect(text()).toBe('@"my docs/a.md" ');
  });

  test("opens nothing for a caret that passes by", async () => {
    const { type, press, list, asked, settle } = withFiles();
    type("@a b");
    press("left");
    press("left");
    await settle();
    expect([list(), asked.length]).toEqual([[], 0]);
  });

  test("cuts long paths in the middle, and marks what fits the query", async () => {
    const made = new Composer(createStyle({ colour: true }));
    const files = new FileCompletion({
      open: () =>
        Promise.resolve({
          ...slowIndex().index,
          search: () =>
            Promise.resolve({
              ...found([]),
              matches: [{ path: "packages/server/src/login.ts", type: "file", positions: [20, 21, 22] }],
            }),
        }),
      onChange() {},
      onTrouble() {},
    });
    made.completion.useFiles(files);
    made.onInput({ type: "text", text: "@log" }, 24);
    await new Promise<void>((resolve) => setImmediate(resolve));
    const [line = ""] = made.change(24).suggestions ?? [];
    expect(Bun.stripANSI(line)).toBe("❯ package…r/src/login.ts");
    expect(line).toContain("\x1b[1mlog\x1b[22m");
  });
});

test.each([
  ["@", 1, ""],
  ["see @src/a", 10, "src/a"],
  ["(@a", 3, "a"],
  ["看@a", 3, "a"],
  ['"@a', 3, "a"],
  ["me@host", 7, null],
  ["a.b+c@host", 10, null],
  ["@a b", 4, null],
  ["one\n@b", 6, "b"],
  ["@a\nb", 4, null],
  ['@"a b', 5, "a b"],
  ['@"a b" c', 8, null],
])("in %j with the caret at %i a file is asked for: %j", (text, caret, query) => {
  expect(mentionAt(text, caret)?.query ?? null).toBe(query);
});

test.each([
  ["see @src/a|bc.ts now", " now"],
  ["@app/(gro|up)/[id]/page.tsx", ""],
  ["look (@log|), ok", "), ok"],
  ["[@log|] and", "] and"],
  ["is it @log|?", "?"],
  ["it is @log|.", "."],
  ["it is @log|in.ts.", "."],
  ["看@log|，谢谢", "，谢谢"],
  ["看@log|很好", "很好"],
  ["看@登|录.ts", ""],
  ['see @"notes f|or me.txt" now', " now"],
  ['see @"notes| for more', " for more"],
  ['see @"notes| and "that"', ' and "that"'],
])("in %j the file's name ends before %j", (marked, behind) => {
  const text = marked.replace("|", "");
  const mention = mentionAt(text, marked.indexOf("|"));
  expect(text.slice(mention?.end)).toBe(behind);
});
