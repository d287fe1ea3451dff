/** What a session did to files, told from its log: against a model of a disk that is just a map. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { killedSentence } from "../../src/protocol/interruption.ts";
import type { FileHeld } from "../../src/sessions/file-held.ts";
import { changesByEntry, changesByTurn, filesAt, leftInFiles } from "../../src/sessions/file-history.ts";
import { memorySession } from "../../src/sessions/session-store.ts";

const paths = ["/p/a", "/p/b", "/p/sub/c"] as const;
type Disk = ReadonlyMap<string, string>;

/** One thing that happens in a session; places are parts of the way through what was written so far. */
type Step =
  | { readonly type: "call"; readonly changes: readonly (readonly [path: string, text: string | null])[] }
  | { readonly type: "rename"; readonly from: string; readonly to: string }
  | { readonly type: "restore"; readonly to: number; readonly only: readonly string[] }
  | { readonly type: "move"; readonly to: number }
  | { readonly type: "say" };

const path = fc.constantFrom(...paths);
const place = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant("call" as const),
    changes: fc.uniqueArray(fc.tuple(path, fc.option(fc.constantFrom("", "one", "two", "three\r\n"))), {
      selector: ([name]) => name,
      minLength: 1,
    }),
  }),
  fc.record({ type: fc.constant("rename" as const), from: path, to: path }),
  fc.record({ type: fc.constant("restore" as const), to: place, only: fc.subarray([...paths]) }),
  fc.record({ type: fc.constant("move" as const), to: place }),
  fc.constant({ type: "say" as const }),
);

/** A session with a disk; contents are named by themselves. */
function play(steps: readonly Step[]) {
  const session = memorySession({ cwd: "/p", version: "0" }, { now: () => 0 });
  const disk = new Map<string, string>();
  const points: { readonly id: string | null; readonly disk: Disk }[] = [{ id: null, disk: new Map() }];
  const append = (entry: NewEntry) => {
    points.push({ id: session.append(entry).id, disk: new Map(disk) });
  };
  const before = (name: string) => ({ path: name, before: disk.get(name) ?? null });
  const put = (name: string, text: string | null) => {
    if (text === null) disk.delete(name);
    else disk.set(name, text);
  };
  /** The change that an entry announces belongs to it. */
  const nowAtLastPoint = () => {
    const last = points.at(-1);
    if (last !== undefined) points[points.length - 1] = { ...last, disk: new Map(disk) };
  };
  let calls = 0;
  const call = (changes: readonly (readonly [string, string | null])[]) => {
    const callId = `call_${(calls += 1)}`;
    append({ type: "tool_start", callId, name: "bash", title: "" });
    const files = changes.map(([name]) => before(name));
    append({ type: "checkpoint", callId, files });
    for (const [name, text] of changes) put(name, text);
    nowAtLastPoint();
    const result = { ok: true as const, text: "" };
    const after = changes.map(([name, text]) => ({ path: name, after: text }));
    append({ type: "tool_result", callId, name: "bash", title: "", result, durationMs: 0, files: after });
  };
  append({ type: "turn_start", turnId: "t", traceId: "", model: "m", mode: "ask" });
  for (const one of steps) {
    switch (one.type) {
      case "call":
        call(one.changes);
        break;
      case "rename":
        if (one.from !== one.to)
          call([
            [one.from, null],
            [one.to, disk.get(one.from) ?? null],
          ]);
        break;
      case "restore": {
        const to = points[Math.floor(one.to * (points.length - 1))]?.id ?? null;
        restore(to, one.only);
        break;
      }
      case "move": {
        const to = points[Math.floor(one.to * (points.length - 1))]?.id ?? null;
        points.push({ id: session.move(to).id, disk: new Map(disk) });
        break;
      }
      case "say":
        append({ type: "user", text: "x", via: "submit" });
        break;
      default:
        one satisfies never;
    }
  }
  function restore(to: string | null, only: readonly string[] = paths): void {
    const then = (filesAt(session.entries(), to) ?? []).filter((file) => only.includes(file.path));
    if (then.length === 0) return;
    const after = (file: (typeof then)[number]) => (file.type === "content" ? file.hash : null);
    append({
      type: "restore",
      to,
      files: then.map((file) => ({ ...before(file.path), after: after(file) })),
    });
    for (const file of then) put(file.path, after(file));
    nowAtLastPoint();
  }
  return { session, disk, points, restore };
}

