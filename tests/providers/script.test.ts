import { describe, expect, test } from "bun:test";
import { UserError } from "../../src/protocol/error.ts";
import type { ProviderEvent } from "../../src/providers/provider.ts";
import { createScriptProvider, readScript } from "../../src/providers/script.ts";
import { collect, errorOf, requestOf, responseOf } from "./collect.ts";

const playing = (text: string) =>
  createScriptProvider({
    model: "script:test.json",
    responses: readScript("test.json", () => text),
    sleep: async () => {},
    newId: () => "made-up",
  });

/** What reading the script complains about. */
function complaint(read: () => unknown): string {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.message;
    throw thrown;
  }
  return "nothing";
}

const texts = (events: readonly ProviderEvent[]) =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : []));

describe("a script", () => {
  test("is an array of responses, one a request", async () => {
    const provider = playing(
      '[\n  {"text": "one"},\n  {"text": "two", "usage": {"inputTokens": 3, "outputTokens": 1}}\n]',
    );
    expect(responseOf(await collect(provider))).toEqual({
      parts: [{ type: "text", text: "one" }],
      stop: "stop",
    });
    expect(responseOf(await collect(provider))).toEqual({
      parts: [{ type: "text", text: "two" }],
      stop: "stop",
      usage: { inputTokens: 3, outputTokens: 1 },
    });
  });

  test("is lines of JSON, one response each, blank lines left out", async () => {
    const provider = playing('{"text": "one"}\n\n{"text": "two"}\n');
    await collect(provider);
    expect(responseOf(await collect(provider)).parts).toEqual([{ type: "text", text: "two" }]);
  });

  test("plays the steps of a response one after the other", async () => {
    const provider = playing('[[{"reasoning": "hm"}, {"text": "a"}, {"delay_ms": 5, "text": "b"}]]');
    expect(responseOf(await collect(provider)).parts).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "ab" },
    ]);
  });

  test("cuts its text as it is told", async () => {
    const provider = playing('[{"text": "abcdef", "chunks": 3}, {"chunks": ["x", "yz"]}]');
    expect(texts(await collect(provider))).toEqual(["ab", "cd", "ef"]);
    expect(texts(await collect(provider))).toEqual(["x", "yz"]);
  });

  test("that has ended says so", async () => {
    const provider = playing('[{"text": "one"}]');
    await collect(provider);
    const error = errorOf(await collect(provider));
    expect(error.message).toContain("it has 1 responses and this is request 2");
    expect(error.retryable).toBe(false);
  });
});

describe("a call in a script", () => {
  test("keeps its id, gets one when it has none, and takes arguments as object or text", async () => {
    const provider = playing(
      '[{"text": "a", "calls": [{"id": "x:0", "name": "read", "arguments": {"path": "a"}}, {"name": "run", "arguments": "{oops"}, {"id": "c", "name": "list"}]}]',
    );
    expect(responseOf(await collect(provider))).toEqual({
      parts: [
        { type: "text", text: "a" },
        { type: "tool_call", callId: "x:0", name: "read", argumentsText: '{"path":"a"}' },
        { type: "tool_call", callId: "made-up", name: "run", argumentsText: "{oops" },
        { type: "tool_call", callId: "c", name: "list", argumentsText: "{}" },
      ],
      stop: "tool_use",
    });
  });

  test("may end as the script says", async () => {
    const provider = playing('[{"calls": [{"name": "run", "arguments": "{\\"a"}], "stop": "length"}]');
    expect(responseOf(await collect(provider)).stop).toBe("length");
  });

  test.each([
    ['{"id": "", "name": "read"}', "without an id"],
    ['{"id": null, "name": "read"}', "without an id"],
    ['{"id": "a"}', "without a name"],
    ['{"id": "a", "name": " "}', "without a name"],
  ])("that nobody could answer (%s) breaks the protocol", async (call, words) => {
    const events = await collect(playing(`[{"text": "so far", "calls": [${call}]}]`));
    expect(errorOf(events)).toMatchObject({ kind: "protocol", retryable: false });
    expect(errorOf(events).message).toContain(words);
    expect(events.at(-1)).toMatchObject({ parts: [{ type: "text", text: "so far" }] });
  });
});

test("an error in a script comes after what was said, with what it brings", async () => {
  const provider = playing(
    '[{"text": "so far", "error": {"kind": "rate_limit", "message": "slow down", "status": 429, "retry_after_ms": 5}}]',
  );
  expect((await collect(provider)).at(-1)).toEqual({
    type: "error",
    error: { kind: "rate_limit", message: "slow down", status: 429, retryable: true, retryAfterMs: 5 },
    parts: [{ type: "text", text: "so far" }],
  });
});

test("an interrupt ends an answer at once and without a word", async () => {
  const interrupt = new AbortController();
  const provider = createScriptProvider({
    model: "script:x",
    responses: readScript("x", () => '[{"text": "abc", "chunks": 3, "delay_ms": 60000}]'),
    sleep: async () => interrupt.abort(),
  });
  expect(await collect(provider, requestOf(["hi"]), interrupt.signal)).toEqual([]);
});

describe("a file that is no script is refused with the place", () => {
  test.each([
    ["", "empty"],
    ['{"text": "a"}\n{"text" "b"}', "line 2 of bad.json"],
    ['[\n  {"text": "a"},\n  {"text" "b"}\n]', "line 3 of bad.json"],
    ['{"text": "a"}\n{"txet": "b"}', "line 2 of bad.json"],
    ['[{"text": "a"}, {"calls": [{"id": 5}]}]', "response 2 of bad.json"],
    ["hello", "bad.json"],
    ["5", "bad.json"],
  ])("%j: %s", (text, place) => {
    expect(complaint(() => readScript("bad.json", () => text))).toContain(place);
  });

  test("and one that is not there is named", () => {
    expect(complaint(() => readScript("/nowhere/at/all.json"))).toContain("/nowhere/at/all.json");
  });
});
