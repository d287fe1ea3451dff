/** What is written, what may be a command, and what is kept of it: older messages and what was set aside. */
import { describe, expect, test } from "bun:test";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { composer } from "./open-composer.ts";

describe("a text is a command", () => {
  test("when its sign was typed, and says what will become of it", () => {
    const { made, type, sign } = composer();
    type("!");
    type("ls");
    expect([made.isTyped, sign()]).toEqual([true, "!"]);
    expect(made.change(60).composer?.hint).toContain("shared with the model");
  });

  test("not when its sign was pasted, also behind what was deleted, cut and put back, or undone", () => {
    const pasted = "!rm -rf x";
    const ways: readonly ((composer_: ReturnType<typeof composer>) => void)[] = [
      ({ paste }) => paste(pasted),
      ({ type, paste, press }) => {
        type("a");
        paste(pasted);
        press("ctrl+a");
        press("delete");
      },
      ({ paste, press }) => {
        paste(pasted);
        press("ctrl+u");
        press("ctrl+y");
      },
      ({ paste, press }) => {
        paste(pasted);
        press("ctrl+u");
        press("ctrl+_");
      },
    ];
    for (const way of ways) {
      const one = composer();
      way(one);
      expect(one.text()).toBe(pasted);
      expect([one.made.isTyped, one.sign()]).toEqual([false, ">"]);
    }
  });

  test("when a typed sign is cut and put back, or stands before what was pasted", () => {
    const one = composer();
    one.type("!");
    one.paste("make all");
    expect(one.sign()).toBe("!");
    one.press("ctrl+u");
    one.press("ctrl+y");
    expect([one.text(), one.sign()]).toEqual(["!make all", "!"]);
  });

  test("as long as the sign is its first character", () => {
    const { type, press, sign } = composer();
    type("!x");
    press("ctrl+a");
    type("say ");
    expect(sign()).toBe(">");
  });

  test("when it comes back from the history as one; a draft stays what it was", () => {
    const { made, type, paste, press, text, sign } = composer();
    type("!make");
    made.clear();
    paste("!pasted");
    expect(made.clear()).toBe(" !pasted");
    paste("!draft");
    press("up");
    expect([text(), sign()]).toEqual([" !pasted", ">"]);
    press("up");
    expect([text(), sign()]).toEqual(["!make", "!"]);
    press("down");
    press("down");
    expect([text(), sign()]).toEqual(["!draft", ">"]);
  });

  test("of rein's own only when its slash was typed", () => {
    const { made, type, paste, list } = composer();
    paste("/he");
    expect(list()).toEqual([]);
    made.clear();
    type("/he");
    expect(list()).toHaveLength(1);
  });
});

describe("the sign of a big paste", () => {
  test("stays pasted when it comes in many parts, and is opened in place", () => {
    const one = composer();
    const part = "/a/path/in/a/log\n".repeat(60);
    one.paste("!rm -rf x\n");
    for (let count = 0; count < 30; count += 1)
      one.made.onInput({ type: "paste", text: part, continues: true }, 60);
    one.made.onInput({ type: "key", key: pressed("o", { alt: true }) }, 60);
    expect(one.text().startsWith("!rm -rf x")).toBeTrue();
    expect([one.made.isTyped, one.sign()]).toEqual([false, ">"]);
  });
});

describe("older messages", () => {
  const loaded = () => {
    const one = composer();
    one.made.loadHistory([
      { text: "fix the login", isHere: true },
      { text: "elsewhere", isHere: false },
      { text: "!make test", isHere: true },
      { text: "write the docs", isHere: true },
    ]);
    return one;
  };

  test("behind Up are those of this project; the search finds those of all when it is asked to", () => {
    const { press, type, text } = loaded();
    const seen = Array.from({ length: 4 }, () => {
      press("up");
      return text();
    });
    expect(seen).toEqual(["write the docs", "!make test", "fix the login", "fix the login"]);
    press("ctrl+r");
    type("elsew");
    expect(text()).toBe("fix the login");
    press("tab");
    expect(text()).toBe("elsewhere");
  });

  test("a line that begins with ! goes through commands only, and Down leads back to it", () => {
    const { press, type, text, sign } = loaded();
    type("!gi");
    press("up");
    expect([text(), sign()]).toEqual(["!make test", "!"]);
    press("up");
    expect(text()).toBe("!make test");
    press("down");
    expect([text(), sign()]).toEqual(["!gi", "!"]);
  });

  test("what was sent in this run is among both", () => {
    const { made, press, type, text } = loaded();
    type("just now");
    made.clear();
    press("up");
    expect(text()).toBe("just now");
    press("down");
    press("ctrl+r");
    type("now");
    expect(text()).toBe("just now");
  });

  test("a search marks what it has found", () => {
    const made = new Composer(createStyle({ colour: false }));
    made.loadHistory([{ text: "see the log of the login", isHere: true }]);
    made.onInput({ type: "key", key: pressed("r", { ctrl: true }) }, 60);
    made.onInput({ type: "text", text: "log" }, 60);
    expect(made.change(60).composer?.lines).toEqual([
      "see the \u001b[7mlog\u001b[27m of the \u001b[7mlog\u001b[27min",
    ]);
  });
});

describe("setting a text aside", () => {
  test("empties the composer; the last one comes back first, with its pastes", () => {
    const { made, type, paste, text } = composer();
    type("one ");
    paste("x\n".repeat(20));
    expect(made.drafts.setApart()).toBeTrue();
    type("!two");
    expect(made.drafts.setApart()).toBeTrue();
    expect([text(), made.drafts.setApart()]).toEqual(["", false]);
    expect([made.drafts.bringBack(), text(), made.isTyped]).toEqual([true, "!two", true]);
    expect(made.drafts.bringBack()).toBeFalse();
    made.clear();
    made.drafts.bringBack();
    expect(text()).toBe(`one ${"x\n".repeat(20)}`);
    expect(made.change(60).composer?.lines).toEqual(["one [paste #1 · 20 lines]"]);
  });

  test("a paste after it counts on from those that came back", () => {
    const { made, paste } = composer();
    paste("x\n".repeat(20));
    made.drafts.setApart();
    made.drafts.bringBack();
    paste("y\n".repeat(21));
    expect(made.change(60).composer?.lines.join("")).toBe("[paste #1 · 20 lines][paste #2 · 21 lines]");
  });

  test("leaves an older message as it was in the history", () => {
    const { made, type, press, text } = composer();
    type("older");
    made.clear();
    type("draft");
    press("up");
    type("!");
    made.drafts.setApart();
    press("up");
    expect(text()).toBe("older");
  });
});

test("what is selected is shown inverse, and goes with the next key", () => {
  const made = new Composer(createStyle({ colour: false }));
  made.onInput({ type: "text", text: "one two" }, 60);
  made.onInput({ type: "key", key: pressed("left", { ctrl: true, shift: true }) }, 60);
  expect(made.change(60).composer?.lines).toEqual(["one \u001b[7mtwo\u001b[27m"]);
  made.onInput({ type: "text", text: "2" }, 60);
  expect(made.change(60).composer?.lines).toEqual(["one 2"]);
});
