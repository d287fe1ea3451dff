/** The dialog about one call, and the list to choose from: what each key makes of them. */
import { describe, expect, test } from "bun:test";
import { Picker } from "../../src/hosts/repl/lists/picker.ts";
import { Question, type QuestionOutcome } from "../../src/hosts/repl/questions/question.ts";
import type { ApprovalRequest } from "../../src/protocol/approval.ts";
import type { FileChange } from "../../src/protocol/tool-result.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { fit } from "../../components/fit.ts";
import type { QuestionView } from "../../components/view.ts";
import { drawLive, viewOf } from "../components/views.ts";

const approval: ApprovalRequest = {
  callId: "c1",
  tool: "bash",
  title: "npm run build",
  preview: { type: "command", command: "npm run build", cwd: "/home/user/shop" },
  reasons: ["it runs a command"],
  remember: "bash(npm run build)",
};
const change: ApprovalRequest = {
  ...approval,
  tool: "edit_file",
  preview: {
    type: "diff",
    path: "src/a.ts",
    before: Array.from({ length: 200 }, (_, line) => `old ${line}\n`).join(""),
    after: Array.from({ length: 200 }, (_, line) => `new ${line}\n`).join(""),
  },
};

/** One line of a file changes, between three on each side that stay. */
const smallChange: FileChange = {
  path: "src/a.ts",
  kind: "modified",
  hunks: [
    {
      oldStart: 9,
      newStart: 9,
      lines: [" line 9", " line 10", " line 11", "-line 12", "+twelve", " line 13", " line 14", " line 15"],
    },
  ],
};

/** A question in a window of so many cells. */
function open(request = approval, [columns, rows]: readonly [number, number] = [80, 24]) {
  const question = new Question(request, plainStyle, "/home/user");
  const inWindow = (view: QuestionView) => viewOf({ columns, rows, question: view });
  const previewRows = () => fit(inWindow(question.view(columns))).question.preview;
  const send = (event: InputEvent) => question.onInput(event, previewRows());
  return {
    key: (name: string): QuestionOutcome => send({ type: "key", key: pressed(name) }),
    type: (text: string): QuestionOutcome => send({ type: "text", text }),
    paste: (text: string): QuestionOutcome => send({ type: "paste", text, continues: false }),
    view: () => question.view(columns),
    read: () => question.read(columns),
    drawn: () => drawLive(inWindow(question.view(columns))),
    previewRows,
  };
}

const answer = (type: "once" | "remember" | "stop") => ({ type: "answer", answer: { type } }) as const;
const nothing = { type: "none" } as const;

