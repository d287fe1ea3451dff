/** Deciding hunk by hunk: what each key makes of it, and what is seen of it. */
import { describe, expect, test } from "bun:test";
import { chooseHunks } from "../../../src/hosts/repl/questions/hunk-mode.ts";
import type { QuestionModeOutcome } from "../../../src/hosts/repl/questions/question-mode.ts";
import type { ApprovalRequest, HunkAnswer } from "../../../src/protocol/approval.ts";
import { pressed } from "../../../src/terminal/input/key.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { widthOf } from "../../../src/terminal/width.ts";
import { compareTexts } from "../../../src/workspace/compare-texts.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
const changed = numbers(40)
  .replace("line 2\n", "LINE 2\n")
  .replace("line 20\n", "")
  .replace("line 38\n", "line 38\nnew\n");

let calls = 0;
function approvalOf(...files: ReturnType<typeof compareTexts>[]): ApprovalRequest {
  calls += 1;
  const preview = { type: "changes", files } as const;
  return { callId: `call-${calls}`, tool: "edit_file", title: "a.ts", preview, reasons: [], byHunk: true };
}

function open(approval = approvalOf(compareTexts("src/a.ts", numbers(40), changed))) {
  const mode = chooseHunks.open(approval, plainStyle);
  const key = (name: string): QuestionModeOutcome => mode.onInput({ type: "key", key: pressed(name) }, 10);
  const ctrl = (name: string): QuestionModeOutcome =>
    mode.onInput({ type: "key", key: pressed(name, { ctrl: true }) }, 10);
  return {
    approval,
    mode,
    key,
    ctrl,
    type: (text: string): QuestionModeOutcome => mode.onInput({ type: "text", text }, 10),
    paste: (text: string): QuestionModeOutcome => mode.onInput({ type: "paste", text, continues: false }, 10),
    body: (columns = 80) => mode.view(columns).body.join("\n"),
    foot: (columns = 80) => mode.view(columns).foot.join("\n"),
    answers: (): readonly HunkAnswer[] => {
      const outcome = key("enter");
      if (outcome.type !== "answer" || outcome.answer.type !== "hunks") throw new Error("not answered");
      return outcome.answer.hunks;
    },
  };
}

const take = { type: "take" } as const;
const leave = (words = "") => ({ type: "leave", words }) as const;

