/** What is being written is on disk, one file a program, and comes back to whoever goes on. */
import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  createDraftFile,
  type DraftFile,
  draftKeyOfFolder,
  draftKeyOfSession,
  type Kept,
  type KeptText,
  nothingKept,
} from "../../src/sessions/draft-file.ts";
import { canMount, fill, mountSmall } from "../support/small-disk.ts";
import { temporaryFolder } from "./data-folder.ts";

const key = draftKeyOfFolder("/shop");
const typed = (text: string): KeptText => ({ text, chips: [], isTyped: false });
const kept = (draft: string | null, ...stash: readonly string[]): Kept => ({
  draft: draft === null ? null : typed(draft),
  stash: stash.map(typed),
});

function place(now = Date.now, data = temporaryFolder()) {
  const folder = join(data, "drafts");
  return {
    folder,
    /** What one running program has. */
    program: (): DraftFile => createDraftFile(folder, join(data, "locks"), now),
    files: () => (existsSync(folder) ? readdirSync(folder) : []),
    locks: () => (existsSync(join(data, "locks")) ? readdirSync(join(data, "locks")) : []),
    only: () => join(folder, readdirSync(folder)[0] ?? ""),
  };
}

describe("a draft", () => {
  test("comes back to the next program of its folder, once", () => {
    const { program } = place();
    const first = program();
    first.save(key, kept("half"));
    first.save(key, kept("half a thought", "set aside"));
    first.close();
    const next = program();
    expect(next.claim(key, nothingKept)).toEqual(kept("half a thought", "set aside"));
    next.close();
    expect(program().claim(key, nothingKept)).toEqual(kept("half a thought", "set aside"));
  });

  test("that is empty again leaves no lock, so that a killed program leaves none", () => {
    const { program, locks, files } = place();
    const one = program();
    one.save(key, kept("one"));
    expect(locks()).not.toEqual([]);
    one.save(key, nothingKept);
    expect([...locks(), ...files()]).toEqual([]);
    // What is written then is locked again.
    one.save(key, kept("other"));
    expect(program().claim(key, nothingKept)).toBeNull();
    one.close();
    expect(program().claim(key, nothingKept)).toEqual(kept("other"));
  });

  test("is not taken from a program that lives, and two in one folder keep one each", () => {
    const { program, files } = place();
    const [one, other, third] = [program(), program(), program()];
    one.save(key, kept("one"));
    other.save(key, kept("other"));
    expect(third.claim(key, nothingKept)).toBeNull();
    expect(files()).toHaveLength(2);
    one.close();
    expect(third.claim(key, nothingKept)).toEqual(kept("one"));
    other.save(key, kept("other, longer"));
    other.close();
    third.close();
    expect(program().claim(key, nothingKept)?.stash).toHaveLength(1);
  });

  test("of a session waits for that session, and goes with the program to another", () => {
    const { program, files } = place();
    const session = draftKeyOfSession("abc");
    const one = program();
    one.save(session, kept("in the session"));
    one.close();
    expect(program().claim(key, nothingKept)).toBeNull();
    const two = program();
    expect(two.claim(session, nothingKept)).toEqual(kept("in the session"));
    two.save(key, kept("taken along"));
    expect(files()).toHaveLength(1);
    two.close();
    expect(program().claim(session, nothingKept)).toBeNull();
    expect(program().claim(key, nothingKept)).toEqual(kept("taken along"));
  });

  test("of several ended programs: the youngest is the draft, the others are set aside; typed text stays", () => {
    const { program, folder } = place();
    for (const [index, text] of ["oldest", "older", "youngest"].entries()) {
      const before = new Set(existsSync(folder) ? readdirSync(folder) : []);
      const one = program();
      one.save(key, kept(text));
      one.close();
      const made = readdirSync(folder).find((name) => !before.has(name)) ?? "";
      utimesSync(join(folder, made), Date.now() / 1000, Date.now() / 1000 - 60 + index);
    }
    const next = program();
    expect(next.claim(key, kept("typed ahead", "mine"))).toEqual(
      kept("typed ahead", "oldest", "older", "youngest", "mine"),
    );
    next.save(key, nothingKept);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is gone from the disk when nothing is kept any more", () => {
    const { program, files } = place();
    const one = program();
    one.save(key, kept("a"));
    one.save(key, nothingKept);
    expect(files()).toEqual([]);
    one.save(key, kept("b"));
    expect(files()).toHaveLength(1);
  });

  test("keeps its long pastes whole, and writes each of them once", () => {
    const { program, only } = place();
    const long = "a line of a log\n".repeat(100_000);
    const draft = (text: string): Kept => ({
      draft: { text, chips: [{ id: 1, text: long, lines: 100_000 }], isTyped: true },
      stash: [],
    });
    const one = program();
    for (let count = 0; count < 50; count += 1) one.save(key, draft(`see \u001a ${"x".repeat(count)}`));
    expect(statSync(only()).size).toBeLessThan(long.length * 1.2);
    one.close();
    expect(program().claim(key, nothingKept)).toEqual(draft(`see \u001a ${"x".repeat(49)}`));
  });

  test("that changes a lot does not grow its file without end", () => {
    const { program, only } = place();
    const one = program();
    for (let count = 0; count < 100; count += 1) one.save(key, kept(`${count} ${"x".repeat(100_000)}`));
    expect(statSync(only()).size).toBeLessThan(2_000_000);
    one.close();
    expect(program().claim(key, nothingKept)?.draft?.text).toBe(`99 ${"x".repeat(100_000)}`);
  });

  test.skipIf(!canMount())("that a full disk took half of is kept whole when there is space again", () => {
    using disk = mountSmall();
    const { program, files } = place(Date.now, disk?.folder);
    const full = join(disk?.folder ?? "", "full");
    // A first text, and a long one that is written once and named from then on.
    for (const [before, text] of [
      [nothingKept, "first"],
      [kept("before"), "y".repeat(8_000)],
    ] as const) {
      const one = program();
      one.save(key, kept("the folders are there"));
      one.save(key, before);
      fill(full);
      expect(() => one.save(key, kept(text))).toThrow("ENOSPC");
      rmSync(full);
      one.save(key, kept(text));
      one.save(key, kept(text, "more"));
      one.close();
      const next = program();
      expect(next.claim(key, nothingKept)).toEqual(kept(text, "more"));
      next.save(key, nothingKept);
      expect(files()).toEqual([]);
    }
  });

  test("saved afresh leaves nothing of what was there before", () => {
    const { program, only } = place();
    const one = program();
    one.save(key, kept("hunter2"));
    one.save(key, kept("[hidden]"), true);
    expect(readFileSync(only(), "utf8")).not.toContain("hunter2");
  });
});

