/**
 * Reads an endless chat stream, or many short answers of a server, as a program of its own:
 * `chat-reading.ts -- sdk|adapter stream BYTES` and `… -- sdk|adapter first COUNT BASE_URL`. Prints JSON.
 */
import OpenAI from "openai";
import { createChatProvider } from "../../src/providers/chat-completions.ts";
import type { Fetch } from "../../src/providers/wire.ts";
import { memory } from "./process-stat.ts";

/** What one reading gave: every piece of text as it comes. */
type Read = (fetch: Fetch, baseUrl: string) => AsyncIterable<string>;

const context = (baseUrl: string) => ({ name: "bench", baseUrl });
const model = "bench";

/** The SDK's own iteration and nothing else. */
async function* withSdk(fetch: Fetch, baseURL: string): AsyncGenerator<string> {
  const client = new OpenAI({ apiKey: "none", baseURL, fetch, maxRetries: 0, logLevel: "off" });
  const stream = await client.chat.completions.create({
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: "user", content: "go" }],
  });
  for await (const chunk of stream) {
    const text = chunk.choices[0]?.delta.content;
    if (text !== undefined && text !== null && text !== "") yield text;
  }
}

async function* withAdapter(fetch: Fetch, baseUrl: string): AsyncGenerator<string> {
  const shared = { model: `bench/${model}`, modelId: model, apiKey: "none" };
  const provider = createChatProvider({ ...shared, context: context(baseUrl), fetch });
  const request = { system: "", tools: [], messages: [{ role: "user", text: "go" } as const] };
  for await (const event of provider.stream(request, new AbortController().signal)) {
    if (event.type === "text") yield event.text;
    if (event.type === "error") throw new Error(event.error.message);
  }
}

const words = ["the ", "log ", "is ", "the ", "truth", ", ", "and ", "a ", "projection ", "of ", "it", ".\n"];

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  const head = {
    id: "chatcmpl-8a7b6c5d4e3f2a1b0c9d8e7f",
    object: "chat.completion.chunk",
    created: 1_780_000_000,
  };
  return `data: ${JSON.stringify({ ...head, model: "bench-model-1", system_fingerprint: "fp_0123456789", choices })}\n\n`;
}

/** A server's answer of so many bytes, about a token an event, in pieces as a network cuts them. Nothing of it is kept. */
function streamOf(bytes: number): Fetch {
  const events = Array.from({ length: 4096 }, (_, index) =>
    chunk({ content: words[index % words.length] }, null),
  );
  const block = new TextEncoder().encode(events.join(""));
  const end = new TextEncoder().encode(`${chunk({}, "stop")}data: [DONE]\n\n`);
  const piece = 16_411;
  return async () => {
    let sent = 0;
    let at = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (at === 0 && sent >= bytes) {
            controller.enqueue(end);
            controller.close();
            return;
          }
          // A copy, as one that comes from a network is.
          const next = block.slice(at, at + piece);
          at = at + piece >= block.length ? 0 : at + piece;
          sent += next.length;
          controller.enqueue(next);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

async function readStream(read: Read, bytes: number) {
  const baseUrl = "http://127.0.0.1:9/v1";
  const readAll = async (size: number) => {
    let length = 0;
    for await (const text of read(streamOf(size), baseUrl)) length += text.length;
    return length;
  };
  // What is compiled once is not what is measured.
  await readAll(bytes / 20);
  Bun.gc(true);
  const before = { cpu: process.cpuUsage(), memory: memory(process.pid).now };
  const length = await readAll(bytes);
  const { user, system } = process.cpuUsage(before.cpu);
  // Where the kernel does not say it is NaN, which is null in JSON.
  return { cpu: (user + system) / 1e6, growth: memory(process.pid).peak - before.memory, length };
}

/** For each answer the time of its first text, ms since 1970. */
async function readFirst(read: Read, count: number, baseUrl: string) {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    let first: number | undefined;
    for await (const _ of read(fetch, baseUrl)) first ??= performance.timeOrigin + performance.now();
    times.push(first ?? Number.NaN);
  }
  return times;
}

const [how, what, size, baseUrl = ""] = process.argv.slice(2);
const read = how === "sdk" ? withSdk : withAdapter;
const result =
  what === "first" ? await readFirst(read, Number(size), baseUrl) : await readStream(read, Number(size));
console.log(JSON.stringify(result));
