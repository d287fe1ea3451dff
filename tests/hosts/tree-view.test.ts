/** The tree on the whole window: what it shows, and what each key makes of it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type TreeActions, TreeView } from "../../src/hosts/repl/tree/tree-view.ts";
import { sessionTree } from "../../src/sessions/tree.ts";
import { characterKey, pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { addTurn, anyDamagedLog, emptySession } from "../sessions/tree-steps.ts";

/** one ─ two ─ three, gone back behind one: other ─ more, where one is. */
function open({ columns = 80, rows = 24 } = {}) {
  const session = emptySession();
  const one = addTurn(session, "one", { calls: 2 });
  addTurn(session, "two");
  addTurn(session, "three", { answer: "A long answer.\n\nIts last words." });
  session.move(one.end);
  addTurn(session, "other");
  addTurn(session, "more");
  const done: string[] = [];
  let why: string | null = null;
  const actions: TreeActions = {
    jump: (turn, call) => {
      done.push(`jump ${turn.message?.text} ${call}`);
      return why;
    },
    edit: (turn) => {
      done.push(`edit ${turn.message?.text}`);
      return why;
    },
    fork: (turn) => {
      done.push(`fork ${turn.message?.text}`);
      return why;
    },
    label(turn, label) {
      session.append({ type: "label", entryId: turn.id, label });
      return sessionTree(session.tree());
    },
  };
  const view = new TreeView(sessionTree(session.tree()), plainStyle, actions);
  let size = { columns, rows };
  let isOpen = true;
  const drawn = () => view.view(size.columns, size.rows);
  return {
    done,
    get isOpen() {
      return isOpen;
    },
    refuse: (words: string) => {
      why = words;
    },
    resize: (to: { columns: number; rows: number }) => {
      size = to;
    },
    shown: () => drawn().lines,
    footer: () => drawn().footer,
    /** The chosen line. */
    chosen: () =>
      drawn()
        .lines.find((line) => line.startsWith("❯"))
        ?.replaceAll(/ {2,}/g, " ") ?? "",
    press: (...names: readonly string[]) => {
      for (const name of names) {
        drawn();
        const key = name.length === 1 ? characterKey(name) : pressed(name);
        isOpen &&= view.onInput({ type: "key", key }) === "stay";
      }
    },
    type: (text: string) => view.onInput({ type: "text", text }),
    paste: (text: string, continues = false) => view.onInput({ type: "paste", text, continues }),
    click: (row: number) =>
      view.onInput({
        type: "mouse",
        action: "press",
        button: "left",
        row,
        column: 5,
        ctrl: false,
        alt: false,
        shift: false,
      }),
  };
}

