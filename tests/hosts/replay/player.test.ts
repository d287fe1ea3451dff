/** Playing, pausing and stepping, on a clock of the test's own. */
import { describe, expect, test } from "bun:test";
import { createPausableTimers } from "../../../src/hosts/replay/pausable.ts";
import { Player } from "../../../src/hosts/replay/player.ts";
import type { ReplayEvent } from "../../../src/hosts/replay/schedule.ts";
import {
  approval,
  assistant,
  calls,
  log,
  ran,
  says,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "../../transcript/log.ts";

/** A clock that stands until it is moved. */
function createClock() {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    timers: {
      now: () => now,
      after(ms: number, callback: () => void) {
        const one = { at: now + ms, callback };
        waiting.add(one);
        return () => waiting.delete(one);
      },
    },
    get isQuiet() {
      return waiting.size === 0;
    },
    pass(ms: number) {
      const end = now + ms;
      while (true) {
        const next = [...waiting]
          .filter(({ at }) => at <= end)
          .toSorted((one, other) => one.at - other.at)[0];
        if (next === undefined) break;
        waiting.delete(next);
        now = Math.max(now, next.at);
        next.callback();
      }
      now = end;
    },
  };
}

const entries = log(
  user("hi"),
  turnStart,
  assistant([says("Looking."), calls("c1")], { latencyMs: 4_000, firstTokenMs: 2_000 }),
  approval("c1", "once"),
  toolStart("c1"),
  toolResult("c1", ran, 6_000),
  assistant([says("Done.")], { step: 2, latencyMs: 1_000 }),
  turnEnd(),
);

function play({ speed = 1, end = entries.length }: { readonly speed?: number; readonly end?: number } = {}) {
  const clock = createClock();
  const events: ReplayEvent[] = [];
  let still = 0;
  const timers = createPausableTimers(clock.timers);
  const player = new Player({
    entries,
    end,
    speed,
    timers,
    maxPauseMs: 500,
    onEvent: (event) => events.push(event),
    onStill: () => (still += 1),
  });
  const told = () => events.flatMap((event) => (event.type === "entry" ? [event.entry.type] : []));
  return { clock, player, events, told, still: () => still };
}

describe("a session that is played", () => {
  test("takes as long as it took, and half as long at twice the speed", () => {
    for (const speed of [1, 2]) {
      const { clock, player, told } = play({ speed });
      player.play();
      clock.pass(5_000 / speed);
      expect(told()).toEqual(["user", "turn_start", "assistant", "approval", "tool_start"]);
      clock.pass(7_000 / speed);
      expect(told().at(-1)).toBe("turn_end");
      expect(player.isAtEnd).toBe(true);
    }
  });

  test("stands still while it is paused, with no timer, and goes on where it was", () => {
    const { clock, player, events, told, still } = play();
    player.play();
    clock.pass(2_500);
    const before = events.length;
    player.pause();
    expect(still()).toBe(1);
    expect(clock.isQuiet).toBe(true);
    clock.pass(1_000_000);
    expect(events.length).toBe(before);
    player.play();
    clock.pass(2_500);
    expect(told().at(-1)).toBe("tool_start");
  });

  test("at speed 0 waits for nothing", () => {
    const { clock, player, told } = play({ speed: 0 });
    player.play();
    clock.pass(1);
    expect(told()).toEqual(entries.map(({ type }) => type));
  });

  test("can be stepped through: a question is a step before its answer is", () => {
    const { player, events, told } = play();
    const steps: (string | undefined)[] = [];
    while (!player.isAtEnd) {
      player.step();
      steps.push(events.at(-1)?.type === "approval_requested" ? "question" : told().at(-1));
    }
    expect(steps).toEqual([
      "user",
      "assistant",
      "question",
      "approval",
      "tool_result",
      "assistant",
      "turn_end",
    ]);
    expect(told()).toEqual(entries.map(({ type }) => type));
  });

  test("goes to another place, with nothing left of what was being told", () => {
    const { clock, player, told } = play();
    player.play();
    clock.pass(3_000);
    player.finishEntry();
    expect(told().at(-1)).toBe("assistant");
    player.goTo(0);
    expect(player.at).toBe(0);
    clock.pass(1_000);
    expect(told().slice(-2)).toEqual(["user", "turn_start"]);
    player.goTo(entries.length);
    expect(player.isAtEnd).toBe(true);
    expect(clock.isQuiet).toBe(true);
  });

  test("ends where it is to end", () => {
    const { clock, player, told, still } = play({ end: 2 });
    player.play();
    clock.pass(60_000);
    expect(told()).toEqual(["user", "turn_start"]);
    expect([player.isAtEnd, player.isPaused, still()]).toEqual([true, true, 1]);
  });
});
