import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { LogWriter, type SessionTrouble } from "../../src/sessions/log-writer.ts";
import { createSession, openSession, readSession } from "../../src/sessions/session-store.ts";
import { said, sessionContext, start, temporaryFolder } from "./data-folder.ts";

type Write = (fd: number, bytes: Uint8Array, offset: number) => number;

/** A writer on a real file with a disk that does what the test says. */
function writerOn(write: Write) {
  const file = join(temporaryFolder(), "log");
  const troubles: SessionTrouble[] = [];
  const writer = new LogWriter({
    file,
    size: null,
    open: (create) => openSync(file, create ? "ax" : "a", 0o600),
    whole: () => "whole\n",
    onTrouble: (trouble) => troubles.push(trouble),
    disk: { write },
  });
  return { writer, troubles, text: () => (existsSync(file) ? readFileSync(file, "utf8") : ""), file };
}

const full = () => {
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
};

describe("a disk with whims", () => {
  test("short writes are finished", () => {
    const { writer, text, troubles } = writerOn((fd, bytes, offset) => writeSync(fd, bytes, offset, 1));
    writer.append("one\n");
    writer.append("two\n");
    expect(text()).toBe("one\ntwo\n");
    expect(troubles).toEqual([]);
  });

  test("each line is one write", () => {
    const calls: string[] = [];
    const { writer } = writerOn((fd, bytes, offset) => {
      calls.push(Buffer.from(bytes).toString());
      return writeSync(fd, bytes, offset);
    });
    writer.append("header\none\n");
    writer.append("two\n");
    expect(calls).toEqual(["header\none\n", "two\n"]);
  });

  test("a full disk is told once, and the backlog follows in order when there is space again", () => {
    let space = false;
    const { writer, text, troubles } = writerOn((fd, bytes, offset) =>
      space ? writeSync(fd, bytes, offset) : full(),
    );
    for (const line of ["one\n", "two\n", "three\n"]) writer.append(line);
    expect(text()).toBe("");
    expect(troubles.map(({ type }) => type)).toEqual(["failing"]);
    expect(troubles[0]?.message).toContain("no space left on device");
    space = true;
    writer.append("four\n");
    expect(text()).toBe("one\ntwo\nthree\nfour\n");
    expect(troubles.map(({ type }) => type)).toEqual(["failing", "recovered"]);
  });

  test("a disk that fills up in the middle of a line goes on there: no half line stays behind", () => {
    let room = 6;
    const { writer, text } = writerOn((fd, bytes, offset) => {
      if (room === 0) full();
      const count = writeSync(fd, bytes, offset, Math.min(room, bytes.length - offset));
      room -= count;
      return count;
    });
    writer.append("one\n");
    writer.append("two\n");
    expect(text()).toBe("one\ntw");
    room = 1_000;
    writer.append("three\n");
    expect(text()).toBe("one\ntwo\nthree\n");
  });

  test("whatever a disk takes and refuses, the file is always a beginning of what was said", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 60 }), (whims) => {
        const plan = [...whims];
        const { writer, text } = writerOn((fd, bytes, offset) => {
          const whim = plan.shift();
          if (whim === -1) full();
          return writeSync(fd, bytes, offset, Math.min(whim ?? 99, bytes.length - offset));
        });
        let all = "";
        for (let count = 0; count < 12; count += 1) {
          const line = `line ${count}\n`;
          all += line;
          writer.append(line);
          expect(all.startsWith(text())).toBe(true);
        }
        plan.length = 0;
        writer.close();
        expect(text()).toBe(all);
      }),
      { numRuns: 50 },
    );
  });

  test("what waits is saved when there is space again, though nobody says anything more", async () => {
    let space = false;
    const file = join(temporaryFolder(), "log");
    const recovered = Promise.withResolvers<SessionTrouble>();
    const writer = new LogWriter({
      file,
      size: null,
      open: (create) => openSync(file, create ? "ax" : "a", 0o600),
      whole: () => "",
      onTrouble: (trouble) => {
        if (trouble.type === "recovered") recovered.resolve(trouble);
      },
      disk: { write: (fd, bytes, offset) => (space ? writeSync(fd, bytes, offset) : full()) },
      retryMs: 1,
    });
    writer.append("one\n");
    space = true;
    await recovered.promise;
    expect(readFileSync(file, "utf8")).toBe("one\n");
    writer.close();
  });

  test("what the disk loses after it took it is written again, once", async () => {
    let fails = 2;
    const { promise: failed, resolve } = Promise.withResolvers<void>();
    const text = () => readFileSync(file, "utf8");
    const file = join(temporaryFolder(), "log");
    const lines: string[] = [];
    const writer = new LogWriter({
      file,
      size: null,
      open: (create) => openSync(file, create ? "ax" : "a", 0o600),
      whole: () => lines.join(""),
      onTrouble: () => undefined,
      disk: {
        sync: (_fd, done) => {
          fails -= 1;
          done(fails >= 0 ? Object.assign(new Error("no room"), { code: "ENOSPC" }) : null);
          if (fails === 0) resolve();
        },
      },
    });
    const append = (line: string, sync = false) => {
      lines.push(line);
      writer.append(line, { sync });
    };
    append("one\n");
    append("two\n", true);
    append("three\n", true);
    await failed;
    append("four\n");
    append("five\n");
    writer.close();
    const count = (line: string) => text().split(`${line}\n`).length - 1;
    expect(["one", "two", "three"].map(count)).toEqual([2, 2, 2]);
    expect(["four", "five"].map(count)).toEqual([1, 1]);
  });

  test("what is still unsaved at the end is said", () => {
    const { writer, troubles } = writerOn(full);
    writer.append("one\n");
    writer.append("two\n");
    writer.close();
    expect(troubles.map(({ type }) => type)).toEqual(["failing", "lost"]);
    expect(troubles[1]?.message).toContain("The last 2 entries");
  });

  test("after the end nothing is written any more: another process may have the file by then", () => {
    const { writer, text, troubles } = writerOn((fd, bytes, offset) => writeSync(fd, bytes, offset));
    writer.append("one\n");
    writer.close();
    writer.append("two\n");
    expect(text()).toBe("one\n");
    expect(troubles.map(({ type }) => type)).toEqual(["lost"]);
  });

  test("the next outage is told again", () => {
    let space = false;
    const { writer, troubles } = writerOn((fd, bytes, offset) =>
      space ? writeSync(fd, bytes, offset) : full(),
    );
    writer.append("one\n");
    space = true;
    writer.append("two\n");
    space = false;
    writer.append("three\n");
    expect(troubles.map(({ type }) => type)).toEqual(["failing", "recovered", "failing"]);
  });

  test.skipIf(!existsSync("/dev/full"))("a real device without space does not stop the session", () => {
    const troubles: SessionTrouble[] = [];
    const writer = new LogWriter({
      file: "/dev/full",
      size: 0,
      open: () => openSync("/dev/full", "w"),
      whole: () => "",
      onTrouble: (trouble) => troubles.push(trouble),
    });
    writer.append("one\n", { sync: true });
    writer.close();
    expect(troubles.map(({ type }) => type)).toEqual(["failing", "lost"]);
  });
});

