import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createMessagesProvider } from "../../src/providers/anthropic.ts";
import { createChatProvider } from "../../src/providers/chat-completions.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";
import { recordFetch, type RecordLine } from "../../src/providers/record.ts";
import { readRecording } from "../../src/providers/recording.ts";
import { createReplay } from "../../src/providers/replay.ts";
import { withRetry } from "../../src/providers/retry.ts";
import type { Fetch } from "../../src/providers/wire.ts";
import {
  call,
  cut,
  gate,
  httpError,
  raw,
  reasoning,
  reset,
  serveModel,
  streamError,
  text,
  usage,
} from "../support/model-server.ts";
import { collect, errorOf, requestOf, streamed } from "./collect.ts";

type Protocol = "chat" | "messages";
type Script = Parameters<typeof serveModel>[0];

const key = "sk-secret-0123456789abcdef";
const noWait = { sleep: async () => {}, random: () => 0 };

function providerOn(protocol: Protocol, baseUrl: string, fetch: Fetch): Provider {
  const ids = { next: 0 };
  const shared = {
    model: `test/${protocol}`,
    modelId: "m1",
    apiKey: key,
    context: { name: "TestAI", baseUrl, secrets: [key] },
    fetch,
    newId: () => `made-${(ids.next += 1)}`,
  };
  return protocol === "chat"
    ? createChatProvider(shared)
    : createMessagesProvider({ ...shared, keyHeader: "x-api-key" });
}

/** A recorder for a provider on this server, and the lines that it wrote. */
function recorder(protocol: Protocol, baseUrl: string) {
  const lines: RecordLine[] = [];
  const server = { model: `test/${protocol}`, protocol, baseUrl };
  const fetchIt = recordFetch(fetch, { write: (line) => lines.push(line), server, secrets: [key] });
  return { lines, provider: withRetry(providerOn(protocol, baseUrl, fetchIt), noWait) };
}

