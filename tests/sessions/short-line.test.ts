import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { leftOut, shortLine } from "../../src/sessions/short-line.ts";
import { chained } from "./arbitrary-entries.ts";
import { anyContents, damaged, anyDamage } from "./long-logs.ts";

const strict = new TextDecoder("utf-8", { fatal: true });

function parsed(text: () => string): unknown {
  try {
    return JSON.parse(text()) ?? "null";
  } catch {
    return undefined;
  }
}

/** The short value with what was left out of it put back. */
function filled(short: unknown, whole: unknown): unknown {
  if (short === leftOut && typeof whole === "string") return whole;
  if (Array.isArray(short) && Array.isArray(whole)) {
    if (short.length === 1 && short[0] === leftOut && whole.every((item) => typeof item === "string"))
      return whole;
    return short.map((item, at) => filled(item, whole[at]));
  }
  if (typeof short !== "object" || short === null || typeof whole !== "object" || whole === null)
    return short;
  return Object.fromEntries(
    Object.entries(short).map(([name, item]) => [name, filled(item, Reflect.get(whole, name))]),
  );
}

describe("a long line without its long strings", () => {
  test("says the same as the whole line, and nothing where that cannot be read", () => {
    let shortened = 0;
    fc.assert(
      fc.property(anyContents, fc.array(anyDamage, { maxLength: 2 }), (contents, damages) => {
        for (const entry of chained(contents)) {
          const bytes = damaged(Buffer.from(JSON.stringify(entry)), damages);
          const short = shortLine(bytes);
          if (short === null) continue;
          const value = parsed(() => short);
          const whole = parsed(() => strict.decode(bytes));
          if (whole === undefined) expect(value).toBeUndefined();
          else expect(filled(value, whole)).toEqual(whole);
          shortened += 1;
        }
      }),
      { numRuns: 300 },
    );
    expect(shortened).toBeGreaterThan(50);
  });

  test("is much shorter", () => {
    const line = JSON.stringify({
      a: "x".repeat(100_000),
      b: Array.from({ length: 1_000 }, () => "line"),
      c: 1,
    });
    const short = shortLine(Buffer.from(line)) ?? "";
    expect(JSON.parse(short)).toEqual({ a: leftOut, b: [leftOut], c: 1 });
  });

  const long = "x".repeat(2_000);
  test.each([
    ["a list without a comma", `{"a":["${long}" "b"]}`],
    ["a list with two commas", `{"a":["${"y".repeat(900)}",,"${"z".repeat(900)}"]}`],
    ["an open list", `{"a":["${long}","b"`],
    ["an open string", `{"a":"${long}`],
    ["a control character", `{"a":"${long}\u0001"}`],
    ["half an escape", `{"a":"${long}\\u12"}`],
    ["an escape that is none", `{"a":"${long}\\x"}`],
  ])("%s is no line of JSON, short or whole", (_, line) => {
    const short = shortLine(Buffer.from(line));
    expect(parsed(() => line)).toBeUndefined();
    expect(short === null ? undefined : parsed(() => short)).toBeUndefined();
  });

  test("bytes that are no UTF-8 are never passed over", () => {
    for (const bad of [
      [0x80],
      [0xc0, 0xaf],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf8],
      [0xe2, 0x82],
    ]) {
      const line = Buffer.concat([Buffer.from(`{"a":"${long}`), Buffer.from(bad), Buffer.from('"}')]);
      expect(shortLine(line)).toBeNull();
    }
    expect(shortLine(Buffer.from(`{"a":"${"é中👩".repeat(900)}"}`))).toBe(`{"a":"${leftOut}"}`);
  });
});
