/** What stands beside the window's title while a turn runs. */
import { describe, expect, test } from "bun:test";
import { TurnProgress } from "../../src/hosts/repl/status/turn-progress.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import { createModes } from "../../src/terminal/modes.ts";
import type { TerminalKind } from "../../src/terminal/terminal-kind.ts";

const busy = "\x1b]9;4;3\x1b\\";
const waiting = "\x1b]9;4;4;100\x1b\\";
const failed = "\x1b]9;4;2;100\x1b\\";
const off = "\x1b]9;4;0\x1b\\";

const started: EngineEvent = { type: "turn_started", turnId: "1" };
const ended = (outcome: "completed" | "failed"): EngineEvent => ({
  type: "turn_ended",
  turnId: "1",
  outcome,
});

function look(isOn = true, first: TerminalKind = { name: "ghostty", version: "1.2.0" }) {
  let written = "";
  let kind = first;
  const write = (text: string | Uint8Array) => {
    written += String(text);
  };
  const modes = createModes({ write, writeNow: write, now: () => 0 });
  modes.enter();
  const due: (() => void)[] = [];
  const timers = {
    after(_ms: number, callback: () => void) {
      due.push(callback);
      return () => void due.splice(due.indexOf(callback), 1);
    },
  };
  const progress = new TurnProgress({ modes, timers, kind: () => kind });
  progress.begin(isOn);
  const taken = () => {
    const all = written;
    written = "";
    return all;
  };
  taken();
  return {
    progress,
    modes,
    taken,
    due,
    become: (other: TerminalKind) => {
      kind = other;
      progress.show();
    },
  };
}

describe("a turn", () => {
  test("shows from its start to its end, and what waits for the user shows differently", () => {
    const { progress, taken } = look();
    progress.onEvent(started);
    expect(taken()).toBe(busy);
    progress.waitFor(true);
    expect(taken()).toBe(waiting);
    progress.waitFor(false);
    expect(taken()).toBe(busy);
    progress.onEvent(ended("completed"));
    expect(taken()).toBe(off);
  });

  test("that failed shows until the user is seen, or another begins", () => {
    const { progress, taken } = look();
    progress.onEvent(started);
    progress.onEvent(ended("failed"));
    expect(taken()).toBe(busy + failed);
    progress.seen();
    expect(taken()).toBe(off);
    progress.seen();
    expect(taken()).toBe("");
    progress.onEvent(started);
    progress.onEvent(ended("failed"));
    progress.onEvent(started);
    expect(taken()).toBe(busy + failed + busy);
  });

  test("shows again while it runs, for terminals that take it back; nothing is due when it is over", () => {
    const { progress, taken, due } = look();
    progress.onEvent(started);
    due.shift()?.();
    due.shift()?.();
    expect(taken()).toBe(busy.repeat(3));
    progress.waitFor(true);
    expect(due).toEqual([]);
    progress.waitFor(false);
    progress.onEvent(ended("completed"));
    expect(due).toEqual([]);
  });

  test("shows nothing where that is switched off, or the terminal is not known to take it", () => {
    for (const one of [look(false), look(true, { name: "kitty", version: "0.46.2" })]) {
      one.progress.onEvent(started);
      one.progress.waitFor(true);
      one.progress.onEvent(ended("failed"));
      expect([one.taken(), one.due]).toEqual(["", []]);
    }
  });

  test("shows once the terminal has told which it is, and goes where that is another one", () => {
    const { progress, taken, become } = look(true, { name: "unknown", version: "" });
    progress.onEvent(started);
    expect(taken()).toBe("");
    become({ name: "wezterm", version: "20250209" });
    expect(taken()).toBe(busy);
    become({ name: "unknown", version: "" });
    expect(taken()).toBe(off);
  });

  test("leaves nothing behind, whatever the way out, and shows again after a child had the terminal", () => {
    const { progress, modes, taken } = look();
    progress.onEvent(started);
    taken();
    modes.release();
    expect(taken()).toContain(off);
    modes.retake();
    expect(taken()).toContain(busy);
    modes.restore();
    expect(taken()).toContain(off);
  });
});
