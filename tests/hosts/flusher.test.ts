/** When something is drawn that comes in faster than it should be. */
import { describe, expect, test } from "bun:test";
import { createActivityClock, tickMs } from "../../src/hosts/repl/conversation/activity-clock.ts";
import { createFlusher, frameMs } from "../../src/hosts/repl/screen/flusher.ts";
import { TestClock } from "./window.ts";

function drawing(duration = 0) {
  const clock = new TestClock();
  const drawnAt: number[] = [];
  const draw = () => {
    drawnAt.push(clock.timers.now());
    clock.pass(duration);
  };
  return { clock, drawnAt, flusher: createFlusher(draw, clock.timers) };
}

describe("streamed text", () => {
  test("is drawn at once when nothing was drawn lately", () => {
    const { flusher, drawnAt } = drawing();
    flusher.request();
    expect(drawnAt).toEqual([0]);
  });

  test("is gathered: 30 frames a second at most, and the last of it is drawn too", () => {
    const { clock, flusher, drawnAt } = drawing();
    for (let piece = 0; piece < 1000; piece += 1) {
      flusher.request();
      clock.pass(1);
    }
    clock.pass(frameMs);
    expect(drawnAt.length).toBeLessThanOrEqual(32);
    expect(drawnAt.at(-1)).toBeGreaterThanOrEqual(999);
    expect(clock.waiting).toBe(0);
  });

  test("leaves time for everything else when a draw is slow", () => {
    const { clock, flusher, drawnAt } = drawing(100);
    flusher.request();
    flusher.request();
    clock.pass(500);
    expect(drawnAt).toEqual([0, 200]);
  });
});

test("what cannot wait is drawn now, and what waited is in it", () => {
  const { clock, flusher, drawnAt } = drawing();
  flusher.request();
  clock.pass(5);
  flusher.request();
  flusher.now();
  clock.pass(100);
  expect(drawnAt).toEqual([0, 5]);
});

test("after a cancel nothing is drawn any more", () => {
  const { clock, flusher, drawnAt } = drawing();
  flusher.request();
  flusher.request();
  flusher.cancel();
  clock.pass(100);
  expect(drawnAt).toEqual([0]);
  expect(clock.waiting).toBe(0);
});

test("the activity clock ticks while it runs, and no timer is left when it does not", () => {
  const time = new TestClock();
  let ticks = 0;
  const clock = createActivityClock(time.timers, () => (ticks += 1));
  expect(time.waiting).toBe(0);
  clock.start();
  time.pass(tickMs * 5);
  expect({ ticks, tick: clock.tick, elapsed: clock.elapsedMs }).toEqual({
    ticks: 5,
    tick: 5,
    elapsed: tickMs * 5,
  });
  clock.stop();
  time.pass(tickMs * 5);
  expect({ ticks, waiting: time.waiting, isRunning: clock.isRunning }).toEqual({
    ticks: 5,
    waiting: 0,
    isRunning: false,
  });
});
