/** Sessions whose long texts stay in their files, when something happens to these. */
import { describe, expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { SessionTrouble } from "../../src/sessions/log-writer.ts";
import { parseLog } from "../../src/sessions/log.ts";
import { readLogInSlices } from "../../src/sessions/read-log.ts";
import {
  createSession,
  forkSession,
  openSession,
  readSession,
  type SessionContext,
} from "../../src/sessions/session-store.ts";
import { said, sessionContext, start } from "./data-folder.ts";

/** Texts of many sizes in all the places where entries have some, no two of them alike. */
function contentsOf(count: number, size: number): NewEntry[] {
  return Array.from({ length: count }, (_, at): NewEntry => {
    const text = `${at} 中文\u2028 ${"abcdefghij ".repeat(Math.ceil((size * (1 + (at % 3))) / 22))}${at}`;
    const call = { callId: `c${at}`, name: "bash", title: "ls", durationMs: 1 };
    switch (at % 5) {
      case 0:
        return said(text);
      case 1:
        return { type: "notice", text };
      case 2:
        return {
          type: "tool_result",
          ...call,
          result: {
            ok: true,
            text: `${text}\n[exit code 0]`,
            view: { type: "command", exitCode: 0, output: text },
          },
        };
      case 3:
        return { type: "tool_result", ...call, result: { ok: false, kind: "failed", message: text } };
      default:
        return { type: "compaction", summary: text, firstKeptId: "e0" };
    }
  });
}

type Opened = {
  readonly file: string;
  readonly session: ReturnType<typeof createSession>;
  readonly context: SessionContext;
  readonly troubles: SessionTrouble[];
  /** What each entry says, as JSON. */
  readonly written: readonly string[];
};

/** A session that was written and is opened again. */
function openedAgain(contents: readonly NewEntry[], changes: Partial<SessionContext> = {}): Opened {
  const troubles: SessionTrouble[] = [];
  const context = {
    ...sessionContext(),
    onTrouble: (told: SessionTrouble) => troubles.push(told),
    ...changes,
  };
  const first = createSession(start, context);
  const written = contents.map((content) => JSON.stringify(first.append(content)));
  first.close();
  const file = first.file ?? "";
  const { session } = openSession(file, context);
  return { file, session, context, troubles, written };
}

const asJson = (entries: readonly Entry[]) => entries.map((entry) => JSON.stringify(entry));

/** What stands in the file, read at once and as a whole. */
const inFile = (file: string) =>
  parseLog(readFileSync(file)).nodes.flatMap(({ entry }) => (entry === null ? [] : [JSON.stringify(entry)]));

const lazily = { longFrom: 0 };

describe("a long session whose file is gone while it is open", () => {
  test.each([
    ["removed", (file: string) => rmSync(file)],
    ["moved away", (file: string) => renameSync(file, `${file}.moved`)],
    [
      "replaced by a copy",
      (file: string) => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
    ],
  ])("%s: the next entry brings back every byte of 20 MB", (_how, deed) => {
    const { file, session, context, troubles, written } = openedAgain(contentsOf(1_000, 20_000));
    expect(statSync(file).size).toBeGreaterThan(20_000_000);
    deed(file);
    const added = JSON.stringify(session.append(said("on")));
    session.close();
    expect(inFile(file)).toEqual([...written, added]);
    expect(asJson(readSession(file, context).session.entries)).toEqual([...written, added]);
    expect(troubles.filter(({ message }) => message.includes("gone"))).toEqual([]);
  });

  test("a copy of it that is written only then is whole", () => {
    const { file, session, context, written } = openedAgain(contentsOf(20, 5_000), lazily);
    const origin = { sessionId: session.header.sessionId, entries: session.branch(), nodes: session.nodes() };
    const fork = forkSession(origin, start, context);
    session.close();
    rmSync(file);
    const added = JSON.stringify(fork.append(said("on")));
    fork.close();
    expect(inFile(fork.file ?? "")).toEqual([...written, added]);
  });
});

describe("a long session whose file is changed in its place while it is open", () => {
  test("what was cut off is told, and its places say so; all else is there", () => {
    const { file, session, troubles, written } = openedAgain(contentsOf(10, 5_000), lazily);
    const lines = readFileSync(file).toString().split("\n");
    truncateSync(file, Buffer.byteLength(lines.slice(0, 8).join("\n")) + 1);
    session.append(said("on"));
    session.close();
    const now = inFile(file);
    expect(now.slice(0, 7)).toEqual(written.slice(0, 7));
    expect(now).toHaveLength(11);
    for (const line of now.slice(7, 10)) expect(line).toContain("not there any more");
    expect(troubles.map(({ type }) => type)).toEqual(["failing", "recovered"]);
    expect(troubles[1]?.message).toContain("Long texts of 3 entries");
    expect(troubles[1]?.message).not.toContain("nothing is missing");
  });

  test("what another program wrote over an entry is not taken for it", () => {
    const { file, session } = openedAgain([said("a".repeat(5_000)), said("b".repeat(5_000))], lazily);
    const text = readFileSync(file).toString();
    const fd = openSync(file, "r+");
    writeSync(fd, text.replaceAll("aaaa", "eeee"), 0);
    closeSync(fd);
    const [first, second] = session.branch();
    expect(first?.type === "user" && first.text).toContain("not there any more");
    expect(second?.type === "user" && second.text).toBe("b".repeat(5_000));
    session.close();
  });

  test("a list of lines that is gone says so, too", () => {
    const lines = Array.from({ length: 200 }, (_, at) => `+line number ${at}`);
    const files = [{ path: "/p", kind: "modified" as const, hunks: [{ oldStart: 1, newStart: 1, lines }] }];
    const { file, session } = openedAgain(
      [{ type: "approval", callId: "c", answer: { type: "once" }, preview: { type: "changes", files } }],
      lazily,
    );
    truncateSync(file, 0);
    expect(JSON.stringify(session.branch())).toContain("not there any more");
    session.close();
  });
});

describe("a long session that was read before it is opened", () => {
  const ahead = (file: string) =>
    readLogInSlices(file, {
      longFrom: 0,
      pieceSize: 100,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });

  test("has what another process added since", async () => {
    const { file, session, context } = openedAgain(contentsOf(5, 5_000), lazily);
    const read = await ahead(file);
    session.append(said("more"));
    session.close();
    const later = openSession(file, context, read);
    expect(later.session.branch()).toHaveLength(6);
    later.session.close();
  });

  test("is whole where something is added while it is read", async () => {
    const { file, session, context, written } = openedAgain(contentsOf(200, 20_000), lazily);
    let added = "";
    const read = await readLogInSlices(file, {
      longFrom: 0,
      pieceSize: 100,
      signal: new AbortController().signal,
      onProgress() {
        if (added === "") added = JSON.stringify(session.append(said("more")));
      },
    });
    session.close();
    const later = openSession(file, context, read);
    expect(asJson(later.session.branch())).toEqual([...written, added]);
    later.session.close();
  });

  test("can be given up at any time", async () => {
    const { file, session } = openedAgain(contentsOf(200, 20_000), lazily);
    session.close();
    const stop = new AbortController();
    const reading = readLogInSlices(file, {
      signal: stop.signal,
      pieceSize: 100,
      onProgress: () => stop.abort(),
    });
    await expect(reading).rejects.toThrow("aborted");
  });
});

describe("an entry of a long session", () => {
  const contents = contentsOf(10, 5_000);
  const ways: readonly (readonly [string, (entry: Entry) => unknown])[] = [
    ["written as JSON", (entry) => JSON.parse(JSON.stringify(entry))],
    ["copied", (entry) => structuredClone(entry)],
    ["spread", (entry) => ({ ...entry })],
  ];
  test.each(ways)("is what was written, %s", (_how, copied) => {
    const { session, written } = openedAgain(contents, lazily);
    const expected: unknown[] = written.map((line) => JSON.parse(line));
    expect(session.branch().map((entry) => copied(entry))).toEqual(expected);
    const branch: readonly unknown[] = session.branch();
    expect(branch).toEqual(expected);
    session.close();
  });

  test("has the long names and the depth of what a provider wants back", () => {
    let deep: unknown = "x".repeat(3_000);
    for (let level = 0; level < 500; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
    const opaque = { [`name ${"n".repeat(5_000)}`]: 1, deep, signature: "s".repeat(5_000) };
    const { session, written } = openedAgain(
      [
        {
          type: "assistant",
          turnId: "t",
          step: 1,
          model: "demo/demo",
          parts: [{ type: "reasoning", text: "r".repeat(5_000), opaque }],
          stop: "stop",
          latencyMs: 1,
          attempts: 1,
        },
      ],
      lazily,
    );
    expect(asJson(session.branch())).toEqual([...written]);
    session.close();
  });
});

test("a long session of an older format is written anew with all its texts", () => {
  const old = openedAgain(contentsOf(10, 5_000), lazily);
  old.session.close();
  const format = { version: 2, steps: { 1: (line: Readonly<Record<string, unknown>>) => line } };
  const context = { ...old.context, format };
  const { session } = openSession(old.file, context);
  const added = JSON.stringify(session.append(said("on")));
  expect(asJson(session.branch())).toEqual([...old.written, added]);
  session.close();
  expect(inFile(old.file)).toEqual([...old.written, added]);
});
