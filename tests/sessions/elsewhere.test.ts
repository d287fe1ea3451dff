/** Where a session is open, as far as that can be seen without its lock. */
import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OpenElsewhereError, openWhere } from "../../src/sessions/elsewhere.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession, openSession, readSession } from "../../src/sessions/session-store.ts";
import { makeProject } from "../support/project.ts";
import { temporaryFolder } from "./data-folder.ts";
import { startChild } from "./run-child.ts";

test("a session is open as long as somebody holds it whose process runs", async () => {
  await using project = await makeProject();
  const paths = dataPaths(project.env);
  const context = { paths, now: () => Date.UTC(2030, 0, 2), onTrouble: () => undefined };
  const session = createSession({ cwd: "/", version: "1" }, context);
  const { sessionId } = session.header;
  expect(openWhere(paths, sessionId)).toBeNull();
  session.append({ type: "user", text: "hi", via: "submit" });
  expect(openWhere(paths, sessionId)).toBe("this same process, since 2030-01-02 00:00 UTC");
  expect(openWhere(paths, sessionId, () => false)).toBeNull();
  let thrown: unknown;
  try {
    openSession(session.file ?? "", context);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(OpenElsewhereError);
  expect(thrown).toMatchObject({ sessionId, exitCode: 1 });
  session.close();
  expect(openWhere(paths, sessionId)).toBeNull();
});

test("a session that is gone on with elsewhere is never called cut short, however long its lines are", async () => {
  const folder = temporaryFolder();
  const { sessions } = dataPaths({ REIN_DATA_DIR: folder });
  const child = startChild(["append", folder, "500000"]);
  await child.next();
  const file = join(sessions, readdirSync(sessions)[0] ?? "");
  for (let size = 0; size < 40_000_000; size = statSync(file).size)
    expect(readSession(file).notes).toEqual([]);
  await child.kill();
});

test("one on another machine is believed to be open: its processes cannot be seen from here", async () => {
  await using project = await makeProject();
  const paths = dataPaths(project.env);
  createSession({ cwd: "/", version: "1", id: "here" }, { paths, now: Date.now }).append({
    type: "user",
    text: "makes the folder",
    via: "submit",
  });
  const holder = { pid: 1, host: "far-away", since: "2030-01-02T03:04:05.000Z" };
  await writeFile(join(paths.locks, "there.holder.json"), JSON.stringify(holder));
  expect(openWhere(paths, "there", () => false)).toBe("process 1 on far-away, since 2030-01-02 03:04 UTC");
});
