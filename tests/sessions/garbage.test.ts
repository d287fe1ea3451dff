/** What goes and what stays when the garbage is collected: on real stores, logs and a trash. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collectGarbage } from "../../src/cli/sessions-gc.ts";
import { createCheckpointStore, projectCheckpoints } from "../../src/sessions/checkpoint-store.ts";
import { findGarbage } from "../../src/sessions/garbage.ts";
import { listSessions, removeSession } from "../../src/sessions/list.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { sessionContext } from "./data-folder.ts";

const day = 24 * 60 * 60 * 1000;

/** A data folder with a session of the project /p that names some contents of its store. */
async function scene() {
  const context = sessionContext();
  const { paths } = context;
  const now = Date.now();
  const folder = projectCheckpoints(paths.checkpoints, "/p");
  const keep = async (text: string, ago: number, where = folder): Promise<string> => {
    const store = createCheckpointStore(where, { now: () => now - ago, maxAgeMs: 1_000 * day });
    const kept = await store.keep(new TextEncoder().encode(text));
    if ("notKept" in kept) throw new Error(kept.notKept);
    return kept.hash;
  };
  const has = async (hash: string, where = folder) =>
    "bytes" in (await createCheckpointStore(where).read(hash));
  const session = (...hashes: readonly string[]) => {
    const made = createSession({ cwd: "/p", version: "0" }, context);
    made.append({ type: "user", text: "x", via: "submit" });
    for (const [at, hash] of hashes.entries())
      made.append({
        type: "checkpoint",
        callId: `${at}`,
        files: [{ path: "/p/a", before: hash, mode: 0o644 }],
      });
    made.close();
  };
  const collect = (options: Partial<Parameters<typeof collectGarbage>[1]> = {}, at = now) =>
    collectGarbage(paths, { dryRun: false, trash: false, ...options }, at);
  return { paths, folder, keep, has, session, collect, now };
}

test("goes: what no session names and nobody used for a day, what is too old, what killed programs left", async () => {
  const { folder, keep, has, session, collect, now } = await scene();
  const named = await keep("named", 2 * day);
  const old = await keep("old", 91 * day);
  const fresh = await keep("fresh", 0);
  const unnamed = await keep("unnamed", 2 * day);
  session(named, old);
  const temporary = join(folder, named.slice(0, 2), "left.tmp");
  writeFileSync(temporary, "half");
  utimesSync(temporary, (now - day) / 1000, (now - day) / 1000);

  const planned = await collect({ dryRun: true });
  expect(planned).toContain("/p: 4 contents");
  expect(planned).toContain(": no session names them");
  expect(planned).toContain("3 files would be removed");
  expect(await Promise.all([named, old, fresh, unnamed].map((hash) => has(hash)))).toEqual([
    true,
    true,
    true,
    true,
  ]);

  expect(await collect()).toContain("Removed 3 files");
  expect(await Promise.all([named, old, fresh, unnamed].map((hash) => has(hash)))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(existsSync(temporary)).toBe(false);
  expect(await collect()).toEndWith("There is nothing to remove.\n");
});

test("what was kept since the oldest open session began stays: a command that it runs may need it yet", async () => {
  const { paths, keep, has, collect, now } = await scene();
  const context = { paths, now: () => now - 3 * day };
  const open = createSession({ cwd: "/p", version: "0" }, context);
  open.append({ type: "user", text: "x", via: "submit" });
  const [before, since] = [await keep("before", 4 * day), await keep("since", 2 * day)];
  await collect();
  expect([await has(before), await has(since)]).toEqual([false, true]);
  open.close();
  await collect();
  expect(await has(since)).toBe(false);
});

test("over the limit the oldest goes first, and each project has its own", async () => {
  const { paths, keep, has, session, collect, now } = await scene();
  const noise = (seed: number) => new Bun.CryptoHasher("sha512").update(`${seed}`).digest("hex").repeat(20);
  const hashes = await Promise.all([1, 2, 3, 4].map((seed) => keep(noise(seed), seed * day)));
  const elsewhere = projectCheckpoints(paths.checkpoints, "/other");
  const other = await keep("theirs", 5 * day, elsewhere);
  session(...hashes, other);
  const limits = { maxBytes: 1e9, maxAgeMs: day * 90 };
  const { stores } = await findGarbage(paths, { now, limits });
  const bytes = stores.find(({ project }) => project === "/p")?.bytes ?? 0;
  await collect({ maxBytes: Math.round(bytes * 0.7) });
  const left = await Promise.all(hashes.map((hash) => has(hash)));
  expect(left[0]).toBe(true);
  expect(left.at(-1)).toBe(false);
  expect(left).toEqual(left.toSorted((a, b) => Number(b) - Number(a)));
  expect(await has(other, elsewhere)).toBe(true);
});

test("the contents of all projects that an earlier version kept are read, and go like others", async () => {
  const { paths, folder, keep, session, collect } = await scene();
  const named = await keep("named", 2 * day, paths.checkpoints);
  const unnamed = await keep("unnamed", 2 * day, paths.checkpoints);
  session(named);
  const store = createCheckpointStore(folder, { alsoReads: [paths.checkpoints] });
  expect(await store.read(named)).toEqual({ bytes: new TextEncoder().encode("named") });
  expect([store.has(named), store.has(unnamed)]).toEqual([true, true]);
  expect(await collect()).toContain("of all projects (kept by an earlier version): 2 contents");
  expect([store.has(named), store.has(unnamed)]).toEqual([true, false]);
});

test("what a session in the trash names stays as long as it is there; the trash itself only goes when asked", async () => {
  const { paths, keep, has, session, collect, now } = await scene();
  const named = await keep("named", 2 * day);
  session(named);
  const [info] = listSessions(paths);
  if (info === undefined) throw new Error("no session");
  removeSession(paths, info, now);
  await collect();
  expect(await has(named)).toBe(true);
  const later = now + 31 * day;
  await collect({}, later);
  expect(readdirSync(paths.trash)).toHaveLength(1);
  await collect({ trash: true }, now + 29 * day);
  expect(readdirSync(paths.trash)).toHaveLength(1);
  expect(await collect({ trash: true }, later)).toContain("there for more than 30 days");
  expect(readdirSync(paths.trash)).toHaveLength(0);
  expect(await has(named)).toBe(false);
});

test("without anything kept there is nothing to do, and nothing is made", async () => {
  const { paths, collect } = await scene();
  expect(await collect()).toBe("There is nothing to remove.\n");
  expect(existsSync(paths.checkpoints)).toBe(false);
  mkdirSync(join(paths.checkpoints, "projects", "not-a-store"), { recursive: true });
  expect(await collect()).toBe("There is nothing to remove.\n");
});
