/** JSON with comments: what is wrong in it is told with its place, and nothing in it is passed over. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseCommentedJson, withPlace } from "../../src/settings/commented-json.ts";

const faultOf = (text: string): string => {
  try {
    parseCommentedJson(text);
    return "none";
  } catch (thrown) {
    return String(thrown);
  }
};

describe("what is no JSON says where", () => {
  test.each([
    ['{ "model": "m", "allow": [', /line 1, column 27: .*end of file/],
    ['{\n  "model": "m",\n  "theme": oops\n}', /line 3, column 12: Unexpected oops/],
    ['{\r\n  "a": 1\r\n  "b": 2\r\n}', /line 3, column 3: Expected ","/],
    ['// mine\n{ "a": [1,, 2] }', /line 2, column 11: /],
    ['{ "a": "never closed\n}', /line 1, column 8: /],
    ['{ "a": "a bad \\q" }', /line 1, column 8: /],
    ['{ "a": 1 /* never closed', /line 1, column 10: /],
    ["{ a: 1 }", /line 1, column 3: /],
    ['{ "a" 1 }', /line 1, column 7: /],
    ["\0\0\0", /line 1, column 1: /],
    ["/* only this */", /line 1, column 16: /],
  ])("%j", (text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });

  test.each([
    ['{ "model": "m" },\n"permissions": { "deny": ["bash"] } }', "line 1, column 17"],
    ['{ "model": "m" }\n{ "permissions": {} }', "line 2, column 1"],
    ["{}}", "line 1, column 3"],
    ["[] // fine\n!", "line 2, column 1"],
  ])("%j, where more comes behind the end", (text, place) => {
    expect(faultOf(text)).toContain(`${place}: what stands here is behind the end`);
  });

  test("a text that is nested deeper than anybody reads", () => {
    expect(faultOf("[".repeat(200_000))).toMatch(/line 1, column 200001: /);
  });
});

test("comments, commas too many, other quotes and blanks of all kinds are taken", () => {
  const text =
    '\u00A0// one\n{ \'a\': [1, 0x10, .5, -2e3,], /* two */ "b\\u0041": {"c": null,},\r\n}\n// three';
  expect(parseCommentedJson(text)).toEqual({ a: [1, 16, 0.5, -2000], bA: { c: null } });
});

test("property: all JSON is taken as it is, and cut anywhere it says where", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom(undefined, 2), (json, at, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(parseCommentedJson(text)).toEqual(JSON.parse(text));
      const cut = text.slice(0, at % text.length);
      if (/^[[{"]/.test(text)) expect(faultOf(cut)).toMatch(/line \d+, column \d+: /);
    }),
  );
});

const signs = ["{", "}", "[", "]", ":", ",", '"', "'", "\\", "/", "*", "\n", " ", "1", "t", "a"];

test("property: whatever stands there, a place that is told is in the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
      const [, line, column] = /^line (\d+), column (\d+): why$/.exec(withPlace(text, "why")) ?? [];
      if (line === undefined) return;
      const lines = text.split("\n");
      expect(Number(column)).toBeLessThanOrEqual((lines[Number(line) - 1]?.length ?? -1) + 1);
    }),
  );
});