const steps = fc.array(step, { maxLength: 25 });

test("bringing files back to any entry gives what they held when it was the last one, whatever happened since", () => {
  fc.assert(
    fc.property(steps, place, (story, at) => {
      const { points, disk, restore } = play(story);
      const point = points[Math.floor(at * (points.length - 1))];
      if (point === undefined) throw new Error("no point");
      restore(point.id);
      expect(new Map(disk)).toEqual(new Map(point.disk));
    }),
    { numRuns: 500 },
  );
});

test("going back behind a restore undoes it byte for byte, and so on, as often as one likes", () => {
  fc.assert(
    fc.property(steps, fc.array(place, { minLength: 1, maxLength: 5 }), (story, places) => {
      const { points, disk, restore, session } = play(story);
      for (const at of places) {
        const before = new Map(disk);
        const last = session.entries().at(-1)?.id ?? null;
        restore(points[Math.floor(at * (points.length - 1))]?.id ?? null);
        const behind = new Map(disk);
        const undone = session.entries().at(-1)?.id ?? null;
        restore(last);
        expect(new Map(disk)).toEqual(before);
        restore(undone);
        expect(new Map(disk)).toEqual(behind);
        restore(last);
      }
    }),
    { numRuns: 300 },
  );
});

function heldOf(hash: string | null): FileHeld {
  return hash === null ? { type: "absent" } : { type: "file", hash };
}

test("what rein left in each file is what it holds, as long as nobody else changes it", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const { session, disk } = play(story);
      for (const [name, left] of leftInFiles(session.entries()))
        expect(left).toContainEqual(heldOf(disk.get(name) ?? null));
    }),
    { numRuns: 300 },
  );
});

