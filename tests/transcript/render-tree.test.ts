/** The rows of a session's tree as lines: rails, marks, words and facts, at any width. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rowsOfTree } from "../../src/sessions/tree-rows.ts";
import { sessionTree } from "../../src/sessions/tree.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { renderTreeRow, treeLines } from "../../src/transcript/render-tree.ts";
import { addTurn, anyDamagedLog, emptySession } from "../sessions/tree-steps.ts";

/** 200 turns; twelve times somebody went back, six of them into a branch of a branch. */
function longSession() {
  const session = emptySession();
  const begun = Array.from({ length: 100 }, (_, at) => addTurn(session, `turn number ${at + 1}`));
  let place = begun[10]?.end ?? "";
  for (let depth = 0; depth < 6; depth += 1) {
    session.move(place);
    const inner = Array.from({ length: 8 }, (_, at) => addTurn(session, `deep ${depth}.${at}`));
    session.move(begun[20 + depth]?.end ?? "");
    Array.from({ length: 8 }, (_, at) => addTurn(session, `flat ${depth}.${at}`));
    place = inner[0]?.end ?? "";
  }
  return sessionTree(session.tree());
}

describe("a tree as lines", () => {
  test("marks where one is, the way to there, what was left, and what places are called", () => {
    const session = emptySession();
    const first = addTurn(session, "fix the login test", { calls: 3, paths: ["/shop/a"] });
    addTurn(session, "use cookies");
    session.move(first.end);
    addTurn(session, "use tokens");
    session.append({ type: "label", entryId: first.id, label: "start" });
    session.append({ type: "user", text: "stop", via: "submit" });
    expect(treeLines(sessionTree(session.tree()), 60)).toEqual([
      "● 1 [start] fix the login test              3 calls · 1 file",
      "├─○ 2 use cookies",
      "● 3 use tokens",
      "◉ 4 stop                               no end · you are here",
    ]);
  });

  test("of 200 turns and 12 branches, six deep, leaves most of 80 columns to the words", () => {
    const tree = longSession();
    const rows = rowsOfTree(tree);
    expect(tree.turns.length).toBeGreaterThanOrEqual(196);
    expect(Math.max(...rows.map(({ depth }) => depth))).toBeGreaterThanOrEqual(6);
    for (const row of rows) {
      const line = renderTreeRow(row, tree, { width: 78, style: plainStyle });
      const words = tree.turns[row.turn]?.message?.text ?? "?";
      expect(line).toContain(words);
      expect(line.indexOf(words)).toBeLessThan(26);
    }
  });

  test("in 18 columns shows words of each turn, and says where rails were left out", () => {
    const tree = longSession();
    const lines = rowsOfTree(tree).map((row) => renderTreeRow(row, tree, { width: 18, style: plainStyle }));
    for (const line of lines) expect(line).toMatch(/[●○◉] (?:turn|deep|flat) /);
    expect(lines.some((line) => line.startsWith("…"))).toBeTrue();
  });

  test("property: a line is one line, as wide as there is room at most, whatever was said", () => {
    fc.assert(
      fc.property(
        anyDamagedLog,
        fc.integer({ min: 1, max: 120 }),
        fc.boolean(),
        (nodes, width, withCalls) => {
          const tree = sessionTree(nodes);
          for (const row of rowsOfTree(tree, { withCalls })) {
            const line = renderTreeRow(row, tree, { width, style: plainStyle });
            expect(widthOf(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
    );
  });
});
