/** Logs that grow, are cut, replaced or removed while others search. */
import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { searchSessions } from "../../../src/sessions/index/indexed-sessions.ts";
import { openSession } from "../../../src/sessions/session-store.ts";
import { said, sessionContext } from "../data-folder.ts";
import { answer, found, saved } from "./saved-sessions.ts";

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
