import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Entry } from "../../src/protocol/entry.ts";
import { UserError } from "../../src/protocol/error.ts";
import type { Session } from "../../src/sessions/session.ts";
import {
  createSession,
  forkSession,
  memorySession,
  openSession,
  readSession,
} from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, type TestContext } from "./data-folder.ts";

const texts = (entries: readonly Entry[]) =>
  entries.map((entry) => (entry.type === "user" ? entry.text : entry.type));

/** A session with some texts, closed; returns its file. */
function saved(context: TestContext, ...words: string[]): string {
  const session = createSession(start, context);
  for (const word of words) session.append(said(word));
  session.close();
  return fileOf(session);
}

function fileOf(session: Session): string {
  if (session.file === null) throw new Error("the session has no file");
  return session.file;
}

describe("a new session", () => {
  test("leaves nothing behind when it is not used", () => {
    const context = sessionContext();
    createSession(start, context).close();
    expect(existsSync(context.paths.data)).toBe(false);
  });

  test("is on disk with its first entry, in a file named by time and id", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    session.append(said("hello"));
    expect(readdirSync(context.paths.sessions)).toEqual([
      `20300102-030406-${session.header.sessionId}.jsonl`,
    ]);
    const lines = readFileSync(fileOf(session), "utf8").trimEnd().split("\n");
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      type: "header",
      format: 1,
      sessionId: session.header.sessionId,
      createdAt: "2030-01-02T03:04:06.000Z",
      cwd: "/home/ada/project",
      version: "0.1.0",
    });
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ type: "user", text: "hello", parentId: null });
    session.close();
  });

  test("is readable by its user only", () => {
    const context = sessionContext();
    const file = saved(context, "secret");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(context.paths.sessions).mode & 0o777).toBe(0o700);
    expect(statSync(context.paths.data).mode & 0o777).toBe(0o700);
  });

  test("chains its entries and returns them whole", () => {
    const session = createSession(start, sessionContext());
    const one = session.append(said("one"));
    const two = session.append(said("two"));
    expect([one.parentId, two.parentId]).toEqual([null, one.id]);
    expect(one.id).toMatch(/^[a-z0-9]{8}$/);
    expect(one.at < two.at).toBe(true);
    expect(session.branch()).toEqual([one, two]);
    session.close();
  });

  test("gives out one branch that grows, and another one where it went elsewhere", () => {
    const session = memorySession(start, sessionContext());
    const one = session.append(said("one"));
    const [branch, copy] = [session.branch(), session.branch().slice()];
    session.append(said("two"));
    expect(texts(copy)).toEqual(["one"]);
    expect(texts(branch)).toEqual(["one", "two"]);
    expect(session.branch()).toBe(branch);
    session.move(one.id);
    session.append(said("three"));
    expect(texts(branch)).toEqual(["one", "two"]);
    expect(texts(session.branch())).toEqual(["one", "move", "three"]);
  });

  test("takes an id of its own, but no bad one and none twice", () => {
    const context = sessionContext();
    const session = createSession({ ...start, id: "my-session" }, context);
    session.append(said("hello"));
    session.close();
    expect(fileOf(session)).toEndWith("-my-session.jsonl");
    expect(() => createSession({ ...start, id: "my-session" }, context)).toThrow(
      "There is a session my-session already",
    );
    expect(() => createSession({ ...start, id: "../evil" }, context)).toThrow(UserError);
  });

  test("has an id of its own to itself from the beginning, and lets go of it unused", () => {
    const context = sessionContext();
    const mine = { ...start, id: "my-session" };
    const first = createSession(mine, context);
    const origin = { sessionId: "other", entries: [] };
    for (const begin of [() => createSession(mine, context), () => forkSession(origin, mine, context)])
      expect(begin).toThrow("my-session is in use by this same process");
    first.close();
    const second = createSession(mine, context);
    second.append(said("hello"));
    second.close();
    expect(() => forkSession(origin, mine, context)).toThrow("There is a session my-session already");
    // What a disk leaves that was full at the beginning is nobody's.
    truncateSync(fileOf(second));
    const third = createSession(mine, context);
    third.append(said("hello"));
    third.close();
    expect(readdirSync(context.paths.sessions)).toHaveLength(1);
    expect(readdirSync(context.paths.locks)).toEqual([]);
    expect(context.troubles).toEqual([]);
  });

  test("has an id of ten letters and digits whose first ones differ", () => {
    const ids = Array.from({ length: 200 }, () => memorySession(start, sessionContext()).header.sessionId);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{10}$/);
    expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBeGreaterThan(190);
  });
});

