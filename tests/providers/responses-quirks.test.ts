/** What servers of the Responses protocol do differently from one another. */
import { describe, expect, test } from "bun:test";
import { raw, serveModel } from "../support/model-server.ts";
import { collect, responseOf, streamed } from "./collect.ts";
import { added, callItem, completed, done, events, messageItem, providerFor } from "./responses-server.ts";
import { read, partsOf, callPart } from "./responses-read.ts";

describe("what servers do differently", () => {
  test("item ids that change with every event mean nothing; the index counts", async () => {
    const delta = (item_id: string, delta: string) => ({
      type: "response.output_text.delta",
      output_index: 0,
      item_id,
      delta,
    });
    const sealed = { type: "reasoning", summary: [], encrypted_content: "sealed" };
    const parts = await partsOf(
      added(1, { ...sealed, id: "a" }),
      added(0, messageItem("", { id: "b", content: [] })),
      delta("c", "one "),
      delta("d", "two"),
      done(0, messageItem("one two", { id: "e" })),
      done(1, { ...sealed, id: "f" }),
      added(2, callItem("c1")),
      done(2, callItem("c1")),
      completed(),
    );
    expect(parts).toMatchObject([
      { type: "reasoning", text: "" },
      { type: "text", text: "one two" },
      callPart("c1"),
    ]);
    expect(JSON.stringify(parts)).not.toContain('"id"');
  });

  test("without deltas, the end of an item is the truth, and is shown when it comes", async () => {
    const all = await read([
      added(0, { type: "reasoning", id: "r", summary: [] }),
      done(0, { type: "reasoning", id: "r", content: [{ type: "reasoning_text", text: "hm" }] }),
      done(1, messageItem("hello")),
      { type: "response.function_call_arguments.done", output_index: 2, arguments: '{"path":"a"}' },
      done(2, callItem("c1", { arguments: "" })),
      completed(),
    ]);
    expect(streamed(all, "reasoning")).toBe("hm");
    expect(streamed(all, "text")).toBe("hello");
    expect(responseOf(all).parts).toMatchObject([
      { text: "hm" },
      { type: "text", text: "hello" },
      callPart("c1"),
    ]);
  });

  test("without the ends of items, the deltas count", async () => {
    const parts = await partsOf(
      { type: "response.output_text.delta", output_index: 0, delta: "hel" },
      { type: "response.output_text.delta", output_index: 0, delta: "lo" },
      added(1, callItem("c1", { arguments: "" })),
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '{"path":' },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: '"a"}' },
      completed(),
    );
    expect(parts).toEqual([{ type: "text", text: "hello" }, callPart("c1")]);
  });

  test("the ends of items may stand in the last event only", async () => {
    const item = { type: "reasoning", id: "r", summary: [], encrypted_content: "sealed" };
    const parts = await partsOf(
      added(0, { ...item, encrypted_content: "half" }),
      added(1, callItem("c1", { arguments: "" })),
      completed({ output: [item, callItem("c1")] }),
    );
    expect(parts).toEqual([
      { type: "reasoning", text: "", opaque: { type: "responses", item } },
      callPart("c1"),
    ]);
  });

  test("without an index, ids and call ids tell the items apart", async () => {
    const without = ({ output_index: _index, ...event }: ReturnType<typeof added>) => event;
    const parts = await partsOf(
      without(added(0, callItem("c1", { arguments: "" }))),
      without(added(0, callItem("c2", { arguments: "" }))),
      { type: "response.function_call_arguments.delta", item_id: "fc_c1", delta: '{"path":"1"}' },
      { type: "response.function_call_arguments.delta", item_id: "fc_c2", delta: '{"path":"2"}' },
      without(done(0, callItem("c1", { arguments: '{"path":"1"}' }))),
      completed(),
    );
    expect(parts).toEqual([callPart("c1", '{"path":"1"}'), callPart("c2", '{"path":"2"}')]);
  });

  test("one index for all items makes neither one call of two nor two of one", async () => {
    const parts = await partsOf(
      added(0, messageItem("", { content: [] })),
      done(0, messageItem("I look")),
      added(0, callItem("c1", { arguments: "" })),
      done(0, callItem("c1")),
      added(0, callItem("c2", { arguments: "" })),
      done(0, callItem("c2")),
      completed({ output: [messageItem("I look"), callItem("c1"), callItem("c2")] }),
    );
    expect(parts).toEqual([{ type: "text", text: "I look" }, callPart("c1"), callPart("c2")]);
  });

  test("repeated and empty call ids get one of their own", async () => {
    const parts = await partsOf(
      done(0, callItem("call_0")),
      done(1, callItem("call_0", { id: "fc_2" })),
      completed(),
    );
    expect(parts).toEqual([callPart("call_0"), callPart("made-up")]);
    expect(await partsOf(done(0, callItem("", { id: "" })), completed())).toEqual([callPart("made-up")]);
  });

  test("the parts of a summary are paragraphs, and one item goes back", async () => {
    const item = {
      type: "reasoning",
      id: "r",
      summary: [
        { type: "summary_text", text: "**One**" },
        { type: "summary_text", text: "**Two**" },
      ],
      encrypted_content: "sealed",
    };
    const delta = (summary_index: number, delta: string) => ({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index,
      delta,
    });
    const all = await read([
      added(0, { ...item, summary: [] }),
      delta(0, "**One**"),
      delta(1, "**Two**"),
      done(0, item),
      done(1, messageItem("x")),
      completed(),
    ]);
    expect(streamed(all, "reasoning")).toBe("**One**\n\n**Two**");
    expect(responseOf(all).parts).toEqual([
      { type: "reasoning", text: "**One**" },
      { type: "reasoning", text: "**Two**", opaque: { type: "responses", item } },
      { type: "text", text: "x" },
    ]);
  });

  test("the server's own tools and kinds that came later are passed over, with the reasoning that belongs to them", async () => {
    const all = await read([
      { type: "response.created", response: { status: "in_progress", output: [] } },
      { type: "keepalive" },
      done(0, { type: "reasoning", id: "r", summary: [], encrypted_content: "sealed" }),
      added(1, { type: "web_search_call", id: "ws", status: "in_progress" }),
      { type: "response.web_search_call.searching", output_index: 1, item_id: "ws" },
      done(1, { type: "web_search_call", id: "ws", status: "completed" }),
      done(2, { type: "hologram", id: "h" }),
      { type: "response.hologram.delta", output_index: 2, delta: "?" },
      {
        type: "response.output_text.annotation.added",
        output_index: 3,
        annotation: { type: "url_citation", url: "https://example.org" },
      },
      done(3, messageItem("found")),
      completed(),
    ]);
    expect(responseOf(all)).toEqual({ parts: [{ type: "text", text: "found" }], stop: "stop" });
  });

  test("a call of a tool that nobody offered waits for us, one that the server has answered does not", async () => {
    const patch = { type: "apply_patch_call", id: "p", call_id: "c1", operation: {} };
    expect(responseOf(await read([done(0, patch), completed()]))).toEqual({ parts: [], stop: "tool_use" });
    const answer = { type: "apply_patch_call_output", id: "o", call_id: "c1" };
    const both = await read([done(0, patch), done(1, answer), completed()]);
    expect(responseOf(both).stop).toBe("stop");
  });

  test("the phase of a message is kept with it", async () => {
    const parts = await partsOf(
      done(0, messageItem("I look.", { phase: "commentary" })),
      done(1, callItem("c1")),
      completed(),
    );
    expect(parts[0]).toEqual({
      type: "text",
      text: "I look.",
      opaque: { type: "responses", phase: "commentary" },
    });
  });

  test("events without names and a [DONE] at the end change nothing", async () => {
    const all = [done(0, messageItem("hi")), completed({ usage: { input_tokens: 1, output_tokens: 2 } })];
    await using server = await serveModel([[raw(`: WAIT\n\n${events(all, false)}data: [DONE]\n\n`)]]);
    expect(responseOf(await collect(providerFor(server)))).toEqual({
      parts: [{ type: "text", text: "hi" }],
      stop: "stop",
      usage: { inputTokens: 1, outputTokens: 2 },
    });
  });
});
