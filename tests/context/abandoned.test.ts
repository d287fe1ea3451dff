/** What becomes of an answer that broke off: the model reads it where the user went on from it, and else never. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { withoutAbandoned } from "../../src/context/abandoned.ts";
import { buildRequest } from "../../src/context/request.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { anyBranch } from "./random-history.ts";

const model = "test/m";
const user = (text: string): NewEntry => ({ type: "user", text, via: "submit" });
const answer = (text: string, stop: "stop" | "truncated", more: object = {}): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts: [{ type: "text", text }],
  stop,
  latencyMs: 1,
  attempts: 1,
  ...more,
});
const notice: NewEntry = { type: "notice", text: "job-1 has ended" };

/** What a model would read, in the order of the messages. */
function read(...entries: NewEntry[]): string[] {
  const { messages } = buildRequest({ entries: chained(entries), system: "", tools: [], model });
  return messages.map((message) => (message.role === "tool" ? "results" : JSON.stringify(message)));
}

test("the whole answer that followed stands alone", () => {
  const said = read(user("go"), answer("first ha", "truncated"), answer("all of it", "stop")).join("\n");
  expect(said).not.toContain("first ha");
  expect(said).toContain("all of it");
});

test("the user's next message comes behind what they had read of it", () => {
  const said = read(user("go"), answer("first ha", "truncated"), user("and?"));
  expect(said).toHaveLength(3);
  expect(said[1]).toContain("first ha");
});

test("of several that broke off, only the last can be what the user went on from", () => {
  const said = read(
    user("go"),
    answer("one ha", "truncated"),
    answer("two ha", "truncated"),
    user("and?"),
  ).join("\n");
  expect(said).not.toContain("one ha");
  expect(said).toContain("two ha");
});

test("asking again without a word ends with the question", () => {
  const said = read(user("go"), answer("first ha", "truncated"));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("go");
});

test("what happened meanwhile is told once, whichever answer it fell into", () => {
  const [first] = chained([user("go")]);
  const requestedAfter = { requestedAfter: first?.id ?? "" };
  for (const entries of [
    [user("go"), notice, answer("ha", "truncated", requestedAfter)],
    [user("go"), notice, answer("ha", "truncated", requestedAfter), answer("all", "stop", requestedAfter)],
    [user("go"), notice, answer("ha", "truncated", requestedAfter), user("and?")],
  ]) {
    expect(
      read(...entries)
        .join("\n")
        .split("job-1 has ended"),
    ).toHaveLength(2);
  }
});

test("nothing else of any session is left out, and calls never are", () => {
  fc.assert(
    fc.property(anyBranch, (entries: readonly Entry[]) => {
      const left = withoutAbandoned(entries);
      const gone = entries.filter((entry) => !left.includes(entry));
      expect(
        gone.every(
          (entry) =>
            entry.type === "assistant" &&
            entry.stop === "truncated" &&
            entry.parts.every(({ type }) => type !== "tool_call"),
        ),
      ).toBe(true);
      expect(withoutAbandoned(left)).toEqual([...left]);
    }),
  );
});
