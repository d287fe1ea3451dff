/** What a Messages server does by itself in the course of an answer: kept, told, and sent back as it came. */
import { describe, expect, test } from "bun:test";
import { createMessagesProvider } from "../../src/providers/anthropic.ts";
import type { AssistantPart, ModelMessage } from "../../src/protocol/message.ts";
import { type ModelServer, raw, serveModel } from "../support/model-server.ts";
import { collect, errorOf, requestOf, responseOf, streamed } from "./collect.ts";

function providerFor(server: ModelServer) {
  return createMessagesProvider({
    model: "test/m1",
    modelId: "m1",
    apiKey: "sk-test",
    keyHeader: "x-api-key",
    context: { name: "TestAI", baseUrl: server.url },
  });
}

type Event = { readonly type: string; readonly [field: string]: unknown };
const start: Event = { type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } };
const finish = (stop_reason: string): Event[] => [
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];
const begin = (index: number, content_block: object): Event => ({
  type: "content_block_start",
  index,
  content_block,
});
const more = (index: number, fields: object): Event => ({
  type: "content_block_delta",
  index,
  delta: fields,
});
const whole = (index: number): Event => ({ type: "content_block_stop", index });
const named = (...all: readonly Event[]) =>
  all.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");
const nameless = (...all: readonly Event[]) => all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");

const search = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "ruby" } };
const found = {
  type: "web_search_tool_result",
  tool_use_id: "s1",
  content: [{ type: "web_search_result", url: "https://r", encrypted_content: "Zm9v+/==" }],
};
const cited = { type: "web_search_result_location", url: "https://r", encrypted_index: "aW5k" };
const searching = [
  start,
  begin(0, { type: "thinking", thinking: "", signature: "" }),
  more(0, { type: "thinking_delta", thinking: "look" }),
  more(0, { type: "signature_delta", signature: "c2ln" }),
  more(0, { type: "signature_delta", signature: "+/==" }),
  whole(0),
  begin(1, { ...search, input: {} }),
  more(1, { type: "input_json_delta", partial_json: '{"query":' }),
  more(1, { type: "input_json_delta", partial_json: '"ruby"}' }),
  whole(1),
  begin(2, found),
  whole(2),
  begin(3, { type: "text", text: "" }),
  more(3, { type: "text_delta", text: "It is 4." }),
  more(3, { type: "citations_delta", citation: cited }),
  whole(3),
  begin(4, { type: "kind_of_next_year", state: "a" }),
  more(4, { type: "state_delta", state: "b" }),
  whole(4),
];
const sentBack = [
  { type: "thinking", thinking: "look", signature: "c2ln+/==" },
  search,
  found,
  { type: "text", text: "It is 4.", citations: [cited] },
  { type: "kind_of_next_year", state: "ab" },
];

/** The model's messages in the last request. */
function answersIn({ requests }: ModelServer): unknown[] {
  const messages = requests.at(-1)?.body?.["messages"];
  return Array.isArray(messages) ? messages.filter(({ role }) => role === "assistant") : [];
}

