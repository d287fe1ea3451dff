import { describe, expect, test } from "bun:test";
import { Dialogs } from "../../../src/hosts/linear/dialogs.ts";
import { QuestionDialog } from "../../../src/hosts/linear/question-dialog.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../src/protocol/approval.ts";
import { compareTexts } from "../../../src/workspace/compare-texts.ts";
import { handClock, listen } from "./by-hand.ts";

const command: ApprovalRequest = {
  callId: "call",
  tool: "bash",
  title: "npm test",
  preview: { type: "command", command: "npm test", cwd: "/home/me/shop" },
  reasons: ["it runs npm"],
  remember: "bash(npm test)",
  arguments: '{"command":"npm test","timeout":5}',
  sandbox: "sandbox on, network off",
};

const { remember: _rule, ...unrememberable } = command;

function changing(before: string, after: string): ApprovalRequest {
  return {
    callId: "call",
    tool: "edit_file",
    title: "a.txt",
    preview: { type: "changes", files: [compareTexts("a.txt", before, after)] },
    reasons: ["it changes a.txt"],
    byHunk: true,
  };
}

function ask(approval: ApprovalRequest) {
  const clock = handClock();
  const { voice, heard } = listen();
  const answers: ApprovalAnswer[] = [];
  const kept: string[] = [];
  const dialogs = new Dialogs({ voice, now: clock.now, keep: (text) => kept.push(text) });
  const dialog = new QuestionDialog({
    approval,
    voice,
    home: "/home/me",
    position: () => "Question 2 of 3",
    answer: (answer) => {
      answers.push(answer);
      dialogs.close(dialog);
      return { type: "taken" };
    },
  });
  dialogs.open(dialog);
  const type = (...lines: string[]) => {
    for (const text of lines) {
      clock.pass(600);
      dialogs.onTyped({ text, at: clock.now(), isTogether: false, isCut: false });
    }
  };
  return { heard, answers, kept, type };
}

describe("a question about a command", () => {
  test("says which it is, all of the command, where, how confined and why, and the choices by number", () => {
    expect(ask(command).heard()).toEqual([
      "Question 2 of 3: bash wants to run a command.",
      "Command:",
      "npm test",
      "Folder: ~/shop",
      "Sandbox: sandbox on, network off",
      "Why: it runs npm",
      "1: yes, once",
      "2: yes, and do not ask again for bash(npm test) in this project",
      "3: no, and say why",
      "4: no, and stop",
      "e: edit the command before it runs",
      "Type 1, 2, 3, 4 or e and Enter.",
    ]);
  });

  test.each([
    ["1", { type: "once" }],
    ["2", { type: "remember" }],
    ["4", { type: "stop" }],
  ] as const)("is answered by %s", (key, answer) => {
    const { answers, type } = ask(command);
    type(key);
    expect(answers).toEqual([answer]);
  });

  test("is never answered by Enter alone, by a word, or by a number that it does not have", () => {
    const { heard, answers, kept, type } = ask(unrememberable);
    type("", "yes", "2", "y");
    expect(answers).toEqual([]);
    expect(kept).toEqual([]);
    expect(heard().filter((line) => line.startsWith("That is none of the choices."))).toHaveLength(3);
  });

  test("keeps a message that is typed at it, and stays open", () => {
    const { heard, answers, kept, type } = ask(command);
    type("use pnpm in place of npm");
    expect(kept).toEqual(["use pnpm in place of npm"]);
    expect(heard().at(-1)).toBe("The question is still open. Type 1, 2, 3, 4 or e and Enter.");
    expect(answers).toEqual([]);
  });

  test("is declined with the words of the next line", () => {
    const { answers, type } = ask(command);
    type("3", "1");
    expect(answers).toEqual([{ type: "decline", words: "1" }]);
  });

  test("takes another command, with the other arguments as they were", () => {
    const { answers, type } = ask(command);
    type("e", "npm run lint");
    expect(answers).toEqual([{ type: "edit", arguments: '{"command":"npm run lint","timeout":5}' }]);
  });

  test("leaves the command as it is when nothing is typed", () => {
    const { heard, answers, type } = ask(command);
    type("e");
    heard();
    type("");
    expect(answers).toEqual([]);
    expect(heard()[0]).toBe("Question 2 of 3: bash wants to run a command.");
  });

  test("spells out what hides, and says each part that asks", () => {
    const text = "echo a\u202e; rm -rf dist";
    const from = text.indexOf("rm");
    const { heard } = ask({
      ...command,
      preview: { type: "command", command: text, cwd: "/" },
      reasons: ["it deletes"],
      parts: [{ from, to: text.length, reason: "it deletes" }],
    });
    const said = heard();
    expect(said.join("\n")).not.toContain("\u202e");
    expect(said[2]).toContain("202e");
    expect(said).toContain("Why: rm -rf dist: it deletes");
  });

  test("tells a long one in pages, and m says the next", () => {
    const lines = Array.from({ length: 60 }, (_, at) => `echo ${at + 1}`);
    const { heard, type } = ask({
      ...command,
      preview: { type: "command", command: lines.join("\n"), cwd: "/" },
    });
    const first = heard();
    expect(first).toContain("echo 39");
    expect(first).not.toContain("echo 40");
    expect(first).toContain("21 more lines: type m.");
    type("m");
    expect(heard()).toEqual(lines.slice(39));
  });
});

