/** Which session `-c` goes on with, and what is said about that. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { openLog } from "../../src/app/resume.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, type TestContext } from "../sessions/data-folder.ts";

function saved(context: TestContext, text: string): { readonly id: string; readonly file: string } {
  const session = createSession(start, context);
  session.append(said(text));
  session.close();
  return { id: session.header.sessionId, file: session.file ?? "" };
}

function toBeNewer({ file }: { readonly file: string }): void {
  writeFileSync(file, readFileSync(file, "utf8").replace('"format":1', '"format":99'));
}

const continued = (context: TestContext) =>
  openLog({ options: start, takeId: () => undefined, gitBranch: null }, context, { type: "latest" });

test("where a newer rein's session was used last, the one before it is gone on with, and that is said", () => {
  const context = sessionContext();
  const older = saved(context, "older");
  const newer = saved(context, "newer");
  expect(continued(context).session.header.sessionId).toBe(newer.id);
  toBeNewer(newer);
  const again = sessionContext();
  const { session, notes } = continued({ ...again, paths: context.paths });
  expect(session.header.sessionId).toBe(older.id);
  expect(notes).toEqual([expect.stringMatching(new RegExp(`${newer.id}.*newer rein`))]);
  session.close();
  toBeNewer(older);
  expect(() => continued({ ...again, paths: context.paths })).toThrow(/newer rein.*Update rein/);
});

test("where the session that was used last has a time that is still to come, that is said, with the way to others", () => {
  const context = sessionContext();
  const { id } = saved(context, "ahead");
  const before = () => Date.UTC(2029, 0);
  const { session, notes } = continued({ ...context, now: before });
  expect(session.header.sessionId).toBe(id);
  expect(notes).toEqual([expect.stringMatching(/last at 2030-01-02 03:04 UTC, .*yet to come.*rein -r\.$/)]);
  session.close();
});
