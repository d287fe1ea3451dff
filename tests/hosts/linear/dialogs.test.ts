import { describe, expect, test } from "bun:test";
import { ChoiceDialog } from "../../../src/hosts/linear/choice-dialog.ts";
import { Dialogs } from "../../../src/hosts/linear/dialogs.ts";
import { HiddenDialog } from "../../../src/hosts/linear/hidden-dialog.ts";
import { handClock, listen } from "./by-hand.ts";

function begin(labels: readonly string[] = ["red", "green", "dark green"]) {
  const clock = handClock();
  const { voice, heard } = listen();
  const kept: string[] = [];
  const chosen: string[] = [];
  const dialogs = new Dialogs({ voice, now: clock.now, keep: (text) => kept.push(text) });
  const open = (question = "Which?") =>
    dialogs.open(
      new ChoiceDialog({
        voice,
        question,
        choices: labels.map((label) => ({ label, value: label })),
        onChosen: (value) => chosen.push(value),
      }),
    );
  const type = (text: string, isTogether = false) =>
    dialogs.onTyped({ text, at: clock.now(), isTogether, isCut: false });
  return { clock, heard, kept, chosen, dialogs, open, type };
}

describe("a line", () => {
  test("answers once the question was there for half a second, and not before", () => {
    const { clock, heard, chosen, kept, open, type } = begin();
    open();
    clock.pass(499);
    type("1");
    expect(chosen).toEqual([]);
    expect(kept).toEqual([]);
    expect(heard().at(-1)).toStartWith("“1” came before the question could be heard, so it does not count.");
    clock.pass(1);
    type("1");
    expect(chosen).toEqual(["red"]);
  });

  test("that was read before the question is no answer, however late it is handed on", () => {
    const { clock, chosen, dialogs, open } = begin();
    const at = clock.now();
    clock.pass(50);
    open();
    clock.pass(5_000);
    dialogs.onTyped({ text: "1", at, isTogether: false, isCut: false });
    expect(chosen).toEqual([]);
  });

  test("that comes too early and is a message is kept", () => {
    const { heard, kept, open, type } = begin();
    open();
    type("also update the changelog");
    expect(kept).toEqual(["also update the changelog"]);
    expect(heard().at(-1)).toContain("it is no answer");
  });

  test("of several that came at once answers nothing", () => {
    const { clock, chosen, kept, open, type } = begin();
    open();
    clock.pass(5_000);
    type("1\n2", true);
    expect(chosen).toEqual([]);
    expect(kept).toEqual(["1\n2"]);
  });

  test("with nothing in it says the question again", () => {
    const { clock, heard, chosen, open, type } = begin();
    open();
    clock.pass(600);
    const first = heard();
    type("");
    expect(heard()).toEqual(first);
    expect(chosen).toEqual([]);
  });

  test("is not for a dialog when none is open", () => {
    expect(begin().type("1")).toBeFalse();
  });
});

describe("a list", () => {
  test("is searched by words, and then its numbers are those of what was found", () => {
    const { clock, heard, chosen, open, type } = begin();
    open();
    clock.pass(600);
    heard();
    type("green");
    expect(heard().slice(0, 3)).toEqual(["Which?", "1: green", "2: dark green"]);
    clock.pass(600);
    type("2");
    expect(chosen).toEqual(["dark green"]);
  });

  test("of more than 40 is told in pages", () => {
    const { clock, heard, open, type } = begin(Array.from({ length: 55 }, (_, at) => `row ${at + 1}`));
    open();
    const said = heard();
    expect(said.slice(40, 42)).toEqual(["40: row 40", "15 more lines: type m."]);
    clock.pass(600);
    type("m");
    expect(heard()).toEqual(Array.from({ length: 15 }, (_, at) => `${at + 41}: row ${at + 41}`));
  });

  test("that stands behind another is asked again when that is gone, and has its half second again", () => {
    const { clock, heard, chosen, open, type, dialogs } = begin();
    open("First?");
    open("Second?");
    clock.pass(600);
    heard();
    type("q");
    expect(heard().slice(0, 2)).toEqual(["Nothing was chosen.", "First?"]);
    type("1");
    expect(chosen).toEqual([]);
    expect(dialogs.isOpen).toBeTrue();
  });
});

describe("what is half typed", () => {
  function withBegun(begun: string[]) {
    const clock = handClock();
    const { voice, heard } = listen();
    const kept: string[] = [];
    const dialogs = new Dialogs({
      voice,
      now: clock.now,
      keep: () => undefined,
      takeBegun: () => begun.shift() ?? "",
      onBegun: (text) => kept.push(text),
    });
    const choices = [{ label: "red", value: "red" }];
    const ask = () =>
      dialogs.open(new ChoiceDialog({ voice, question: "Which?", choices, onChosen: () => undefined }));
    return { voice, dialogs, heard, kept, ask };
  }

  test("when a question comes is said, and kept", () => {
    const { heard, kept, ask } = withBegun(["also the"]);
    ask();
    expect(heard()[1]).toContain("“also the”");
    expect(kept).toEqual(["also the"]);
  });

  test("of a secret is dropped and never said; it is asked for again, unseen, when the question is over", () => {
    const { voice, dialogs, heard, kept, ask } = withBegun(["", "half a secr", ""]);
    const shown: boolean[] = [];
    const showTyping = (isShown: boolean) => shown.push(isShown) > 0;
    dialogs.open(new HiddenDialog({ voice, question: "The secret?", showTyping, onDone: () => undefined }));
    ask();
    expect(heard().join("\n")).not.toContain("half a secr");
    expect(kept).toEqual([]);
    dialogs.leave();
    expect(heard()).toContain("The secret?");
    expect(shown).toEqual([false, true, false]);
  });
});
