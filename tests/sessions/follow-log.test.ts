/** Following a log that somebody else writes. */
import { afterEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "../../src/protocol/entry.ts";
import { followLog } from "../../src/sessions/follow-log.ts";
import { serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { log, user } from "../transcript/log.ts";

const folder = mkdtempSync(join(tmpdir(), "rein-follow-"));
let stop: () => void = () => undefined;
afterEach(() => stop());
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const header = serializeHeader({
  type: "header",
  format: 1,
  sessionId: "abc",
  createdAt: "2030-01-01T00:00:00.000Z",
  cwd: "/",
  version: "1",
});
const [one, two, three] = log(user("one"), user("two \u2028 ½"), user("three")).map(
  (entry) => serializeEntry(entry).line,
);

let files = 0;

/** Follows a log with this in it. `next` resolves as soon as so many entries were told in all. */
function follow(content: string, known = Buffer.byteLength(content)) {
  files += 1;
  const file = join(folder, `${files}.jsonl`);
  writeFileSync(file, content);
  const told: Entry[] = [];
  const replaced = Promise.withResolvers<void>();
  let news = Promise.withResolvers<void>();
  stop = followLog({
    file,
    known,
    pollMs: 5,
    onEntries: (entries) => told.push(...entries),
    onLook: () => {
      news.resolve();
      news = Promise.withResolvers();
    },
    onReplaced: () => replaced.resolve(),
  });
  const until = async (count: number) => {
    while (told.length < count) await news.promise;
    return told.map((entry) => (entry.type === "user" ? entry.text : entry.type));
  };
  /** It has been looked at since. */
  const look = async () => {
    await news.promise;
    await news.promise;
    return told.length;
  };
  return { file, until, look, replaced: replaced.promise };
}

describe("a log that grows", () => {
  test("tells what is added, once and in its order", async () => {
    const { file, until, look } = follow(header + one);
    expect(await look()).toBe(0);
    appendFileSync(file, `${two}${three}`);
    expect(await until(2)).toEqual(["two \u2028 ½", "three"]);
    expect(await look()).toBe(2);
  });

  test("a line whose end is not written yet waits for it, also in the middle of a character", async () => {
    const { file, until, look } = follow(header);
    const bytes = Buffer.from(two ?? "");
    const half = bytes.indexOf("½") + 1;
    appendFileSync(file, bytes.subarray(0, half));
    expect(await look()).toBe(0);
    appendFileSync(file, bytes.subarray(half));
    expect(await until(1)).toEqual(["two \u2028 ½"]);
  });

  test("NUL bytes, half a line of a crash and unknown entries are left out, and what follows is told", async () => {
    const { file, until } = follow(header);
    appendFileSync(
      file,
      `\0\0${one}{"type":"user","id":"x","te\n{"type":"later","id":"y","parentId":null}\n{"ty\0${two}${three}`,
    );
    expect(await until(3)).toEqual(["one", "two \u2028 ½", "three"]);
  });

  test.each([10, 1_500_000, 1_999_999])(
    "what was being written when it was read is told whole, however long it is: all but %d bytes of it",
    async (left) => {
      const long = serializeEntry(log(user("x".repeat(2_000_000)))[0] ?? never()).line;
      const content = header + one + long;
      const { file, until } = follow(content.slice(0, -left));
      appendFileSync(file, content.slice(-left) + (two ?? ""));
      expect((await until(2)).map((text) => text.length)).toEqual([2_000_000, 7]);
    },
  );
});

test("a log that is gone, shorter than it was, or another one, is told and not followed any more", async () => {
  const gone = follow(header + one);
  await gone.look();
  rmSync(gone.file);
  await gone.replaced;
  const shorter = follow(header + one);
  await shorter.look();
  writeFileSync(shorter.file, header);
  await shorter.replaced;
  expect(statSync(shorter.file).size).toBe(header.length);
  const another = follow(header + one);
  await another.look();
  writeFileSync(`${another.file}.new`, header + one + two + three);
  renameSync(`${another.file}.new`, another.file);
  await another.replaced;
  expect(await another.until(0)).toEqual([]);
});

function never(): never {
  throw new Error("there is an entry");
}
