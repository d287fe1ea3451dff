/** Copies of sessions stand below what they are copies of. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { forkTree } from "../../src/hosts/repl/lists/session-order.ts";
import type { SessionInfo } from "../../src/sessions/glance.ts";

const info = (id: string, forkedFrom: string | null = null): SessionInfo => ({
  id,
  file: `/${id}.jsonl`,
  createdAt: "",
  updatedAt: "",
  size: 1,
  cwd: "/",
  branch: null,
  title: id,
  named: null,
  byRule: id,
  model: null,
  lastWords: "",
  forkedFrom,
  used: null,
  readable: true,
});

const shown = (sessions: readonly SessionInfo[]) =>
  forkTree(sessions).map(({ info: { id }, depth }) => `${"  ".repeat(depth)}${id}`);

test("a tree stands where the first of it stood; in it copies keep their order", () => {
  const sessions = [
    info("copy2", "origin"),
    info("alone"),
    info("copyOfCopy", "copy1"),
    info("origin"),
    info("copy1", "origin"),
  ];
  expect(shown(sessions)).toEqual(["origin", "  copy2", "  copy1", "    copyOfCopy", "alone"]);
});

test("a copy whose origin is not in the list stands by itself", () => {
  expect(shown([info("a", "gone"), info("b")])).toEqual(["a", "b"]);
});

test("every session stands in the list once, whatever the logs say of their origins", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const sessions = fc
    .tuple(...ids.map((id) => fc.option(fc.constantFrom(...ids)).map((origin) => info(id, origin))))
    .chain((all) => fc.shuffledSubarray([...all]));
  fc.assert(
    fc.property(sessions, (all) => {
      const placed = forkTree(all).map(({ info: { id } }) => id);
      expect(placed.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    }),
  );
});
