/** Several questions at once, and which keys are allowed to answer one. */
import { describe, expect, test } from "bun:test";
import { QuestionKeyboard } from "../../src/hosts/repl/questions/question-keyboard.ts";
import { type BoundAnswer, QuestionList } from "../../src/hosts/repl/questions/question-list.ts";
import type { ApprovalRequest } from "../../src/protocol/approval.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { TestClock } from "./window.ts";

const request = (callId: string): ApprovalRequest => ({
  callId,
  tool: "bash",
  title: `touch ${callId}`,
  preview: { type: "command", command: `touch ${callId}`, cwd: "/p" },
  reasons: ["it writes"],
  remember: `bash(touch ${callId})`,
});

const key = (name: string, modifiers = {}): InputEvent => ({ type: "key", key: pressed(name, modifiers) });
const typed = (text: string): InputEvent => ({ type: "text", text });
const tab = key("tab");

/** Questions with their keyboard and a clock that the test turns; answers go where an engine would take them. */
function ask(...names: string[]) {
  const clock = new TestClock();
  const state = { isWriting: false, isCovered: false, draws: 0 };
  const answers: BoundAnswer[] = [];
  let open = names.map(request);
  const list = new QuestionList({
    style: plainStyle,
    home: "",
    now: clock.timers.now,
    isCovered: () => state.isCovered,
  });
  const keyboard = new QuestionKeyboard({
    timers: clock.timers,
    questions: () => list,
    previewRows: () => 8,
    isWriting: () => state.isWriting,
    answer: (answer) => {
      answers.push(answer);
      const ends = answer.answer.type === "stop";
      open = ends ? [] : open.filter(({ callId }) => callId !== answer.callId);
      update();
    },
    read: () => {},
    edit: () => {},
    draw: () => {
      state.draws += 1;
    },
  });
  const update = () => keyboard.onChange(list.update(open));
  update();
  return {
    clock,
    state,
    answers,
    list,
    keyboard,
    /** What each answer was, by its call. */
    given: () => answers.map(({ callId, answer }) => `${callId} ${answer.type}`),
    press: (...events: readonly InputEvent[]) => events.flatMap((event) => keyboard.onInput(event)),
    pause: (ms = 1_000) => clock.pass(ms),
    view: () => list.view(80, keyboard.takesKeys),
    add: (name: string) => {
      open = [...open, request(name)];
      update();
    },
    withdraw: (name: string) => {
      open = open.filter(({ callId }) => callId !== name);
      update();
    },
  };
}

const shown = (asked: ReturnType<typeof ask>): string => asked.view()?.preview.join("").trim() ?? "nothing";

describe("several questions", () => {
  test("say which one is shown, and Tab goes round", () => {
    const asked = ask("a", "b", "c");
    expect(asked.view()?.position).toEqual({ at: 1, of: 3 });
    asked.press(tab);
    expect(shown(asked)).toBe("touch b");
    asked.press(key("tab", { shift: true }), key("tab", { shift: true }));
    expect(asked.view()?.position).toEqual({ at: 3, of: 3 });
    asked.press(tab);
    expect(shown(asked)).toBe("touch a");
  });

  test("are answered for the call that is shown, and the next one comes", () => {
    const asked = ask("a", "b", "c");
    asked.press(tab);
    asked.pause();
    asked.press(typed("1"));
    asked.pause();
    expect(asked.given()).toEqual(["b once"]);
    expect(shown(asked)).toBe("touch c");
    asked.press(typed("2"));
    asked.pause();
    expect(asked.given()).toEqual(["b once", "c remember"]);
    expect(shown(asked)).toBe("touch a");
    expect(asked.view()?.position).toBeNull();
  });

  test("keep what was begun with each of them", () => {
    const asked = ask("a", "b");
    asked.press(typed("3"), typed("not this"));
    asked.press(tab);
    expect(asked.view()?.words).toBeNull();
    asked.press(key("up"));
    expect(asked.view()?.selected).toBe("remember");
    asked.press(tab);
    expect(asked.view()?.words?.lines).toEqual(["not this"]);
    asked.press(key("enter"));
    expect(asked.answers).toEqual([{ callId: "a", answer: { type: "decline", words: "not this" } }]);
    expect(asked.view()?.selected).toBe("remember");
  });

  test("a question that is answered elsewhere goes, and what was begun with the others stays", () => {
    const asked = ask("a", "b");
    asked.press(typed("3"), typed("no"));
    asked.withdraw("b");
    expect(asked.view()?.words?.lines).toEqual(["no"]);
    asked.add("c");
    expect(asked.view()?.words?.lines).toEqual(["no"]);
    expect(asked.view()?.position).toEqual({ at: 1, of: 2 });
  });

  test("a goes to each that was not seen, and says yes to all only then", () => {
    const asked = ask("a", "b", "c");
    asked.pause();
    asked.press(typed("a"));
    expect(shown(asked)).toBe("touch b");
    asked.pause();
    expect(asked.view()?.keys).toContain("a first see the 1 unseen");
    asked.press(typed("a"));
    expect(shown(asked)).toBe("touch c");
    asked.pause();
    expect(asked.view()?.keys).toContain("a yes to all 3");
    asked.press(typed("a"));
    asked.pause();
    expect(asked.given()).toEqual(["a once", "b once", "c once"]);
  });

  test("an a that is held down allows nothing", () => {
    const asked = ask("a", "b", "c");
    for (let presses = 0; presses < 200; presses += 1) {
      asked.press(typed("a"));
      asked.pause(30);
    }
    expect(asked.given()).toEqual([]);
    expect(shown(asked)).toBe("touch a");
  });

  test("a says yes to none while one is being declined, and is a letter in its words", () => {
    const asked = ask("a", "b");
    asked.pause();
    asked.press(typed("3"), typed("becau"), typed("s"), typed("a"));
    expect(asked.view()?.words?.lines).toEqual(["becausa"]);
    asked.press(tab);
    asked.pause();
    expect(asked.view()?.keys).toContain("a next that you began");
    asked.press(typed("a"));
    asked.pause();
    expect(asked.given()).toEqual([]);
    expect(shown(asked)).toBe("touch a");
  });

  test("alone, Tab and a are nothing, and Shift+Tab is the mode's key", () => {
    const asked = ask("a");
    expect(asked.press(tab, typed("a"))).toEqual([]);
    const shiftTab = key("tab", { shift: true });
    expect(asked.press(shiftTab)).toEqual([shiftTab]);
    asked.pause();
    expect(asked.given()).toEqual([]);
  });
});

