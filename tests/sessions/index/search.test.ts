/** What is found of what was said, by words and by a pattern. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import fc from "fast-check";
import { withIndex } from "../../../src/sessions/index/database.ts";
import { searchSessions, sessionsOf } from "../../../src/sessions/index/indexed-sessions.ts";
import { searchPattern } from "../../../src/sessions/index/search.ts";
import { sessionContext, start } from "../data-folder.ts";
import { answer, found, printed, saved } from "./saved-sessions.ts";

describe("searching what was said", () => {
  test("finds the user's words, the model's and what tools printed, the last first", async () => {
    const context = sessionContext();
    saved(context, ["where is the apple?", printed("apple.txt\npear.txt"), answer("The Apple is here.")]);
    const { hits } = await searchSessions(context.paths, "apple", { limit: 20 });
    expect(hits.map(({ who }) => who)).toEqual(["assistant", "tool", "user"]);
    expect(await found(context, "apple")).toEqual([
      "The [Apple] is here.",
      "[apple].txt",
      "where is the [apple]?",
    ]);
  });

  test("wants every word in one text; quotes keep words together; a folder can be asked for", async () => {
    const context = sessionContext();
    saved(context, ["fix the login page", "the login"]);
    saved(context, ["login page fix"], "/elsewhere");
    expect(await found(context, "fix login")).toHaveLength(2);
    expect(await found(context, "fix login", start.cwd)).toEqual(["[fix] the [login] page"]);
    expect(await found(context, '"login page"')).toHaveLength(2);
    expect(await found(context, '"page fix"')).toEqual(["login [page fix]"]);
  });

  test("finds words of any length in any script", async () => {
    const context = sessionContext();
    saved(context, ["修复登录页面的错误", "ログインを直す", "한국어 로그인", "go is ok 👩‍👩‍👧 done", "ä"]);
    expect(await found(context, "登录")).toEqual(["修复[登录]页面的错误"]);
    expect(await found(context, "误")).toEqual(["修复登录页面的错[误]"]);
    expect(await found(context, "登录页面")).toEqual(["修复[登录页面]的错误"]);
    expect(await found(context, "直す")).toEqual(["ログインを[直す]"]);
    expect(await found(context, "修复 页面")).toEqual(["[修复]登录[页面]的错误"]);
    expect(await found(context, "录登")).toEqual([]);
    expect(await found(context, "로그")).toHaveLength(1);
    expect(await found(context, "GO ok")).toHaveLength(1);
    expect(await found(context, "👩‍👩‍👧")).toHaveLength(1);
    expect(await found(context, "ä")).toEqual(["[ä]"]);
  });

  test("takes the signs of query languages as text", async () => {
    const context = sessionContext();
    const texts = [
      `a "quoted" word`,
      "it's 100% sure_thing",
      "f(x) * y",
      "NEAR(a b)",
      "col:umn AND OR",
      "back\\slash",
      "a'b",
    ];
    saved(context, texts);
    for (const query of [
      `"quoted`,
      "100%",
      "sure_",
      "%",
      "_",
      "f(x)",
      "*",
      "(",
      ")",
      "'",
      '"',
      "NEAR(",
      "l:u",
      "AND OR",
      "\\",
      "^",
      "-",
      "a'b",
    ])
      for (const hit of await found(context, query)) expect(hit).toContain("[");
    expect(await found(context, "%")).toEqual(["it's 100[%] sure_thing"]);
    expect(await found(context, "_")).toEqual(["it's 100% sure[_]thing"]);
    expect(await found(context, "\\")).toEqual(["back[\\]slash"]);
    expect(await found(context, "f(x)")).toEqual(["[f(x)] * y"]);
    expect(await found(context, '"quoted')).toEqual(['a ["quoted]" word']);
  });

  test("takes every query, and each hit shows the words", async () => {
    const context = sessionContext();
    saved(context, ["x 登录 y", `"'*()`, "plain words", "😀😀😀"]);
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(`"'*()`, "登", "\0", "\ud800", "x", '""', "re"),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (query) => {
        fc.pre(!query.startsWith("re:"));
        await searchSessions(context.paths, query, { limit: 5 });
        await sessionsOf(context.paths, [query]);
      }),
      { numRuns: 60 },
    );
  });

  test("finds the same without an index, whatever case the letters have", async () => {
    const context = sessionContext();
    saved(context, [
      "Σίσυφος",
      "ſtrange",
      "Straße",
      "İstanbul",
      "CAFÉ",
      "ÖL",
      "да_%",
      printed("がく.txt".normalize("NFD")),
    ]);
    const queries = ["σίσυφοσ", "ΣΊΣΥΦΟΣ", "strange", "straße", "STRASSE", "istanbul", "café", "cafe"];
    queries.push("öl", "Öl", "ДА", "Ö", "がく", "がく".normalize("NFD"), "cafe\u0301");
    const all = async () => {
      const hits: (readonly [string[], number])[] = [];
      for (const query of queries)
        hits.push([await found(context, query), (await sessionsOf(context.paths, [query])).length]);
      return hits;
    };
    const indexed = await all();
    expect(indexed[0]).toEqual([["[Σίσυφος]"], 1]);
    expect(indexed.slice(8).map(([hits]) => hits)).toEqual([
      ["[ÖL]"],
      ["[ÖL]"],
      ["[да]_%"],
      ["[Ö]L"],
      ["[がく].txt"],
      ["[がく].txt"],
      ["[CAFÉ]"],
    ]);
    for (const end of ["", "-wal", "-shm"]) rmSync(`${context.paths.index}${end}`, { force: true });
    mkdirSync(context.paths.index);
    expect(await all()).toEqual(indexed);
  });

  test("of a session takes words as they are, with an index and without", async () => {
    const context = sessionContext();
    saved(context, ['print("hi there") and 50%']);
    const all = async () => {
      const counts: number[] = [];
      for (const words of [['print("hi'], ['there")', "50%"], ['"'], ["print( hi"], ["\0"], ["hi", "\0"]])
        counts.push((await sessionsOf(context.paths, words)).length);
      return counts;
    };
    expect(await all()).toEqual([1, 1, 1, 0, 0, 0]);
    for (const end of ["", "-wal", "-shm"]) rmSync(`${context.paths.index}${end}`, { force: true });
    mkdirSync(context.paths.index);
    expect(await all()).toEqual([1, 1, 1, 0, 0, 0]);
  });

  test("finds nothing for nothing", async () => {
    const context = sessionContext();
    saved(context, ["hello"]);
    for (const query of ["", "  ", '""', "\0"]) expect(await found(context, query)).toEqual([]);
  });

  test("finds the beginning and the end of a huge output, and does not keep its middle", async () => {
    const context = sessionContext();
    saved(context, [
      printed(`firstword ${"filler ".repeat(100_000)} middleword ${"filler ".repeat(100_000)} lastword`),
    ]);
    expect(await found(context, "firstword")).toHaveLength(1);
    expect(await found(context, "lastword")).toHaveLength(1);
    expect(await found(context, "middleword")).toEqual([]);
  });

  test("says when there are more hits than were asked for", async () => {
    const context = sessionContext();
    saved(
      context,
      Array.from({ length: 6 }, (_, count) => `word ${count}`),
    );
    expect(await searchSessions(context.paths, "word", { limit: 5 })).toMatchObject({ isCut: true });
    expect(await searchSessions(context.paths, "word", { limit: 6 })).toMatchObject({ isCut: false });
  });
});

describe("a pattern", () => {
  test("is looked for line by line; capitals count", async () => {
    const context = sessionContext();
    saved(context, ["one\nerror 42 here\nerror 43", "Error 44"]);
    expect(await found(context, "re:error \\d+$")).toEqual(["[error 43]"]);
    expect(await found(context, "re:^(?i)error 4[24]")).toHaveLength(2);
  });

  test("that fits the empty text, too, is found where it fits more", async () => {
    const context = sessionContext();
    saved(context, ["aaxx", "no such letter"]);
    expect(await found(context, "re:x*")).toEqual(["aa[xx]"]);
    expect(await found(context, "re:")).toEqual([]);
  });

  test("that is none is said", () => {
    const context = sessionContext();
    saved(context, ["x"]);
    expect(searchSessions(context.paths, "re:(", { limit: 5 })).rejects.toThrow();
  });

  test("that takes too long is given up, and that is said", async () => {
    const context = sessionContext();
    saved(
      context,
      Array.from({ length: 100 }, (_, count) => `line ${count}`),
    );
    await found(context, "line");
    const result = await withIndex(context.paths, (database) =>
      searchPattern(database, "line 9$", { limit: 5 }, 0),
    );
    expect(result).toEqual({ hits: [], isCut: false, gaveUp: true });
  });

  test("that takes seconds on one line lets keys in meanwhile, and is given up", async () => {
    const context = sessionContext();
    saved(context, [`${"a".repeat(3_000)}b`, "aaa"]);
    await found(context, "aaa");
    const search = withIndex(context.paths, (database) =>
      searchPattern(database, "(a+)+$", { limit: 5 }, 300),
    );
    let keys = 0;
    const key = () => new Promise<"key">((resolve) => setImmediate(resolve, "key"));
    // What holds the thread up lets in a few before it begins, and no more.
    while ((await Promise.race([search, key()])) === "key") keys += 1;
    expect(keys).toBeGreaterThan(20);
    expect(await search).toMatchObject({ gaveUp: true });
  });

  test("is left when nobody wants to know any more", async () => {
    const context = sessionContext();
    saved(context, [`${"a".repeat(3_000)}b`]);
    const left = new AbortController();
    const search = searchSessions(context.paths, "re:(a+)+$", { limit: 5, signal: left.signal });
    setTimeout(() => left.abort(new Error("left")), 100);
    await expect(search).rejects.toThrow("left");
  });

  test("is not looked for behind the first thousands of signs of a line", async () => {
    const context = sessionContext();
    saved(context, [`${"a".repeat(50_000)}!`, "a!"]);
    expect(await found(context, "re:a!$")).toEqual(["[a!]"]);
  });
});