describe("hunk by hunk", () => {
  test("is offered for changes that can be taken in part, and for nothing else", () => {
    const { approval } = open();
    expect(chooseHunks.isOffered(approval)).toBeTrue();
    expect(chooseHunks.isOffered({ ...approval, byHunk: false })).toBeFalse();
    const preview = { type: "text", text: "x" } as const;
    expect(chooseHunks.isOffered({ ...approval, preview })).toBeFalse();
  });

  test("y takes a hunk, n leaves one out, each goes on to the next, and Enter applies", () => {
    const hunks = open();
    expect(hunks.body()).toContain("hunk 1 of 3 [?] src/a.ts:1");
    hunks.type("y");
    expect(hunks.body()).toContain("hunk 2 of 3 [?] src/a.ts:17");
    hunks.type("n");
    hunks.type("y");
    expect(hunks.foot()).toContain("[x] [ ]❯[x]  2 of 3 taken");
    expect(hunks.answers()).toEqual([take, leave(), take]);
  });

  test("keys that come in one read are all taken; other letters and what is pasted decide nothing", () => {
    const hunks = open();
    hunks.type("yy");
    expect(hunks.foot()).toContain("2 of 3 taken");
    hunks.type("yes please");
    hunks.paste("nnn");
    expect(hunks.foot()).toContain("2 of 3 taken · 1 undecided (no)");
  });

  test("j, k and the arrows move between hunks, and a decision can be changed", () => {
    const hunks = open();
    hunks.type("j");
    hunks.key("down");
    expect(hunks.body()).toContain("hunk 3 of 3");
    hunks.key("down");
    expect(hunks.body()).toContain("hunk 3 of 3");
    hunks.type("y");
    hunks.type("kkk");
    hunks.key("up");
    expect(hunks.body()).toContain("hunk 1 of 3");
    hunks.type("n");
    hunks.type("n");
    hunks.type("k");
    hunks.type("y");
    expect(hunks.answers()).toEqual([take, leave(), take]);
  });

  test("what is undecided is said before it counts as no", () => {
    const hunks = open();
    hunks.type("y");
    expect(hunks.key("enter")).toEqual({ type: "none" });
    expect(hunks.foot()).toContain("2 undecided: they count as no. Enter once more applies.");
    hunks.type("j");
    expect(hunks.foot()).not.toContain("Enter once more");
    expect(hunks.key("enter")).toEqual({ type: "none" });
    expect(hunks.answers()).toEqual([take, leave(), leave()]);
  });

  test("a takes all that are not decided", () => {
    const hunks = open();
    hunks.type("n");
    hunks.type("a");
    expect(hunks.answers()).toEqual([leave(), take, take]);
  });

  test("3 leaves a hunk out with the user's words", () => {
    const hunks = open();
    hunks.type("3");
    hunks.type("yes");
    hunks.type(" and no");
    const { foot, caret } = hunks.mode.view(80);
    expect(foot[0]).toBe("  no, because: yes and no");
    expect(caret).toEqual({ in: "foot", row: 0, column: widthOf(foot[0] ?? "") });
    hunks.key("enter");
    hunks.type("k");
    expect(hunks.body()).toContain("hunk 1 of 3 [ ]");
    expect(hunks.body()).toContain("no: yes and no");
    hunks.type("j");
    hunks.type("yy");
    expect(hunks.answers()).toEqual([leave("yes and no"), take, take]);
  });

  test("e changes what the hunk puts there, with its lines around it", () => {
    const hunks = open();
    hunks.type("e");
    expect(hunks.mode.view(80).body.slice(1)).toEqual(
      ["line 1", "LINE 2", "line 3", "line 4", "line 5"].map((line) => `  ${line}`),
    );
    hunks.type("my own\n");
    hunks.key("enter");
    hunks.type("k");
    expect(hunks.body()).toContain("hunk 1 of 3 [~]");
    expect(hunks.body()).toMatch(/\+ my own\n.*\+ LINE 2/);
    expect(hunks.foot()).toContain("1 of 3 taken (1 edited)");
    hunks.type("j");
    hunks.type("yy");
    expect(hunks.answers()).toEqual([
      { type: "edit", text: "line 1\nmy own\nLINE 2\nline 3\nline 4\nline 5\n" },
      take,
      take,
    ]);
  });

  test("a hunk whose text comes back as it was is taken as it is", () => {
    const hunks = open();
    hunks.type("e");
    hunks.type("x");
    hunks.key("backspace");
    hunks.key("enter");
    hunks.type("yy");
    expect(hunks.answers()).toEqual([take, take, take]);
  });

  test("an emptied hunk takes all of its lines away", () => {
    const hunks = open();
    hunks.type("e");
    hunks.ctrl("end");
    for (let count = 0; count < 20; count += 1) hunks.ctrl("u");
    hunks.key("enter");
    hunks.type("yy");
    expect(hunks.answers()[0]).toEqual({ type: "edit", text: "" });
  });

  test("the last line of a file that ends without a line end gets none", () => {
    const hunks = open(approvalOf(compareTexts("a", "one\ntwo", "one\n2")));
    hunks.type("e");
    hunks.type("x");
    hunks.key("enter");
    expect(hunks.answers()).toEqual([{ type: "edit", text: "one\nx2" }]);
  });

  test("Ctrl+G hands the hunk to the user's editor and takes what was saved", () => {
    const hunks = open();
    hunks.type("e");
    const outcome = hunks.ctrl("g");
    if (outcome.type !== "editor") throw new Error("no editor was asked for");
    expect(outcome.text).toBe("line 1\nLINE 2\nline 3\nline 4\nline 5\n");
    outcome.onText("from the editor");
    hunks.key("enter");
    hunks.type("yy");
    expect(hunks.answers()[0]).toEqual({ type: "edit", text: "from the editor\n" });
  });

  test("Esc goes back one step at a time, and nothing is lost", () => {
    const hunks = open();
    hunks.type("n");
    hunks.type("e");
    hunks.type("mine");
    expect(hunks.key("escape")).toEqual({ type: "none" });
    expect(hunks.key("escape")).toEqual({ type: "back" });
    const again = open(hunks.approval);
    expect(again.foot()).toContain("2 undecided");
    again.type("e");
    expect(again.body()).toContain("mine");
  });

  test("when the file changed meanwhile, what was decided holds for the hunks that are still the same", () => {
    const hunks = open();
    hunks.type("e");
    hunks.type("mine");
    hunks.key("enter");
    hunks.type("n");
    hunks.type("y");
    const grown = (text: string) => `above\n${text}`;
    const files = [compareTexts("src/a.ts", grown(numbers(40)), grown(changed))];
    const again = open({ ...hunks.approval, preview: { type: "changes", files } });
    expect(again.foot()).toContain("❯[?] [ ] [x]  1 of 3 taken · 1 undecided");
    expect(again.body()).toContain("hunk 1 of 3 [?]");
  });

  test("what holds everywhere goes on doing so", () => {
    const hunks = open();
    expect(hunks.ctrl("c")).toEqual({ type: "passed-on" });
    hunks.type("e");
    expect(hunks.ctrl("c")).toEqual({ type: "passed-on" });
    expect(hunks.ctrl("r")).toEqual({ type: "none" });
  });

  test("files that come, go and move are decided about as a whole", () => {
    const moved = { path: "new/b.ts", movedFrom: "b.ts", kind: "unchanged" as const, hunks: [] };
    const hunks = open(
      approvalOf(compareTexts("a.ts", "a\n", null), moved, compareTexts("c.ts", null, "c\n")),
    );
    expect(hunks.body()).toMatch(/hunk 1 of 3 \[\?\] a\.ts:1\n.*− a/);
    hunks.type("e");
    expect(hunks.foot()).toContain("Not editable: the file goes");
    hunks.type("j");
    expect(hunks.body()).toContain("b.ts → new/b.ts\n  the file moves as it is");
    hunks.type("e");
    expect(hunks.foot()).toContain("Not editable: there are no lines");
    hunks.type("yn");
    hunks.type("k".repeat(3));
    hunks.type("n");
    expect(hunks.answers()).toEqual([leave(), take, leave()]);
  });

  test.each([
    [
      "lines that are not shown whole",
      "a".repeat(9_000),
      `${"a".repeat(4_500)}b${"a".repeat(4_500)}`,
      "too long",
    ],
    ["control characters", "a", "\u001b[31mred", "control characters"],
    ["a return inside", "a", "a\rb", "control characters"],
  ])("a hunk with %s is not edited here", (_, before, after, why) => {
    const hunks = open(approvalOf(compareTexts("a", `${before}\n`, `${after}\n`)));
    hunks.type("e");
    expect(hunks.foot()).toContain(why);
    expect(hunks.mode.view(80).caret).toBeNull();
  });

  test("CRLF files are edited by their lines", () => {
    const hunks = open(approvalOf(compareTexts("a", "one\r\ntwo\r\nlf\n", "one\r\n2\r\nlf\n")));
    hunks.type("e");
    expect(hunks.mode.view(80).body.slice(1)).toEqual(["  one", "  2", "  lf"]);
  });

  test("a long hunk is paged through, and every line of it is seen", () => {
    const hunks = open(approvalOf(compareTexts("a", null, numbers(100))));
    const seen = new Set<string>();
    for (let page = 0; page < 20; page += 1) {
      for (const line of hunks.mode.view(80).body.slice(0, 10)) seen.add(line.trim());
      hunks.key("pagedown");
    }
    for (let line = 1; line <= 100; line += 1) expect([...seen].join("\n")).toContain(`+ line ${line}`);
    for (let page = 0; page < 20; page += 1) hunks.key("pageup");
    expect(hunks.mode.view(80).body[1]).toContain("line 1");
  });

  test.each([80, 60, 40, 20, 10])("nothing is wider than a window of %i columns", (columns) => {
    const files = Array.from({ length: 30 }, (_, at) =>
      compareTexts(`src/a folder with a long name/日本語 ${at}.ts`, `a${"é".repeat(200)}\n`, `b\u202e日本\n`),
    );
    const hunks = open(approvalOf(...files));
    const check = () => {
      const { body, foot, caret } = hunks.mode.view(columns);
      for (const line of [...body, ...foot]) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expect(caret?.column ?? 0).toBeLessThanOrEqual(columns);
      expect(body.join("")).not.toContain("\u202e");
      expect(foot.length).toBeGreaterThan(0);
    };
    check();
    hunks.type("yynyn");
    hunks.key("enter");
    check();
    hunks.type("3");
    hunks.type("words that are wider than the window".repeat(3));
    check();
    hunks.key("escape");
    hunks.type("e");
    check();
  });

  test("says how many are taken in narrow windows too", () => {
    const hunks = open();
    hunks.type("y");
    expect(hunks.foot(40)).toContain("1/3 taken · 2 open");
    expect(hunks.body(20)).toContain("2/3 [?] src/a.ts:17");
    expect(hunks.foot(20)).toContain("1/3 taken · 2 open");
  });
});
