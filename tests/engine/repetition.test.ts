import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { repetitionAtEnd } from "../../src/engine/repetition.ts";
import { call, createTestEngine, response, type ScriptedAnswer, tool } from "../support/engine.ts";

const ofLetters = (letters: string) => repetitionAtEnd(letters.split(""));

describe("the end of a list", () => {
  test.each([
    ["AAA", 1, 3],
    ["ABABAB", 2, 3],
    ["xABCABCABC", 3, 3],
    ["ABCDABCDABCD", 4, 3],
    ["ABAAA", 1, 3],
    ["AABAAB", 3, 2],
  ])("%s repeats its last %d, %d times", (letters, length, times) => {
    expect(ofLetters(letters)).toEqual({ length, times });
  });

  test.each(["", "A", "AB", "ABC", "ABCDEABCDE", "AAB"])("%s repeats nothing", (letters) => {
    expect(ofLetters(letters)).toBeNull();
  });
});

test("a block that was put there any number of times is found at least so often", () => {
  const block = fc.array(fc.constantFrom("A", "B", "C"), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.string()), block, fc.integer({ min: 2, max: 6 }), (before, block, times) => {
      const found = repetitionAtEnd([...before, ...Array.from({ length: times }, () => block).flat()]);
      expect(found?.times ?? 0).toBeGreaterThanOrEqual(times);
    }),
  );
});

test("what is found stands there", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("A", "B"), { maxLength: 30 }), (items) => {
      const found = repetitionAtEnd(items);
      if (found === null) return;
      const block = items.slice(-found.length);
      expect(items.slice(-found.length * found.times)).toEqual(
        Array.from({ length: found.times }, () => block).flat(),
      );
    }),
  );
});

/** A turn of a model that says the steps over and over; each step is a list of tools that it calls. */
async function circling(
  steps: readonly (readonly string[])[],
  options: { readonly results?: () => string } = {},
) {
  let ids = 0;
  const answers = Array.from({ length: 40 }, (_, at): ScriptedAnswer =>
    response((steps[at % steps.length] ?? []).map((name) => call(`c${(ids += 1)}`, name))),
  );
  const results = options.results ?? (() => "the same");
  const tools = ["a", "b", "c", "d"].map((name) =>
    tool(name, { run: () => ({ ok: true, text: results() }) }),
  );
  const test = createTestEngine({ answers, tools });
  test.engine.submit("go");
  await test.engine.whenIdle();
  const notices = test.entries().flatMap((entry) => (entry.type === "notice" ? [entry.text] : []));
  return { ...test, notices, end: test.turnEnds()[0] };
}

describe("a model that goes round in circles", () => {
  test.each([
    ["one call", [["a"]], 4],
    ["two calls in turn", [["a"], ["b"]], 8],
    ["four calls in turn", [["a"], ["b"], ["c"], ["d"]], 16],
    ["two calls at once", [["a", "b"]], 4],
  ])("with %s is told so once, and then the turn ends with the reason", async (_, steps, responses) => {
    const { notices, end, requests } = await circling(steps);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain("3 times");
    expect(end).toMatchObject({ outcome: "limit_reached", steps: responses });
    expect(end?.reason).toContain("4 times");
    // What it was told is in its next request.
    const told = requests.findIndex((entries) => entries.some(({ type }) => type === "notice"));
    expect(told).toBe((responses / 4) * 3);
  });

  test("is left alone as long as something else comes of it", async () => {
    let count = 0;
    const { notices, end } = await circling([["a"]], { results: () => `${(count += 1)}` });
    expect(notices).toEqual([]);
    expect(end).toMatchObject({ outcome: "failed", steps: 41 });
  });

  test("may be told by the user to do the same again", async () => {
    const answers = [1, 2, 3, 4].flatMap((turn) => [
      response([call(`${turn}a`, "a")]),
      response([call(`${turn}b`, "a")]),
      response(["Done."]),
    ]);
    const { engine, turnEnds, entries } = createTestEngine({ answers, tools: [tool("a")] });
    for (const word of ["one", "two", "three", "four"]) {
      engine.submit(word);
      await engine.whenIdle();
    }
    expect(turnEnds().map(({ outcome }) => outcome)).toEqual(Array(4).fill("completed"));
    expect(entries().some(({ type }) => type === "notice")).toBeFalse();
  });

  test("that waits for a job is not meant", async () => {
    const waiting = tool("wait", {
      run: () => ({ ok: true, text: "(nothing new)", job: { id: "job-1", runs: true } }),
    });
    const answers = Array.from({ length: 8 }, (_, at) => response([call(`c${at}`, "wait")]));
    const { engine, turnEnds } = createTestEngine({
      answers: [...answers, response(["Done."])],
      tools: [waiting],
    });
    engine.submit("wait for it");
    await engine.whenIdle();
    expect(turnEnds()).toMatchObject([{ outcome: "completed", steps: 9 }]);
  });
});