describe("what changed", () => {
  let ids = 0;
  const made = (entry: NewEntry): Entry => ({ ...entry, id: `e${(ids += 1)}`, parentId: null, at: "" });
  const start = (callId: string) => made({ type: "tool_start", callId, name: "bash", title: "" });
  const turn = (turnId: string) => made({ type: "turn_start", turnId, traceId: "", model: "m", mode: "ask" });
  type Files = Extract<NewEntry, { type: "checkpoint" }>["files"];
  const checkpoint = (callId: string, files: Files, note?: string) =>
    made({ type: "checkpoint", callId, files, ...(note === undefined ? {} : { note }) });

  test("is told for each call: made, changed, deleted, and why a content was not kept", () => {
    const entries = [
      checkpoint("1", [
        { path: "/new", before: null, after: "h1" },
        { path: "/old", before: "h0", after: "h1" },
        { path: "/gone", before: "h0", after: null },
        { path: "/huge", before: null, notKept: "it is large", after: "h1" },
        { path: "/temporary", before: null, after: null },
      ]),
    ];
    expect(changesByEntry(entries)[0]?.files).toEqual([
      { path: "/new", kind: "created" },
      { path: "/old", kind: "modified" },
      { path: "/gone", kind: "deleted" },
      { path: "/huge", kind: "modified", notKept: "it is large" },
    ]);
  });

  test("of links is told as such, and readers that do not know of them lose nothing", () => {
    const link = (target: string) => ({ before: null, notKept: "it was a link", link: target });
    const entries = [
      turn("one"),
      start("1"),
      checkpoint("1", [
        { path: "/made", before: null, after: null, linkAfter: "a" },
        { path: "/gone", ...link("a"), after: null },
        { path: "/elsewhere", ...link("a"), after: null, linkAfter: "b" },
        { path: "/file", ...link("a"), after: "h1" },
        { path: "/link", before: "h0", after: null, linkAfter: "b" },
      ]),
      start("2"),
      checkpoint("2", [
        { path: "/elsewhere", ...link("b"), after: "h1" },
        { path: "/link", ...link("b"), after: null },
      ]),
    ];
    expect(changesByTurn(entries)[0]?.files).toEqual([
      { path: "/made", kind: "created", link: "after" },
      { path: "/gone", kind: "deleted", link: "before" },
      { path: "/elsewhere", kind: "modified", link: "before" },
      { path: "/file", kind: "modified", link: "before" },
      { path: "/link", kind: "deleted" },
    ]);
    expect(filesAt(entries, null)).toContainEqual({ type: "link", path: "/elsewhere", target: "a" });
    expect(leftInFiles(entries).get("/made")).toEqual([{ type: "link", target: "a" }]);
  });

  test("by a command that named not all of it: what a later one says of the others was not so before", () => {
    const first = made({
      type: "checkpoint",
      callId: "many",
      files: [{ path: "/p/a", before: "h0" }],
      unnamed: { first: "/p/c", last: "/p/e" },
    });
    const later = ["/p/a", "/p/b", "/p/d", "/q"].map((path) => ({ path, before: "h1" }));
    const entries = [first, checkpoint("later", later)];
    const held = (to: string | null) =>
      (filesAt(entries, to) ?? []).map((file) => [
        file.path,
        file.type === "content" ? file.hash : file.type,
      ]);
    expect(held(null)).toEqual([
      ["/p/a", "h0"],
      ["/p/b", "h1"],
      ["/p/d", "unknown"],
      ["/q", "h1"],
    ]);
    expect(held(first.id)).toEqual(later.map(({ path }) => [path, "h1"]));
  });

  test("belongs to the turn in which the call started, also when its end was seen later", () => {
    const entries = [
      turn("one"),
      start("job"),
      turn("two"),
      start("call"),
      checkpoint("call", [{ path: "/a", before: null, after: "h" }]),
      checkpoint("job", [{ path: "/b", before: "x", after: null }], "not all was seen"),
      turn("three"),
    ];
    expect(changesByTurn(entries)).toEqual([
      { turnId: "one", files: [{ path: "/b", kind: "deleted" }], notes: ["not all was seen"] },
      { turnId: "two", files: [{ path: "/a", kind: "created" }], notes: [] },
    ]);
  });

  test("is not known of a command that rein did not live to see the end of, and that is said", () => {
    const ended = (callId: string, name: string, how: "stopped" | "not_started") => {
      const result = { ok: false as const, kind: "interrupted" as const, message: killedSentence(how) };
      return made({ type: "tool_result", callId, name, title: "", result, durationMs: 0 });
    };
    const entries = [
      turn("one"),
      start("command"),
      start("look"),
      ended("command", "bash", "stopped"),
      ended("look", "read_file", "stopped"),
      turn("two"),
      start("call"),
      checkpoint("call", [{ path: "/a", before: null, after: "h" }]),
      turn("three"),
      start("never"),
      ended("never", "bash", "not_started"),
    ];
    expect(changesByTurn(entries)).toEqual([
      { turnId: "one", files: [], notes: [expect.stringContaining("was not seen")] },
      { turnId: "two", files: [{ path: "/a", kind: "created" }], notes: [] },
    ]);
  });

  test("of a turn is what differs between its beginning and its end", () => {
    const entries = [
      turn("one"),
      start("1"),
      checkpoint("1", [
        { path: "/a", before: null, after: "1" },
        { path: "/b", before: "0", after: null },
        { path: "/c", before: null, after: "1" },
      ]),
      start("2"),
      checkpoint("2", [
        { path: "/a", before: "1", after: null },
        { path: "/b", before: null, after: "2" },
        { path: "/c", before: "1", after: "2" },
      ]),
    ];
    expect(changesByTurn(entries)).toEqual([
      {
        turnId: "one",
        files: [
          { path: "/b", kind: "modified" },
          { path: "/c", kind: "created" },
        ],
        notes: [],
      },
    ]);
  });

  test("has the lines that came and went, where the log shows them", () => {
    const hunks = [{ oldStart: 1, newStart: 1, lines: [" same", "-old", "+new", "+newer"] }];
    const view = {
      type: "changes" as const,
      files: [{ path: "src/a.ts", kind: "modified" as const, hunks }],
    };
    const entries = [
      start("1"),
      checkpoint("1", [{ path: "/p/src/a.ts", before: "0" }]),
      made({
        type: "tool_result",
        callId: "1",
        name: "edit_file",
        title: "",
        result: { ok: true, text: "", view },
        durationMs: 0,
        files: [{ path: "/p/src/a.ts", after: "1" }],
      }),
    ];
    expect(changesByEntry(entries)[0]?.files).toEqual([
      { path: "/p/src/a.ts", kind: "modified", lines: { added: 2, removed: 1 } },
    ]);
  });

  test("cannot be told for a point that the log does not have", () => {
    expect(filesAt([], "elsewhere")).toBeNull();
    expect(filesAt([], null)).toEqual([]);
  });
});