const folder = mkdtempSync(join(tmpdir(), "rein-record-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function fileOf(content: string | Uint8Array | readonly RecordLine[]): string {
  const file = join(folder, `${(files += 1)}.jsonl`);
  const isLines = typeof content !== "string" && !(content instanceof Uint8Array);
  writeFileSync(file, isLines ? content.map((line) => `${JSON.stringify(line)}\n`).join("") : content);
  return file;
}

function replayOf(file: string) {
  const replay = createReplay({
    recording: readRecording(file),
    open: async ({ protocol, baseUrl }, fetch) =>
      providerOn(protocol === "chat" ? "chat" : "messages", baseUrl, fetch),
  });
  return { ...replay, provider: withRetry(replay.provider, noWait) };
}

/** The events of each of these requests, first from the server and then from the recording of that. */
async function twice(protocol: Protocol, script: Script, requests: readonly string[]) {
  await using server = await serveModel(script);
  const { provider, lines } = recorder(protocol, protocol === "chat" ? server.chatUrl : server.url);
  const first: ProviderEvent[][] = [];
  for (const request of requests) first.push(await collect(provider, requestOf([request])));
  const replay = replayOf(fileOf(lines));
  const second: ProviderEvent[][] = [];
  for (const request of requests) second.push(await collect(replay.provider, requestOf([request])));
  return { first, second, lines, played: replay.played() };
}

/** Text may be cut elsewhere on its way; what was said and how it ended may not differ. */
function gist(events: readonly ProviderEvent[]) {
  return {
    text: streamed(events, "text"),
    reasoning: streamed(events, "reasoning"),
    retries: events.filter((event) => event.type === "retry"),
    end: events.at(-1),
  };
}

describe.each(["chat", "messages"] as const)("a recorded talk in %s", (protocol) => {
  test("is played to the same events: text, reasoning, calls, usage", async () => {
    const script = [
      [
        reasoning("Let me see. "),
        text("Grüße, 世界 🎉"),
        call("read_file", { path: "ä.txt" }, { id: "c1", split: 5 }),
        usage({ inputTokens: 900, outputTokens: 40, cacheReadTokens: 300 }),
      ],
      [text("Done.")],
    ];
    const { first, second, played } = await twice(protocol, script, ["one", "two"]);
    expect(first[0]?.at(-1)).toMatchObject({ type: "response", response: { stop: "tool_use" } });
    expect(second.map(gist)).toEqual(first.map(gist));
    expect(played).toBe(2);
  });

  test("is played with its failures: refused and sent again, broken off, an error in the stream", async () => {
    const script = [
      [httpError(429, undefined, { "retry-after": "1" })],
      [text("after all")],
      [text("half a sen"), cut()],
      [text("half a sen"), reset()],
      [text("so far"), streamError()],
      [httpError(400, '{"error":{"message":"bad","type":"invalid_request_error"}}')],
    ];
    const { first, second } = await twice(protocol, script, ["1", "2", "3", "4", "5"]);
    expect(first[0]?.[0]).toMatchObject({ type: "retry", attempt: 2 });
    expect(first.slice(1).map((events) => events.at(-1)?.type)).toEqual(["error", "error", "error", "error"]);
    expect(second.map(gist)).toEqual(first.map(gist));
  });
});

test("a server that was not there is not there in the replay", async () => {
  const { lines, provider } = recorder("chat", "http://127.0.0.1:9/v1");
  const first = await collect(provider);
  expect(errorOf(first).kind).toBe("network");
  expect(await collect(replayOf(fileOf(lines)).provider)).toEqual(first);
});

test("an answer that was interrupted is recorded as far as it came, and is played as one that broke off", async () => {
  const door = gate();
  await using server = await serveModel([[text("as far as here"), door.shut, text("and on")]]);
  const { lines, provider } = recorder("chat", server.chatUrl);
  const stop = new AbortController();
  for await (const event of provider.stream(requestOf(["hi"]), stop.signal)) {
    if (event.type === "text") stop.abort();
  }
  await (
    await server.nextRequest(0)
  ).closed;
  expect(lines.map(({ type }) => type)).toEqual(["request", "response", expect.any(String), "stopped"]);
  const events = await collect(replayOf(fileOf(lines)).provider);
  expect(streamed(events, "text")).toBe("as far as here");
  expect(errorOf(events).message).toContain("broke off");
});

test("a request that was given up before its answer is told of, and sent again if it was then", async () => {
  const at = "2026-01-01T00:00:00.000Z";
  const request = (id: string, body: unknown): RecordLine => ({
    type: "request",
    id,
    at,
    model: "test/chat",
    protocol: "chat",
    baseUrl: "http://127.0.0.1/v1",
    method: "POST",
    url: "http://127.0.0.1/v1/chat/completions",
    headers: {},
    body,
  });
  const once = fileOf([request("a", { n: 1 }), { type: "stopped", id: "a", at }]);
  const [only, ...more] = await collect(replayOf(once).provider);
  expect(only).toMatchObject({ type: "error", error: { retryable: false } });
  expect(more).toEqual([]);
  const again = fileOf([request("a", { n: 1 }), { type: "stopped", id: "a", at }, request("b", { n: 1 })]);
  expect((await collect(replayOf(again).provider))[0]).toMatchObject({ type: "retry", attempt: 2 });
});

test("a request beyond the end of a recording is an error that says so", async () => {
  await using server = await serveModel([[text("all there is")]]);
  const { lines, provider } = recorder("chat", server.chatUrl);
  await collect(provider);
  const file = fileOf(lines);
  const replay = replayOf(file);
  await collect(replay.provider);
  const { message, retryable } = errorOf(await collect(replay.provider));
  expect(message).toContain(`The recording ${file} is over: it has one request, and this is request 2.`);
  expect(retryable).toBe(false);
});

test("bytes that are cut in the middle of a character are played as they came", async () => {
  const whole = new TextEncoder().encode(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "a世🎉z" }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
  );
  const pieces = [...whole].map((byte) => Uint8Array.of(byte));
  const lines: RecordLine[] = [];
  const server = { model: "test/chat", protocol: "chat", baseUrl: "http://127.0.0.1/v1" };
  const source: Fetch = async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  const fetchIt = recordFetch(source, { write: (line) => lines.push(line), server, secrets: [] });
  const first = await collect(providerOn("chat", server.baseUrl, fetchIt));
  expect(streamed(first, "text")).toBe("a世🎉z");
  expect(lines.filter(({ type }) => type === "chunk")).toHaveLength(whole.length);
  expect(await collect(replayOf(fileOf(lines)).provider)).toEqual(first);
});