describe("a question", () => {
  test("about a call that is neither a command nor a change says what is asked for", () => {
    const preview = { type: "text", text: "Read /etc/hosts" } as const;
    const lines = open({ ...approval, tool: "read_file", title: "/etc/hosts", preview }).drawn();
    expect(lines).toContain("  read_file asks for: /etc/hosts");
  });

  test("shows the whole command, where and why, and the choices with the default on no", () => {
    expect(open().drawn()).toEqual([
      "",
      "  bash wants to run a command",
      "    npm run build",
      "    in ~/shop",
      "    it runs a command",
      "",
      "    1    yes, once",
      "    2    yes, and don't ask again for bash(npm run build) (this project)",
      "  ❯ 3    no, and say why…",
      "    esc  no, and stop",
      "    w why · v view all",
      "─".repeat(80),
      ">",
      "─".repeat(80),
      "  ask ⇧⇥ · a-model",
    ]);
  });

  test("of a small change in a low window shows what changes, not what stays", () => {
    const preview: ApprovalRequest["preview"] = { type: "changes", files: [smallChange] };
    for (const size of [
      [40, 12],
      [40, 10],
      [80, 14],
      [80, 24],
    ] as const)
      expect(
        open({ ...change, preview }, size)
          .drawn()
          .join("\n"),
      ).toContain("12 − line 12");
  });

  test("going down line by line in a low window skips nothing", () => {
    const preview: ApprovalRequest["preview"] = { type: "changes", files: [smallChange] };
    const { key, drawn, view } = open({ ...change, preview }, [40, 12]);
    const seen = new Set<string>();
    const all = view().preview.map((line) => line.trim());
    for (let presses = 0; presses <= all.length; presses += 1) {
      for (const line of drawn()) seen.add(line.replace(/ … \+\d+ · v$| …$/, "").trim());
      key("j");
    }
    expect(all.filter((line) => !seen.has(line))).toEqual([]);
  });

  test("shows every word of the rule that 2 would keep, in a narrow window too", () => {
    const remember = "bash(npm run build -- --watch --verbose --with-a-long-name)";
    const drawn = open({ ...approval, remember }, [44, 30]).drawn();
    expect(drawn.map((line) => line.trim()).join(" ")).toContain(`again for ${remember} (this project)`);
  });

  test("is one heading, what fits of the preview, one line of facts and one of choices in a low window", () => {
    expect(open(approval, [60, 8]).drawn()).toEqual([
      "  bash wants to run a command",
      "    npm run build",
      "  in ~/shop · it runs a command",
      "  1 yes · 2 always · ❯ 3 no · esc stop",
      ">",
      "  ask ⇧⇥ · a-model",
    ]);
    expect(open(approval, [20, 6]).drawn()).toEqual([
      "bash wants to run a…",
      "npm run build",
      "1 yes · 2 always",
      "❯ 3 no · esc stop",
      ">",
    ]);
  });

  test("says how a command is confined, which secrets it gets, and what of it asks", () => {
    const question = open({
      ...approval,
      preview: { type: "command", command: "cd a && rm b", cwd: "/home/user" },
      reasons: ["it deletes files", "the folder is new"],
      parts: [{ from: 8, to: 12, reason: "it deletes files" }],
      sandbox: "sandbox on, network off",
      secrets: ["API_KEY", "TO\u202eKEN"],
    });
    expect(question.drawn().slice(1, 9)).toEqual([
      "  bash wants to run a command",
      "    cd a && rm b",
      "            ^^^^ it deletes files",
      "    in ~ · sandbox on · network off",
      "    the folder is new",
      "    it gets the secrets API_KEY, TO\\u{202e}KEN",
      "",
      "    1    yes, once",
    ]);
  });

  test("shows all the reasons instead of the call, and back", () => {
    const reasons = Array.from(
      { length: 12 },
      (_, at) => `because of ${at} and everything that comes with it`,
    );
    const question = open({ ...approval, reasons });
    expect(question.drawn().join("\n")).toMatch(/because of 0[^]*… \d+ more · w/);
    question.type("w");
    for (const reason of reasons) {
      for (
        let presses = 0;
        presses < 12 && !question.drawn().join("\n").includes(`· ${reason}`);
        presses += 1
      )
        question.key("pagedown");
      expect(question.drawn().join("\n")).toContain(`· ${reason}`);
    }
    expect(question.drawn().join("\n")).toMatch(/1 +yes[^]*3 +no/);
    question.type("w");
    expect(question.drawn().join("\n")).toContain("    npm run build");
  });

  test("can be read whole, with its folder and every reason", () => {
    const read = open({ ...approval, parts: [{ from: 0, to: 3, reason: "it runs scripts" }] })
      .read()
      .join("\n");
    for (const part of ["npm run build", "in ~/shop", "it runs scripts", "it runs a command"])
      expect(read).toContain(part);
  });

  test("goes on line by line with j and k, too", () => {
    const question = open({
      ...approval,
      preview: {
        ...approval.preview,
        type: "command",
        cwd: "/p",
        command: Array.from({ length: 60 }, (_, at) => `echo ${at};`).join("\n"),
      },
    });
    const seen = new Set<string>();
    for (let presses = 0; presses < 70; presses += 1) {
      question.drawn().forEach((line) => seen.add(line.trim()));
      question.type("j");
    }
    expect(Array.from({ length: 60 }, (_, at) => `echo ${at};`).filter((line) => !seen.has(line))).toEqual(
      [],
    );
    for (let presses = 0; presses < 70; presses += 1) question.type("k");
    expect(question.drawn().join("\n")).toContain("echo 1;");
  });

  test("is answered by its numbers and Esc", () => {
    expect(open().type("1")).toEqual(answer("once"));
    expect(open().type("2")).toEqual(answer("remember"));
    expect(open().key("escape")).toEqual(answer("stop"));
    const { remember: _, ...without } = approval;
    expect(open(without).type("2")).toEqual(nothing);
  });

  test("has its default on no, and arrows move it", () => {
    const question = open();
    question.key("up");
    question.key("up");
    question.key("up");
    expect(question.view().selected).toBe("once");
    expect(question.key("enter")).toEqual(answer("once"));
    expect(open().key("enter")).toEqual(nothing);
  });

  test("takes a no with words; Esc goes back to the choices, and nothing pasted is an answer", () => {
    const question = open();
    expect(question.paste("1").type).toMatch(/^(none|passed-on)$/);
    question.type("3");
    question.type("not today");
    expect(question.drawn()[8]).toBe("  ❯ 3    no: not today");
    question.key("escape");
    expect(question.view().words).toBeNull();
    question.key("enter");
    question.type("becausf");
    question.key("backspace");
    question.type("e");
    expect(question.key("enter")).toEqual({ type: "answer", answer: { type: "decline", words: "because" } });
  });

  test("about a long change shows its beginning and how much is hidden, and pages through all of it", () => {
    const question = open(change);
    const shown = () => question.drawn().filter((line) => /(old|new) \d+$/.test(line));
    const first = shown();
    expect(first.length).toBeGreaterThan(4);
    expect(question.drawn().join("\n")).toMatch(/… \d+ more lines · v view all/);
    question.key("pagedown");
    expect(shown()).not.toEqual(first);
    for (let count = 0; count < 100; count += 1) question.key("pagedown");
    expect(question.drawn().join("\n")).toContain("new 199");
    for (let count = 0; count < 100; count += 1) question.key("pageup");
    expect(shown()).toEqual(first);
    expect(question.type("v")).toEqual({ type: "view" });
  });

  test.each([
    [80, 24],
    [40, 10],
    [20, 6],
  ] as const)("about a long change keeps its choices at %i×%i", (columns, rows) => {
    const drawn = open(change, [columns, rows]).drawn();
    expect(drawn).toHaveLength(rows - 1);
    expect(drawn.join("\n")).toMatch(/1 +yes[^]*2 [^]*3 +no[^]*esc +(no, and )?stop/);
    expect(drawn.join("\n")).toContain("src/a.ts".slice(0, 5));
  });
});

