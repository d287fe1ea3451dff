/** `@` in the composer: which word asks for a file, where its name ends, and which files are offered for it. */
import { describe, expect, test } from "bun:test";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { FileCompletion } from "../../src/hosts/repl/composer/file-completion.ts";
import { mentionAt } from "../../src/hosts/repl/composer/file-mention.ts";
import { createStyle } from "../../src/terminal/style.ts";
import type { FileIndex, FileMatch, FileSearch } from "../../src/workspace/file-index.ts";
import { composer } from "./open-composer.ts";

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
