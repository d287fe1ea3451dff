/** A copy of a session holds what was copied, byte for byte the same entries, and the first one is not touched. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { messagesBackTo } from "../../src/sessions/fork.ts";
import { createSession, forkSession, openSession, readSession } from "../../src/sessions/session-store.ts";
import { anyNewEntry, asJson, chained } from "./arbitrary-entries.ts";
import { said, sessionContext, start } from "./data-folder.ts";

describe("a copy", () => {
  test("of any beginning of any session reads back as that beginning, and goes on from there", () => {
    fc.assert(
      fc.property(fc.array(anyNewEntry, { maxLength: 8 }), fc.nat({ max: 8 }), (contents, length) => {
        const context = sessionContext();
        const origin = createSession(start, context);
        for (const content of contents) origin.append(content);
        const bytes = origin.file !== null && contents.length > 0 ? readFileSync(origin.file) : null;
        const entries = origin.branch().slice(0, length);
        const copy = forkSession({ sessionId: origin.header.sessionId, entries }, start, context);
        copy.append(said("on we go"));
        const read = readSession(copy.file ?? "").session;
        expect(asJson(read.entries.slice(0, entries.length))).toEqual(asJson(entries));
        expect(read.entries.at(-1)).toMatchObject({ type: "user", text: "on we go" });
        expect(read.header.forkedFrom).toEqual({
          sessionId: origin.header.sessionId,
          entryId: entries.at(-1)?.id ?? null,
        });
        if (bytes !== null) expect(readFileSync(origin.file ?? "").equals(bytes)).toBeTrue();
        copy.close();
        origin.close();
        // What is opened again is the same tree.
        const again = openSession(copy.file ?? "", context).session;
        expect(asJson(again.branch().slice(0, read.entries.length))).toEqual(asJson(read.entries));
        again.close();
      }),
      { numRuns: 50 },
    );
  });

  test("that is not used leaves nothing behind", () => {
    const context = sessionContext();
    const origin = createSession(start, context);
    origin.append(said("hello"));
    forkSession({ sessionId: origin.header.sessionId, entries: origin.branch() }, start, context).close();
    expect(readdirSync(context.paths.sessions)).toHaveLength(1);
    origin.close();
  });
});

test("the place of a bad part is told in messages of the user, from the last one back", () => {
  const branch = chained([
    said("one"),
    said("two"),
    {
      type: "assistant",
      turnId: "t2",
      step: 1,
      latencyMs: 1,
      attempts: 1,
      model: "a/b",
      parts: [{ type: "tool_call", callId: "c1", name: "bash", argumentsText: "{}" }],
      stop: "tool_use",
    },
    { type: "user", text: "into it", via: "steer" },
    said("three"),
  ]);
  const back = (part: Parameters<typeof messagesBackTo>[0][number]) =>
    messagesBackTo([part], branch, (text) => `name of ${text}`);
  expect(back({ what: "call", id: "c1" })).toBe(2);
  expect(back({ what: "text", id: "name of three" })).toBe(1);
  expect(back({ what: "text", id: "name of one" })).toBe(3);
  expect(back({ what: "result", id: "of a call that is not there" })).toBeNull();
  expect(back({ what: "reasoning", id: "" })).toBeNull();
});
