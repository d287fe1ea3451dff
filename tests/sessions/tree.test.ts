/** The tree of a session: its turns, where it branches, where one is, and what places are called. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type LogNode, parseLog } from "../../src/sessions/log.ts";
import { rowsOfTree, turnsWith } from "../../src/sessions/tree-rows.ts";
import { type SessionTree, sessionTree } from "../../src/sessions/tree.ts";
import { addTurn, anyDamagedLog, anyTreeLog, emptySession, said } from "./tree-steps.ts";

/** The rows as they are indented, by the words of their turns. */
function drawn(tree: SessionTree, folded: readonly string[] = []): string[] {
  const heads = tree.turns.filter(({ message }) => folded.includes(message?.text ?? ""));
  return rowsOfTree(tree, { folded: new Set(heads.map(({ index }) => index)) }).map(
    ({ turn, depth, hidden }) =>
      `${"  ".repeat(depth)}${tree.turns[turn]?.message?.text}${hidden > 0 ? ` +${hidden}` : ""}`,
  );
}

/** one ─ two ─ three, gone back behind one: other ─ more, gone back behind two: third. */
function threeBranches() {
  const session = emptySession();
  const one = addTurn(session, "one");
  const two = addTurn(session, "two", { calls: 2, paths: ["/shop/a", "/shop/b"] });
  const three = addTurn(session, "three");
  session.move(one.end);
  addTurn(session, "other");
  const more = addTurn(session, "more");
  session.move(two.end);
  addTurn(session, "third");
  return { session, one, two, three, more };
}

