import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "bun:test";
import OpenAI from "openai";
import {
  call,
  cut,
  gate,
  hold,
  httpError,
  raw,
  reasoning,
  reset,
  serveModel,
  stop,
  streamError,
  text,
  usage,
  type ModelServer,
} from "./model-server.ts";

const openai = (server: ModelServer) => new OpenAI({ apiKey: "k", baseURL: server.chatUrl, maxRetries: 0 });
const anthropic = (server: ModelServer) => new Anthropic({ apiKey: "k", baseURL: server.url, maxRetries: 0 });

const CHAT = {
  model: "m",
  messages: [{ role: "user", content: "hi" }],
  stream: true,
  stream_options: { include_usage: true },
} satisfies OpenAI.ChatCompletionCreateParamsStreaming;
const MESSAGES = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
} satisfies Anthropic.MessageStreamParams;

async function post(
  server: ModelServer,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { "X-Test": "yes" };
  return fetch(server.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}
const postChat = (server: ModelServer, signal?: AbortSignal) =>
  post(server, "/v1/chat/completions", CHAT, signal);

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise.then(() => "it did not fail");
  } catch (error) {
    return error;
  }
}

const STEP = [
  reasoning("let me "),
  reasoning("see"),
  text("Hel"),
  text("lo"),
  call("read_file", { path: "ä.txt" }, { id: "c1", split: 3 }),
  call("bash", { command: "ls" }, { id: "c2" }),
  usage({ inputTokens: 50, outputTokens: 7, cacheReadTokens: 20, reasoningTokens: 3 }),
];

test("the openai SDK reads a whole step", async () => {
  await using server = await serveModel([STEP]);
  const stream = openai(server).chat.completions.stream(CHAT);
  const { choices, usage: used } = await stream.finalChatCompletion();
  const [choice] = choices;
  expect(choice).toMatchObject({
    finish_reason: "tool_calls",
    message: {
      role: "assistant",
      content: "Hello",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"ä.txt"}' } },
        { id: "c2", type: "function", function: { name: "bash", arguments: '{"command":"ls"}' } },
      ],
    },
  });
  expect(used).toMatchObject({
    prompt_tokens: 50,
    completion_tokens: 7,
    prompt_tokens_details: { cached_tokens: 20 },
    completion_tokens_details: { reasoning_tokens: 3 },
  });
});

test("the anthropic SDK reads the same step", async () => {
  await using server = await serveModel([STEP]);
  const message = await anthropic(server).messages.stream(MESSAGES).finalMessage();
  expect(message).toMatchObject({
    stop_reason: "tool_use",
    content: [
      { type: "thinking", thinking: "let me see", signature: "signed-0" },
      { type: "text", text: "Hello" },
      { type: "tool_use", id: "c1", name: "read_file", input: { path: "ä.txt" } },
      { type: "tool_use", id: "c2", name: "bash", input: { command: "ls" } },
    ],
    usage: { input_tokens: 30, cache_read_input_tokens: 20, output_tokens: 7 },
  });
});

test("arguments come in as many pieces as the script says", async () => {
  await using server = await serveModel([[call("f", { a: "bcdefgh" }, { split: 4 })]]);
  const pieces: string[] = [];
  for await (const event of anthropic(server).messages.stream(MESSAGES)) {
    if (event.type === "content_block_delta" && event.delta.type === "input_json_delta") {
      pieces.push(event.delta.partial_json);
    }
  }
  expect(pieces).toEqual(['{"a"', ':"bc', "defg", 'h"}']);
});

test("a chat stream ends with finish, usage if asked for, and [DONE]", async () => {
  await using server = await serveModel([[text("a")], [text("a")]]);
  const withUsage = (await (await postChat(server)).text()).trimEnd().split("\n\n");
  expect(withUsage.at(-3)).toContain('"finish_reason":"stop"');
  expect(withUsage.at(-2)).toContain('"prompt_tokens":100');
  expect(withUsage.at(-1)).toBe("data: [DONE]");
  const { stream_options: _, ...plain } = CHAT;
  expect(await (await post(server, "/v1/chat/completions", plain)).text()).not.toContain("prompt_tokens");
});

