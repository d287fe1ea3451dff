/** Comparing what an engine does now with what it did. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createCallNames, firstDifference, lasting } from "../../../src/app/replay/compare-entries.ts";
import type { Entry } from "../../../src/protocol/entry.ts";
import { anyNewEntry } from "../../sessions/arbitrary-entries.ts";
import { assistant, calls, log, ran, says, toolResult } from "../../transcript/log.ts";

const only = (entries: readonly Entry[]): Entry => {
  const [entry] = entries;
  if (entry === undefined) throw new Error("there is an entry");
  return entry;
};

describe("two entries", () => {
  test("are the same whatever their ids and times are", () => {
    fc.assert(
      fc.property(anyNewEntry, (content) => {
        const one = only(log(content));
        const other: Entry = { ...one, id: "other", parentId: "parent", at: "2040-01-01T00:00:00.000Z" };
        expect(
          firstDifference(lasting(one, createCallNames()), lasting(other, createCallNames())),
        ).toBeNull();
      }),
    );
  });

  test("differ in the first field that does, by its name", () => {
    const before = only(log(assistant([says("a"), says("b")])));
    const now = only(log(assistant([says("a"), says("c")])));
    const found = firstDifference(lasting(before, createCallNames()), lasting(now, createCallNames()));
    expect(found).toEqual({ field: "parts[1].text", expected: "b", got: "c" });
  });

  test("name calls by their order: a server without ids gives others each time", () => {
    const [before, now] = [createCallNames(), createCallNames()];
    const asked = (id: string) => only(log(assistant([calls(id)])));
    const done = (id: string) => only(log(toolResult(id, ran)));
    expect(firstDifference(lasting(asked("x"), before), lasting(asked("y"), now))).toBeNull();
    expect(firstDifference(lasting(done("x"), before), lasting(done("y"), now))).toBeNull();
    expect(firstDifference(lasting(done("x"), before), lasting(done("z"), now))?.field).toBe("callId");
  });

  test("and one that is missing, or too much, differ as a whole", () => {
    expect(firstDifference(undefined, { type: "user" })).toEqual({
      field: "",
      expected: undefined,
      got: { type: "user" },
    });
    expect(firstDifference([1], [1, 2])).toEqual({ field: "[1]", expected: undefined, got: 2 });
  });
});
