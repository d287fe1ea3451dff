import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { ToolCallAssembler } from "../../src/providers/tool-call-assembly.ts";

type Delta = Readonly<Record<string, unknown>>;

/** The calls that come of these deltas, each delta in a chunk of its own; ids that are made up are m1, m2 … */
function assemble(deltas: readonly Delta[]) {
  let made = 0;
  const assembler = new ToolCallAssembler(() => `m${(made += 1)}`);
  for (const delta of deltas) assembler.add([delta]);
  return assembler.finish();
}

/** The calls as [id, name, arguments]. */
function calls(deltas: readonly Delta[]) {
  const assembled = assemble(deltas);
  if (!assembled.ok) throw new Error(assembled.message);
  return assembled.calls.map(({ callId, name, argumentsText }) => [callId, name, argumentsText]);
}

const fn = (name: unknown, args?: unknown) => ({
  type: "function",
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
});

describe("a call", () => {
  test("comes in pieces, as OpenAI sends it", () => {
    const deltas = [
      { index: 0, id: "a", ...fn("read", "") },
      { index: 0, ...fn(undefined, '{"path":') },
      { index: 0, ...fn(undefined, '"x"}') },
      { index: 1, id: "b", ...fn("list", "") },
      { index: 1, ...fn(undefined, "{}") },
    ];
    expect(calls(deltas)).toEqual([
      ["a", "read", '{"path":"x"}'],
      ["b", "list", "{}"],
    ]);
  });

  test("keeps its first id and name when later pieces repeat them or carry empty ones", () => {
    const repeated = { index: 0, id: "a", ...fn("read", '"x"}') };
    const empty = { index: 0, id: "", ...fn("", "") };
    const nothing = { index: 0, id: null, ...fn(null, null) };
    expect(calls([{ index: 0, id: "a", ...fn("read", '{"path":') }, repeated, empty, nothing])).toEqual([
      ["a", "read", '{"path":"x"}'],
    ]);
  });

  test("may get its id and its name late", () => {
    const deltas = [
      { index: 0, ...fn(undefined, "{") },
      { index: 0, ...fn("read", "}") },
      { index: 0, id: "late" },
    ];
    expect(calls(deltas)).toEqual([["late", "read", "{}"]]);
  });

  test("may have its arguments as an object, as null or not at all", () => {
    const deltas = [
      { index: 0, id: "a", ...fn("one", { path: "x" }) },
      { index: 1, id: "b", ...fn("two", null) },
      { index: 2, id: "c", ...fn("three") },
    ];
    expect(calls(deltas)).toEqual([
      ["a", "one", '{"path":"x"}'],
      ["b", "two", ""],
      ["c", "three", ""],
    ]);
  });

  test("with whole arguments that come twice has them once", () => {
    const whole = { index: 0, id: "a", ...fn("read", '{"path":"x"}') };
    expect(calls([whole, whole])).toEqual([["a", "read", '{"path":"x"}']]);
  });
});

describe("several calls", () => {
  test("that all have index 0 are told apart by their ids (Ollama)", () => {
    const deltas = [
      { index: 0, id: "a", ...fn("write", '{"path":"a"}') },
      { index: 0, id: "b", ...fn("write", '{"path":"b"}') },
    ];
    expect(calls(deltas)).toEqual([
      ["a", "write", '{"path":"a"}'],
      ["b", "write", '{"path":"b"}'],
    ]);
  });

  test("without an index are told apart by their ids, and pieces without either go to the last (Mistral)", () => {
    const deltas = [
      { id: "a", ...fn("read", '{"path":') },
      fn(undefined, '"a"}'),
      { id: "b", ...fn("read", '{"path":"b"}') },
    ];
    expect(calls(deltas)).toEqual([
      ["a", "read", '{"path":"a"}'],
      ["b", "read", '{"path":"b"}'],
    ]);
  });

  test("with index 0 and empty ids are told apart when one is whole and the name comes again", () => {
    const deltas = [
      { index: 0, id: "", ...fn("read", '{"path":"a"}') },
      { index: 0, id: "", ...fn("read", '{"path":"b"}') },
      { index: 0, id: "", ...fn("list", "{}") },
    ];
    expect(calls(deltas)).toEqual([
      ["m1", "read", '{"path":"a"}'],
      ["m2", "read", '{"path":"b"}'],
      ["m3", "list", "{}"],
    ]);
  });

  test("may start at any index: holes make no empty calls", () => {
    const deltas = [
      { index: 1, id: "a", ...fn("read", "{}") },
      { index: 7, id: "b", ...fn("list", "{}") },
    ];
    expect(calls(deltas).map(([id]) => id)).toEqual(["a", "b"]);
  });

  test("survive a piece with a wrong index", () => {
    const deltas = [
      { index: 0, id: "a", ...fn("read", '{"path":') },
      { index: 3, ...fn(undefined, '"x"}') },
    ];
    expect(calls(deltas)).toEqual([["a", "read", '{"path":"x"}']]);
  });

  test("that share one id get a second one, so that each can be answered", () => {
    const deltas = [
      { index: 0, id: "call_0", ...fn("read", '{"path":"a"}') },
      { index: 1, id: "call_0", ...fn("list", "{}") },
    ];
    expect(calls(deltas)).toEqual([
      ["call_0", "read", '{"path":"a"}'],
      ["m1", "list", "{}"],
    ]);
  });

  test("may stand in one chunk, whole", () => {
    const assembler = new ToolCallAssembler(() => "m");
    const progress = assembler.add([
      { id: "a", ...fn("read", '{"path":"a"}') },
      { id: "b", ...fn("list", "{}") },
    ]);
    expect(progress).toEqual([
      { index: 0, name: "read", length: 12 },
      { index: 1, name: "list", length: 2 },
    ]);
  });
});