describe("the tree", () => {
  test("stands where one is, and shows the end of the chosen turn below", () => {
    const { shown, chosen, press } = open();
    expect(chosen()).toContain("◉ 5 more");
    expect(shown()[0]).toContain("5 turns · 2 branches");
    press("up", "up");
    expect(chosen()).toContain("○ 3 three");
    expect(shown().slice(-4).join("\n")).toContain("> three\nA long answer.\nIts last words.");
  });

  test("goes to the first and the last row, by pages, and to a row that is clicked", () => {
    const { press, chosen, click, shown } = open({ rows: 10 });
    press("g");
    expect(chosen()).toContain("1 one");
    press("G", "up", "j");
    expect(chosen()).toContain("5 more");
    press("pageup");
    expect(chosen()).toContain("1 one");
    shown();
    click(2);
    expect(chosen()).toContain("2 two");
    press(".");
    expect(chosen()).toContain("5 more");
  });

  test("goes behind the chosen turn and closes; where it cannot, it says why and stays", () => {
    const view = open();
    view.refuse("That has to wait.");
    view.press("g", "enter");
    expect(view.footer()).toBe("That has to wait.");
    expect(view.isOpen).toBeTrue();
    view.press("down", "e");
    view.press("down", "f");
    expect(view.done).toEqual(["jump one null", "edit two", "fork three"]);
    const other = open();
    other.press("enter");
    expect(other.isOpen).toBeFalse();
  });

  test("shows calls below their turns, and goes behind one of them", () => {
    const view = open();
    view.press("g", "u");
    expect(view.shown().join("\n")).toMatch(/1 one.*\n +⎿ bash run 0\n +⎿ bash run 1/);
    view.refuse("not now");
    view.press("down", "down", "enter");
    expect(view.done).toEqual(["jump one 1"]);
    view.press("u");
    expect(view.chosen()).toContain("1 one");
  });

  test("folds the branch of the chosen row and unfolds it; left leads out of a folded one", () => {
    const { press, chosen, shown } = open();
    press("g", "down", "down", "space");
    expect(chosen()).toContain("2 ▸ +1 two");
    expect(shown().join("\n")).not.toContain("three");
    press("right");
    expect(shown().join("\n")).toContain("three");
    press("left", "left");
    expect(chosen()).toContain("1 one");
  });

  test("does not fold the way to where one is, and says so", () => {
    const { press, chosen, footer, shown } = open();
    press("space");
    expect(footer()).toContain("nothing of this branch can be folded");
    expect(chosen()).toContain("5 more");
    expect(shown().join("\n")).toContain("4 other");
  });

  test("gives a place a name on the line below, changes it, and takes it away", () => {
    const { press, type, footer, chosen } = open();
    press("g", "l");
    for (const letter of "startx") press(letter);
    press("backspace");
    expect(footer()).toBe("label: start▏");
    press("enter");
    expect(chosen()).toContain("[start] one");
    press("l");
    type("ed");
    press("enter");
    expect(chosen()).toContain("[started] one");
    press("l", "x", "escape");
    expect(chosen()).toContain("[started] one");
    press("l");
    for (let at = 0; at < 10; at += 1) press("backspace");
    press("enter");
    expect(chosen()).not.toContain("[");
  });

  test("puts nothing of several lines into a name", () => {
    const { press, paste, footer, chosen } = open();
    press("g", "l");
    paste("one line\n");
    paste(" and\nanother");
    expect(footer()).toContain("several lines");
    paste(" part of it", true);
    press("x", "backspace");
    paste(" begun");
    paste(" and\nanother", true);
    press("enter");
    expect(chosen()).toContain("[one line] one");
  });

  test("of what is pasted as a filter nothing reaches the terminal as it is", () => {
    const view = open();
    view.press("/");
    view.paste("one\u001b[31m\u202e");
    expect(view.shown()[0]).toContain("one");
    const all = [...view.shown(), view.footer()].join("");
    expect(["\u001b", "\u202e"].filter((one) => all.includes(one))).toEqual([]);
  });

  test("filters by words while they are typed; Esc takes the filter away, and then closes", () => {
    const view = open();
    view.press("/", "t", "w");
    expect(view.footer()).toBe("/tw▏");
    expect(view.chosen()).toContain("2 two");
    expect(view.shown().join("\n")).not.toContain("other");
    view.press("enter", "space");
    expect(view.footer()).toContain("a filter shows all that fits");
    view.press("escape");
    expect(view.shown().join("\n")).toContain("other");
    expect(view.isOpen).toBeTrue();
    view.press("/", "z", "enter");
    expect(view.shown().join("\n")).toContain("nothing fits");
    view.press("enter", "l", "u", "left", "escape", "escape");
    expect(view.done).toEqual([]);
    expect(view.isOpen).toBeFalse();
  });

  test("names its keys, as many as fit; ? shows the others", () => {
    const { press, footer, resize } = open({ columns: 200 });
    expect(footer()).toContain("enter go there");
    expect(footer()).toContain("f fork");
    resize({ columns: 20, rows: 6 });
    const seen = new Set<string>();
    for (let turned = 0; turned < 9; turned += 1) {
      expect(widthOf(footer())).toBeLessThanOrEqual(20);
      for (const hint of footer().split(" · ")) seen.add(hint);
      press("?");
    }
    expect(seen).toContain("f fork");
    expect(seen).toContain("l label");
  });

  test("at 20×6 has a row for each line above the keys, and the chosen one is always there", () => {
    const { press, shown, chosen } = open({ columns: 20, rows: 6 });
    press("g");
    for (const name of ["one", "two", "three", "other", "more"]) {
      expect(chosen()).toContain(name);
      expect(shown().length).toBeLessThanOrEqual(5);
      for (const line of shown()) expect(widthOf(line)).toBeLessThanOrEqual(20);
      press("down");
    }
  });

  test("property: whatever the window and the keys, it shows a stretch of the rows with the chosen one in it", () => {
    const keys = fc.constantFrom(
      "up",
      "down",
      "pagedown",
      "pageup",
      "g",
      "G",
      "space",
      "left",
      "right",
      "u",
      ".",
    );
    fc.assert(
      fc.property(
        anyDamagedLog,
        fc.array(keys, { maxLength: 30 }),
        fc.integer({ min: 20, max: 100 }),
        fc.integer({ min: 2, max: 30 }),
        (nodes, names, columns, rows) => {
          const tree = sessionTree(nodes);
          const never = () => null;
          const view = new TreeView(tree, plainStyle, {
            jump: never,
            edit: never,
            fork: never,
            label: () => tree,
          });
          for (const name of names) {
            view.onInput({ type: "key", key: name.length === 1 ? characterKey(name) : pressed(name) });
            const { lines } = view.view(columns, rows);
            expect(lines.length).toBeLessThanOrEqual(rows - 1);
            if (tree.turns.length === 0) continue;
            expect(lines.filter((line) => line.startsWith("❯"))).toHaveLength(1);
            const all = view.lines(0, Number.POSITIVE_INFINITY, columns);
            const from =
              all.findIndex((line) => line.startsWith("❯")) - lines.findIndex((line) => line.startsWith("❯"));
            const first = rows >= 10 ? 1 : 0;
            const count = Math.min(all.length, rows - 1 - first - (rows >= 16 ? 5 : 0));
            expect(lines.slice(first, first + count)).toEqual(all.slice(from + first, from + first + count));
          }
        },
      ),
    );
  });
});
