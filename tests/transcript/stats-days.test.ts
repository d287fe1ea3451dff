/** Which days are drawn, and where a day begins. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { dayOf } from "../../src/transcript/stats.ts";
import { barDays, startOfDay } from "../../src/transcript/stats-days.ts";

const now = new Date(2026, 10, 30, 12).getTime();

test("days that are asked for have a bar each, today last", () => {
  expect(barDays([], 1, now)).toEqual(["2026-11-30"]);
  expect(barDays(["2026-11-29"], 3, now)).toEqual(["2026-11-28", "2026-11-29", "2026-11-30"]);
  expect(barDays([], 31, now)).toHaveLength(31);
});

test("since ever begins with the first day, and ends with the last one that has something", () => {
  expect(barDays(["2025-02-01", "2025-02-03"], 0, now)).toEqual(["2025-02-01", "2025-02-02", "2025-02-03"]);
  const years = barDays(["2020-01-01", "2025-02-03"], 0, now);
  expect([years.length, years.at(-1)]).toEqual([31, "2025-02-03"]);
  expect(barDays(["2025-02-03"], 3000, now).at(-1)).toBe("2025-02-03");
  expect(barDays([], 0, now)).toEqual(["2026-11-30"]);
});

test("a day that is still to come, as by a clock that went wrong, moves nothing", () => {
  expect(barDays(["2026-11-30", "2199-01-01"], 2, now)).toEqual(["2026-11-29", "2026-11-30"]);
  expect(barDays(["2026-11-30", "2199-01-01"], 0, now)).toEqual(["2026-11-30"]);
  expect(barDays(["2199-01-01"], 0, now)).toEqual(["2026-11-30"]);
});

test("days follow each other without a gap or a double, at any time of the year", () => {
  const times = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2090, 0) });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 31 }), (at, asked) => {
      const days = barDays([], asked, at);
      expect(new Set(days).size).toBe(days.length);
      // Samoa went without 30 December 2011.
      expect([asked, asked - 1]).toContain(days.length);
      expect(days.at(-1)).toBe(dayOf(at));
      expect(days[0]).toBe(dayOf(startOfDay(at, asked - 1)));
      expect(startOfDay(at, 0)).toBeLessThanOrEqual(at);
    }),
  );
});
