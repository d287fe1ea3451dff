/** Which places a conversation can go back to, and how the last going back is undone. */
import { describe, expect, test } from "bun:test";
import { rewindPoints, wayBack } from "../../src/app/rewind-points.ts";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import type { Session } from "../../src/sessions/session.ts";

function sessionOf(entries: readonly NewEntry[] = []): Session {
  const session = memorySession({ cwd: "/p", version: "0" }, { now: () => 0 });
  for (const entry of entries) session.append(entry);
  return session;
}

const user = (text: string, via: "submit" | "steer" = "submit"): NewEntry => ({ type: "user", text, via });
const turn = (turnId: string): NewEntry => ({
  type: "turn_start",
  turnId,
  traceId: "0",
  model: "demo/demo",
  mode: "ask",
});
const changed = (callId: string, path: string): NewEntry[] => [
  { type: "tool_start", callId, name: "write_file", title: path },
  { type: "checkpoint", callId, files: [{ path, before: null }] },
];
const restored = (to: string | null): NewEntry => ({
  type: "restore",
  to,
  files: [{ path: "/p/a", before: "x", after: "y" }],
});

describe("the places", () => {
  test("are the messages that turns began with, the youngest first, with what their turns changed", () => {
    const session = sessionOf([
      user("one"),
      turn("t1"),
      ...changed("c1", "/p/a"),
      user("steered", "steer"),
      ...changed("c2", "/p/b"),
      user("two"),
      turn("t2"),
      user("three"),
      turn("t3"),
      turn("t4"), // asked again
      ...changed("c3", "/p/c"),
    ]);
    const points = rewindPoints(session.branch(), session.entries());
    const seen = points.map(({ message, back, files }) => [
      message.text,
      back,
      files.map(({ path }) => path),
    ]);
    expect(seen).toEqual([
      ["three", 1, ["/p/c"]],
      ["two", 2, []],
      ["one", 3, ["/p/a", "/p/b"]],
    ]);
    expect(points[2]?.before).toBeNull();
    expect(points[1]?.before).toBe(session.entries()[6]?.id ?? "");
  });

  test("are none on a branch without a message", () => {
    expect(rewindPoints([], [])).toEqual([]);
  });
});

describe("the way back", () => {
  test("is none before anything was gone back to", () => {
    expect(wayBack(sessionOf([user("one")]).entries())).toBeNull();
  });

  test("from a move alone is where the conversation was", () => {
    const session = sessionOf([user("one"), user("two")]);
    session.move(null);
    session.append({ type: "notice", text: "noted" });
    expect(wayBack(session.entries())).toEqual({
      undoes: "rewind",
      conversation: session.entries()[1]?.id ?? "",
      files: undefined,
      paths: undefined,
      isLast: true,
    });
    session.append(user("three"));
    expect(wayBack(session.entries())).toMatchObject({ isLast: false });
  });

  test("is none in a copy, in which the branch that was left is not there", () => {
    const session = sessionOf([user("one"), user("two")]);
    session.move(session.entries()[0]?.id ?? null);
    expect(wayBack(session.branch())).toBeNull();
  });

  test("from files alone is what these files held before", () => {
    const session = sessionOf([user("one"), restored(null)]);
    session.append({ type: "notice", text: "noted" });
    const before = session.entries()[0]?.id ?? "";
    expect(wayBack(session.entries())).toEqual({
      undoes: "rewind",
      conversation: undefined,
      files: before,
      paths: ["/p/a"],
      isLast: true,
    });
    // Going elsewhere later has nothing to do with these files.
    session.move(null);
    expect(wayBack(session.entries())).toMatchObject({ files: undefined });
  });

  test("from both is both, and the way back has a way back", () => {
    const session = sessionOf([user("one"), restored(null)]);
    session.move(null);
    const before = session.entries()[0]?.id ?? "";
    expect(wayBack(session.entries())).toMatchObject({
      conversation: before,
      files: before,
      paths: undefined,
    });
    const here = session.append({ type: "notice", text: "here" }).id;
    session.append(restored(before));
    session.move(before);
    expect(wayBack(session.entries())).toMatchObject({ conversation: here, files: here });
  });

  test("from both is both, also when a job's changes came into the log in between", () => {
    const session = sessionOf([user("one"), restored(null)]);
    session.append({ type: "checkpoint", callId: "job", files: [] });
    session.move(null);
    const before = session.entries()[0]?.id ?? "";
    expect(wayBack(session.entries())).toMatchObject({ conversation: before, files: before });
  });

  test("from a summary that was asked for is the conversation before it; not from one that a turn made", () => {
    const summary = { type: "compaction", summary: "S", firstKeptId: "x", model: "m" } as const;
    const session = sessionOf([user("one"), user("two")]);
    session.move(session.entries()[0]?.id ?? null);
    session.append({ ...summary, summary: "" });
    expect(wayBack(session.entries())).toMatchObject({ undoes: "rewind" });
    const last = session.append({ type: "notice", text: "last" }).id;
    session.append(summary);
    expect(wayBack(session.entries())).toEqual({
      undoes: "summary",
      conversation: last,
      files: undefined,
      paths: undefined,
      isLast: true,
    });
    session.append(user("three"));
    expect(wayBack(session.entries())).toMatchObject({ undoes: "rewind" });
  });
});