describe("the tree of a session", () => {
  test("is not indented where it goes on in a straight line, and one step for each branch that was left", () => {
    const session = emptySession();
    for (let at = 0; at < 30; at += 1) addTurn(session, `turn ${at}`);
    expect(new Set(rowsOfTree(sessionTree(session.tree())).map(({ depth }) => depth))).toEqual(new Set([0]));
    expect(drawn(sessionTree(threeBranches().session.tree()))).toEqual([
      "one",
      "  two",
      "    three",
      "  third",
      "other",
      "more",
    ]);
  });

  test("tells of each turn what was said, how it ended, its calls and the files they changed", () => {
    const { session } = threeBranches();
    session.append({ type: "user", text: "stop it", via: "submit" });
    const [, two, , , , , last] = sessionTree(session.tree()).turns;
    expect(two).toMatchObject({ outcome: "completed", files: 2, answer: { parts: [{ text: "Done." }] } });
    expect(two?.calls.map(({ title, end }) => [title, end])).toEqual([
      ["run 0", "done"],
      ["run 1", "done"],
    ]);
    expect(last).toMatchObject({ outcome: null, calls: [] });
  });

  test("knows where the conversation is, also right after going there", () => {
    const { session, three, more } = threeBranches();
    const wordsHere = () => {
      const tree = sessionTree(session.tree());
      return tree.turns[tree.here ?? -1]?.message?.text;
    };
    expect(wordsHere()).toBe("third");
    session.move(more.end);
    expect(wordsHere()).toBe("more");
    expect(sessionTree(session.tree()).place).toBe(more.end);
    session.append({ type: "mode", mode: "plan" });
    session.move(three.end);
    session.move(three.end);
    expect(sessionTree(session.tree()).place).toBe(three.end);
    session.move(null);
    expect(sessionTree(session.tree())).toMatchObject({ here: null, place: null });
    addTurn(session, "a new beginning");
    expect(sessionTree(session.tree()).roots).toHaveLength(2);
  });

  test("goes on behind a turn where it ended, whatever was noted when somebody came back to it", () => {
    const { session, one } = threeBranches();
    session.move(one.end);
    session.append({ type: "notice", text: "A job has ended." });
    session.append({
      type: "tool_result",
      callId: "c",
      name: "bash",
      title: "",
      result: { ok: true, text: "" },
      durationMs: 0,
    });
    const [first] = sessionTree(session.tree()).turns;
    expect(first).toMatchObject({ endId: one.end, calls: [] });
  });

  test("tells that a branch left a turn before its end, and that one is there", () => {
    const session = emptySession();
    const one = addTurn(session, "one", { calls: 2 });
    const [, first] = session.entries().filter(({ type }) => type === "tool_start");
    session.move(first?.id ?? null);
    expect(sessionTree(session.tree())).toMatchObject({ here: 0, isMidway: true });
    addTurn(session, "from the middle");
    session.move(one.end);
    expect(sessionTree(session.tree()).isMidway).toBeFalse();
    session.append({ type: "notice", text: "A job has ended." });
    addTurn(session, "from the end");
    expect(sessionTree(session.tree()).turns.map(({ isMidway }) => isMidway)).toEqual([false, true, false]);
  });

  test("counts a message that went into a turn as part of it, and a turn that was asked again as one of its own", () => {
    const session = emptySession();
    session.append({ type: "user", text: "begin", via: "submit" });
    session.append({ type: "turn_start", turnId: "a", traceId: "0", model: "m", mode: "ask" });
    session.append({ type: "user", text: "and this", via: "steer" });
    session.append({ type: "turn_end", turnId: "a", outcome: "failed", steps: 1 });
    session.append({ type: "turn_start", turnId: "b", traceId: "0", model: "m", mode: "ask" });
    session.append(said("Now it works."));
    const { turns } = sessionTree(session.tree());
    expect(turns.map(({ message, outcome }) => [message?.text, outcome])).toEqual([
      ["begin", "failed"],
      [undefined, null],
    ]);
  });

  test("calls each place what it was called last, and nothing when the name was taken away", () => {
    const { session, one, two } = threeBranches();
    const labels = () =>
      sessionTree(session.tree()).turns.map((turn) => turn.labels.map(({ label }) => label));
    session.append({ type: "label", entryId: one.id, label: "start" });
    session.append({ type: "label", entryId: two.end, label: "good" });
    session.append({ type: "label", entryId: one.id, label: "the start" });
    expect(labels().slice(0, 2)).toEqual([["the start"], ["good"]]);
    session.append({ type: "label", entryId: two.end, label: "" });
    session.append({ type: "label", entryId: "nowhere", label: "lost" });
    expect(labels().flat()).toEqual(["the start"]);
  });

  test("folds a branch into its first turn, but never the way to where one is", () => {
    const { session } = threeBranches();
    const tree = sessionTree(session.tree());
    expect(drawn(tree, ["other"])).toEqual(["one", "  two", "    three", "  third", "other +1"]);
    expect(drawn(tree, ["one"])).toEqual(["one +3", "  two", "  third"]);
    expect(drawn(tree, ["one", "two"])).toEqual(["one +3", "  two", "  third"]);
  });

  test("finds turns by all of some words: in the message, in names of places, in titles of calls", () => {
    const { session, three } = threeBranches();
    session.append({ type: "label", entryId: three.id, label: "The Good One" });
    const tree = sessionTree(session.tree());
    const found = (words: string) =>
      [...(turnsWith(tree, words) ?? [])].map((turn) => tree.turns[turn]?.message?.text);
    expect(found("good THREE")).toEqual(["three"]);
    expect(found("run 1")).toEqual(["two"]);
    expect(found("nowhere")).toEqual([]);
    expect(turnsWith(tree, "  ")).toBeNull();
  });

  test("of 100,000 entries in one line, and of as many that all follow one, is read and laid out", () => {
    const line = Array.from({ length: 100_000 }, (_, at): LogNode => userNode(at, at === 0 ? null : at - 1));
    const star = Array.from({ length: 100_000 }, (_, at): LogNode => userNode(at, at === 0 ? null : 0));
    for (const nodes of [line, star]) {
      const rows = rowsOfTree(sessionTree(nodes));
      expect(rows).toHaveLength(100_000);
      expect(Math.max(...rows.slice(-10).map(({ depth }) => depth))).toBeLessThanOrEqual(1);
    }
  });

  test("has several roots, and parents that this version cannot read", () => {
    const log = [
      { type: "user", id: "a", parentId: null, at: "", text: "a", via: "submit" },
      { type: "from_tomorrow", id: "x", parentId: "a", at: "" },
      { type: "user", id: "b", parentId: "x", at: "", text: "b", via: "submit" },
      { type: "user", id: "c", parentId: "x", at: "", text: "c", via: "submit" },
      { type: "user", id: "d", parentId: null, at: "", text: "d", via: "submit" },
    ];
    const bytes = new TextEncoder().encode(log.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    expect(drawn(sessionTree(parseLog(bytes).nodes))).toEqual(["  a", "    b", "  c", "d"]);
  });
});

function userNode(at: number, parent: number | null): LogNode {
  const parentId = parent === null ? null : `e${parent}`;
  return {
    id: `e${at}`,
    parentId,
    entry: { type: "user", id: `e${at}`, parentId, at: "", text: `message ${at}`, via: "submit" },
  };
}

const folding = fc.array(fc.nat(40));

describe("whatever happened in a session", () => {
  test("property: every message that begins a turn begins one turn, and every turn follows one before it", () => {
    fc.assert(
      fc.property(anyDamagedLog, (nodes) => {
        const { turns, roots } = sessionTree(nodes);
        const begun = turns.map(({ id }) => id);
        expect(new Set(begun).size).toBe(begun.length);
        for (const { id, entry } of nodes)
          if (entry?.type === "user" && entry.via === "submit") expect(begun).toContain(id);
        for (const { index, parent, children, head } of turns) {
          expect(parent ?? -1).toBeLessThan(index);
          expect(parent === null ? roots : turns[parent]?.children).toContain(index);
          expect([...children]).toEqual(children.toSorted((one, other) => one - other));
          expect(head).toBeLessThanOrEqual(index);
        }
      }),
    );
  });

  test("property: every turn has one row or is counted in one, whatever is folded; the active path has its rows; the order stays", () => {
    fc.assert(
      fc.property(anyDamagedLog, folding, (nodes, heads) => {
        const tree = sessionTree(nodes);
        const all = rowsOfTree(tree).map(({ turn }) => turn);
        expect(all.toSorted((one, other) => one - other)).toEqual(tree.turns.map(({ index }) => index));
        const rows = rowsOfTree(tree, { folded: new Set(heads) });
        const shown = new Set(rows.map(({ turn }) => turn));
        expect(shown.size).toBe(rows.length);
        expect(rows.reduce((sum, { hidden }) => sum + hidden, rows.length)).toBe(tree.turns.length);
        expect(all.filter((turn) => shown.has(turn))).toEqual(rows.map(({ turn }) => turn));
        for (const { index, isActive } of tree.turns) if (isActive) expect(shown).toContain(index);
      }),
    );
  });

  test("property: with calls each turn's row stands before one row for each of its calls", () => {
    fc.assert(
      fc.property(anyTreeLog, (nodes) => {
        const tree = sessionTree(nodes);
        const rows = rowsOfTree(tree, { withCalls: true });
        const expected = rowsOfTree(tree).flatMap(({ turn }) =>
          [`${turn}`].concat((tree.turns[turn]?.calls ?? []).map((_, call) => `${turn}/${call}`)),
        );
        expect(rows.map(({ turn, call }) => (call === null ? `${turn}` : `${turn}/${call}`))).toEqual(
          expected,
        );
      }),
    );
  });

  test("property: turns that were there keep their order and their numbers when others come", () => {
    fc.assert(
      fc.property(anyTreeLog, fc.nat(), (nodes, cut) => {
        const before = rowsOfTree(sessionTree(nodes.slice(0, nodes.length === 0 ? 0 : cut % nodes.length)));
        const known = new Set(before.map(({ turn }) => turn));
        const after = rowsOfTree(sessionTree(nodes)).filter(({ turn }) => known.has(turn));
        expect(after.map(({ turn }) => turn)).toEqual(before.map(({ turn }) => turn));
      }),
    );
  });
});