describe("a session that is opened again", () => {
  test("has everything that was said, and goes on behind it", () => {
    const context = sessionContext();
    const file = saved(context, "one", "two");
    const { session, notes } = openSession(file, context);
    expect(notes).toEqual([]);
    expect(texts(session.branch())).toEqual(["one", "two"]);
    session.append(said("three"));
    session.close();
    expect(texts(readSession(file).session.entries)).toEqual(["one", "two", "three"]);
  });

  test("is not changed by looking at it", () => {
    const context = sessionContext();
    const file = saved(context, "one");
    const before = readFileSync(file);
    openSession(file, context).session.close();
    readSession(file);
    expect(readFileSync(file)).toEqual(before);
  });

  test("never glues an entry to a line that was cut short: at every byte, nothing whole is lost", () => {
    const context = sessionContext();
    const file = saved(context, "one", "two");
    const whole = readFileSync(file);
    for (let length = 1; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      const before = readSession(file).session.entries;
      const { session } = openSession(file, context);
      const added = session.append(said("after the crash"));
      session.close();
      expect(readFileSync(file).subarray(0, length)).toEqual(whole.subarray(0, length));
      expect(readSession(file).session.entries).toEqual([...before, added]);
    }
  });

  test("says what could not be read", () => {
    const context = sessionContext();
    const file = saved(context, "one", "two");
    truncateSync(file, statSync(file).size - 5);
    const { session, notes } = openSession(file, context);
    expect(texts(session.branch())).toEqual(["one"]);
    expect(notes).toEqual([
      "The last entry of this session was cut short when rein was stopped, and is left out.",
    ]);
    session.close();
  });

  test("keeps entries of a newer rein in the file and in the tree", () => {
    const context = sessionContext();
    const file = saved(context, "one");
    const [one] = readSession(file).session.entries;
    const line = JSON.stringify({
      id: "zz",
      parentId: one?.id,
      at: "2031-01-01T00:00:00.000Z",
      type: "hologram",
    });
    appendFileSync(file, `${line}\n`);
    const { session } = openSession(file, context);
    expect(session.append(said("two")).parentId).toBe("zz");
    session.close();
    expect(readFileSync(file, "utf8")).toContain(line);
    expect(texts(readSession(file).session.entries)).toEqual(["one", "two"]);
  });

  test("is refused and left alone when its format is newer", () => {
    const context = sessionContext();
    const file = saved(context, "one");
    const newer = readFileSync(file, "utf8").replace('"format":1', '"format":2');
    writeFileSync(file, newer);
    expect(() => openSession(file, context)).toThrow(
      "written by a newer rein (format 2; this one knows 1). It was left as it is. Update rein",
    );
    expect(readFileSync(file, "utf8")).toBe(newer);
    expect(readdirSync(context.paths.locks)).toEqual([]);
  });

  test("opens without its header, under the id in its name", () => {
    const context = sessionContext();
    const file = saved(context, "one");
    const id = readSession(file).session.header.sessionId;
    writeFileSync(file, readFileSync(file, "utf8").replace('{"type":"header"', '{"type":"head'));
    const { session, notes } = openSession(file, context);
    expect(session.header).toMatchObject({ sessionId: id, cwd: "", createdAt: "2030-01-02T03:04:06.000Z" });
    expect(notes[0]).toContain("first line of this session's file is damaged");
    session.close();
  });

  test("gives a clear error when it is gone", () => {
    const context = sessionContext();
    expect(() => openSession(join(context.paths.sessions, "none.jsonl"), context)).toThrow(UserError);
  });
});

const call = (callId: string) => ({ type: "tool_call", callId, name: "bash", argumentsText: "{}" }) as const;

describe("a session whose rein was killed", () => {
  test("says which calls were interrupted and that the turn has ended, once", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    session.append(said("do it"));
    session.append({ type: "turn_start", turnId: "t1", traceId: "0", model: "demo/demo", mode: "ask" });
    session.append({
      type: "assistant",
      turnId: "t1",
      step: 1,
      model: "demo/demo",
      parts: [call("a"), call("b")],
      stop: "tool_use",
      latencyMs: 1,
      attempts: 1,
    });
    session.append({ type: "tool_start", callId: "a", name: "bash", title: "sleep 100" });
    session.close();

    const open = () => {
      const opened = openSession(fileOf(session), context).session;
      opened.close();
      return opened.branch().slice(4);
    };
    const repaired = open();
    expect(repaired).toMatchObject([
      { type: "tool_result", callId: "a", title: "sleep 100", result: { ok: false, kind: "interrupted" } },
      { type: "tool_result", callId: "b", result: { ok: false, kind: "interrupted" } },
      { type: "turn_end", turnId: "t1", outcome: "interrupted", steps: 1 },
    ]);
    expect(open()).toEqual(repaired);
  });
});

test("a session in memory works like any other and touches no disk", () => {
  const context = sessionContext();
  const session = memorySession(start, context);
  const one = session.append(said("one"));
  expect(session.file).toBeNull();
  expect(session.branch()).toEqual([one]);
  session.close();
  expect(existsSync(context.paths.data)).toBe(false);
});
