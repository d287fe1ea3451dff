/** A user who looks elsewhere is told once that rein waits for them. */
import { describe, expect, test } from "bun:test";
import { Attention, type NotifySetting } from "../../src/hosts/repl/status/attention.ts";
import { TurnProgress } from "../../src/hosts/repl/status/turn-progress.ts";
import { createModes } from "../../src/terminal/modes.ts";
import type { TerminalKind } from "../../src/terminal/terminal-kind.ts";

const pushed = "\x1b[22;0t";
const popped = "\x1b]2;\x1b\\\x1b[23;0t";
const focusOn = "\x1b[?1004h";

function look(notify: NotifySetting, kind: TerminalKind = { name: "unknown", version: "" }) {
  let written = "";
  const write = (text: string | Uint8Array) => {
    written += String(text);
  };
  const modes = createModes({ write, writeNow: write, now: () => 0 });
  modes.enter();
  const progress = new TurnProgress({ modes, timers: { after: () => () => {} }, kind: () => kind });
  const attention = new Attention({ modes, terminal: { write }, kind: () => kind, progress });
  attention.begin(notify, false);
  const taken = () => {
    const all = written;
    written = "";
    return all;
  };
  return { attention, modes, taken, begun: taken() };
}

describe("a question", () => {
  test("rings once while the window has no focus, and is in its title until it is answered", () => {
    const { attention, taken, begun } = look("bell");
    expect(begun).toEndWith(focusOn);
    attention.onFocus(false);
    attention.waitFor("bash wants to run a command");
    expect(taken()).toBe(`${pushed}\x1b]2;rein waits: bash wants to run a command\x1b\\\x07`);
    attention.waitFor("bash wants to create a file");
    expect(taken()).toBe("\x1b]2;rein waits: bash wants to create a file\x1b\\");
    attention.waitFor(null);
    expect(taken()).toBe(popped);
  });

  test("is silent for who looks at it, until they look away", () => {
    const { attention, taken } = look("bell");
    attention.onFocus(true);
    attention.waitFor("bash");
    expect(taken()).toBe("");
    attention.onFocus(false);
    expect(taken()).toBe(`${pushed}\x1b]2;rein waits: bash\x1b\\`);
    attention.onFocus(true);
    expect(taken()).toBe(popped);
  });

  test("rings nothing in a terminal that does not tell of its focus", () => {
    const { attention, taken } = look("bell");
    attention.waitFor("bash");
    expect(taken()).not.toContain("\x07");
  });

  test("is a notification where that is wanted, and what is in it cannot end its sequence", () => {
    const { attention, taken } = look("osc");
    attention.onFocus(false);
    attention.waitFor("a\x1b\\b\x07c\u202ed");
    const said = taken();
    expect(said).toContain("\x1b]9;rein waits: a\\bc\\u{202e}d\x1b\\");
    expect(said).not.toContain("\x07");
  });

  test("is told each terminal in its own way, and by a sound where nothing else gets through", () => {
    const ways = [
      [{ name: "kitty", version: "0.46.2" }, "\x1b]99;i=rein:a=focus;rein waits: a;b\x1b\\"],
      [{ name: "foot", version: "1.16" }, "\x1b]777;notify;rein;rein waits: a,b\x1b\\"],
      [{ name: "iterm2", version: "3.5" }, "\x1b]9;rein waits: a;b\x1b\\"],
      [{ name: "multiplexer", version: "" }, "\x07"],
    ] as const;
    for (const [kind, said] of ways) {
      const { attention, taken } = look("osc", kind);
      attention.onFocus(false);
      attention.waitFor("a;b");
      expect(taken()).toEndWith(said);
    }
  });

  test("says and asks the terminal nothing where it is switched off", () => {
    const { attention, taken, begun } = look("off");
    expect(begun).not.toContain(focusOn);
    attention.onFocus(false);
    attention.waitFor("bash");
    attention.waitFor(null);
    expect(taken()).toBe("");
  });

  test("leaves no title behind, whatever the way out, and has it again after a child had the terminal", () => {
    const { attention, modes, taken } = look("bell");
    attention.onFocus(false);
    attention.waitFor("bash");
    taken();
    modes.release();
    expect(taken()).toContain(`${popped}\x1b[?1004l`);
    modes.retake();
    expect(taken()).toContain("\x1b]2;rein waits: bash\x1b\\");
    modes.restore();
    expect(taken()).toContain(popped);
  });

  test("does not leave the full screen for its title", () => {
    const { attention, modes, taken } = look("bell");
    modes.enterAlternateScreen({ mouse: true });
    taken();
    attention.onFocus(false);
    attention.waitFor("bash");
    attention.waitFor(null);
    expect(taken()).not.toContain("1049");
  });
});
