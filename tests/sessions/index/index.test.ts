import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { NewEntry } from "../../../src/protocol/entry.ts";
import { glance, type SessionInfo } from "../../../src/sessions/glance.ts";
import { indexFile, indexVersion, withIndex } from "../../../src/sessions/index/database.ts";
import { listIndexed, searchSessions, sessionsOf } from "../../../src/sessions/index/indexed-sessions.ts";
import { searchPattern } from "../../../src/sessions/index/search.ts";
import { listSessions, removeSession } from "../../../src/sessions/list.ts";
import type { Session } from "../../../src/sessions/session.ts";
import { createSession, openSession } from "../../../src/sessions/session-store.ts";
import { said, sessionContext, start, type TestContext } from "../data-folder.ts";

function saved(context: TestContext, entries: readonly (string | NewEntry)[], cwd = start.cwd): Session {
  const session = createSession({ ...start, cwd, gitBranch: "main" }, context);
  for (const entry of entries) session.append(typeof entry === "string" ? said(entry) : entry);
  session.close();
  return session;
}

/** As a list without an index has them: that counts nothing. */
function uncounted(sessions: readonly SessionInfo[]): SessionInfo[] {
  return sessions.map((info) => ({ ...info, used: null }));
}

function answer(text: string): NewEntry {
  return {
    type: "assistant",
    turnId: "t",
    step: 1,
    model: "demo/demo",
    parts: [{ type: "text", text }],
    stop: "stop",
    latencyMs: 1,
    attempts: 1,
  };
}

function printed(text: string): NewEntry {
  return {
    type: "tool_result",
    callId: "c",
    name: "bash",
    title: "bash ls",
    result: { ok: true, text },
    durationMs: 1,
  };
}

