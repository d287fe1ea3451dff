/** The list through the index, and an index that cannot be used. */
import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { glance } from "../../../src/sessions/glance.ts";
import { indexVersion } from "../../../src/sessions/index/database.ts";
import { listIndexed, sessionsOf } from "../../../src/sessions/index/indexed-sessions.ts";
import { listSessions, removeSession } from "../../../src/sessions/list.ts";
import { openSession } from "../../../src/sessions/session-store.ts";
import { said, sessionContext, start } from "../data-folder.ts";
import { answer, found, saved, uncounted } from "./saved-sessions.ts";

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
    expect(readFileSync(context.paths.index).includes("unforgettable")).toBe(false);
  });

  test("is its user's alone, and so is what lies beside it", async () => {
    const context = sessionContext();
    saved(context, ["private"]);
    await found(context, "private");
    const isOpen = new Database(context.paths.index);
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
    symlinkSync(target, context.paths.index);
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
      const file = context.paths.index;
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
    mkdirSync(context.paths.index);
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

  test("lets keys in while another rein writes, and is done without where that does not end", async () => {
    const context = sessionContext();
    saved(context, ["one"]);
    await listIndexed(context.paths);
    saved(context, ["two"]);
    const other = new Database(context.paths.index);
    other.run("BEGIN IMMEDIATE");
    let keys = 0;
    const typing = setInterval(() => (keys += 1), 1);
    const listed = await listIndexed(context.paths);
    clearInterval(typing);
    expect(keys).toBeGreaterThan(10);
    expect(uncounted(listed)).toEqual(listSessions(context.paths));
    other.run("ROLLBACK");
    other.close();
    expect(uncounted(await listIndexed(context.paths))).toEqual(listSessions(context.paths));
  });

  test("is missing where there are no sessions yet, and everything is empty", async () => {
    const context = sessionContext();
    expect(await listIndexed(context.paths)).toEqual([]);
    expect(await found(context, "anything")).toEqual([]);
    expect(await sessionsOf(context.paths, ["anything"])).toEqual([]);
  });
});
