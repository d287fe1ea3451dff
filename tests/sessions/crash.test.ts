import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "../../src/protocol/entry.ts";
import { findSession, removeSession } from "../../src/sessions/list.ts";
import { createSession, openSession, readSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start } from "./data-folder.ts";
import { startChild } from "./run-child.ts";

const numbers = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.type === "user" ? [Number.parseInt(entry.text, 10)] : []));

function onlyFile(folder: string): string {
  const [file, ...others] = readdirSync(folder);
  if (file === undefined || others.length > 0) throw new Error("expected one session");
  return join(folder, file);
}

describe("kill -9", () => {
  for (const [kills, size] of [
    [6, 0],
    [6, 20_000],
  ] as const) {
    test(`in the middle of appends of ${size} bytes, ${kills} times: everything that was acknowledged is there`, async () => {
      for (let round = 0; round < kills; round += 1) {
        const context = sessionContext();
        const child = startChild(["append", context.paths.data, String(size)]);
        let acknowledged = -1;
        const reads = 1 + round * 14;
        for (let count = 0; count < reads; count += 1)
          acknowledged = savedIn(await child.next()) ?? acknowledged;
        for (const line of await child.kill()) acknowledged = savedIn(line) ?? acknowledged;

        const file = onlyFile(context.paths.sessions);
        const { session } = openSession(file, context);
        const found = numbers(session.branch());
        expect(found).toEqual(Array.from(found.keys()));
        expect(found.length).toBeGreaterThan(acknowledged);
        const added = session.append(said("and on"));
        session.close();
        expect(readSession(file).session.entries.at(-1)).toEqual(added);
      }
    });
  }

  test("leaves no stale lock", async () => {
    const context = sessionContext();
    const file = closedSession(context);
    const child = startChild(["open", context.paths.data, file]);
    expect(await child.next()).toBe("open");
    await child.kill();
    openSession(file, context).session.close();
    expect(readdirSync(context.paths.locks)).toEqual([]);
  });
});

describe("a limit on file sizes", () => {
  test("stops the disk, not the session", async () => {
    const context = sessionContext();
    const limited = `trap '' XFSZ; ulimit -f 8; exec "$@"`;
    const child = startChild(["append", context.paths.data, "900"], limited);
    let line = await child.next();
    let saved = 0;
    while (savedIn(line) !== undefined) {
      saved += 1;
      line = await child.next();
    }
    expect(line).toEqual({ trouble: "failing" });
    expect(savedIn(await child.next())).toBe(saved);
    await child.kill();
    const { entries } = readSession(onlyFile(context.paths.sessions)).session;
    expect(numbers(entries)).toEqual(Array.from({ length: saved }, (_, index) => index));
  });
});

describe("two at one session", () => {
  test("the second process is told where it is open, and what to do", async () => {
    const context = sessionContext();
    const file = closedSession(context);
    const { session } = openSession(file, context);
    const child = startChild(["open", context.paths.data, file]);
    const message = await child.next();
    expect(message).toContain(
      `is open in another place: process ${process.pid}, since 2030-01-02 03:04 UTC.`,
    );
    expect(message).toContain("Close it there, look at it with rein sessions show ");
    expect(message).toContain(` --fork.`);
    session.append(said("undisturbed"));
    session.close();
    expect(readSession(file).session.entries).toHaveLength(2);
  });

  test("the process that holds it is named by its pid", async () => {
    const context = sessionContext();
    const file = closedSession(context);
    const child = startChild(["open", context.paths.data, file]);
    await child.next();
    expect(() => openSession(file, context)).toThrow(`process ${child.pid}, since`);
    const info = findSession(context.paths, readSession(file).session.header.sessionId);
    expect(() => removeSession(context.paths, info, 0)).toThrow(`process ${child.pid}, since`);
  });

  test("of several that open it at the same moment exactly one gets it", async () => {
    const context = sessionContext();
    const file = closedSession(context);
    const children = Array.from({ length: 4 }, () => startChild(["open", context.paths.data, file]));
    const answers = await Promise.all(children.map((child) => child.next()));
    expect(answers.filter((answer) => answer === "open")).toHaveLength(1);
  });

  test("a lock that is taken and let go again and again never has two holders", async () => {
    const { paths } = sessionContext();
    mkdirSync(paths.data, { recursive: true });
    writeFileSync(join(paths.data, "number"), "0");
    const children = Array.from({ length: 3 }, () => startChild(["count", paths.data, "100"]));
    expect(await Promise.all(children.map((child) => child.next()))).toEqual(["done", "done", "done"]);
    expect(readFileSync(join(paths.data, "number"), "utf8")).toBe("300");
  });

  test("a lock is held until it is let go, even when nobody looks at the session any more", async () => {
    const context = sessionContext();
    const file = closedSession(context);
    openSession(file, context);
    Bun.gc(true);
    const child = startChild(["open", context.paths.data, file]);
    expect(await child.next()).toContain("is open in another place");
  });

  test("one process cannot open it twice either, and does not lose its lock by trying", async () => {
    const context = sessionContext();
    const file = closedSession(context);
    const { session } = openSession(file, context);
    expect(() => openSession(file, context)).toThrow("this same process");
    const child = startChild(["open", context.paths.data, file]);
    expect(await child.next()).toContain("is open in another place");
    session.close();
    openSession(file, context).session.close();
  });

  test("a new session is locked from its first entry on", async () => {
    const context = sessionContext();
    const session = createSession(start, context);
    session.append(said("one"));
    const child = startChild(["open", context.paths.data, session.file ?? ""]);
    expect(await child.next()).toContain("is open in another place");
    session.close();
  });
});

function closedSession(context: ReturnType<typeof sessionContext>): string {
  const session = createSession(start, context);
  session.append(said("one"));
  session.close();
  return session.file ?? "";
}

function savedIn(line: unknown): number | undefined {
  return typeof line === "object" && line !== null && "saved" in line ? Number(line.saved) : undefined;
}
