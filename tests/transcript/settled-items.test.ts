/** Items of a branch that comes entry by entry: the same that all of it gives together. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { project } from "../../src/transcript/project.ts";
import { SettledItems, settledItems } from "../../src/transcript/settled-items.ts";
import { anyNewEntry } from "../sessions/arbitrary-entries.ts";
import {
  assistant,
  calls,
  log,
  says,
  thinks,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "./log.ts";

test("nothing that comes later changes an item that was given, and none is missing", () => {
  const ofOneCall = fc.constantFrom(
    turnStart,
    assistant([calls("c1"), says("text"), thinks("hm"), calls("c2")]),
    toolStart("c1"),
    toolResult("c1", { ok: true, text: "one" }),
    toolResult("c2", { ok: false, kind: "failed", message: "two" }),
    turnEnd(),
  );
  const contents = fc.array(fc.oneof(anyNewEntry, ofOneCall), { maxLength: 25 });
  fc.assert(
    fc.property(contents, fc.boolean(), (all, live) => {
      const options = { live, root: "/project" };
      expect(Array.from(settledItems(log(...all), options))).toEqual(project(log(...all), options));
    }),
  );
});

test("an item is given as soon as its call has its result and something stands behind it, and is not kept", () => {
  const items = new SettledItems();
  const [said, start, asked, first, second, end] = log(
    user("go"),
    turnStart,
    assistant([calls("c1"), calls("c2")]),
    toolResult("c1", { ok: true, text: "one" }),
    toolResult("c2", { ok: true, text: "two" }),
    assistant([says("done")]),
  );
  const given = [said, start, asked, first, second, end].map((entry) =>
    entry === undefined ? [] : items.add(entry).map(({ item }) => item.type),
  );
  expect(given).toEqual([[], [], ["user"], ["call"], [], ["call"]]);
  expect(items.end().map(({ item }) => item.type)).toEqual(["text", "notice"]);
});