async function found(context: TestContext, query: string, cwd?: string): Promise<string[]> {
  const { hits } = await searchSessions(context.paths, query, {
    limit: 20,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return hits.map(({ snippet }) => snippet.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join(""));
}

describe("the list through the index", () => {
  test("says what the logs say", async () => {
    const context = sessionContext();
    saved(context, ["one", answer("an answer\nof two lines")]);
    saved(context, ["😀 zwei"], "/elsewhere");
    expect(uncounted(await listIndexed(context.paths))).toEqual(listSessions(context.paths));
    const again = await listIndexed(context.paths, { cwd: start.cwd });
    expect(uncounted(again)).toEqual(listSessions(context.paths, { cwd: start.cwd }));
    expect(again).toMatchObject([{ title: "one", branch: "main", lastWords: "an answer of two lines" }]);
  });

  test("opens no log that has not changed, and each that has", async () => {
    const context = sessionContext();
    for (let count = 0; count < 30; count += 1) saved(context, [`session ${count}`]);
    const opened: string[] = [];
    const look = (file: string) => {
      opened.push(file);
      return glance(file);
    };
    await listIndexed(context.paths, {}, { look });
    expect(opened).toHaveLength(30);
    opened.length = 0;
    const listed = await listIndexed(context.paths, {}, { look });
    expect(listed).toHaveLength(30);
    expect(opened).toEqual([]);
    const { file = "" } = listed[7] ?? {};
    const session = openSession(file, context).session;
    session.append(said("more"));
    session.close();
    const [first] = await listIndexed(context.paths, {}, { look });
    expect(opened).toEqual([file]);
    expect(first).toMatchObject({ file, lastWords: "more" });
  });

  test("forgets what was removed, words and all, also in its file", async () => {
    const context = sessionContext();
    saved(context, ["an unforgettable pineapple"]);
    saved(context, ["stays"]);
    expect(await found(context, "pineapple")).toHaveLength(1);
    const info = (await listIndexed(context.paths)).find(({ title }) => title.includes("pineapple"));
    if (info === undefined) throw new Error("not listed");
    removeSession(context.paths, info, context.now());
    expect((await listIndexed(context.paths)).map(({ title }) => title)).toEqual(["stays"]);
    expect(await found(context, "pineapple")).toEqual([]);
    expect(readFileSync(indexFile(context.paths)).includes("unforgettable")).toBe(false);
  });

  test("is its user's alone, and so is what lies beside it", async () => {
    const context = sessionContext();
    saved(context, ["private"]);
    await found(context, "private");
    const isOpen = new Database(indexFile(context.paths));
    isOpen.query("SELECT count(*) FROM texts").get();
    const files = readdirSync(context.paths.data).filter((name) => name.startsWith("session-index"));
    expect(files.toSorted()).toEqual([
      "session-index.sqlite",
      "session-index.sqlite-shm",
      "session-index.sqlite-wal",
    ]);
    for (const name of files) expect(statSync(join(context.paths.data, name)).mode & 0o777).toBe(0o600);
    isOpen.close();
  });

  test("does not go through a link that lies in its place", async () => {
    const context = sessionContext();
    saved(context, ["hello"]);
    const target = join(context.paths.data, "target");
    writeFileSync(target, "");
    symlinkSync(target, indexFile(context.paths));
    expect(await listIndexed(context.paths)).toHaveLength(1);
    expect(await found(context, "hello")).toEqual(["[hello]"]);
    expect(readFileSync(target, "utf8")).toBe("");
  });
});

describe("an index that cannot be used", () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    "is empty": (file) => writeFileSync(file, ""),
    "is no database": (file) =>
      writeFileSync(file, "not a database at all, but long enough to be read as one".repeat(99)),
    "is cut": (file) => truncateSync(file, 5000),
    "is overwritten in the middle": (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 4096);
      writeFileSync(file, bytes);
    },
    "is of a newer version": (file) => {
      const database = new Database(file);
      database.run(`PRAGMA user_version = ${indexVersion + 1}`);
      database.run("DROP TABLE texts");
      database.close();
    },
    "has lost a table": (file) => {
      const database = new Database(file);
      database.run("DROP TABLE texts");
      database.close();
    },
  };
  for (const [what, damage] of Object.entries(damages)) {
    test(`is made anew when it ${what}`, async () => {
      const context = sessionContext();
      saved(context, ["find the needle"]);
      await found(context, "needle");
      const file = indexFile(context.paths);
      for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
      damage(file);
      expect(await found(context, "needle")).toEqual(["find the [needle]"]);
      expect(uncounted(await listIndexed(context.paths))).toEqual(listSessions(context.paths));
      const database = new Database(file, { readonly: true });
      expect(database.query("PRAGMA user_version").get()).toEqual({ user_version: indexVersion });
      expect(database.query("SELECT count(*) AS count FROM texts").get()).toEqual({ count: 1 });
      database.close();
    });
  }

  test("is done without where it cannot be written", async () => {
    const context = sessionContext();
    saved(context, ["find the needle", answer("it is in 草堆")]);
    saved(context, ["something else"], "/elsewhere");
    // A folder in its place: root may write anything else.
    mkdirSync(indexFile(context.paths));
    chmodSync(context.paths.data, 0o700);
    expect(uncounted(await listIndexed(context.paths))).toEqual(listSessions(context.paths));
    expect(await found(context, "NEEDLE the")).toEqual(["find [the] [needle]"]);
    expect(await found(context, "草堆")).toEqual(["it is in [草堆]"]);
    expect(await found(context, "re:ne+dle$")).toEqual(["find the [needle]"]);
    expect(await found(context, "needle", "/elsewhere")).toEqual([]);
    expect((await sessionsOf(context.paths, ["needle", "草堆"])).map(({ title }) => title)).toEqual([
      "find the needle",
    ]);
  });

  test("is missing where there are no sessions yet, and everything is empty", async () => {
    const context = sessionContext();
    expect(await listIndexed(context.paths)).toEqual([]);
    expect(await found(context, "anything")).toEqual([]);
    expect(await sessionsOf(context.paths, ["anything"])).toEqual([]);
  });
});

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
    let time = 0;
    const result = await withIndex(context.paths, (database) =>
      searchPattern(database, "line 9$", { limit: 5 }, () => (time += 1_000)),
    );
    expect(result).toEqual({ hits: [], isCut: false, gaveUp: true });
  });

  test("is not looked for behind the first thousands of signs of a line", async () => {
    const context = sessionContext();
    saved(context, [`${"a".repeat(50_000)}!`, "a!"]);
    expect(await found(context, "re:a!$")).toEqual(["[a!]"]);
  });
});