describe("a file of drafts", () => {
  test("is its user's alone", () => {
    const { program, only, folder } = place();
    program().save(key, kept("mine"));
    expect(statSync(only()).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("whose last line was cut short gives the one before, and is written on", () => {
    const { program, only } = place();
    const one = program();
    one.save(key, kept("whole"));
    one.close();
    appendFileSync(only(), `\n{"draft":{"text":"cut`);
    const two = program();
    expect(two.claim(key, nothingKept)).toEqual(kept("whole"));
    appendFileSync(only(), `\n{"draft":{"te`);
    two.save(key, kept("whole again"));
    two.close();
    expect(program().claim(key, nothingKept)).toEqual(kept("whole again"));
  });

  test("whose line a power cut took in the middle gives the one behind the NULs", () => {
    const { program, only } = place();
    const one = program();
    one.save(key, kept("before"));
    one.close();
    const line = readFileSync(only(), "utf8").trim().replace("before", "behind");
    appendFileSync(only(), `${line.slice(0, 20)}\0\0\0${line}\n`);
    expect(program().claim(key, nothingKept)).toEqual(kept("behind"));
  });

  test("with a line that names a text it does not have is as good as without that line", () => {
    const { program, only } = place();
    const one = program();
    one.save(key, kept("whole"));
    one.close();
    appendFileSync(only(), `\n{"draft":{"text":7,"chips":[],"isTyped":false},"stash":[]}\n`);
    expect(program().claim(key, nothingKept)).toEqual(kept("whole"));
  });

  test("that somebody has removed is written anew, with all that is kept", () => {
    const { program, only } = place();
    const long = "y".repeat(5_000);
    const one = program();
    one.save(key, kept(long));
    Bun.spawnSync(["rm", only()]);
    one.save(key, kept("short", long));
    one.close();
    expect(program().claim(key, nothingKept)).toEqual(kept("short", long));
  });

  test.each([".", ".."])("whose folder somebody has removed (%s) is kept and held again", (what) => {
    const { program, folder } = place();
    const one = program();
    one.save(key, kept("before"));
    rmSync(join(folder, what), { recursive: true });
    one.save(key, kept("after"));
    const other = program();
    expect(other.claim(key, nothingKept)).toBeNull();
    one.close();
    expect(other.claim(key, nothingKept)).toEqual(kept("after"));
    other.close();
  });

  test("nobody came back for in a month is removed", () => {
    const { program, files, only } = place(() => Date.now() + 31 * 24 * 3600 * 1000);
    const one = program();
    one.save(key, kept("long ago"));
    one.close();
    writeFileSync(`${only()}.half.tmp`, "long ago");
    expect(program().claim(draftKeyOfFolder("/other"), nothingKept)).toBeNull();
    expect(files()).toEqual([]);
  });
});
