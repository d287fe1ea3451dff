import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { messageOf, UserError } from "../../src/protocol/error.ts";
import { listIndexed, searchSessions, sessionsOf } from "../../src/sessions/index/indexed-sessions.ts";
import {
  findSession,
  latestSession,
  latestSessions,
  listSessions,
  removedWords,
  removeSession,
} from "../../src/sessions/list.ts";
import type { Session } from "../../src/sessions/session.ts";
import type { UnreadLog } from "../../src/sessions/unread-logs.ts";
import { createSession, openSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, type TestContext } from "./data-folder.ts";

function saved(context: TestContext, text: string, options: { cwd?: string; id?: string } = {}): Session {
  const session = createSession({ ...start, ...options }, context);
  session.append(said(text));
  session.append({ type: "turn_start", turnId: "t", traceId: "0", model: "demo/demo", mode: "ask" });
  session.close();
  return session;
}

const titles = (sessions: readonly { readonly title: string }[]) => sessions.map(({ title }) => title);

describe("the list of sessions", () => {
  test("is empty before there is any", () => {
    expect(listSessions(sessionContext().paths)).toEqual([]);
  });

  test("whose folder cannot be read says so, here and through the index, in place of seeming empty", async () => {
    const context = sessionContext();
    const { paths } = context;
    mkdirSync(dirname(paths.sessions));
    writeFileSync(paths.sessions, "no folder");
    const words = /The folder of sessions, .* cannot be read/;
    expect(() => listSessions(paths)).toThrow(UserError);
    expect(() => findSession(paths, "abc")).toThrow(words);
    expect(() => createSession({ ...start, id: "abc" }, context)).toThrow(words);
    for (const look of [
      listIndexed(paths),
      searchSessions(paths, "x", { limit: 1 }),
      sessionsOf(paths, ["x"]),
    ])
      expect(await look.catch(messageOf)).toMatch(words);
  });

  test("tells of files that cannot be read, with an index and without, and lists the others", async () => {
    const context = sessionContext();
    const { paths } = context;
    saved(context, "here");
    const folder = join(paths.sessions, "20990101-000000-aaaaaaaaaa.jsonl");
    mkdirSync(folder);
    symlinkSync("/nowhere", join(paths.sessions, "20990101-000000-bbbbbbbbbb.jsonl"));
    writeFileSync(join(paths.sessions, "20990101-000000-cccccccccc.jsonl"), "");
    for (const isIndexed of [true, false]) {
      rmSync(paths.index, { recursive: true, force: true });
      if (!isIndexed) mkdirSync(paths.index);
      const unread: UnreadLog[] = [];
      const listed = await listIndexed(paths, {}, { onUnread: (one) => unread.push(one) });
      expect(titles(listed)).toEqual(["here"]);
      expect(unread.map(({ file }) => basename(file).slice(16, 26)).toSorted()).toEqual([
        "aaaaaaaaaa",
        "bbbbbbbbbb",
      ]);
    }
    // Only what was changed later than the latest can be the one that is meant.
    expect(latestSessions(paths, start.cwd)).toMatchObject({ readable: { title: "here" }, unread: [] });
    const later = new Date(Date.UTC(2031, 0));
    utimesSync(folder, later, later);
    expect(latestSessions(paths, start.cwd).unread).toMatchObject([{ file: folder }]);
  });

  test("shows the last used first, with what a person knows them by", () => {
    const context = sessionContext();
    const first = saved(context, "\n  fix the login\nand more");
    saved(context, "write the docs");
    const again = openSession(first.file ?? "", context).session;
    again.append({ type: "model", model: "openai/other" });
    again.close();
    const sessions = listSessions(context.paths);
    expect(titles(sessions)).toEqual(["fix the login", "write the docs"]);
    expect(sessions[0]).toEqual({
      id: first.header.sessionId,
      file: first.file ?? "",
      createdAt: first.header.createdAt,
      updatedAt: again.branch().at(-1)?.at ?? "",
      size: readFileSync(first.file ?? "").length,
      cwd: "/home/ada/project",
      branch: null,
      title: "fix the login",
      model: "openai/other",
      lastWords: "fix the login and more",
      named: null,
      byRule: "fix the login",
      forkedFrom: null,
      used: null,
      readable: true,
    });
  });

  test("takes the file's time where an entry's is none", () => {
    const context = sessionContext();
    const file = saved(context, "odd").file ?? "";
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/"at":"[^"]*"/g, '"at":"soon"'));
    utimesSync(file, 1_000_000, 1_000_000);
    expect(listSessions(context.paths)).toMatchObject([
      { title: "odd", updatedAt: "1970-01-12T13:46:40.000Z" },
    ]);
  });

  test("can be that of one folder", () => {
    const context = sessionContext();
    saved(context, "here", { cwd: "/a" });
    saved(context, "there", { cwd: "/a/b" });
    expect(titles(listSessions(context.paths, { cwd: "/a" }))).toEqual(["here"]);
    expect(latestSession(context.paths, "/a/b")?.title).toBe("there");
    expect(latestSession(context.paths, "/nowhere")).toBeNull();
  });

  test("reads only the ends of a long log, and still knows the last model and time", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    session.append(said("a long talk"));
    for (let count = 0; count < 50; count += 1) session.append(said("x".repeat(1_000)));
    session.append({ type: "model", model: "openai/late" });
    session.close();
    expect(listSessions(context.paths)[0]).toMatchObject({
      title: "a long talk",
      model: "openai/late",
      updatedAt: session.branch().at(-1)?.at,
    });
  });

  test("finds the title of a first message with a long paste in it, and cuts long ones between characters", () => {
    const context = sessionContext();
    saved(context, `look at this\n${"paste ".repeat(20_000)}`);
    saved(context, `${"😀".repeat(39)}x😀😀`);
    const [long, pasted] = titles(listSessions(context.paths));
    expect(pasted).toBe("look at this");
    expect(long).toBe(`${"😀".repeat(29)}…`);
    expect(long?.isWellFormed()).toBe(true);
  });

  test("keeps showing a session whose file is damaged, because it can be opened", () => {
    const context = sessionContext();
    const { file } = saved(context, "hello");
    writeFileSync(file ?? "", `\0\0\0\0${readFileSync(file ?? "", "utf8").slice(20)}`);
    const [info] = listSessions(context.paths);
    expect(info).toMatchObject({ title: "hello", cwd: "" });
    openSession(info?.file ?? "", context).session.close();
  });

  test("leaves strange files alone and marks what only a newer rein can open", () => {
    const context = sessionContext();
    const { file } = saved(context, "hello");
    writeFileSync(join(context.paths.sessions, "notes.txt"), "mine");
    writeFileSync(join(context.paths.sessions, "20300101-000000-empty.jsonl"), "");
    writeFileSync(file ?? "", readFileSync(file ?? "", "utf8").replace('"format":1', '"format":9'));
    expect(listSessions(context.paths)).toMatchObject([{ title: "hello", readable: false }]);
    expect(latestSession(context.paths, start.cwd)).toBeNull();
  });
});