test("speaks Responses as the SDK's own reader takes them", async () => {
  await using server = await serveModel([
    [reasoning("hm"), text("a"), text("b"), call("f", { x: 1 }, { id: "c1", split: 2 })],
    [text("a"), stop("length")],
  ]);
  const body = { model: "m", input: [{ role: "user" as const, content: "hi" }], store: false };
  const ask = () => openai(server).responses.stream(body).finalResponse();
  expect(await ask()).toMatchObject({
    status: "completed",
    output: [
      { type: "reasoning", encrypted_content: "sealed-0" },
      { type: "message", content: [{ text: "ab" }] },
      { type: "function_call", call_id: "c1", name: "f", arguments: '{"x":1}' },
    ],
    usage: { input_tokens: 100, output_tokens: 10 },
  });
  expect(await ask()).toMatchObject({ incomplete_details: { reason: "max_output_tokens" } });
});

test("the way an answer stops is told in each protocol's words", async () => {
  await using server = await serveModel([
    [text("a"), stop("length")],
    [text("a"), stop("length")],
  ]);
  const chat = await openai(server).chat.completions.stream(CHAT).finalChatCompletion();
  expect(chat.choices[0]?.finish_reason).toBe("length");
  const message = await anthropic(server).messages.stream(MESSAGES).finalMessage();
  expect(message.stop_reason).toBe("max_tokens");
});

test("records requests, also those that are still being answered", async () => {
  await using server = await serveModel(() => [text("a")]);
  const first = server.nextRequest(0);
  await post(server, "/v1/messages?beta=true", MESSAGES);
  const request = await first;
  expect(request).toMatchObject({
    path: "/v1/messages?beta=true",
    protocol: "messages",
    body: { model: "m" },
  });
  expect(request.headers["x-test"]).toBe("yes");
  expect(await failureOf(server.nextRequest(1, 20))).toEqual(
    new Error("request 1 did not come within 20 ms; 1 came"),
  );
});

test("an answer can be made from its request", async () => {
  await using server = await serveModel([
    ({ body }, index) => [text(`${index}: ${String(body?.["model"])}`)],
  ]);
  const chat = await openai(server).chat.completions.stream(CHAT).finalChatCompletion();
  expect(chat.choices[0]?.message.content).toBe("0: m");
});

test("a gate holds the stream until the test opens it", async () => {
  const door = gate();
  await using server = await serveModel([[text("before"), door.shut, text("after")]]);
  let seen = "";
  for await (const chunk of await openai(server).chat.completions.create(CHAT)) {
    seen += chunk.choices[0]?.delta.content ?? "";
    if (seen === "before") door.open();
  }
  expect(seen).toBe("beforeafter");
});

test("sees that the client has left", async () => {
  await using server = await serveModel([[text("x"), hold()], [text("all")]]);
  const leave = new AbortController();
  const response = await postChat(server, leave.signal);
  const request = await server.nextRequest(0);
  expect(request.aborted).toBeFalse();
  leave.abort();
  await request.closed;
  expect(request.aborted).toBeTrue();
  expect(await failureOf(response.text())).toBeInstanceOf(DOMException);

  await (await postChat(server)).text();
  const second = await server.nextRequest(1);
  await second.closed;
  expect(second.aborted).toBeFalse();
});

test("a held answer without content sends not even its head", async () => {
  await using server = await serveModel([[hold()], [raw(""), hold()]]);
  const leave = new AbortController();
  const silent = failureOf(postChat(server, leave.signal));
  await server.nextRequest(0);
  const head = await postChat(server, leave.signal);
  expect(head.status).toBe(200);
  leave.abort();
  expect(await silent).toBeInstanceOf(DOMException);
});

test("an HTTP error has the given body and headers, or one in the protocol's form", async () => {
  await using server = await serveModel([[httpError(429, "slow", { "retry-after": "3" })], [httpError(529)]]);
  const first = await postChat(server);
  expect([first.status, first.headers.get("retry-after"), await first.text()]).toEqual([429, "3", "slow"]);
  const second = await post(server, "/v1/messages", { ...MESSAGES, stream: true });
  expect(await second.json()).toEqual({
    type: "error",
    error: { type: "overloaded_error", message: "error 529" },
  });
});

