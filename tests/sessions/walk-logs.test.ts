/** All logs entry by entry: whatever state their files are in, each entry comes once. */
import { expect, test } from "bun:test";
import { appendFileSync, closeSync, openSync } from "node:fs";
import { chmod, mkdir, utimes } from "node:fs/promises";
import { forkSession, createSession } from "../../src/sessions/session-store.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { logPieces, walkLogs } from "../../src/sessions/walk-logs.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const contextOf = (project: TestProject) => ({ paths: dataPaths(project.env), now: Date.now });
const start = (project: TestProject, id: string) => ({ cwd: project.folder, version: "0", id });

async function textsIn(project: TestProject, since = 0) {
  const texts: string[] = [];
  const end = await walkLogs(dataPaths(project.env), { since }, (header, entry) => {
    if (entry.type === "user") texts.push(`${header.sessionId}: ${entry.text.slice(0, 40)}`);
  });
  return { texts: texts.toSorted(), ...end };
}

function write(project: TestProject, id: string, texts: readonly string[]) {
  const session = createSession(start(project, id), contextOf(project));
  for (const text of texts) session.append({ type: "user", text, via: "submit" });
  session.close();
  return session;
}

test("entries come from every log, lines of some megabytes among them", async () => {
  await using project = await makeProject();
  write(project, "one", ["a", `b${"x".repeat(3_000_000)}`, "c"]);
  write(project, "two", ["d"]);
  const { texts, read, unread } = await textsIn(project);
  expect(texts).toEqual(["one: a", `one: b${"x".repeat(39)}`, "one: c", "two: d"]);
  expect([read, unread]).toEqual([2, []]);
});

test("what a session has copied comes once, from where it happened; from the copy where that is gone", async () => {
  await using project = await makeProject();
  const origin = write(project, "origin", ["a", "b"]);
  const copy = (id: string, from: typeof origin) =>
    forkSession(
      { sessionId: from.header.sessionId, entries: from.branch() },
      start(project, id),
      contextOf(project),
    );
  const fork = copy("fork", origin);
  fork.append({ type: "user", text: "c", via: "submit" });
  const second = copy("second", fork);
  second.append({ type: "user", text: "d", via: "submit" });
  const third = copy("third", origin);
  third.append({ type: "user", text: "e", via: "submit" });
  for (const session of [fork, second, third]) session.close();
  const copies = ["fork: c", "second: d", "third: e"];
  expect((await textsIn(project)).texts).toEqual([...copies, "origin: a", "origin: b"].toSorted());
  await Bun.file(origin.file ?? "").delete();
  expect((await textsIn(project)).texts).toEqual([...copies, "fork: a", "fork: b"].toSorted());
});

test("a copy of a copy that is gone has only what none before it has, whichever branch it was made of", async () => {
  await using project = await makeProject();
  const copy = (id: string, from: ReturnType<typeof write>, text: string) => {
    const of = { sessionId: from.header.sessionId, entries: from.branch() };
    const session = forkSession(of, start(project, id), contextOf(project));
    session.append({ type: "user", text, via: "submit" });
    session.close();
    return session;
  };
  const origin = createSession(start(project, "aaa1"), contextOf(project));
  origin.append({ type: "user", text: "left", via: "submit" });
  origin.move(null);
  for (const text of ["a", "b"]) origin.append({ type: "user", text, via: "submit" });
  origin.close();
  const gone = [copy("bbb2", origin, "c")];
  const left = copy("ccc3", gone[0] ?? origin, "d");
  gone.push(copy("ddd4", left, "e"));
  copy("eee5", gone[1] ?? origin, "f");
  for (const { file } of gone) await Bun.file(file ?? "").delete();
  expect((await textsIn(project)).texts).toEqual([
    "aaa1: a",
    "aaa1: b",
    "aaa1: left",
    "ccc3: c",
    "ccc3: d",
    "eee5: e",
    "eee5: f",
  ]);
});

test("a torn end, a damaged line and a file that is none cost nothing else", async () => {
  await using project = await makeProject();
  const one = write(project, "one", ["a", "b"]);
  const file = one.file ?? "";
  const whole = await Bun.file(file).text();
  await Bun.write(file, whole.replace('"text":"a"', '"text":') + '{"id":"torn","ty');
  const folder = dataPaths(project.env).sessions;
  await mkdir(`${folder}/20260101-000000-folder.jsonl`);
  await Bun.write(`${folder}/20260101-000000-newer.jsonl`, '{"type":"header","format":99}\n');
  const { texts, read, unread } = await textsIn(project);
  expect(texts).toEqual(["one: b"]);
  expect(read).toBe(1);
  expect(unread.toSorted()).toEqual(["20260101-000000-folder.jsonl", "20260101-000000-newer.jsonl"]);
  await chmod(file, 0o600);
});

test("logs that were last written before the time that is asked for are not opened", async () => {
  await using project = await makeProject();
  const old = write(project, "old", ["a"]);
  write(project, "new", ["b"]);
  await utimes(old.file ?? "", new Date(1000), new Date(1000));
  expect(await textsIn(project, 2000)).toMatchObject({ texts: ["new: b"], read: 1 });
});

test("there is nothing where no session was ever saved", async () => {
  await using project = await makeProject();
  expect(await textsIn(project)).toEqual({ texts: [], read: 0, unread: [] });
});

test("a log that grows faster than it is read has an end", async () => {
  await using project = await makeProject();
  const { file } = write(project, "one", ["a", "x".repeat(3_000_000)]);
  const line = `${JSON.stringify({ type: "later", id: "x", parentId: null, text: "y".repeat(2_000_000) })}\n`;
  const fd = openSync(file ?? "", "r");
  const pieces = logPieces(fd);
  let count = 0;
  while (count < 9 && pieces.next().done !== true) {
    appendFileSync(file ?? "", line);
    count += 1;
  }
  closeSync(fd);
  expect(count).toBe(2);
});