describe("finding one by its id", () => {
  test("takes any beginning that fits only one, and a whole id always", () => {
    const context = sessionContext();
    saved(context, "one", { id: "abc" });
    saved(context, "two", { id: "abcdef" });
    saved(context, "three", { id: "xyz" });
    expect(findSession(context.paths, "x").title).toBe("three");
    expect(findSession(context.paths, "abc").title).toBe("one");
    expect(findSession(context.paths, " ABCD ").title).toBe("two");
  });

  test("lists the candidates when several fit", () => {
    const context = sessionContext();
    saved(context, "one", { id: "abc-1" });
    saved(context, "two", { id: "abc-2" });
    const attempt = () => findSession(context.paths, "abc");
    expect(attempt).toThrow(UserError);
    expect(attempt).toThrow(/"abc" fits 2 sessions[^]*abc-1[^]*one/);
    expect(attempt).toThrow(/abc-2 .*two/);
  });

  test("says so when none fits", () => {
    const { paths } = sessionContext();
    expect(() => findSession(paths, "nope")).toThrow('There is no session "nope"');
    expect(() => findSession(paths, "")).toThrow(UserError);
  });
});

test("a session whose file cannot be read is not said to be none: why it cannot is told", () => {
  const context = sessionContext();
  const { file } = saved(context, "one", { id: "abc" });
  renameSync(file ?? "", `${file}.moved`);
  symlinkSync(`${file}.moved`, file ?? "");
  expect(() => findSession(context.paths, "abc")).toThrow(/could not be read: \S+abc.jsonl is a link/);
  rmSync(`${file}.moved`);
  expect(() => findSession(context.paths, "ab")).toThrow(/could not be read/);
  rmSync(file ?? "");
  expect(() => findSession(context.paths, "abc")).toThrow(/There is no session "abc"/);
});

describe("removing a session", () => {
  test("moves it to the trash, whole", () => {
    const context = sessionContext();
    const { file } = saved(context, "old");
    const content = readFileSync(file ?? "");
    const [info] = listSessions(context.paths);
    if (info === undefined) throw new Error("not listed");
    const where = removeSession(context.paths, info, context.now()) ?? "";
    expect(dirname(where)).toBe(context.paths.trash);
    expect(readFileSync(where)).toEqual(content);
    expect(listSessions(context.paths)).toEqual([]);
    expect(existsSync(file ?? "")).toBe(false);
  });

  test("that somebody else has removed meanwhile says that it is gone, not that it is still there", () => {
    const context = sessionContext();
    saved(context, "old");
    const [info] = listSessions(context.paths);
    if (info === undefined) throw new Error("not listed");
    rmSync(info.file);
    const where = removeSession(context.paths, info, context.now());
    expect(where).toBeNull();
    expect(removedWords(info.id, where)).toBe(
      `Session ${info.id} was there no more: somebody has removed it.`,
    );
  });

  test("never overwrites what is in the trash", () => {
    const context = sessionContext();
    const { file } = saved(context, "old");
    for (let count = 0; count < 3; count += 1) {
      const copy = readFileSync(file ?? "");
      const [info] = listSessions(context.paths);
      if (info !== undefined) removeSession(context.paths, info, context.now());
      writeFileSync(file ?? "", copy);
    }
    expect(readdirSync(context.paths.trash)).toHaveLength(3);
    expect(readdirSync(context.paths.trash)).toContain(basename(file ?? ""));
  });
});
