import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Entry } from "../../src/protocol/entry.ts";
import { createCheckpointKeeper, type CheckpointFile } from "../../src/sessions/checkpoints.ts";
import { filesAt } from "../../src/sessions/file-history.ts";
import { memorySession } from "../../src/sessions/session-store.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
const keepInMemory = (kept: Map<string, string>) => async (bytes: Uint8Array) => {
  const text = new TextDecoder().decode(bytes);
  kept.set(hashOf(text), text);
  return { hash: hashOf(text) };
};

/** A file of the model: its text and its permission bits. */
type File = { readonly text: string; readonly mode: number };
type Change = { readonly path: string; readonly to: File | null };

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.constantFrom("/p/a", "/p/b", "/p/c", "/p/sub/a"),
  to: fc.option(
    fc.record({ text: fc.constantFrom("", "one", "two", "three"), mode: fc.constantFrom(0o644, 0o755) }),
  ),
});
/** Calls that change one file or several; null is something else that is logged between them. */
const story = fc.array(fc.option(fc.uniqueArray(change, { selector: ({ path }) => path, minLength: 1 })), {
  maxLength: 20,
});

test("putting back what the checkpoints name gives the files as they were, from any point of any story", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const kept = new Map<string, string>();
      const keepBefore = createCheckpointKeeper({ keep: keepInMemory(kept) }, () => undefined);
      const session = memorySession({ cwd: "/p", version: "0" }, { now: () => 0 });
      const files = new Map<string, File>();
      const points: { readonly id: string | null; readonly files: ReadonlyMap<string, File> }[] = [
        { id: null, files: new Map() },
      ];
      for (const [at, changes] of steps.entries()) {
        if (changes !== null) {
          const before = changes.map(({ path }) => {
            const file = files.get(path);
            return {
              path,
              before: file === undefined ? null : { bytes: bytesOf(file.text), mode: file.mode },
            };
          });
          session.append({ type: "checkpoint", callId: `call_${at}`, files: await keepBefore(before) });
          for (const { path, to } of changes) {
            if (to === null) files.delete(path);
            else files.set(path, to);
          }
        }
        const { id } = session.append({ type: "user", text: `step ${at}`, via: "submit" });
        points.push({ id, files: new Map(files) });
      }
      for (const point of points) {
        const restored = new Map(files);
        for (const file of filesAt(session.branch(), point.id) ?? []) {
          if (file.type === "absent") restored.delete(file.path);
          if (file.type !== "content") continue;
          restored.set(file.path, { text: kept.get(file.hash) ?? "not kept", mode: file.mode ?? 0 });
        }
        expect(restored).toEqual(new Map(point.files));
      }
    }),
    { numRuns: 300 },
  );
});

describe("what files held at a point", () => {
  const checkpoint = (id: string, ...files: CheckpointFile[]): Entry => {
    return { id, parentId: null, at: "", type: "checkpoint", callId: id, files };
  };
  const branch = [
    checkpoint("1", { path: "/a", before: "aa", mode: 0o600 }),
    checkpoint("2", { path: "/a", before: "bb" }, { path: "/b", before: null }),
    checkpoint("3", { path: "/c", before: null, notKept: "it was too large" }),
    checkpoint("4", { path: "/c", before: "cc" }),
  ];

  test("is for each path what its oldest checkpoint behind the point says", () => {
    expect(filesAt(branch, "1")).toEqual([
      { type: "content", path: "/a", hash: "bb" },
      { type: "absent", path: "/b" },
      { type: "unknown", path: "/c", because: "it was too large" },
    ]);
    expect(filesAt(branch, null)?.[0]).toEqual({
      type: "content",
      path: "/a",
      hash: "aa",
      mode: 0o600,
    });
    expect(filesAt(branch, "4")).toEqual([]);
  });

  test("cannot be told for a point that the log does not have", () => {
    expect(filesAt(branch, "elsewhere")).toBeNull();
  });
});

describe("a content that cannot be kept", () => {
  const before = { bytes: bytesOf("x"), mode: 0o644 };

  test("has the reason in its place, and the other files of the call are kept", async () => {
    const keep = async (bytes: Uint8Array) =>
      bytes.length > 1 ? { notKept: "it is too large" } : { hash: "aa" };
    const keepBefore = createCheckpointKeeper({ keep }, () => undefined);
    expect(
      await keepBefore([
        { path: "/large", before: { bytes: bytesOf("xx"), mode: 0o600 } },
        { path: "/small", before },
        { path: "/new", before: null },
      ]),
    ).toEqual([
      { path: "/large", before: null, mode: 0o600, notKept: "it is too large" },
      { path: "/small", before: "aa", mode: 0o644 },
      { path: "/new", before: null },
    ]);
  });

  test("is told to the user, for each cause once", async () => {
    const told: string[] = [];
    let cause = "the disk is full";
    const keepBefore = createCheckpointKeeper({ keep: async () => ({ notKept: cause }) }, (message) =>
      told.push(message),
    );
    await keepBefore([{ path: "/a", before }]);
    await keepBefore([{ path: "/b", before }]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("/a");
    expect(told[0]).toContain("the disk is full");
    cause = "it is too large";
    await keepBefore([{ path: "/b", before }]);
    expect(told).toHaveLength(2);
  });
});