describe("a file that is taken away", () => {
  test("is written again whole when it was deleted under an open session", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    const entries = [session.append(said("one")), session.append(said("two"))];
    rmSync(context.paths.data, { recursive: true });
    entries.push(session.append(said("three")));
    expect(readSession(session.file ?? "").session.entries).toEqual(entries);
    expect(context.troubles.map(({ type }) => type)).toEqual(["failing", "recovered"]);
    entries.push(session.append(said("four")));
    session.close();
    expect(readSession(session.file ?? "").session.entries).toEqual(entries);
  });

  test("is written again whole when it was deleted between opening and the first word", () => {
    const context = sessionContext();
    const first = createSession(start, context);
    first.append(said("one"));
    first.close();
    const { session } = openSession(first.file ?? "", context);
    unlinkSync(first.file ?? "");
    session.append(said("two"));
    session.close();
    expect(readSession(first.file ?? "").session.entries).toEqual(session.branch());
  });

  test("a folder that cannot be made keeps the session in memory, and saves it when it can be", () => {
    const context = sessionContext();
    writeFileSync(context.paths.data, "in the way");
    const session = createSession(start, context);
    session.append(said("one"));
    expect(context.troubles.map(({ type }) => type)).toEqual(["failing"]);
    expect(session.branch()).toHaveLength(1);
    unlinkSync(context.paths.data);
    session.append(said("two"));
    session.close();
    expect(readSession(session.file ?? "").session.entries).toEqual(session.branch());
    expect(context.troubles.map(({ type }) => type)).toEqual(["failing", "recovered"]);
  });

  test("is written anew beside what has taken its name, which is kept", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    const file = session.file ?? "";
    const entries = [session.append(said("one"))];
    writeFileSync(`${file}.other`, "notes of somebody");
    renameSync(`${file}.other`, file);
    entries.push(session.append(said("two")));
    session.close();
    expect(readSession(file).session.entries).toEqual(entries);
    expect(readFileSync(`${file}.aside-1`, "utf8")).toBe("notes of somebody");
    expect(context.troubles[0]?.message).toContain(`which is kept as ${file}.aside-1`);
  });

  test("is written anew when something cut it, and what was left is kept", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    const file = session.file ?? "";
    const entries = [session.append(said("one"))];
    const left = readFileSync(file).subarray(0, 50);
    truncateSync(file, 50);
    entries.push(session.append(said("two")));
    session.close();
    expect(readSession(file).session.entries).toEqual(entries);
    expect(readFileSync(`${file}.aside-1`)).toEqual(left);
  });

  test("that something else writes to is told once, and no line is glued to another", () => {
    const context = sessionContext();
    const session = createSession(start, context);
    const file = session.file ?? "";
    const entries = [session.append(said("one"))];
    for (const text of ["two", "three"]) {
      appendFileSync(file, "half a line");
      entries.push(session.append(said(text)));
    }
    session.close();
    expect(readSession(file).session.entries).toEqual(entries);
    expect(context.troubles.map(({ type }) => type)).toEqual(["shared"]);
  });

  test.skipIf(process.getuid?.() === 0)("a read-only folder keeps the session in memory", () => {
    const context = sessionContext();
    mkdirSync(context.paths.data, { recursive: true });
    chmodSync(context.paths.data, 0o500);
    const session = createSession(start, context);
    session.append(said("one"));
    session.close();
    chmodSync(context.paths.data, 0o700);
    expect(context.troubles.map(({ type }) => type)).toEqual(["failing", "lost"]);
  });
});

test("the disk is asked to keep the name of a new file with its first turn, and not again", () => {
  const folder = temporaryFolder();
  const asked: string[] = [];
  const writer = new LogWriter({
    file: join(folder, "log"),
    size: null,
    open: (create) => openSync(join(folder, "log"), create ? "ax" : "a", 0o600),
    whole: () => "whole\n",
    onTrouble: () => undefined,
    disk: { syncNames: (named) => asked.push(named) },
  });
  writer.append("header\none\n");
  expect(asked).toEqual([]);
  writer.append("two\n", { sync: true });
  writer.append("three\n", { sync: true });
  expect(asked).toEqual([folder]);
  rmSync(join(folder, "log"));
  writer.append("four\n", { sync: true });
  writer.append("five\n", { sync: true });
  expect(asked).toEqual([folder, folder]);
});
