import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import type { ProviderError } from "../../src/protocol/error.ts";
import { countdown } from "../../src/hosts/repl/conversation/countdown.ts";
import { clockTime, Patience, unfinishedTurn, wayOut } from "../../src/hosts/repl/conversation/patience.ts";
import { log, turnEnd, turnStart, user } from "../transcript/log.ts";

const hour = 3_600_000;
const quota: ProviderError = { kind: "quota", message: "Enough.", retryable: false, retryAfterMs: 3 * hour };
const busy: ProviderError = { kind: "overloaded", message: "Busy.", retryable: true };
const failed = (error?: ProviderError): NewEntry =>
  turnEnd({ outcome: "failed", ...(error === undefined ? {} : { error }) });

/** A clock and one timer, moved by the test. */
function clock(begin: number) {
  let now = begin;
  let timer: { readonly at: number; readonly fire: () => void } | undefined;
  return {
    now: () => now,
    isSet: () => timer !== undefined,
    timers: {
      after(ms: number, fire: () => void) {
        const mine = { at: now + ms, fire };
        timer = mine;
        return () => {
          if (timer === mine) timer = undefined;
        };
      },
    },
    /** Time passes; a timer whose time has come fires, unless the machine sleeps. */
    pass(ms: number, isAsleep = false) {
      now += ms;
      if (isAsleep || timer === undefined || timer.at > now) return;
      const { fire } = timer;
      timer = undefined;
      fire();
    },
  };
}

describe("the last turn", () => {
  test("offers its server's time when the server named one", () => {
    const branch = log(user("go"), turnStart, failed(quota));
    const end = Date.parse(branch[2]?.at ?? "");
    const turn = unfinishedTurn(branch);
    expect(turn?.waitUntil).toBe(end + 3 * hour);
    const hint = wayOut(turn ?? {}, end) ?? "";
    expect(hint).toContain(`/wait goes on by itself at ${clockTime(end + 3 * hour, end)}`);
    expect(hint).toContain("/model");
  });

  test("offers to ask again when that may help, and nothing when it does not", () => {
    const hint = (error?: ProviderError) => wayOut(unfinishedTurn(log(user("go"), failed(error))) ?? {}, 0);
    expect(hint(busy)).toContain("/retry");
    expect(hint({ ...busy, retryAfterMs: 5000 })).not.toContain("/wait");
    expect(hint({ ...busy, kind: "auth", retryable: false })).toBeNull();
    expect(hint()).toBeNull();
  });

  test("that was answered offers nothing; one that was cut off can be asked for again", () => {
    expect(unfinishedTurn(log())).toBeNull();
    expect(unfinishedTurn(log(user("go"), turnStart, turnEnd()))).toBeNull();
    expect(unfinishedTurn(log(user("go"), turnStart))).toEqual({});
    expect(unfinishedTurn(log(user("go"), turnStart, turnEnd({ outcome: "interrupted" })))).toEqual({});
  });
});

describe("waiting for a time of day", () => {
  test("goes on once, at that time, and leaves no timer behind", () => {
    const time = clock(0);
    let times = 0;
    const patience = new Patience({ ...time, onOver: () => (times += 1) });
    expect(patience.words()).toBe("");
    patience.start(150_000);
    expect(patience.words()).toContain(clockTime(150_000, 0));
    for (const step of [60_000, 60_000, 29_999]) time.pass(step);
    expect(times).toBe(0);
    time.pass(1);
    expect(times).toBe(1);
    expect(patience.words()).toBe("");
    expect(time.isSet()).toBe(false);
  });

  test("goes on soon after a sleep in which that time passed", () => {
    const time = clock(0);
    let isOver = false;
    const patience = new Patience({ ...time, onOver: () => (isOver = true) });
    patience.start(5 * hour);
    time.pass(8 * hour, true);
    time.pass(60_000);
    expect(isOver).toBe(true);
  });

  test("ends when it is cancelled", () => {
    const time = clock(0);
    let isOver = false;
    const patience = new Patience({ ...time, onOver: () => (isOver = true) });
    patience.start(hour);
    expect(patience.cancel()).toBe(true);
    expect(patience.cancel()).toBe(false);
    time.pass(2 * hour);
    expect(isOver).toBe(false);
    expect(time.isSet()).toBe(false);
  });
});

test("a time on another day is told with the day", () => {
  const now = new Date(2026, 0, 31, 23, 0).getTime();
  expect(clockTime(now + 30 * 60_000, now)).toBe("23:30");
  expect(clockTime(now + 2 * hour, now)).toBe("01:00 on 2026-02-01");
});

test("the wait for the next attempt is counted down", () => {
  const retry = { type: "retry", attempt: 2, of: 8, delayMs: 12_000, error: busy } as const;
  expect(countdown(retry, 0)).toBe("again in 12s · attempt 2 of 8 · Busy.");
  expect(countdown(retry, 11_200)).toBe("again in 1s · attempt 2 of 8 · Busy.");
  expect(countdown(retry, 12_500)).toBe("attempt 2 of 8 · Busy.");
});
