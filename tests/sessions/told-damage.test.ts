import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createSession,
  openSession,
  readSession,
  type SessionContext,
} from "../../src/sessions/session-store.ts";
import { said, sessionContext, start } from "./data-folder.ts";

/** A session whose file ends in a line that was cut short. */
function torn(context: SessionContext): string {
  const session = createSession(start, context);
  session.append(said("one"));
  session.close();
  const file = session.file ?? "";
  appendFileSync(file, '{"type":"user","id":"torn"');
  return file;
}

/** What is said when it is opened, and something is added. */
function toldOn(file: string, context: SessionContext): readonly string[] {
  const { session, notes } = openSession(file, context);
  session.append(said("on"));
  session.close();
  return notes;
}

const opening = () => ({ ...sessionContext(), tellsOnce: true });

describe("damage to a session's file", () => {
  test("is told when the session is gone on with, and not again the next times", () => {
    const context = opening();
    const file = torn(context);
    expect(toldOn(file, context)).toEqual([expect.stringContaining("cut short")]);
    expect(toldOn(file, context)).toEqual([]);
    expect(toldOn(file, context)).toEqual([]);
  });

  test("is told again where more of it comes, which alone is told then", () => {
    const context = opening();
    const file = torn(context);
    toldOn(file, context);
    appendFileSync(file, "no JSON\nnor this\n");
    expect(toldOn(file, context)).toEqual([expect.stringContaining("2 damaged parts")]);
    expect(toldOn(file, context)).toEqual([]);
  });

  test("is told of a first line once, too", () => {
    const context = opening();
    const file = torn(context);
    writeFileSync(file, readFileSync(file, "utf8").replace('{"type":"header"', '{"type":"head'));
    expect(toldOn(file, context)[0]).toContain("first line of this session's file is damaged");
    expect(toldOn(file, context)).toEqual([]);
  });

  test("is told whenever it is only looked at, and to whoever only names it", () => {
    const context = opening();
    const file = torn(context);
    toldOn(file, context);
    expect(readSession(file).notes).toEqual([expect.stringContaining("1 damaged part")]);
    const { tellsOnce: _, ...naming } = context;
    expect(toldOn(file, naming)).toHaveLength(1);
  });

  test("is told again where nobody knows any more that it was", () => {
    const context = opening();
    const file = torn(context);
    const { sessionId } = readSession(file).session.header;
    toldOn(file, context);
    rmSync(join(context.paths.views, `${sessionId}.told`));
    expect(toldOn(file, context)).toEqual([expect.stringContaining("1 damaged part")]);
    writeFileSync(join(context.paths.views, `${sessionId}.told`), "999999999\n");
    expect(toldOn(file, context)).toEqual([expect.stringContaining("1 damaged part")]);
    expect(toldOn(file, context)).toEqual([]);
  });

  test("leaves nothing behind where there is none", () => {
    const context = opening();
    const session = createSession(start, context);
    session.append(said("one"));
    session.close();
    expect(toldOn(session.file ?? "", context)).toEqual([]);
    expect(() => readFileSync(join(context.paths.views, `${session.header.sessionId}.told`))).toThrow();
  });

  test("is told every time where that cannot be kept", () => {
    const context = opening();
    const file = torn(context);
    writeFileSync(context.paths.views, "in the way");
    expect(toldOn(file, context)).toHaveLength(1);
    expect(toldOn(file, context)).toHaveLength(1);
  });
});
