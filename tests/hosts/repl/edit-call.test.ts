/** Changing a call before it runs: what is edited, and what is sent. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { editCall } from "../../../src/hosts/repl/questions/edit-call.ts";
import { callTextOf, readCallText } from "../../../src/hosts/repl/questions/edit-call-text.ts";
import type { QuestionModeOutcome } from "../../../src/hosts/repl/questions/question-mode.ts";
import type { ApprovalRequest } from "../../../src/protocol/approval.ts";
import { plainText } from "../../../src/terminal/input/plain-text.ts";
import { pressed } from "../../../src/terminal/input/key.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { widthOf } from "../../../src/terminal/width.ts";

let calls = 0;
function commandCall(command: string, more: Readonly<Record<string, unknown>> = {}): ApprovalRequest {
  calls += 1;
  return {
    callId: `call-${calls}`,
    tool: "bash",
    title: command,
    preview: { type: "command", command, cwd: "/p" },
    reasons: [],
    arguments: JSON.stringify({ ...more, command }),
  };
}

function otherCall(input: Readonly<Record<string, unknown>>): ApprovalRequest {
  const preview = { type: "text", text: "x" } as const;
  return { ...commandCall(""), tool: "web_fetch", preview, arguments: JSON.stringify(input) };
}

function open(approval: ApprovalRequest) {
  const mode = editCall.open(approval, plainStyle);
  const key = (name: string): QuestionModeOutcome => mode.onInput({ type: "key", key: pressed(name) }, 5);
  return {
    approval,
    mode,
    key,
    ctrl: (name: string) => mode.onInput({ type: "key", key: pressed(name, { ctrl: true }) }, 5),
    type: (text: string) => mode.onInput({ type: "text", text }, 5),
    paste: (text: string) => mode.onInput({ type: "paste", text, continues: false }, 5),
    lines: () => mode.view(80).body.map((line) => line.slice(2)),
    foot: () => mode.view(80).foot.join("\n"),
  };
}

/** The arguments that are sent. */
function sentOf(outcome: QuestionModeOutcome): unknown {
  if (outcome.type !== "answer" || outcome.answer.type !== "edit") throw new Error("nothing was sent");
  return JSON.parse(outcome.answer.arguments);
}

describe("a command", () => {
  test("is edited as it is, and goes back among its other arguments", () => {
    const call = open(commandCall("echo one", { timeout: 5, background: true }));
    expect(call.lines()).toEqual(["echo one"]);
    call.type(" two");
    expect(sentOf(call.key("enter"))).toEqual({ timeout: 5, background: true, command: "echo one two" });
  });

  test("may have several lines, typed or pasted, which are seen and not run by Enter alone", () => {
    const call = open(commandCall("echo one"));
    call.ctrl("j");
    call.paste("echo two\necho three\n".repeat(300));
    expect(call.lines().slice(0, 3)).toEqual(["echo one", "echo two", "echo three"]);
    expect(call.mode.view(80).focus).toBe(601);
    expect(sentOf(call.key("enter"))).toEqual({
      command: `echo one\n${"echo two\necho three\n".repeat(300)}`,
    });
  });

  test("that is left as it was is not sent: the question is back", () => {
    const call = open(commandCall("echo one"));
    call.type("x");
    call.key("backspace");
    expect(call.key("enter")).toEqual({ type: "back" });
  });

  test("that is emptied is not sent, and that is said", () => {
    const call = open(commandCall("ls"));
    call.ctrl("u");
    expect(call.key("enter")).toEqual({ type: "none" });
    expect(call.foot()).toContain("there is no command any more; nothing was sent");
    call.type("l");
    expect(call.foot()).not.toContain("nothing was sent");
  });

  test("that is left with Esc waits with what was written, unless the call is another by then", () => {
    const call = open(commandCall("echo one"));
    call.type(" two");
    expect(call.key("escape")).toEqual({ type: "back" });
    expect(open(call.approval).lines()).toEqual(["echo one two"]);
    const other = { ...call.approval, arguments: JSON.stringify({ command: "echo 1" }) };
    expect(open(other).lines()).toEqual(["echo 1"]);
  });

  test("is handed to the user's editor by Ctrl+G", () => {
    const call = open(commandCall("echo one"));
    const outcome = call.ctrl("g");
    if (outcome.type !== "editor") throw new Error("no editor was asked for");
    expect(outcome.text).toBe("echo one\n");
    outcome.onText("echo from\necho the editor");
    expect(call.lines()).toEqual(["echo from", "echo the editor"]);
    expect(sentOf(call.key("enter"))).toEqual({ command: "echo from\necho the editor" });
  });

  test("with characters that cannot be typed is edited as JSON, so that none is lost", () => {
    const command = "printf '\u001b[31m\u0007\u0085x\r'";
    const call = open(commandCall(command));
    expect(call.lines()[0]).toBe("{");
    expect(call.lines().join("\n")).toContain(String.raw`\u001b[31m\u0007\u0085x\r`);
    expect(call.key("enter")).toEqual({ type: "back" });
  });

  test("with hidden characters has them spelled out while it is edited", () => {
    const call = open(commandCall("echo \u202e\u200bhi"));
    expect(call.lines().join("")).not.toMatch(/[\u202e\u200b]/);
    call.type("!");
    expect(sentOf(call.key("enter"))).toEqual({ command: "echo \u202e\u200bhi!" });
  });
});