describe("an id", () => {
  test.each(["", "null"])("that is %p everywhere is made up", (id) => {
    expect(calls([{ index: 0, id, ...fn("read", "{}") }])).toEqual([["m1", "read", "{}"]]);
  });

  test.each([{}, { id: null }])("that never came (%j) makes the response invalid", (id) => {
    expect(assemble([{ index: 0, ...id, ...fn("read", "{}") }])).toEqual({
      ok: false,
      message: "the server sent a tool call without an id",
    });
  });
});

test("a name that never came makes the response invalid", () => {
  expect(assemble([{ index: 0, id: "a", ...fn("", "{}") }])).toEqual({
    ok: false,
    message: "the server sent a tool call without a name",
  });
});

test("what is not a call is passed over", () => {
  const assembler = new ToolCallAssembler(() => "m");
  for (const junk of [null, undefined, "x", 1, [null, 3, "x"], [{}], [{ index: 0, id: null }]]) {
    expect(assembler.add(junk)).toEqual([]);
  }
  expect(assembler.finish()).toEqual({ ok: true, calls: [] });
});

const wantedCall = fc.record({
  name: fc.stringMatching(/^[a-z_]{1,12}$/),
  input: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
});
/** Splits a text at any places, also into empty pieces. */
const splits = fc.array(fc.nat(), { maxLength: 8 });

function cutAt(text: string, places: readonly number[]): string[] {
  const at = [...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return at.map((end, n) => text.slice(n === 0 ? 0 : at[n - 1], end));
}

const styles = ["indexed", "no index", "all index 0", "id in every piece", "one chunk a call"] as const;

function deltasFor(
  style: (typeof styles)[number],
  at: number,
  name: string,
  pieces: readonly string[],
): Delta[] {
  const id = `id${at}`;
  const index = style === "no index" ? {} : { index: style === "all index 0" ? 0 : at };
  if (style === "one chunk a call") return [{ ...index, id, ...fn(name, pieces.join("")) }];
  if (style === "id in every piece") return pieces.map((piece) => ({ ...index, id, ...fn(name, piece) }));
  return [
    { ...index, id, ...fn(name, "") },
    ...pieces.map((piece) => ({ ...index, ...fn(undefined, piece) })),
  ];
}

test("any splitting of the arguments gives the same calls, in every style of servers", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(wantedCall, splits), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...styles),
      (wanted, style) => {
        const deltas = wanted.flatMap(([{ name, input }, places], at) =>
          deltasFor(style, at, name, cutAt(JSON.stringify(input), places)),
        );
        const right = wanted.map(([{ name, input }], at) => [`id${at}`, name, JSON.stringify(input)]);
        expect(calls(deltas)).toEqual(right);
      },
    ),
  );
});

test("whatever comes, nothing is thrown and no two calls have one id", () => {
  const value = fc.oneof(fc.constantFrom("", "null", "a", "b", null, undefined, 0, 1), fc.jsonValue());
  const delta = fc.record(
    { index: value, id: value, function: fc.record({ name: value, arguments: value }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(delta, { maxLength: 12 }), (deltas) => {
      const assembled = assemble(deltas);
      const ids = assembled.ok ? assembled.calls.map(({ callId }) => callId) : [];
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});
