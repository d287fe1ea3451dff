/** What rein keeps is its user's alone, whatever the umask, and nothing of it is written through a link. */
import { afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { whyNotBelieved } from "../../src/private-files/believable.ts";
import { openNamed } from "../../src/private-files/named-file.ts";
import {
  openAgain,
  openNew,
  openToAppend,
  openToRead,
  readPrivateFile,
  replacePrivateFile,
} from "../../src/private-files/private-file.ts";
import { ensurePrivateFolder } from "../../src/private-files/private-folder.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const before = process.umask();
afterEach(() => void process.umask(before));

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Each way to write a file, to its end. */
const writers: Record<string, (file: string) => void> = {
  "opened to append": (file) => closeSync(openToAppend(file)),
  "made anew": (file) => closeSync(openNew(file)),
  replaced: (file) => replacePrivateFile(file, "text"),
  "named by the user": (file) => closeSync(openNamed(file)),
};

describe.each([0o000, 0o022, 0o077, 0o277])("with the umask %o", (umask) => {
  test.each(Object.keys(writers))("a file that is %s is its user's alone", (way) => {
    const file = join(temporaryFolder(), "file");
    process.umask(umask);
    writers[way]?.(file);
    expect(modeOf(file)).toBe(0o600);
  });

  test("a folder is its user's alone, with the folders on its way", () => {
    const root = temporaryFolder();
    // A umask that takes rights from oneself hits the folders on the way, too.
    process.umask(umask & 0o077);
    ensurePrivateFolder(join(root, "a", "b"));
    expect([modeOf(join(root, "a")), modeOf(join(root, "a", "b"))]).toEqual([0o700, 0o700]);
  });
});

test("a file that others could read is closed when it is written to", () => {
  const file = join(temporaryFolder(), "file");
  for (const open of [openToAppend, openAgain, openNamed]) {
    writeFileSync(file, "old\n");
    chmodSync(file, 0o644);
    const fd = open(file);
    writeSync(fd, "new\n");
    closeSync(fd);
    expect(readFileSync(file, "utf8")).toBe("old\nnew\n");
    expect(modeOf(file)).toBe(0o600);
  }
});

describe("a link", () => {
  const ways: typeof writers = {
    ...writers,
    "opened again": (file) => closeSync(openAgain(file)),
  };
  test.each(Object.keys(ways))(
    "in the place of a file that is %s is refused, and its target untouched",
    (way) => {
      const folder = temporaryFolder();
      const [target, link, dangling] = ["target", "link", "dangling"].map((name) => join(folder, name));
      if (target === undefined || link === undefined || dangling === undefined) throw new Error("no names");
      writeFileSync(target, "precious");
      chmodSync(target, 0o644);
      symlinkSync(target, link);
      symlinkSync(join(folder, "nowhere"), dangling);
      const work = (file: string) => ways[way]?.(file);
      expect(() => work(link)).toThrow(
        `${link} is a link to ${target}, and rein keeps nothing behind links.`,
      );
      expect(() => work(dangling)).toThrow(`${dangling} is a link to`);
      expect(readFileSync(target, "utf8")).toBe("precious");
      expect(modeOf(target)).toBe(0o644);
      expect(readdirSync(folder).toSorted()).toEqual(["dangling", "link", "target"]);
    },
  );

  test("is not read either", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "target"), "precious");
    symlinkSync(join(folder, "target"), join(folder, "link"));
    expect(() => readPrivateFile(join(folder, "link"))).toThrow("is a link to");
    expect(() => openToRead(join(folder, "link"))).toThrow("is a link to");
    expect(readPrivateFile(join(folder, "target"))?.toString()).toBe("precious");
    expect(readPrivateFile(join(folder, "nothing"))).toBeNull();
  });

  test("in the place of a folder is refused, unless the user may keep that folder elsewhere", () => {
    const root = temporaryFolder();
    const target = join(root, "target");
    mkdirSync(target, { mode: 0o755 });
    symlinkSync(target, join(root, "link"));
    expect(() => ensurePrivateFolder(join(root, "link"))).toThrow("is a link to");
    expect(modeOf(target)).toBe(0o755);
    ensurePrivateFolder(join(root, "link"), { mayBeLink: true });
    expect(modeOf(target)).toBe(0o700);
  });

  test("to a pipe or a device may be named by the user", () => {
    const folder = temporaryFolder();
    symlinkSync("/dev/null", join(folder, "log"));
    const fd = openNamed(join(folder, "log"));
    expect(writeSync(fd, "text")).toBe(4);
    closeSync(fd);
  });
});

test("a pipe in the place of a file is not waited for", () => {
  const fifo = join(temporaryFolder(), "fifo");
  Bun.spawnSync(["mkfifo", fifo]);
  expect(() => readPrivateFile(fifo)).toThrow("is not a regular file");
  expect(() => openToAppend(fifo)).toThrow("is not a regular file");
});

test("what could not be replaced is as it was, and nothing is left beside it", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "file"));
  expect(() => replacePrivateFile(join(folder, "file"), "text")).toThrow();
  expect(readdirSync(folder)).toEqual(["file"]);
  expect(existsSync(join(folder, "file"))).toBeTrue();
});

test("a folder that all users share is not taken over", () => {
  const shared = join(temporaryFolder(), "tmp");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  expect(() => ensurePrivateFolder(shared)).toThrow("is shared by all users");
  expect(statSync(shared).mode & 0o7777).toBe(0o1777);
});

test("a file is believed when only its user, or root, can have written it", () => {
  const why = (uid: number, mode: number) => whyNotBelieved({ uid, mode }, "/x/settings.json", 1000);
  expect(why(1000, 0o100644)).toBeNull();
  expect(why(0, 0o100600)).toBeNull();
  expect(why(1001, 0o100600)).toContain("belongs to another user");
  expect(why(1000, 0o100664)).toBe(
    "its group may write to it, and could make rein do what they want; say chmod go-w '/x/settings.json'",
  );
  expect(why(1000, 0o100602)).toContain("everybody on this machine may write to it");
});

test("what killed processes left half written goes with the next content: it may hold a key that was forgotten", () => {
  const folder = temporaryFolder();
  const file = join(folder, "keys.json");
  const left = [`keys.json.${crypto.randomUUID()}.tmp`, "keys.json.tmp-60533007930e248e"];
  const others = ["keys.json.bad-5", `other.json.${crypto.randomUUID()}.tmp`, "keys.json.mine.tmp"];
  const young = `keys.json.${crypto.randomUUID()}.tmp`;
  for (const name of [...left, ...others, young]) {
    writeFileSync(join(folder, name), "key");
    if (name !== young) utimesSync(join(folder, name), 0, 0);
  }
  replacePrivateFile(file, "text");
  expect(readdirSync(folder).toSorted()).toEqual(["keys.json", ...others, young].toSorted());
});
