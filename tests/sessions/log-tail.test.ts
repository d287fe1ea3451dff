import { describe, expect, test } from "bun:test";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { readTail } from "../../src/sessions/log-tail.ts";
import { longLog } from "../../src/sessions/open-log.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, temporaryFolder } from "./data-folder.ts";

const note = (size: number): NewEntry => ({ type: "notice", text: "x".repeat(size) });

/** The file of a session with these entries, and their ids. */
function written(...contents: readonly NewEntry[]): {
  readonly file: string;
  readonly ids: readonly string[];
} {
  const session = createSession(start, sessionContext());
  const ids = contents.map((content) => session.append(content).id);
  session.close();
  return { file: session.file ?? "", ids };
}

describe("the end of a long session", () => {
  test("begins with a message of the user", () => {
    const { file, ids } = written(note(longLog), note(10), said("one"), note(10), said("two"));
    expect(readTail(file)?.entries.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  test("is not known where its last line is longer than all that is looked at, whole or cut short", () => {
    const { file } = written(said("one"), note(2 * longLog));
    expect(readTail(file)?.entries).toEqual([]);
    truncateSync(file, 2 * longLog);
    expect(readTail(file)?.entries).toEqual([]);
  });

  test("is that of the branch which it went to, and nothing of the one that was left", () => {
    const session = createSession(start, sessionContext());
    const first = session.append(said("one"));
    session.append(note(longLog));
    session.append(said("left"));
    session.move(first.id);
    expect(readTail(session.file ?? "")?.entries).toEqual([]);
    const next = session.append(said("two"));
    expect(readTail(session.file ?? "")?.entries.map(({ id }) => id)).toEqual([next.id]);
    session.close();
  });

  test("is empty in a file that is nothing but NUL bytes", () => {
    const empty = join(temporaryFolder(), "20300102-030405-abcdefghij.jsonl");
    writeFileSync(empty, Buffer.alloc(longLog), { mode: 0o600 });
    expect(readTail(empty)).toMatchObject({ header: { sessionId: "abcdefghij" }, entries: [] });
  });

  test("is not looked at in a session that is read at once", () => {
    const { file } = written(said("one"));
    expect(readTail(file)).toBeNull();
  });
});
