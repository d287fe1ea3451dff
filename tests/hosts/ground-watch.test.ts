/** The terminal's background is followed while the program runs. */
import { describe, expect, test } from "bun:test";
import { GroundWatch } from "../../src/hosts/repl/screen/ground-watch.ts";
import type { Reply } from "../../src/terminal/input/event.ts";
import { createModes } from "../../src/terminal/modes.ts";

const question = "\x1b]11;?\x1b\\\x1b[c";
const attributes: Reply = { kind: "device-attributes", level: 1, params: [] };

function look({
  scheme,
  mayAsk = true,
  isAsking = false,
}: {
  scheme: number;
  mayAsk?: boolean;
  isAsking?: boolean;
}) {
  let written = "";
  const write = (text: string | Uint8Array) => {
    written += String(text);
  };
  const modes = createModes({ write, writeNow: write, now: () => 0 });
  modes.enter();
  modes.receive({ kind: "mode", mode: 2031, state: scheme });
  modes.receive(attributes);
  const taken = () => {
    const all = written;
    written = "";
    return all;
  };
  taken();
  return { modes, watch: new GroundWatch({ modes, mayAsk, isAsking: () => isAsking }), taken };
}

describe("a theme that goes with the background", () => {
  test("has the terminal tell of it where it can, and asks for the colour when it does", () => {
    const { modes, watch, taken } = look({ scheme: 2 });
    watch.follow(true);
    expect(taken()).toContain("\x1b[?2031h");
    watch.onFocus(true);
    expect(taken()).toBe("");
    watch.onReply({ kind: "color-scheme", scheme: "light" });
    expect(taken()).toBe(question);
    expect(modes.replyDue).toBe(true);
    modes.receive(attributes);
    expect(modes.replyDue).toBe(false);
    modes.restore();
    expect(taken()).toContain("\x1b[?2031l");
  });

  test("is asked for when the window gets the focus, where the terminal does not tell", () => {
    const { watch, taken } = look({ scheme: 0 });
    watch.follow(true);
    expect(taken()).toBe("");
    watch.onFocus(false);
    expect(taken()).toBe("");
    watch.onFocus(true);
    expect(taken()).toBe(question);
  });

  test("is not asked for while other answers are waited for", () => {
    const { watch, taken } = look({ scheme: 0, isAsking: true });
    watch.follow(true);
    taken();
    watch.onFocus(true);
    expect(taken()).toBe("");
  });
});

test("where the theme is for one background, or the terminal may not be asked, nothing is asked", () => {
  const cases = [
    { one: look({ scheme: 2 }), follows: false },
    { one: look({ scheme: 2, mayAsk: false }), follows: true },
  ];
  for (const { one, follows } of cases) {
    one.watch.follow(follows);
    one.watch.onFocus(true);
    one.watch.onReply({ kind: "color-scheme", scheme: "light" });
    expect(one.taken()).toBe("");
  }
});

test("a terminal that has never answered is not asked", () => {
  let written = "";
  const write = (text: string | Uint8Array) => {
    written += String(text);
  };
  const modes = createModes({ write, writeNow: write, now: () => 0 });
  modes.enter();
  const watch = new GroundWatch({ modes, mayAsk: true, isAsking: () => false });
  watch.follow(true);
  written = "";
  watch.onFocus(true);
  expect(written).toBe("");
});
