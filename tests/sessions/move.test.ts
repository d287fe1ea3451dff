/** Going to another place of a session's tree. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { branchOf, parseLog } from "../../src/sessions/log.ts";
import { LogSession } from "../../src/sessions/log-session.ts";
import { memorySession } from "../../src/sessions/session-store.ts";

const start = { cwd: "/shop", version: "0.0.0" };
const said = (text: string): NewEntry => ({ type: "user", text, via: "submit" });

function textsOf(session: Pick<LogSession, "branch">): string[] {
  return session.branch().flatMap((entry) => (entry.type === "user" ? [entry.text] : []));
}

test("what is said after going back follows the place gone back to, and what came before is all there", () => {
  const session = memorySession(start, { now: () => 0 });
  const one = session.append(said("one"));
  const two = session.append(said("two"));
  expect(session.move(one.id)).toMatchObject({ type: "move", from: two.id, parentId: one.id });
  session.append(said("three"));
  expect(textsOf(session)).toEqual(["one", "three"]);
  session.move(two.id);
  expect(textsOf(session)).toEqual(["one", "two"]);
  session.move(null);
  expect(textsOf(session)).toEqual([]);
  expect(session.entries().filter(({ type }) => type === "user")).toHaveLength(3);
});

test("there is no going to an entry that is not there", () => {
  const session = memorySession(start, { now: () => 0 });
  expect(() => session.move(null)).toThrow();
  session.append(said("one"));
  expect(() => session.move("nowhere")).toThrow();
  expect(textsOf(session)).toEqual(["one"]);
});

test("property: wherever a session goes, its file says the same branch and holds all of it", () => {
  const step = fc.oneof(
    fc.record({ say: fc.string() }),
    fc.record({ go: fc.option(fc.nat(30), { nil: null }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let file = "";
      const session = new LogSession({
        header: memorySession(start, { now: () => 0 }).header,
        file: null,
        nodes: [],
        now: () => 0,
        write: (line) => (file += line),
        close: () => undefined,
      });
      for (const each of steps) {
        const entries = session.entries();
        if ("say" in each) session.append(said(each.say));
        else if (entries.length > 0)
          session.move(each.go === null ? null : (entries[each.go % entries.length]?.id ?? null));
      }
      const read = parseLog(new TextEncoder().encode(file));
      expect(read.problems).toEqual([]);
      expect(branchOf(read.nodes)).toEqual([...session.branch()]);
      expect(read.nodes.map(({ entry }) => entry)).toEqual([...session.entries()]);
    }),
  );
});