describe("a question about a change", () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
  const after = before.with(2, "THREE").with(25, "SIX");
  const change = changing(`${before.join("\n")}\n`, `${after.join("\n")}\n`);

  test("says of each line whether it comes, goes or stays", () => {
    const said = ask(changing("one\ntwo\n", "one\nTWO\n")).heard();
    expect(said.slice(1, 5)).toEqual([
      "File a.txt: 1 line added, 1 line removed.",
      "line 1 stays: one",
      "line 2 removed: two",
      "line 2 added: TWO",
    ]);
  });

  test("is decided hunk by hunk, and only applied when the user says so", () => {
    const { heard, answers, type } = ask(change);
    type("h");
    expect(heard()).toContain("line 3 added: THREE");
    type("y");
    const second = heard();
    expect(second[0]).toStartWith("Hunk 2 of 2: a.txt");
    expect(second).not.toContain("line 3 added: THREE");
    type("n");
    expect(heard()[0]).toBe("You take 1 of 2 hunks.");
    expect(answers).toEqual([]);
    type("a");
    expect(answers).toEqual([{ type: "hunks", hunks: [{ type: "take" }, { type: "leave", words: "" }] }]);
  });

  test("takes a hunk as the user writes it", () => {
    const { answers, type } = ask(changing("one\ntwo\n", "one\nTWO\n"));
    type("h", "e", "one", "y", ".", "a");
    expect(answers).toEqual([{ type: "hunks", hunks: [{ type: "edit", text: "one\ny\n" }] }]);
  });

  test("is whole again for who goes back", () => {
    const { heard, answers, type } = ask(change);
    type("h", "y");
    heard();
    type("b");
    expect(heard()[0]).toBe("Question 2 of 3: edit_file wants to change a file.");
    type("1");
    expect(answers).toEqual([{ type: "once" }]);
  });
});

describe("an argument", () => {
  const call: ApprovalRequest = {
    ...changing("a\n", "b\n"),
    arguments: JSON.stringify({ path: "a.txt", text: "x".repeat(300), count: 2, all: false }),
  };

  test("is changed by a line with its name; a text stays a text, all else is JSON", () => {
    const { heard, answers, type } = ask(call);
    type("e");
    const told = heard();
    expect(told).toContain("path: a.txt");
    expect(told).toContain("text: 300 characters");
    type("path: 12");
    expect(answers).toEqual([
      {
        type: "edit",
        arguments: JSON.stringify({ path: "12", text: "x".repeat(300), count: 2, all: false }),
      },
    ]);
    const other = ask(call);
    other.type("e", "count: 3");
    expect(other.answers).toEqual([
      {
        type: "edit",
        arguments: JSON.stringify({ path: "a.txt", text: "x".repeat(300), count: 3, all: false }),
      },
    ]);
  });

  test("that does not exist, or is no JSON, sends nothing; only Enter leaves all as they are", () => {
    const { heard, answers, type } = ask(call);
    type("e", "colour: red");
    expect(heard().join("\n")).toContain("one of path, text, count, all");
    type("e", "count: many");
    expect(heard().join("\n")).toContain("count is no text");
    type("e", "");
    expect(heard().at(-1)).toStartWith("Type 1");
    expect(answers).toEqual([]);
  });
});
