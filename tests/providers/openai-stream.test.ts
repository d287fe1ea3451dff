import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type OpenAIServer, openaiEvents } from "../../src/providers/openai-stream.ts";
import type { Fetch } from "../../src/providers/wire.ts";

const server = (baseUrl: string, more: Partial<OpenAIServer> = {}): OpenAIServer => ({
  context: { name: "TestAI", baseUrl },
  apiKey: "sk-test",
  ...more,
});

/** The events of an answer that comes in pieces, cut at these places. */
async function eventsOf(answer: string, places: readonly number[] = []): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(answer);
  const at = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [n, end] of at.entries()) controller.enqueue(bytes.slice(at[n - 1] ?? 0, end));
      controller.close();
    },
  });
  const fetch: Fetch = async () => new Response(body);
  const { signal } = new AbortController();
  return Array.fromAsync(openaiEvents(server("http://127.0.0.1/v1"), "/x", {}, fetch, signal));
}

/** What is sent for one request. */
async function sent(target: OpenAIServer): Promise<Request> {
  const requests: Request[] = [];
  const fetch: Fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    requests.push(new Request(address.href, { ...init }));
    return new Response("data: [DONE]\n\n");
  };
  const body = { model: "m", stream: true };
  const { signal } = new AbortController();
  await Array.fromAsync(openaiEvents(target, "/chat/completions", body, fetch, signal));
  expect(requests).toHaveLength(1);
  return requests[0] ?? new Request("http://nothing.was.sent");
}

describe("a request", () => {
  test("carries the key, the vendor's headers and the body as JSON", async () => {
    const request = await sent(server("https://ai.example/v1/", { headers: { "x-title": "rein" } }));
    expect(request.method).toBe("POST");
    expect(request.url).toBe("https://ai.example/v1/chat/completions");
    expect(request.headers.get("authorization")).toBe("Bearer sk-test");
    expect(request.headers.get("content-type")).toBe("application/json");
    expect(request.headers.get("x-title")).toBe("rein");
    expect(await request.json()).toEqual({ model: "m", stream: true });
  });

  test("keeps the query of the server's address", async () => {
    const { url } = await sent(server("https://gateway.example/openai?api-version=2026-01"));
    expect(url).toBe("https://gateway.example/openai/chat/completions?api-version=2026-01");
  });

  test("names the user's organization to OpenAI and to nobody else", async () => {
    const before = process.env["OPENAI_ORG_ID"];
    process.env["OPENAI_ORG_ID"] = "org-1";
    try {
      const toOpenAI = await sent(server("https://api.openai.com/v1"));
      const toOther = await sent(server("https://ai.example/v1"));
      expect(toOpenAI.headers.get("openai-organization")).toBe("org-1");
      expect(toOther.headers.has("openai-organization")).toBe(false);
    } finally {
      if (before === undefined) delete process.env["OPENAI_ORG_ID"];
      else process.env["OPENAI_ORG_ID"] = before;
    }
  });
});

describe("an answer", () => {
  test.each([
    "data: \n\n",
    "data:\r\n\r\n",
    "event: ping\n\n",
    "id: 1\nevent: ping\ndata:\n\n",
    ": here\n\n",
    "\n",
  ])("may have events in it that say nothing (%j)", async (empty) => {
    expect(await eventsOf(`data: {"a":1}\n\n${empty}data: {"a":2}\n\ndata: [DONE]\n\n`)).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
  });

  test("ends where it says so", async () => {
    expect(await eventsOf('data: {"a":1}\n\ndata: [DONE]\n\ndata: {"a":2}\n\n')).toEqual([{ a: 1 }]);
  });

  test.each([
    'data: {"error":{"message":"full"}}\n\n',
    'event: error\ndata: {"message":"full"}\n\n',
    'event: error\ndata: {"error":{"message":"full"}}\n\n',
  ])("that is an error is thrown with what was sent (%j)", async (stream) => {
    const events = eventsOf(stream);
    await expect(events).rejects.toMatchObject({ error: { message: "full" } });
  });

  test.each([null, false, ""])("with “error”: %j is none", async (error) => {
    expect(await eventsOf(`data: ${JSON.stringify({ error })}\n\n`)).toEqual([{ error }]);
  });

  test("that is no JSON is told from other faults", async () => {
    await expect(eventsOf("data: {broken\n\n")).rejects.toBeInstanceOf(SyntaxError);
  });

  test("is the same however its bytes are cut", async () => {
    const texts = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 5 });
    const end = fc.constantFrom("\n", "\r\n", "\r");
    await fc.assert(
      fc.asyncProperty(texts, end, fc.array(fc.nat(), { maxLength: 6 }), async (values, newline, places) => {
        const stream = values.map((text) => `data: ${JSON.stringify({ text })}${newline}${newline}`).join("");
        expect(await eventsOf(stream, places)).toEqual(values.map((text) => ({ text })));
      }),
    );
  });
});

test("an interrupt ends the request", async () => {
  const stop = new AbortController();
  let seen: AbortSignal | undefined;
  const fetch: Fetch = (_, init) => {
    seen = init?.signal ?? undefined;
    stop.abort();
    return Promise.reject(new Error("gone"));
  };
  const events = Array.fromAsync(openaiEvents(server("http://127.0.0.1"), "/x", {}, fetch, stop.signal));
  await expect(events).rejects.toThrow("gone");
  expect(seen?.aborted).toBe(true);
});
