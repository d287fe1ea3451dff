/** A log of an older format is read as if it were new, and kept as it was when it is written anew. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { LogFormat } from "../../src/sessions/format.ts";
import { parseLog } from "../../src/sessions/log.ts";
import { openSession, readSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext } from "./data-folder.ts";

/** A future in which `words` became `text`, and then `said` became `user`. */
const format: LogFormat = {
  version: 3,
  steps: {
    1: ({ words, ...line }) => (words === undefined ? line : { ...line, text: words }),
    2: (line) => (line["type"] === "said" ? { ...line, type: "user", via: "submit" } : line),
  },
};

const oldText = [
  {
    type: "header",
    format: 1,
    sessionId: "old-one",
    createdAt: "2030-01-02T03:04:05.000Z",
    cwd: "/a",
    version: "0",
    mood: 1,
  },
  { id: "e1", parentId: null, at: "2030-01-02T03:04:05.000Z", type: "said", words: "hello" },
  { id: "e2", parentId: "e1", at: "2030-01-02T03:04:05.000Z", type: "hologram", words: "rays" },
  { id: "e3", parentId: "e2", at: "2030-01-02T03:04:05.000Z", type: "said", words: "again" },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

function oldSession(text = oldText) {
  const context = { ...sessionContext(), format };
  mkdirSync(context.paths.sessions, { recursive: true, mode: 0o700 });
  const file = join(context.paths.sessions, "20300102-030405-old-one.jsonl");
  writeFileSync(file, text, { mode: 0o600 });
  return { context, file, kept: `${file}.format-1` };
}

const texts = (entries: readonly { readonly type: string }[]) =>
  entries.map((entry) => ("text" in entry ? entry.text : entry.type));

describe("a session of an older format", () => {
  test("is shown as if it were new, and left alone by looking at it", () => {
    const { context, file } = oldSession();
    expect(texts(readSession(file, context).session.entries)).toEqual(["hello", "again"]);
    openSession(file, context).session.close();
    expect(readFileSync(file, "utf8")).toBe(oldText);
    expect(readdirSync(context.paths.sessions)).toEqual([basename(file)]);
  });

  test("is written anew before anything is added, and the old file is kept", () => {
    const { context, file, kept } = oldSession();
    const { session, notes } = openSession(file, context);
    session.append(said("new"));
    session.append(said("newer"));
    session.close();
    expect(notes).toEqual(["1 entry of this session is from a newer rein and not shown; they are kept."]);
    expect(context.troubles).toEqual([]);
    expect(readFileSync(kept, "utf8")).toBe(oldText);
    const read = readSession(file, context).session;
    expect(texts(read.entries)).toEqual(["hello", "again", "new", "newer"]);
    expect(read.header).toMatchObject({ format: 3, sessionId: "old-one", mood: 1 });
    expect(readFileSync(file, "utf8")).toContain('"type":"hologram","text":"rays"');
    expect(parseLog(readFileSync(file), format).problems).toEqual([]);
  });

  test("whose last line was cut short goes on behind the lines that are whole", () => {
    const { context, file, kept } = oldSession(oldText.slice(0, -20));
    const { session } = openSession(file, context);
    session.append(said("new"));
    session.close();
    expect(texts(readSession(file, context).session.entries)).toEqual(["hello", "new"]);
    expect(readFileSync(kept, "utf8")).toBe(oldText.slice(0, -20));
  });

  test("that cannot be written anew stays as it is, and what is said waits in memory", () => {
    const { context, file, kept } = oldSession();
    // Nothing can be kept under a name that a folder has in which nothing can be made.
    const { session } = openSession(file, context);
    rmSync(file);
    mkdirSync(file);
    session.append(said("new"));
    expect(context.troubles.map(({ type }) => type)).toEqual(["failing"]);
    rmSync(file, { recursive: true });
    writeFileSync(file, oldText, { mode: 0o600 });
    session.append(said("newer"));
    session.close();
    expect(texts(readSession(file, context).session.entries)).toEqual(["hello", "again", "new", "newer"]);
    expect(existsSync(kept)).toBe(true);
    expect(context.troubles.map(({ type }) => type)).toEqual(["failing", "recovered"]);
  });
});
