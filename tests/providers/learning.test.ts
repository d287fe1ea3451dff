import { expect, test } from "bun:test";
import { chooseModel } from "../../src/providers/choose.ts";
import { createModelMemory } from "../../src/providers/model-memory.ts";
import { openProvider } from "../../src/providers/open.ts";
import { httpError, serveModel, text } from "../support/model-server.ts";
import { collect, errorOf, streamed } from "./collect.ts";

const refuse = (message: string) => httpError(400, { error: { message, type: "invalid_request_error" } });

async function openAt(url: string, memory = createModelMemory(), model = "openai/m") {
  const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: "k" };
  return openProvider(chooseModel({ flag: model, env }), { memory });
}

test("what a server refuses is left out at once, in the next request, and in the next run", async () => {
  await using server = await serveModel([
    [refuse("Unknown parameter: 'stream_options'.")],
    [text("one")],
    [text("two")],
    [text("three")],
  ]);
  const memory = createModelMemory();
  const provider = await openAt(server.chatUrl, memory);
  const events = await collect(provider);
  expect(events.map(({ type }) => type)).toEqual(["text", "response"]);
  expect(streamed(await collect(provider), "text")).toBe("two");
  await collect(await openAt(server.chatUrl, memory));
  expect(server.requests.map(({ body }) => "stream_options" in (body ?? {}))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("another model behind the same address is asked with everything", async () => {
  await using server = await serveModel([
    [refuse("Unknown parameter: 'stream_options'.")],
    [text("one")],
    [text("two")],
  ]);
  const memory = createModelMemory();
  await collect(await openAt(server.chatUrl, memory));
  await collect(await openAt(server.chatUrl, memory, "openai/other"));
  expect(server.requests[2]?.body).toHaveProperty("stream_options");
});

test("a validation error that only says where it is about teaches, too", async () => {
  const detail = [{ loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }];
  await using server = await serveModel([[httpError(422, { detail })], [text("ok")]]);
  expect(streamed(await collect(await openAt(server.chatUrl)), "text")).toBe("ok");
  expect(server.requests[1]?.body).not.toHaveProperty("stream_options");
});

test("two refusals, one after the other, are both heeded", async () => {
  await using server = await serveModel([
    [refuse("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")],
    [refuse("Unsupported value: 'messages[0].role' does not support 'system' with this model.")],
    [text("ok")],
  ]);
  expect(streamed(await collect(await openAt(server.chatUrl)), "text")).toBe("ok");
});

test("a server that refuses the same thing again is not asked for ever, and its words are told", async () => {
  await using server = await serveModel(() => [refuse("Unknown parameter: 'stream_options'.")]);
  const { message } = errorOf(await collect(await openAt(server.chatUrl)));
  expect(message).toContain("stream_options");
  expect(server.requests).toHaveLength(2);
});

test("an error that teaches nothing is told as it was", async () => {
  await using server = await serveModel([[refuse("Your prompt is not nice.")]]);
  expect(errorOf(await collect(await openAt(server.chatUrl))).message).toContain("not nice");
  expect(server.requests).toHaveLength(1);
});
