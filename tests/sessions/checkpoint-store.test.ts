import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { createCheckpointStore, type CheckpointStore } from "../../src/sessions/checkpoint-store.ts";
import { pruneCheckpoints } from "../../src/sessions/checkpoint-prune.ts";
import { temporaryFolder } from "./data-folder.ts";
import { numbered } from "./numbered.ts";

const day = 24 * 60 * 60 * 1000;
const child = join(import.meta.dir, "checkpoint-child.ts");

function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function keep(store: CheckpointStore, bytes: Uint8Array): Promise<string> {
  const kept = await store.keep(bytes);
  if ("notKept" in kept) throw new Error(kept.notKept);
  return kept.hash;
}

/** The files of a store, relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("/"))
    .toSorted();
}

/** Resolves when something done in the background has come true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("whatever was kept comes back byte for byte, under the SHA-256 of its bytes", async () => {
  const store = createCheckpointStore(join(temporaryFolder(), "checkpoints"));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (bytes) => {
      const hash = await keep(store, bytes);
      expect(hash).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
      expect(await store.read(hash)).toEqual({ bytes });
    }),
    { numRuns: 200 },
  );
});

test("nothing is made on disk before the first content, and what is made is the user's alone", async () => {
  const folder = join(temporaryFolder(), "data", "checkpoints");
  const store = createCheckpointStore(folder);
  expect(existsSync(folder)).toBe(false);
  const hash = await keep(store, textBytes("secret"));
  const below = join(folder, hash.slice(0, 2));
  expect([folder, below].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  expect(statSync(join(below, `${hash.slice(2)}.zst`)).mode & 0o777).toBe(0o600);
});

test("a folder that others could enter is closed before a content goes in", async () => {
  const folder = join(temporaryFolder(), "checkpoints");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  await keep(createCheckpointStore(folder), textBytes("secret"));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("text takes less room than it has bytes; what does not shrink takes no more than a little", async () => {
  const folder = join(temporaryFolder(), "checkpoints");
  const store = createCheckpointStore(folder);
  const sizeOf = (hash: string) => statSync(join(folder, hash.slice(0, 2), `${hash.slice(2)}.zst`)).size;
  expect(sizeOf(await keep(store, textBytes("a line of text\n".repeat(10_000))))).toBeLessThan(1_000);
  expect(sizeOf(await keep(store, numbered(1, 300_000)))).toBeLessThan(300_100);
});

describe("equal contents", () => {
  test("are there once, also when they are kept at the same moment", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    const store = createCheckpointStore(folder);
    const bytes = numbered(7, 200_000);
    const hashes = await Promise.all(Array.from({ length: 20 }, () => keep(store, bytes)));
    expect(new Set(hashes).size).toBe(1);
    expect(filesIn(folder)).toHaveLength(1);
  });

  test("are there once when several processes keep them", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    const children = Array.from({ length: 3 }, () =>
      Bun.spawn([process.execPath, child, folder, "30", "20000"], { stdout: "pipe", stderr: "inherit" }),
    );
    const outputs = await Promise.all(children.map(({ stdout }) => stdout.text()));
    expect(new Set(outputs).size).toBe(1);
    expect(outputs[0]).not.toContain("notKept");
    expect(filesIn(folder)).toHaveLength(30);
    const store = createCheckpointStore(folder);
    const bytes = numbered(29, 20_000);
    expect(await store.read(await keep(store, bytes))).toEqual({ bytes });
  });
});

describe("a content that was damaged on disk", () => {
  test.each([
    ["emptied", new Uint8Array()],
    ["no zstd any more", textBytes("garbage")],
    ["another content", Bun.zstdCompressSync("something else")],
  ])("is told, not returned, and made good when it is kept again: %s", async (_how, damage) => {
    const folder = join(temporaryFolder(), "checkpoints");
    const store = createCheckpointStore(folder);
    const bytes = textBytes("the content before");
    const hash = await keep(store, bytes);
    const file = join(folder, hash.slice(0, 2), `${hash.slice(2)}.zst`);
    writeFileSync(file, damage);
    expect(await store.read(hash)).toEqual({ missing: expect.stringContaining(`${file} is damaged`) });
    expect(await keep(store, bytes)).toBe(hash);
    expect(await store.read(hash)).toEqual({ bytes });
  });

  test("one that is not there is missing", async () => {
    const store = createCheckpointStore(join(temporaryFolder(), "checkpoints"));
    expect(await store.read("0".repeat(64))).toEqual({ missing: "it is no longer kept" });
  });
});

test("a content that was damaged in one of the places that are read is had from another", async () => {
  const [own, first] = [join(temporaryFolder(), "own"), join(temporaryFolder(), "first")];
  const hash = await keep(createCheckpointStore(first), textBytes("kept"));
  await keep(createCheckpointStore(own), textBytes("kept"));
  writeFileSync(join(own, hash.slice(0, 2), `${hash.slice(2)}.zst`), "damaged");
  const read = await createCheckpointStore(own, { alsoReads: [first] }).read(hash);
  expect("bytes" in read && new TextDecoder().decode(read.bytes)).toBe("kept");
});

describe("what cannot be kept", () => {
  test("is a content above the limit", async () => {
    const store = createCheckpointStore(join(temporaryFolder(), "checkpoints"), { maxContentBytes: 10 });
    expect(await store.keep(new Uint8Array(11))).toEqual({
      notKept: "it has 11 bytes, and at most 10 are kept",
    });
    expect(await store.keep(new Uint8Array(10))).toHaveProperty("hash");
  });

  test("is one that takes more than all of a project may; what was kept before stays", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    const store = createCheckpointStore(folder, { maxStoreBytes: 1_000 });
    const hash = await keep(store, textBytes("small"));
    const noise = crypto.getRandomValues(new Uint8Array(2_000));
    expect(await store.keep(noise)).toEqual({ notKept: expect.stringContaining("at most 1000 are kept") });
    expect(await store.read(hash)).toHaveProperty("bytes");
    expect(await store.keep(new Uint8Array(100_000))).toHaveProperty("hash");
  });

  test("says so when the data folder is none", async () => {
    const file = join(temporaryFolder(), "data");
    writeFileSync(file, "a file");
    const store = createCheckpointStore(join(file, "checkpoints"));
    expect(await store.keep(textBytes("x"))).toEqual({
      notKept: expect.stringContaining("could not be written"),
    });
    expect(store.has("0".repeat(64))).toBe(false);
    expect(await store.read("0".repeat(64))).toEqual({
      missing: expect.stringContaining("could not be read"),
    });
    expect(readFileSync(file, "utf8")).toBe("a file");
  });

  test("says so when the disk takes no more, and leaves nothing half written", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    // Files are limited to a few blocks, as on a full disk; the signal that tells of it is ignored.
    const limited = Bun.spawn(
      [
        "sh",
        "-c",
        `trap '' XFSZ; ulimit -f 8; exec "$@"`,
        "sh",
        process.execPath,
        child,
        folder,
        "1",
        "200000",
      ],
      { stdout: "pipe", stderr: "inherit" },
    );
    expect(JSON.parse(await limited.stdout.text())).toEqual({
      notKept: expect.stringContaining("could not be written"),
    });
    expect(filesIn(folder)).toEqual([]);
  });
});

describe("old contents", () => {
  const limits = { maxBytes: 10_000, maxAgeMs: 90 * day };

  test("go when nothing has used them for too long; what is used again stays", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    let now = 1_000 * day;
    const store = createCheckpointStore(folder, { now: () => now });
    const [unused, used] = [await keep(store, textBytes("unused")), await keep(store, textBytes("used"))];
    now += 80 * day;
    await keep(store, textBytes("used"));
    now += 20 * day;
    await pruneCheckpoints(folder, limits, now);
    expect(await store.read(unused)).toHaveProperty("missing");
    expect(await store.read(used)).toHaveProperty("bytes");
  });

  test("go, the least recently used first, when all together are too large", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    let now = 1_000 * day;
    const store = createCheckpointStore(folder, { now: () => now });
    const hashes: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      now += 1_000;
      hashes.push(await keep(store, numbered(at, 1_000)));
    }
    await pruneCheckpoints(folder, limits, now);
    const there = await Promise.all(hashes.map(async (hash) => "bytes" in (await store.read(hash))));
    expect(there.indexOf(true)).toBeGreaterThan(0);
    expect(there.slice(there.indexOf(true))).not.toContain(false);
    const size = filesIn(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(size).toBeLessThanOrEqual(limits.maxBytes);
    expect(size).toBeGreaterThan(limits.maxBytes / 2);
  });

  test("a store within its limits is left alone, but for what a killed process left half written", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    const store = createCheckpointStore(folder);
    const hash = await keep(store, textBytes("kept"));
    const [half, strange] = ["half.tmp", "notes.txt"].map((name) => join(folder, hash.slice(0, 2), name));
    writeFileSync(join(folder, hash.startsWith("aa") ? "ab" : "aa"), "no folder");
    for (const file of [half, strange]) writeFileSync(file ?? "", "");
    await pruneCheckpoints(folder, limits, Date.now());
    expect(existsSync(half ?? "")).toBe(true);
    await pruneCheckpoints(folder, limits, Date.now() + day);
    expect([half, strange].map((file) => existsSync(file ?? ""))).toEqual([false, true]);
    expect(await store.read(hash)).toHaveProperty("bytes");
  });

  test("are looked for by themselves, once much was written", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    let now = 1_000 * day;
    const store = createCheckpointStore(folder, { now: () => (now += 1_000), maxStoreBytes: 10_000 });
    const first = await keep(store, numbered(0, 1_000));
    const file = join(folder, first.slice(0, 2), `${first.slice(2)}.zst`);
    // The second content sets the mark or finds it; some that follow find the store too large.
    for (let at = 1; at < 500 && existsSync(file); at += 1) await keep(store, numbered(at, 1_000));
    expect(existsSync(file)).toBe(false);
  });

  test("are looked for once a day, by whoever keeps something then", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    let now = 1_000 * day;
    const options = { now: () => now };
    const old = await keep(createCheckpointStore(folder, options), textBytes("old"));
    const file = join(folder, old.slice(0, 2), `${old.slice(2)}.zst`);
    await until(() => existsSync(join(folder, "last-pruned")));
    now += 100 * day;
    await keep(createCheckpointStore(folder, options), textBytes("new"));
    await until(() => !existsSync(file));
  });

  test("that cannot be removed are told, and keeping goes on", async () => {
    const folder = join(temporaryFolder(), "checkpoints");
    const told: string[] = [];
    const store = createCheckpointStore(folder, {
      now: () => Date.now() + 2 * day,
      onTrouble: (message) => told.push(message),
    });
    // A folder in the place of a file.
    mkdirSync(join(folder, "last-pruned", "x"), { recursive: true });
    await keep(store, textBytes("kept"));
    await until(() => told.length > 0);
    expect(told.join()).toContain(`Old contents in ${folder} could not be removed`);
  });
});