describe("a log that changes", () => {
  test("is read on from where it was read last", async () => {
    const context = sessionContext();
    const { file } = saved(context, ["the first part"]);
    await found(context, "part");
    const session = openSession(file ?? "", context).session;
    session.append(said("the second part"));
    session.close();
    let bytes = 0;
    await searchSessions(context.paths, "part", { limit: 9, onRead: (count) => (bytes += count) });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(statSync(file ?? "").size / 2);
    expect(await found(context, "part")).toEqual(["the second [part]", "the first [part]"]);
  });

  test("is not read to the middle of a line that is being written", async () => {
    const context = sessionContext();
    const { file } = saved(context, ["whole"]);
    const line =
      readFileSync(file ?? "", "utf8")
        .trimEnd()
        .split("\n")
        .at(-1)
        ?.replace("whole", "whole too")
        .replace(/"id":"[^"]*"/, '"id":"zz"') ?? "";
    appendFileSync(file ?? "", line.slice(0, 40));
    expect(await found(context, "whole")).toEqual(["[whole]"]);
    appendFileSync(file ?? "", `${line.slice(40)}\n`);
    expect(await found(context, "whole")).toEqual(["[whole] too", "[whole]"]);
  });

  test("is read anew when it was cut or replaced", async () => {
    const context = sessionContext();
    const { file } = saved(context, ["stays here", "goes away"]);
    const other = saved(context, ["another text"]).file ?? "";
    expect(await found(context, "away")).toHaveLength(1);
    const lines = readFileSync(file ?? "", "utf8").split("\n");
    truncateSync(file ?? "", lines.slice(0, 2).join("\n").length + 1);
    expect(await found(context, "away")).toEqual([]);
    expect(await found(context, "stays")).toHaveLength(1);
    renameSync(other, file ?? "");
    expect(await found(context, "stays")).toEqual([]);
    expect(await found(context, "another")).toHaveLength(1);
  });

  test("and disappears while it is searched hurts nobody", async () => {
    const context = sessionContext();
    for (let count = 0; count < 5; count += 1) saved(context, [`word ${count}`]);
    const files = readdirSync(context.paths.sessions).toSorted();
    const { hits } = await searchSessions(context.paths, "word", {
      limit: 20,
      onRead: () => rmSync(join(context.paths.sessions, files[4] ?? ""), { force: true }),
    });
    expect(hits).toHaveLength(4);
    expect(existsSync(join(context.paths.sessions, files[4] ?? ""))).toBe(false);
  });

  test("is in the index once, however many read it at once", async () => {
    const context = sessionContext();
    for (let count = 0; count < 20; count += 1)
      saved(context, [`word ${count}`, answer(`word of answer ${count}`)]);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => searchSessions(context.paths, "word", { limit: 100 })),
    );
    for (const { hits } of all) expect(hits.length).toBeLessThanOrEqual(40);
    expect((await searchSessions(context.paths, "word", { limit: 100 })).hits).toHaveLength(40);
  });

  test("can be left in the middle, and nothing is lost", async () => {
    const context = sessionContext();
    for (let count = 0; count < 9; count += 1) saved(context, [`word ${count}`]);
    const stop = new AbortController();
    let parts = 0;
    const attempt = searchSessions(context.paths, "word", {
      limit: 20,
      signal: stop.signal,
      onRead: () => {
        parts += 1;
        if (parts === 3) stop.abort();
      },
    });
    expect(attempt).rejects.toThrow();
    await attempt.catch(() => undefined);
    parts = 0;
    const { hits } = await searchSessions(context.paths, "word", { limit: 20, onRead: () => (parts += 1) });
    expect(hits).toHaveLength(9);
    expect(parts).toBe(6);
  });
});