describe("a key counts for the question that it was meant for", () => {
  test("a second press of the same key does not answer the next question", () => {
    const asked = ask("a", "b");
    asked.pause();
    asked.press(typed("1"));
    asked.pause(1);
    expect(asked.given()).toEqual(["a once"]);
    for (let presses = 0; presses < 40; presses += 1) {
      expect(asked.press(typed("1"))).toEqual([]);
      asked.pause(30);
    }
    expect(asked.given()).toEqual(["a once"]);
    asked.pause();
    asked.press(typed("1"));
    asked.pause(1);
    expect(asked.given()).toEqual(["a once", "b once"]);
  });

  test("nor does it when the next question comes a moment later", () => {
    const asked = ask("a");
    asked.pause();
    asked.press(typed("1"));
    asked.pause(150);
    asked.add("b");
    asked.press(typed("1"));
    asked.pause();
    expect(asked.given()).toEqual(["a once"]);
  });

  test("nor a press for a question that somebody else answered just then", () => {
    const asked = ask("a", "b");
    asked.pause();
    asked.withdraw("a");
    asked.press(typed("1"));
    asked.pause();
    expect(asked.given()).toEqual([]);
  });

  test("a no is taken at once all the same", () => {
    const asked = ask("a", "b");
    asked.pause();
    asked.press(typed("1"));
    asked.pause(1);
    asked.press(key("escape"));
    expect(asked.given()).toEqual(["a once", "b stop"]);
  });

  test("no choice is marked as chosen until a key counts", () => {
    const asked = ask("a", "b");
    asked.pause();
    expect(asked.view()?.takesKeys).toBeTrue();
    asked.press(typed("1"));
    asked.pause(1);
    expect(asked.view()?.takesKeys).toBeFalse();
    const { draws } = asked.state;
    asked.pause(499);
    expect(asked.view()?.takesKeys).toBeTrue();
    expect(asked.state.draws).toBeGreaterThan(draws);
  });

  test("several keys in one read are a text, and no answer", () => {
    const asked = ask("a");
    asked.pause();
    expect(asked.press(typed("1 is"))).toEqual([typed("1 is")]);
    expect(asked.press(typed("1"), key("enter"))).toEqual([typed("1"), key("enter")]);
    asked.pause();
    expect(asked.given()).toEqual([]);
  });

  test("a text that is begun just when the question comes is the composer's from its first letter on", () => {
    const asked = ask("a");
    asked.pause(20);
    expect(asked.press(typed("1"))).toEqual([]);
    asked.pause(120);
    expect(asked.press(typed("."))).toEqual([typed("1"), typed(".")]);
    asked.pause();
    expect(asked.given()).toEqual([]);
  });

  test("a single key just when the question comes is an answer all the same, and Esc takes it back", () => {
    const asked = ask("a");
    asked.press(typed("1"));
    asked.pause(300);
    expect(asked.given()).toEqual(["a once"]);
    const other = ask("b");
    other.press(typed("1"));
    other.pause(100);
    expect(other.press(key("escape"))).toEqual([]);
    other.pause();
    expect(other.given()).toEqual(["b stop"]);
  });

  test("a paste is never an answer", () => {
    const asked = ask("a", "b");
    asked.pause();
    const paste: InputEvent = { type: "paste", text: "1", continues: false };
    expect(asked.press(paste)).toEqual([paste]);
    asked.pause();
    expect(asked.given()).toEqual([]);
  });

  test("a question that came behind the transcript is first seen when that closes", () => {
    const asked = ask("a");
    asked.pause();
    asked.state.isCovered = true;
    asked.withdraw("a");
    asked.add("b");
    asked.pause();
    asked.state.isCovered = false;
    asked.keyboard.uncover();
    asked.press(typed("1"));
    asked.pause();
    expect(asked.given()).toEqual([]);
    asked.press(typed("1"));
    asked.pause();
    expect(asked.given()).toEqual(["b once"]);
  });

  test("no timer runs while nothing is asked", () => {
    const asked = ask("a");
    asked.press(typed("1"));
    asked.pause();
    expect(asked.clock.waiting).toBe(0);
  });
});
