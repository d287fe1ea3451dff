import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { z } from "zod";
import { coerceArguments } from "../../src/tools/coerce-arguments.ts";

const input = z.object({
  path: z.string(),
  count: z.number().int().optional(),
  ratio: z.number().optional(),
  all: z.boolean().optional(),
  lines: z.array(z.number()).optional(),
  names: z.array(z.string()).optional(),
  edits: z.array(z.object({ old: z.string(), all: z.boolean().optional() })).optional(),
  options: z.object({ depth: z.number() }).optional(),
  mode: z.enum(["fast", "42"]).optional(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
  perhaps: z.number().nullable().optional(),
  size: z.union([z.number(), z.boolean()]).optional(),
});
const schema = z.toJSONSchema(input, { io: "input" });
const read = (value: unknown) => coerceArguments(value, schema);

describe("an argument of a wrong type", () => {
  test.each([
    [{ count: "42" }, { count: 42 }],
    [{ count: " -3 " }, { count: -3 }],
    [{ ratio: "1.5e2" }, { ratio: 150 }],
    [{ all: "true" }, { all: true }],
    [{ all: "False" }, { all: false }],
    [{ lines: "[1, 2]" }, { lines: [1, 2] }],
    [{ lines: ["1", "2"] }, { lines: [1, 2] }],
    [{ lines: "7" }, { lines: [7] }],
    [{ names: "a.ts" }, { names: ["a.ts"] }],
    [{ names: '["a", "b"]' }, { names: ["a", "b"] }],
    [{ edits: '[{"old": "x", "all": "true"}]' }, { edits: [{ old: "x", all: true }] }],
    [{ edits: { old: "x" } }, { edits: [{ old: "x" }] }],
    [{ options: '{"depth": "2"}' }, { options: { depth: 2 } }],
    [{ path: 42 }, { path: "42" }],
    [{ count: null, path: "a" }, { path: "a" }],
    [{ size: "true" }, { size: true }],
    ['{"count": "1"}', { count: 1 }],
  ])("is read as what is meant (%j)", (given, right) => {
    expect(read(given)).toEqual(right);
  });
});

describe("an argument that could mean something else", () => {
  test.each([
    { count: "0x10" },
    { count: "1_000" },
    { count: "many" },
    { count: "" },
    { count: "12345678901234567890" },
    { all: "yes" },
    { all: 1 },
    { lines: "[1, 2" },
    { names: "[a-z].ts" },
    { path: null },
    { path: true },
    { path: "42" },
    { path: '["a"]' },
    { mode: "42" },
    { either: '["a", "b"]' },
    { perhaps: null },
    { options: "depth" },
    { unknown: "42" },
    "no object",
    [1],
    null,
  ])("stays as it is (%j)", (given) => {
    expect(read(given)).toEqual(given);
  });
});

const value = fc.record(
  {
    path: fc.string(),
    count: fc.integer(),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }),
    all: fc.boolean(),
    lines: fc.array(fc.integer()),
    names: fc.array(fc.oneof(fc.string(), fc.json())),
    edits: fc.array(fc.record({ old: fc.json(), all: fc.boolean() }, { requiredKeys: ["old"] })),
    options: fc.record({ depth: fc.integer() }),
    mode: fc.constantFrom("fast", "42"),
    either: fc.oneof(fc.json(), fc.array(fc.json())),
    perhaps: fc.option(fc.integer()),
    size: fc.oneof(fc.integer(), fc.boolean()),
  },
  { requiredKeys: ["path"] },
);

test("arguments that fit are never changed", () => {
  fc.assert(fc.property(value, (given) => expect(read(given)).toEqual(given)));
});

test("arguments whose values were all written as strings are read as what they were", () => {
  const plain = fc.record({
    path: fc.string(),
    count: fc.integer(),
    all: fc.boolean(),
    lines: fc.array(fc.integer()),
    names: fc.array(fc.string()),
    options: fc.record({ depth: fc.integer() }),
  });
  fc.assert(
    fc.property(plain, (right) => {
      const written = Object.entries(right).map(([key, one]) => [
        key,
        typeof one === "string" ? one : JSON.stringify(one),
      ]);
      expect(read(Object.fromEntries(written))).toEqual(right);
    }),
  );
});

test("whatever comes, nothing is thrown, and a second look changes nothing", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...Object.keys(input.shape)), fc.jsonValue())),
      (given) => {
        const once = read(given);
        expect(read(once)).toEqual(once);
      },
    ),
  );
});