test("keys are in no line: not in headers, not in the address, not in what a server says back", async () => {
  const said = `data: {"error":{"message":"bad key ${key}"}}\n\n`;
  await using server = await serveModel([
    [
      httpError(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }), {
        "x-echo": key,
      }),
    ],
    [raw(said.slice(0, 40)), raw(said.slice(40))],
  ]);
  const { lines, provider } = recorder("chat", server.chatUrl);
  await collect(provider, requestOf([`my key is ${key}`]));
  await collect(provider);
  expect(lines.length).toBeGreaterThan(6);
  expect(JSON.stringify(lines)).not.toContain("0123456789abcdef");
  expect(JSON.stringify(lines)).toContain("[removed]");
});

describe("a file that is no good recording", () => {
  test("is refused in words: missing, empty, a folder, something else", () => {
    expect(() => readRecording("/nowhere/talk.jsonl")).toThrow("there is no such file");
    expect(() => readRecording(fileOf(""))).toThrow("is empty");
    expect(() => readRecording(tmpdir())).toThrow("not a regular file");
    expect(() => readRecording("/dev/zero")).toThrow("not a regular file");
    expect(() => readRecording(fileOf('{"text":"a script"}\nnot json\n'))).toThrow("none of its 2 lines");
  });

  test("with torn and foreign lines in it plays what is whole, and counts the rest", async () => {
    await using server = await serveModel([[text("one")], [text("two")]]);
    const { lines, provider } = recorder("chat", server.chatUrl);
    const first = [await collect(provider), await collect(provider)];
    const texts = lines.map((line) => JSON.stringify(line));
    const junk = [
      '{"type":"chunk","id":"nobody","text":"x"}',
      "\u0000\u0000",
      '{"type":"req',
      "[1,2]",
      "null",
    ];
    const file = fileOf(
      `${[...junk, texts[0], "", ...texts.slice(1), ...junk].join("\n")}\n{"type":"end","i`,
    );
    const recording = readRecording(file);
    expect(recording.badLines).toBe(11);
    const replay = replayOf(file);
    expect([await collect(replay.provider), await collect(replay.provider)].map(gist)).toEqual(
      first.map(gist),
    );
  });

  test("never makes a reader throw anything but words for the user", () => {
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          type: fc.constantFrom("request", "response", "chunk", "end", "stopped", "error"),
          id: fc.constantFrom("a", "b", ""),
          model: fc.constantFrom("test/chat", "", 7),
          protocol: fc.constant("chat"),
          baseUrl: fc.constantFrom("http://127.0.0.1/v1", "?", null),
          status: fc.oneof(fc.integer(), fc.constant("200")),
          statusText: fc.string(),
          headers: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
          text: fc.oneof(fc.string(), fc.constant(undefined)),
          base64: fc.string(),
        })
        .map((fields) => JSON.stringify(fields)),
    );
    return fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const file = fileOf(lines.join("\n"));
        try {
          const recording = readRecording(file);
          const replay = replayOf(file);
          for (const _ of recording.exchanges) await collect(replay.provider);
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: "UserError" });
        }
      }),
      { numRuns: 60 },
    );
  });

  test("of many megabytes is not kept in memory", () => {
    const at = "2026-01-01T00:00:00.000Z";
    const request = JSON.stringify({
      type: "request",
      id: "a",
      at,
      model: "test/chat",
      protocol: "chat",
      baseUrl: "http://127.0.0.1/v1",
      body: {},
    });
    const response = JSON.stringify({ type: "response", id: "a", at, status: 200, headers: {} });
    const chunk = `${JSON.stringify({ type: "chunk", id: "a", at, text: "x".repeat(100_000) })}\n`;
    const file = fileOf(`${request}\n${response}\n${chunk.repeat(300)}`);
    expect(readFileSync(file).length).toBeGreaterThan(30_000_000);
    const [exchange] = readRecording(file).exchanges;
    expect(exchange?.chunks).toHaveLength(300);
    expect(JSON.stringify(exchange).length).toBeLessThan(50_000);
  });
});
