import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { z } from "zod";
import { entrySchema } from "../../src/protocol/entry.ts";
import { exactCheckOf } from "../../src/sessions/exact-shape.ts";
import { anyNewEntry, asJson, chained } from "./arbitrary-entries.ts";

const isExact = exactCheckOf(entrySchema);

/** A value with one thing in it changed: taken away, added, or of another kind. */
function changed(value: unknown, choices: readonly number[]): unknown {
  const [choice = 0, ...rest] = choices;
  if (typeof value !== "object" || value === null || rest.length === 0)
    return [null, 7, "word", true, [], {}, "turn_end"][choice % 7];
  if (Array.isArray(value)) {
    const at = choice % (value.length + 1);
    return [...value.slice(0, at), changed(value[at], rest), ...value.slice(at + 1)];
  }
  const names = Object.keys(value);
  const name = [...names, "newer", "__proto__"][choice % (names.length + 2)] ?? "newer";
  const { [name]: before, ...others }: Record<string, unknown> = { ...value };
  if ((rest[0] ?? 0) % 5 === 0) return others;
  // As JSON.parse makes it: a field of its own, whatever its name.
  return JSON.parse(
    JSON.stringify({ ...others, "\u0000": changed(before, rest) }).replace('"\\u0000"', JSON.stringify(name)),
  );
}

describe("an entry of exactly the known shape", () => {
  test("is what the schema reads, and nothing is lost", () => {
    let exact = 0;
    fc.assert(
      fc.property(
        fc.array(anyNewEntry, { minLength: 1, maxLength: 2 }),
        fc.array(fc.nat({ max: 1000 }), { maxLength: 6 }),
        (contents, choices) => {
          const whole = asJson(chained(contents).at(-1));
          const value = choices.length === 0 ? whole : changed(whole, choices);
          if (!isExact(value)) return;
          exact += 1;
          const parsed = entrySchema.safeParse(value);
          expect(parsed.success).toBe(true);
          expect(asJson(parsed.data)).toEqual(asJson(value));
        },
      ),
      { numRuns: 2_000 },
    );
    expect(exact).toBeGreaterThan(100);
  });

  test("is what rein writes", () => {
    fc.assert(
      fc.property(anyNewEntry, (content) => {
        expect(isExact(asJson(chained([content])[0]))).toBe(true);
      }),
    );
  });

  test("is not one with a field of a newer rein, with a missing one, or with a number that is none", () => {
    const [entry] = chained([{ type: "notice", text: "x" }]);
    expect(isExact(entry)).toBe(true);
    expect(isExact({ ...entry, newer: 1 })).toBe(false);
    expect(isExact({ ...entry, text: undefined })).toBe(false);
    const end = { ...entry, type: "turn_end", turnId: "t", outcome: "completed", steps: 1 };
    expect(isExact({ ...end, text: undefined })).toBe(false);
    const { text: _, ...bare } = end as typeof end & { text?: string };
    expect(isExact(bare)).toBe(true);
    expect(isExact({ ...bare, steps: Number.POSITIVE_INFINITY })).toBe(false);
  });

  test("what a schema does to values beyond looking at them is left to the schema", () => {
    expect(exactCheckOf(z.string().trim())(" a ")).toBe(false);
    expect(
      exactCheckOf(z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]))({
        a: "",
        b: "",
      }),
    ).toBe(false);
    expect(exactCheckOf(z.object({ a: z.string() }).transform((value) => value.a))({ a: "" })).toBe(false);
    expect(exactCheckOf(z.looseObject({ a: z.string() }))({ a: "" })).toBe(false);
    expect(exactCheckOf(z.string().default("x"))("y")).toBe(false);
  });
});