describe("a list", () => {
  const options = ["one apple", "two pears", "three apples and a pear"].map((label, value) => ({
    label,
    value,
  }));
  const list = () => {
    const chosen: number[] = [];
    const parts = { question: "Which?", help: "Type to filter", options };
    const picker = new Picker({ ...parts, onChosen: (value) => chosen.push(value) });
    return {
      chosen,
      key: (name: string) => picker.onInput({ type: "key", key: pressed(name) }),
      type: (text: string) => picker.onInput({ type: "text", text }),
      paste: (text: string) => picker.onInput({ type: "paste", text, continues: false }),
      rows: () => picker.view(40).rows,
      heading: () => picker.view(40).heading,
      selected: () => picker.view(40).selected,
    };
  };

  test("is filtered by every word that is typed", () => {
    const picker = list();
    picker.type("pear");
    expect(picker.rows()).toEqual(["two pears", "three apples and a pear"]);
    picker.key("space");
    picker.type("APP");
    expect(picker.rows()).toEqual(["three apples and a pear"]);
    expect(picker.key("enter")).toBe("close");
    expect(picker.chosen).toEqual([2]);
    picker.type("zzz");
    expect(picker.rows()).toEqual(["nothing fits"]);
    expect(picker.key("enter")).toBe("stay");
    expect(picker.chosen).toEqual([2]);
  });

  test("says how it is used until something is typed, and then what is looked for, also in a narrow window", () => {
    const picker = list();
    expect(picker.heading()).toBe("Which? Type to filter");
    picker.type("pear");
    expect(picker.heading()).toBe("Which? pear");
    picker.key("ctrl+u");
    expect(picker.heading()).toBe("Which? Type to filter");
    picker.type("a filter that is longer than the window is wide");
    expect(picker.heading()).toBe("Which? …s longer than the window is wide");
  });

  test("is filtered by what is pasted: its first line, and not without end", () => {
    const picker = list();
    picker.paste("two pears\nthree");
    expect(picker.rows()).toEqual(["two pears"]);
    picker.key("ctrl+u");
    picker.paste("two ".repeat(100_000));
    expect(picker.rows()).toEqual(["two pears"]);
  });

  test("is moved through by pages, too", () => {
    const picker = list();
    picker.key("pagedown");
    expect(picker.selected()).toBe(2);
    picker.key("pageup");
    expect(picker.selected()).toBe(0);
  });

  test("is moved through with arrows, and left with Esc", () => {
    const picker = list();
    picker.key("up");
    picker.key("down");
    expect(picker.key("enter")).toBe("close");
    expect(picker.chosen).toEqual([1]);
    expect(picker.key("escape")).toBe("close");
    expect(picker.chosen).toEqual([1]);
  });
});
