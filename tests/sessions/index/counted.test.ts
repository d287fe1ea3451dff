/** What lists know of a session beyond its ends: its name, what it cost, and what it is a copy of. */
import { describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import type { NewEntry } from "../../../src/protocol/entry.ts";
import {
  listIndexed,
  type ListOptions,
  searchSessions,
  sessionsOf,
} from "../../../src/sessions/index/indexed-sessions.ts";
import { listSessions } from "../../../src/sessions/list.ts";
import { usesFrom } from "../../../src/sessions/model-use.ts";
import { renameSession } from "../../../src/sessions/rename.ts";
import type { Session } from "../../../src/sessions/session.ts";
import { createSession, forkSession, openSession } from "../../../src/sessions/session-store.ts";
import { walkLogs } from "../../../src/sessions/walk-logs.ts";
import { costOf, usedFrom, usedIn } from "../../../src/transcript/usage.ts";
import { canMount, mountSmall } from "../../support/small-disk.ts";
import { said, sessionContext, start, type TestContext } from "../data-folder.ts";

const prices = { input: 1, output: 10 };

function answer(model: string, usage?: { inputTokens: number; outputTokens: number }): NewEntry {
  const about = { turnId: "t", step: 1, model, stop: "stop", latencyMs: 1, attempts: 1 } as const;
  return {
    type: "assistant",
    parts: [{ type: "text", text: "ok" }],
    ...about,
    ...(usage === undefined ? {} : { usage }),
  };
}

const named = (title: string): NewEntry => ({ type: "title", title, by: "user" });

function saved(context: TestContext, entries: readonly NewEntry[]): Session {
  const session = createSession(start, context);
  for (const entry of entries) session.append(entry);
  session.close();
  return session;
}

/** Entries of more than a list reads of the ends of a log. */
const filling = Array.from({ length: 40 }, () => said("x".repeat(1_000)));

describe("a session's name", () => {
  test("in the middle of a long log is its title in every list, and it is found by it", async () => {
    const context = sessionContext();
    const { header } = saved(context, [
      said("fix the login"),
      ...filling,
      named("first name"),
      named("the great affair"),
      ...filling,
    ]);
    expect(await listIndexed(context.paths)).toMatchObject([
      { title: "the great affair", named: "the great affair" },
    ]);
    const found = await sessionsOf(context.paths, ["great", "affair"]);
    expect(found.map(({ id }) => id)).toEqual([header.sessionId]);
    // Where there can be no index it is looked for in the log.
    rmSync(context.paths.index, { force: true });
    mkdirSync(context.paths.index);
    expect(await listIndexed(context.paths)).toMatchObject([{ title: "the great affair" }]);
  });

  test("that was taken away leaves the title by rule, however often the log grows", async () => {
    const context = sessionContext();
    const session = saved(context, [said("fix the login"), named("a name"), ...filling]);
    expect(await listIndexed(context.paths)).toMatchObject([{ title: "a name" }]);
    const [info] = await listIndexed(context.paths);
    if (info === undefined) throw new Error("It is not in the list.");
    expect(renameSession(context.paths, info, "", context)).toMatchObject({ title: "fix the login" });
    expect(await listIndexed(context.paths)).toMatchObject([{ title: "fix the login", named: "" }]);
    const again = openSession(session.file ?? "", context).session;
    for (const entry of filling) again.append(entry);
    again.close();
    expect(await listIndexed(context.paths)).toMatchObject([{ title: "fix the login", named: "" }]);
  });

  test("does not make it the session that was used last", async () => {
    const context = sessionContext();
    saved(context, [said("the older one")]);
    saved(context, [said("the younger one")]);
    const older = (await listIndexed(context.paths))[1];
    if (older === undefined) throw new Error("It is not in the list.");
    renameSession(context.paths, older, "a new name", context);
    const titles = (await listIndexed(context.paths)).map(({ title }) => title);
    expect(titles).toEqual(["the younger one", "a new name"]);
  });

  test("cannot be given while another rein has it open, and that one is not disturbed", async () => {
    const context = sessionContext();
    const open = createSession(start, context);
    open.append(said("mine"));
    const [info] = await listIndexed(context.paths);
    if (info === undefined) throw new Error("It is not in the list.");
    const size = statSync(info.file).size;
    expect(() => renameSession(context.paths, info, "yours", context)).toThrow(/is open in another place/);
    expect(statSync(info.file).size).toBe(size);
    open.close();
  });
});

test.skipIf(!canMount())("a name that the disk does not take is told, and not shown as given", () => {
  using disk = mountSmall();
  const context = sessionContext(disk?.folder);
  saved(context, [said("hi")]);
  const [info] = listSessions(context.paths);
  if (info === undefined) throw new Error("It is not in the list.");
  disk?.remount("ro");
  expect(() => renameSession(context.paths, info, "mine", context)).toThrow("EROFS");
  disk?.remount("rw");
  expect(renameSession(context.paths, info, "mine", context)).toMatchObject({ title: "mine" });
});

describe("what a session has used", () => {
  test("counts once what a disk made rein write a second time, and is found once", async () => {
    const context = sessionContext();
    const usage = { inputTokens: 10, outputTokens: 1 };
    const long = "x".repeat(1_500_000);
    const { file } = saved(context, [said(`needle ${long}`), answer("a/one", usage), named("mine")]);
    const lines = readFileSync(file ?? "", "utf8").split("\n");
    appendFileSync(file ?? "", `{"type":"assi\0\0${lines.slice(1).join("\n")}`);
    const [info] = await listIndexed(context.paths);
    expect(info?.named).toBe("mine");
    expect([...(usesFrom(info?.used ?? "")?.values() ?? [])]).toMatchObject([{ answers: 1, usage }]);
    expect((await searchSessions(context.paths, "needle", { limit: 9 })).hits).toHaveLength(1);
    const walked: string[] = [];
    await walkLogs(context.paths, { since: 0 }, (_, { type }) => walked.push(type));
    expect(walked).toEqual(["user", "assistant", "title"]);
  });

  test("is what its log says, by model, with summaries and titles; it grows with the log", async () => {
    const context = sessionContext();
    const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };
    const entries: NewEntry[] = [
      said("hi"),
      answer("a/one", usage),
      answer("a/one"),
      { type: "compaction", summary: "s", firstKeptId: "x", model: "a/two", usage },
      { type: "title", title: "t", by: "model", model: "a/one", usage },
      { type: "context_edit", edits: [], model: "a/two", usage },
    ];
    const session = saved(context, entries);
    const [info] = await listIndexed(context.paths);
    const used = usedFrom(info?.used ?? null);
    expect(used?.get("a/one")).toMatchObject({ answers: 3, uncounted: 1, inputTokens: 2_000_000 });
    expect(used === null ? null : costOf(used, () => prices).dollars).toBeCloseTo(8, 9);
    const again = openSession(session.file ?? "", context).session;
    again.append(answer("a/one", usage));
    again.close();
    const [grown] = await listIndexed(context.paths);
    expect(usedFrom(grown?.used ?? null)?.get("a/one")).toMatchObject({ answers: 4, inputTokens: 3_000_000 });
  });

  test("is the same as the open session counts, whatever the log holds and wherever it was left off", async () => {
    const model = fc.constantFrom("a/one", "b/two");
    const count = fc.nat(100_000);
    const entry = fc.oneof(
      fc
        .record({ model, usage: fc.option(fc.record({ inputTokens: count, outputTokens: count })) })
        .map(({ model: name, usage }): NewEntry => answer(name, usage ?? undefined)),
      fc.constant(said("something")),
      fc.string().map(named),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(entry, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (parts) => {
          const context = sessionContext();
          const { file } = saved(context, [said("hi")]);
          for (const part of parts) {
            const { session } = openSession(file ?? "", context);
            for (const one of part) session.append(one);
            session.close();
            const [info] = await listIndexed(context.paths, {}, { patienceMs: 1e6 });
            const own = costOf(usedIn(session.entries()), () => prices).dollars;
            const listed = usedFrom(info?.used ?? null);
            if (listed === null) throw new Error("It is not counted.");
            expect(costOf(listed, () => prices).dollars).toBe(own);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test("is counted anew when the log is another one, and a line without an end waits for it", async () => {
    const context = sessionContext();
    const { file } = saved(context, [said("hi"), answer("a/one", { inputTokens: 5, outputTokens: 1 })]);
    await listIndexed(context.paths);
    const line = JSON.stringify({
      ...answer("b/two", { inputTokens: 7, outputTokens: 1 }),
      id: "z1",
      parentId: null,
      at: "",
    });
    appendFileSync(file ?? "", line.slice(0, 40));
    expect(usesFrom((await listIndexed(context.paths))[0]?.used ?? "")?.has("b/two")).toBeFalse();
    appendFileSync(file ?? "", `${line.slice(40)}\n`);
    expect(usesFrom((await listIndexed(context.paths))[0]?.used ?? "")?.get("b/two")).toMatchObject({
      usage: { inputTokens: 7 },
    });
    rmSync(file ?? "");
    writeFileSync(file ?? "", `${line}\n`, { mode: 0o600 });
    expect([...(usesFrom((await listIndexed(context.paths))[0]?.used ?? "")?.keys() ?? [])]).toEqual([
      "b/two",
    ]);
  });

  test("is not waited for longer than one asks to, and none of it is counted twice later", async () => {
    const context = sessionContext();
    for (let count = 0; count < 3; count += 1)
      saved(context, [said("hi"), answer("a/one", { inputTokens: 5, outputTokens: 1 })]);
    const hasty = await listIndexed(context.paths, {}, { patienceMs: -1 });
    expect(hasty.map(({ used }) => used)).toEqual([null, null, null]);
    const patient = await listIndexed(context.paths, {}, { patienceMs: 1e6 });
    expect(patient.map(({ used }) => usesFrom(used ?? "")?.get("a/one")?.answers)).toEqual([1, 1, 1]);
  });
});

test("long logs can be left for later, one of them be counted by itself, and nothing goes on when nobody wants it", async () => {
  const context = sessionContext();
  const small = saved(context, [said("hi"), answer("a/one")]);
  const long = saved(context, [said("hi"), ...filling, answer("a/one")]);
  const other = saved(context, [said("hi"), ...filling, answer("a/one")]);
  const counted = async (options: ListOptions) => {
    const sessions = await listIndexed(context.paths, {}, { patienceMs: 1e6, ...options });
    return sessions.filter(({ used }) => used !== null).map(({ id }) => id);
  };
  expect(await counted({ mostUnread: 10_000 })).toEqual([small.header.sessionId]);
  expect(await counted({ only: long.header.sessionId })).toEqual([
    long.header.sessionId,
    small.header.sessionId,
  ]);
  expect(counted({ signal: AbortSignal.abort(new Error("left")) })).rejects.toThrow("left");
  expect((await counted({}))[0]).toBe(other.header.sessionId);
});

test("a long log that is left in the middle of counting is gone on with from there", async () => {
  const context = sessionContext();
  saved(context, [
    said("hi"),
    ...Array.from({ length: 400 }, () => said("x".repeat(10_000))),
    answer("a/one"),
  ]);
  let read: number[] = [];
  const left = new AbortController();
  const count = (signal?: AbortSignal) =>
    listIndexed(
      context.paths,
      {},
      {
        patienceMs: 1e6,
        signal,
        onRead(bytes) {
          read.push(bytes);
          // Longer than keys may wait: it looks whether anybody still wants it.
          for (const until = performance.now() + 20; performance.now() < until;);
          left.abort(new Error("left"));
        },
      },
    );
  expect(count(left.signal)).rejects.toThrow("left");
  await count(left.signal).catch(() => undefined);
  expect(read.length).toBeGreaterThan(0);
  const before = read.reduce((sum, bytes) => sum + bytes, 0);
  read = [];
  const [info] = await count();
  expect(before + read.reduce((sum, bytes) => sum + bytes, 0)).toBe(info?.size ?? 0);
  expect(usesFrom(info?.used ?? "")?.get("a/one")?.answers).toBe(1);
});

test("a copy says what it is a copy of", async () => {
  const context = sessionContext();
  const origin = saved(context, [said("hi")]);
  const copy = forkSession({ sessionId: origin.header.sessionId, entries: origin.branch() }, start, context);
  copy.append(said("on"));
  copy.close();
  const origins = new Map((await listIndexed(context.paths)).map(({ id, forkedFrom }) => [id, forkedFrom]));
  expect(origins.get(copy.header.sessionId)).toBe(origin.header.sessionId);
  expect(origins.get(origin.header.sessionId)).toBeNull();
});