test("an error inside the stream reaches both SDKs as one", async () => {
  await using server = await serveModel(() => [text("x"), streamError("overloaded_error", "busy")]);
  const chat = await failureOf(openai(server).chat.completions.stream(CHAT).done());
  expect(chat).toMatchObject({ code: "overloaded_error", message: "busy" });
  const messages = await failureOf(anthropic(server).messages.stream(MESSAGES).done());
  expect(messages).toMatchObject({ error: { error: { type: "overloaded_error", message: "busy" } } });
});

test("a cut answer ends in order but unfinished, a reset one breaks", async () => {
  await using server = await serveModel([[text("x"), cut()], [text("x"), reset()], [reset()]]);
  const body = await (await postChat(server)).text();
  expect(body).toContain('"content":"x"');
  expect(body).not.toContain("[DONE]");
  const broken = await postChat(server);
  expect(await failureOf(broken.text())).toMatchObject({ code: "ECONNRESET" });
  expect(await failureOf(postChat(server))).toMatchObject({ code: "ECONNRESET" });
  expect(server.requests.map((request) => request.aborted)).toEqual([false, false, false]);
});

test("raw bytes stand alone", async () => {
  await using server = await serveModel([[raw("data: {oops\n\n"), raw(": comment\n\n")]]);
  expect(await (await postChat(server)).text()).toBe("data: {oops\n\n: comment\n\n");
});

test("a request that the script does not foresee says so", async () => {
  await using server = await serveModel([]);
  const response = await postChat(server);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("no answer for request 1");
  expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
  expect(server.strays).toEqual(["GET /v1/models"]);
});

const CALL = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
const USE = { type: "tool_use", id: "c1", name: "f", input: {} };
const RESULT = { type: "tool_result", tool_use_id: "c1", content: "ok" };

test.each([
  [
    "/v1/chat/completions",
    "whole",
    [
      { role: "assistant", tool_calls: [CALL] },
      { role: "tool", tool_call_id: "c1", content: "" },
    ],
    200,
  ],
  [
    "/v1/chat/completions",
    "unanswered",
    [
      { role: "assistant", tool_calls: [CALL] },
      { role: "user", content: "go" },
    ],
    400,
  ],
  [
    "/v1/chat/completions",
    "orphaned",
    [
      { role: "user", content: "go" },
      { role: "tool", tool_call_id: "c1", content: "" },
    ],
    400,
  ],
  [
    "/v1/messages",
    "whole",
    [
      { role: "assistant", content: [USE] },
      { role: "user", content: [RESULT] },
    ],
    200,
  ],
  [
    "/v1/messages",
    "unanswered",
    [
      { role: "assistant", content: [USE] },
      { role: "user", content: "go" },
    ],
    400,
  ],
  [
    "/v1/messages",
    "doubly answered",
    [
      { role: "assistant", content: [USE] },
      { role: "user", content: [RESULT, RESULT] },
    ],
    400,
  ],
  ["/v1/messages", "orphaned", [{ role: "user", content: [RESULT] }], 400],
])("a conversation on %s with %s calls", async (path, _, messages, status) => {
  await using server = await serveModel(() => [text("ok")]);
  const response = await post(server, path, { model: "m", stream: true, messages });
  expect(response.status).toBe(status);
  await response.text();
});

test.each([
  ["unanswered", [{ type: "function_call", call_id: "c1" }], "no tool output found"],
  ["orphaned", [{ type: "function_call_output", call_id: "c1" }], "no tool call found"],
  ["leading nowhere", [{ type: "reasoning" }, { role: "user" }], "without its required following item"],
  ["for another answer", [{ type: "reasoning" }], "without its required following item"],
])("items on /v1/responses that are %s are refused", async (_what, input, message) => {
  await using server = await serveModel(() => [text("x")]);
  const response = await post(server, "/v1/responses", { model: "m", stream: true, store: false, input });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(message);
});