describe("a search of the server's", () => {
  test("is told, and goes back unchanged to the same model with thinking, citations and all", async () => {
    await using server = await serveModel([[raw(named(...searching, ...finish("end_turn")))], [], []]);
    const provider = providerFor(server);
    const events = await collect(provider);
    const { parts, stop } = responseOf(events);
    expect(stop).toBe("stop");
    expect(streamed(events, "text")).toBe("It is 4.");
    expect(streamed(events, "reasoning")).toBe("look\nThe server ran web_search: ruby\n\nIt found 1 page.\n");
    expect(parts.filter((part) => part.type === "text")).toMatchObject([{ text: "It is 4." }]);

    await collect(provider, requestOf(["hi", { role: "assistant", model: "test/m1", parts }, "go on"]));
    expect(answersIn(server)).toEqual([{ role: "assistant", content: sentBack }]);
    await collect(provider, requestOf(["hi", { role: "assistant", model: "other/m2", parts }, "go on"]));
    expect(answersIn(server)).toEqual([{ role: "assistant", content: [{ type: "text", text: "It is 4." }] }]);
  });

  test("in the middle of which the server paused goes on from there", async () => {
    const open = [start, begin(0, { ...search }), whole(0)];
    await using server = await serveModel([[raw(named(...open, ...finish("pause_turn")))], []]);
    const provider = providerFor(server);
    const { parts, stop } = responseOf(await collect(provider));
    expect(stop).toBe("pause");
    await collect(provider, requestOf(["hi", { role: "assistant", model: "test/m1", parts, paused: true }]));
    expect(answersIn(server)).toEqual([{ role: "assistant", content: [search] }]);
  });

  test("that never got its result does not go back once something else was said", async () => {
    const open: AssistantPart = { type: "reasoning", text: "", opaque: { type: "block", block: search } };
    const thought: AssistantPart = {
      type: "reasoning",
      text: "hm",
      opaque: { type: "thinking", signature: "s" },
    };
    const answer = (...parts: AssistantPart[]): ModelMessage => ({
      role: "assistant",
      model: "test/m1",
      parts,
    });
    await using server = await serveModel([[], []]);
    const provider = providerFor(server);
    await collect(provider, requestOf(["hi", answer(open, { type: "text", text: "One moment" }), "stop"]));
    expect(answersIn(server)).toEqual([
      { role: "assistant", content: [{ type: "text", text: "One moment" }] },
    ]);
    await collect(provider, requestOf(["hi", answer(thought, open), "stop"]));
    expect(answersIn(server)).toEqual([]);
  });

  test("whose input was cut is told and does not go back", async () => {
    const cut = [
      start,
      begin(0, { ...search, input: {} }),
      more(0, { type: "input_json_delta", partial_json: '{"que' }),
    ];
    await using server = await serveModel([[raw(named(...cut, ...finish("max_tokens")))]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([
      { type: "reasoning", text: "", note: "The server ran web_search." },
    ]);
  });
});

test.each([
  [
    { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
    "Its web_search failed: max_uses_exceeded.",
  ],
  [[], "It found 0 pages."],
])("what came of it is said (%j)", async (content, note) => {
  const stream = [start, begin(0, { ...found, content }), whole(0), ...finish("end_turn")];
  await using server = await serveModel([[raw(named(...stream))]]);
  expect(responseOf(await collect(providerFor(server))).parts).toMatchObject([{ note }]);
});

describe("a proxy", () => {
  const call = begin(0, { type: "tool_use", id: "c1", name: "look", input: { at: 1 } });

  test("that leaves the names of the events out is read all the same", async () => {
    await using server = await serveModel([
      [raw(nameless(start, call, whole(0), { type: "ping" }, ...finish("tool_use")))],
    ]);
    expect(responseOf(await collect(providerFor(server)))).toEqual({
      parts: [{ type: "tool_call", callId: "c1", name: "look", argumentsText: '{"at":1}' }],
      stop: "tool_use",
      usage: { inputTokens: 5, outputTokens: 2 },
    });
  });

  test("that leaves them out says its errors", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Too many." } };
    await using server = await serveModel([[raw(nameless(start, error))]]);
    expect(errorOf(await collect(providerFor(server)))).toMatchObject({ kind: "overloaded" });
  });

  test("that does not stream is read whole", async () => {
    const message = {
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "All at once." }],
      stop_reason: "end_turn",
      usage: { input_tokens: 3, output_tokens: 4 },
    };
    await using server = await serveModel([[raw(JSON.stringify(message))]]);
    expect(responseOf(await collect(providerFor(server)))).toEqual({
      parts: [{ type: "text", text: "All at once." }],
      stop: "stop",
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  test("that sends nonsense behind the end of the answer takes nothing away", async () => {
    const stream = [start, begin(0, { type: "text", text: "Done." }), ...finish("end_turn")];
    await using server = await serveModel([[raw(`${named(...stream)}event: data\ndata: {oops\n\n`)]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([{ type: "text", text: "Done." }]);
  });
});
