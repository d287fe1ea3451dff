/** Which session was used last is known also after the clock was wrong. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { listIndexed } from "../../src/sessions/index/indexed-sessions.ts";
import { clockSlackMs, noteUse, orderOfUse, readUses, type Use } from "../../src/sessions/last-uses.ts";
import { latestSession, listSessions } from "../../src/sessions/list.ts";
import { renameSession } from "../../src/sessions/rename.ts";
import { createSession, openSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, type TestContext } from "./data-folder.ts";

const hour = 3_600_000;
const noon = Date.UTC(2026, 10, 30, 12);

const at = (time: number) => new Date(time).toISOString();
const info = (id: string, time: number) => ({ id, updatedAt: at(time) });
const ids = (order: readonly { readonly id: string }[]) => order.map(({ id }) => id).join(" ");

describe("the order in which sessions were used", () => {
  const cases: [string, Record<string, number>, [string, number][], number, string][] = [
    ["is that of their times", { a: 1, b: 2, c: 3 }, [], 4, "c b a"],
    [
      "is so also where windows were open side by side",
      { a: 4, b: 3 },
      [
        ["a", 1],
        ["b", 2],
      ],
      5,
      "a b",
    ],
    [
      "has one of a clock that ran ahead before what came then",
      { f: 9, a: 1, b: 2 },
      [
        ["f", 9],
        ["a", 1],
        ["b", 2],
      ],
      3,
      "b a f",
    ],
    [
      "stays so once its time has come",
      { f: 9, a: 1, b: 2 },
      [
        ["f", 9],
        ["a", 1],
        ["b", 2],
      ],
      10,
      "b a f",
    ],
    [
      "has it first until there is another one",
      { f: 9, a: 1 },
      [
        ["a", 1],
        ["f", 9],
      ],
      3,
      "f a",
    ],
    [
      "has it first again when it is gone on with",
      { f: 3, a: 1 },
      [
        ["f", 9],
        ["a", 1],
        ["f", 3],
      ],
      4,
      "f a",
    ],
    [
      "has it where it was used last, when the clock was set back while it was open",
      { f: 3, a: 2 },
      [
        ["f", 9],
        ["a", 1],
      ],
      4,
      "f a",
    ],
    ["has one of which no use is known before those of which one is", { f: 9, a: 1 }, [["a", 1]], 3, "a f"],
    [
      "has several of those in the order of their times",
      { f: 9, g: 10, e: 8, a: 1 },
      [["a", 1]],
      3,
      "a g f e",
    ],
    [
      "has one of a computer that had lost the time where that was",
      { a: 1, lost: -9e5, b: 2 },
      [
        ["a", 1],
        ["lost", -9e5],
        ["b", 2],
      ],
      3,
      "b lost a",
    ],
    ["has it last where no use of it is known", { a: 1, lost: -9e5 }, [["a", 1]], 3, "a lost"],
    [
      "keeps the others where they are when the clock was behind once, also those of which no use is known",
      { a: 4, b: 5, late: 1, c: 6, u: 3 },
      [
        ["a", 4],
        ["b", 5],
        ["late", 1],
        ["c", 6],
      ],
      7,
      "c late b a u",
    ],
    [
      "is that of their times where two processes noted their uses the other way round",
      { a: 3, b: 2 },
      [
        ["a", 1],
        ["b", 1 - 1e-6],
      ],
      4,
      "a b",
    ],
  ];
  test.each(cases)("%s", (_, sessions, uses, now, expected) => {
    const found = Object.entries(sessions).map(([id, hours]) => info(id, noon + hours * hour));
    const known = uses.map(([id, hours]) => ({ id, at: noon + hours * hour }));
    expect(ids(orderOfUse(found, known, noon + now * hour))).toBe(expected);
  });

  test("is that of their uses, one after the other, however wrong the clock was at each of them", () => {
    // A clock that is wrong by less than the slack is not told from two computers.
    const step = 2 * clockSlackMs;
    const clock = fc.oneof(
      fc.constant((real: number) => real),
      fc.integer({ min: -15_000, max: 600_000 }).map((by) => (real: number) => real + by * step),
      fc.integer({ min: 0, max: 1_000 * hour }).map((time) => () => Date.UTC(2000, 0) + time),
    );
    const use = fc.record({
      id: fc.constantFrom("a", "b", "c", "d", "e"),
      clock,
      lasted: fc.integer({ min: 1, max: 270 }).map((count) => count * step),
    });
    fc.assert(
      fc.property(fc.array(use, { minLength: 1, maxLength: 12 }), (all) => {
        const uses: Use[] = [];
        const times = new Map<string, number>();
        let real = noon;
        for (const one of all) {
          real += one.lasted;
          const time = one.clock(real);
          uses.push({ id: one.id, at: time - 1 }, { id: one.id, at: time });
          times.delete(one.id);
          times.set(one.id, time);
        }
        const found = [...times]
          .map(([id, time]) => info(id, time))
          .toSorted((one, other) => (one.id < other.id ? -1 : 1));
        expect(ids(orderOfUse(found, uses, real + 1))).toBe([...times.keys()].toReversed().join(" "));
      }),
    );
  });

  test("shows no time that is still to come where the order tells an earlier one", () => {
    const uses = [
      { id: "f", at: noon + 9 * hour },
      { id: "a", at: noon },
    ];
    const found = [info("f", noon + 9 * hour), info("a", noon + 1)];
    expect(orderOfUse(found, uses, noon + hour)).toEqual([info("a", noon + 1), info("f", noon)]);
    expect(orderOfUse(found, uses, noon + 10 * hour)).toEqual([
      info("a", noon + 1),
      info("f", noon + 9 * hour),
    ]);
    expect(orderOfUse(found, [], noon + hour)).toEqual(found);
  });
});

describe("a session that was written while the clock ran ahead", () => {
  function saved(context: TestContext, text: string, time: number): string {
    let now = time;
    const session = createSession(start, { ...context, now: () => (now += 1) });
    session.append(said(text));
    session.close();
    return session.file ?? "";
  }

  test("is not the last used one for ever: -c and the lists agree on what was used after it", async () => {
    const context = sessionContext();
    const { paths } = context;
    const now = Date.now();
    const ahead = saved(context, "ahead", now + 1_000 * hour);
    expect(latestSession(paths, start.cwd)?.title).toBe("ahead");
    saved(context, "then", now - 1_000);
    for (const listed of [listSessions(paths), await listIndexed(paths), await listIndexed(paths)])
      expect(listed.map(({ title }) => title)).toEqual(["then", "ahead"]);
    const [, info] = listSessions(paths);
    if (info === undefined) throw new Error("not listed");
    renameSession(paths, info, "renamed");
    expect(latestSession(paths, start.cwd)?.title).toBe("then");
    const again = openSession(ahead, { ...context, now: () => now - 1 }).session;
    again.append(said("more"));
    again.close();
    expect(latestSession(paths, start.cwd)?.title).toBe("renamed");
  });
});

test("of two windows the one in which the last answer came is first, whichever is closed last", () => {
  const context = sessionContext();
  let now = Date.now() - 10 * hour;
  const clock = { ...context, now: () => (now += 1) };
  const [one, two] = [createSession(start, clock), createSession(start, clock)];
  for (const [session, name] of [
    [one, "one"],
    [two, "two"],
  ] as const) {
    now += hour;
    session.append(said(name));
    now += hour;
    session.append({ type: "notice", text: "meanwhile" });
  }
  two.close();
  one.close();
  expect(listSessions(context.paths).map(({ title }) => title)).toEqual(["two", "one"]);
});

test("the order is that of the times, whatever is open side by side, as long as the clock is right", () => {
  const step = fc.record({
    id: fc.constantFrom("a", "b", "c"),
    passed: fc.integer({ min: 1, max: 9 * hour }),
    isNoted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const uses: Use[] = [];
      const times = new Map<string, number>();
      let now = noon;
      for (const { id, passed, isNoted } of steps) {
        now += passed;
        if (isNoted) uses.push({ id, at: now });
        times.delete(id);
        times.set(id, now);
      }
      const found = [...times].map(([id, time]) => info(id, time));
      expect(orderOfUse(found, uses, now)).toEqual(found.toReversed());
    }),
  );
});

describe("the file of uses", () => {
  test("says nothing where it is missing or no file, and that keeps no session from being written", () => {
    const context = sessionContext();
    expect(readUses(context.paths)).toEqual([]);
    mkdirSync(context.paths.uses, { recursive: true });
    const session = createSession(start, context);
    session.append(said("hello"));
    session.close();
    expect(context.troubles).toEqual([]);
    expect(readUses(context.paths)).toEqual([]);
    expect(listSessions(context.paths)).toHaveLength(1);
  });

  test("is its user's alone, and lines of it that cannot be read are left out", () => {
    const { paths } = sessionContext();
    mkdirSync(paths.data, { recursive: true });
    writeFileSync(paths.uses, `0Z f\n${at(noon)} a\nsoon b\n${at(noon)} c d\n\0\0\n${at(noon)}\n`);
    noteUse(paths, `x\n${at(noon)} forged`, at(noon));
    noteUse(paths, "e", at(noon + 1));
    appendFileSync(paths.uses, `${at(noon)} half`);
    expect(readUses(paths)).toEqual([
      { id: "a", at: noon },
      { id: "e", at: noon + 1 },
    ]);
    expect(statSync(paths.uses).mode & 0o777).toBe(0o600);
  });

  test("does not grow without end, and keeps the order of what was used last", () => {
    const { paths } = sessionContext();
    mkdirSync(paths.data, { recursive: true });
    const lines = Array.from(
      { length: 1_000 },
      (_, count) => `${at(noon + count)} id${String(count % 800).padStart(8, "0")}\n`,
    );
    writeFileSync(paths.uses, lines.join(""));
    noteUse(paths, "the-last", at(noon));
    expect(readFileSync(paths.uses).length).toBeLessThanOrEqual(16 * 1024);
    const uses = readUses(paths);
    expect(uses.at(-1)).toEqual({ id: "the-last", at: noon });
    expect(uses.slice(-3, -1).map(({ id }) => id)).toEqual(["id00000198", "id00000199"]);
    expect(new Set(uses.map(({ id }) => id)).size).toBe(uses.length);
  });
});