describe("any other call", () => {
  test("is edited as JSON over several lines", () => {
    const call = open(otherCall({ url: "https://example.org", depth: 2 }));
    expect(call.lines()).toEqual(["{", '  "url": "https://example.org",', '  "depth": 2', "}"]);
    call.key("down");
    call.key("down");
    for (const _ of '  "depth": ') call.key("right");
    call.type("1");
    expect(sentOf(call.key("enter"))).toEqual({ url: "https://example.org", depth: 12 });
  });

  test.each([
    ["{", /^ {2}not valid JSON: .*nothing was sent/],
    ["[1]", /arguments are a JSON object/],
    ["", /not valid JSON/],
    ['"text"', /arguments are a JSON object/],
  ])("that is broken is said below the text, and nothing is lost: %j", (text, why) => {
    const call = open(otherCall({ a: 1 }));
    const outcome = call.ctrl("g");
    if (outcome.type !== "editor") throw new Error("no editor was asked for");
    outcome.onText(text);
    expect(call.key("enter")).toEqual({ type: "none" });
    expect(call.foot()).toMatch(why);
    expect(call.lines()).toEqual([text]);
  });

  test("is offered where the arguments are known, whatever they are", () => {
    expect(editCall.isOffered(otherCall({}))).toBeTrue();
    const { arguments: _, ...unknown } = otherCall({});
    expect(editCall.isOffered(unknown)).toBeFalse();
    expect(open({ ...otherCall({}), arguments: "{broken" }).lines()).toEqual(["{broken"]);
  });

  test("survives being shown as text, whatever is in it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), (input) => {
        const json = JSON.stringify(input);
        const shown = callTextOf({ ...otherCall({}), arguments: json });
        if (shown === null) throw new Error("not offered");
        expect(plainText(shown.text)).toBe(shown.text);
        const read = readCallText(shown, json);
        expect(read.type === "arguments" && JSON.parse(read.arguments)).toEqual(JSON.parse(json));
      }),
    );
  });
});

test.each([80, 40, 20, 8])("nothing is wider than a window of %i columns", (columns) => {
  const call = open(otherCall({ text: "日本語 ".repeat(60), more: "x".repeat(200) }));
  call.ctrl("g");
  const { body, foot, caret } = call.mode.view(columns);
  for (const line of [...body, ...foot]) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  expect(caret?.in).toBe("body");
});
