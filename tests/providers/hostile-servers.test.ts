/** Servers that mean harm, or are broken beyond any protocol. */
import { describe, expect, test } from "bun:test";
import { createServer, type RequestListener } from "node:http";
import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { findFamily } from "../../src/providers/catalogue.ts";
import { chooseModel } from "../../src/providers/choose.ts";
import { openProvider } from "../../src/providers/open.ts";
import { httpError, serveModel, streamError, text } from "../support/model-server.ts";
import { chunks, collectOpening, delta, done, providerFor } from "./chat-server.ts";
import { collect, errorOf, responseOf, streamed } from "./collect.ts";

const key = "a-key-of-no-known-form-0123456789";

/** A provider without retries for a server that speaks this protocol. */
function open(protocol: "chat" | "messages" | "responses", url: string, apiKey = key) {
  const [family, baseUrl] = protocol === "messages" ? ["anthropic", url] : ["openai", `${url}/v1`];
  const env = {
    [`${family.toUpperCase()}_API_KEY`]: apiKey,
    [`${family.toUpperCase()}_BASE_URL`]: baseUrl,
  };
  const known = findFamily(family);
  if (known === undefined) throw new Error(`no family ${family}`);
  return openProvider(chooseModel({ flag: `${family}/m`, env }), {
    retry: { attempts: 1 },
    own: [{ ...known, protocol, protocolIsAsked: true }],
  });
}

/** A server that does as it likes. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    chatUrl: `${url}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(["chat", "messages", "responses"] as const)("over %s", (protocol) => {
  test("a redirect to another host gets neither the key nor the conversation", async () => {
    await using elsewhere = await serveModel([[text("come in")]]);
    const location = `${elsewhere.url.replace("127.0.0.1", "localhost")}/v1/messages?token=x`;
    await using server = await serveModel([[httpError(307, "", { location })]]);
    const { message, retryable } = errorOf(await collect(open(protocol, server.url)));
    expect(message).toContain(`it sends on to ${location.replace("?token=x", "")}`);
    expect(message).toContain("the key is for 127.0.0.1");
    expect(message).toMatch(/correct (OPENAI|ANTHROPIC)_BASE_URL\.$/);
    expect(retryable).toBeFalse();
    expect([...elsewhere.requests, ...elsewhere.strays]).toEqual([]);
  });

  test("a redirect on the same host is gone along with, but not in circles", async () => {
    await using server = await serveModel([
      [httpError(308, "", { location: protocol === "messages" ? "/v1/messages" : "?again" })],
      [text("here")],
    ]);
    expect(streamed(await collect(open(protocol, server.url)), "text")).toBe("here");
    expect(server.requests[1]?.bodyText).toBe(server.requests[0]?.bodyText ?? "");

    await using circle = await serveModel(() => [httpError(307, "", { location: "?round" })]);
    expect(errorOf(await collect(open(protocol, circle.url)))).toMatchObject({
      status: 307,
      retryable: false,
    });
    expect(circle.requests).toHaveLength(4);
  });

  test("a server that repeats the key finds no trace of it in what is kept of the error", async () => {
    const said = { error: { message: `bad key ${key}`, code: key, type: key, request_id: key } };
    await using server = await serveModel([
      [httpError(401, said, { "x-request-id": `req ${key}` })],
      [streamError(key, `no such key: ${key}`)],
    ]);
    const provider = open(protocol, server.url);
    for (let request = 0; request < 2; request += 1) {
      const error = errorOf(await collect(provider));
      expect(JSON.stringify(error)).not.toContain(key);
      expect(error.message).toContain("[removed]");
    }
  });

  test("an answer without a body is an empty one", async () => {
    await using server = await serve((_, response) => response.writeHead(204).end());
    expect(errorOf(await collect(open(protocol, server.url)))).toMatchObject({
      kind: "empty",
      retryable: true,
    });
  });

  test("of an error that never ends, the beginning is enough", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      const more = () => {
        while (!response.destroyed && response.write("trouble ".repeat(10_000)));
        response.once("drain", more);
      };
      more();
    });
    const { message } = errorOf(await collect(open(protocol, server.url)));
    expect(message).toContain("answered 500: trouble trouble");
    expect(message.length).toBeLessThan(800);
  });
});

describe("a compressed answer", () => {
  const events = chunks(delta({ content: "first" })) + chunks(delta({ content: "second" }, "stop")) + done;
  const packings = [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const;

  test.each(packings)("in %s is read, and one that is cut is one that broke off", async (name, pack) => {
    const packed = pack(events);
    let sent: Uint8Array = packed;
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": name });
      response.end(sent);
    });
    const provider = open("chat", server.url);
    expect(streamed(await collect(provider), "text")).toBe("firstsecond");
    sent = packed.subarray(0, packed.length / 2);
    expect(errorOf(await collect(provider))).toMatchObject({ kind: "cut", retryable: true });
  });

  test("arrives piece by piece", async () => {
    const rest = Promise.withResolvers<void>();
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
      const packer = createGzip();
      packer.pipe(response);
      packer.write(chunks(delta({ content: "first" })));
      packer.flush();
      void rest.promise.then(() => packer.end(chunks(delta({ content: "second" }, "stop")) + done));
    });
    expect(streamed(await collectOpening(open("chat", server.url), rest.resolve), "text")).toBe(
      "firstsecond",
    );
  });
});

test("a line without end is given up, not kept in memory until it is full", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: ");
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(1_000_000)));
      response.once("drain", more);
    };
    more();
  });
  expect(errorOf(await collect(providerFor(server))).message).toContain("longer than 64 MB");
});

test("an event of 10 MB is read", async () => {
  const long = "y".repeat(10_000_000);
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(chunks(delta({ content: long }, "stop")) + done);
  });
  expect(streamed(await collect(providerFor(server)), "text") === long).toBeTrue();
});

test("bytes that are no text, and zeros between events, take nothing of the rest", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"a');
    response.write(Buffer.from([0xff, 0xc3, 0x28]));
    response.write('b"}}]}\n\n');
    response.write(Buffer.alloc(100));
    response.end(`\n\n${chunks(delta({ content: "c" }, "stop"))}${done}`);
  });
  expect(streamed(await collect(providerFor(server)), "text")).toBe("a��(bc");
});

test("300 calls under one id are 300 calls, with or without an index", async () => {
  for (const numbered of [true, false]) {
    const calls = Array.from({ length: 300 }, (_, at) =>
      delta({
        tool_calls: [
          {
            ...(numbered ? { index: at } : {}),
            id: "same",
            type: "function",
            function: { name: "read", arguments: `{"n":${at}}` },
          },
        ],
      }),
    );
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(chunks(...calls, delta({}, "tool_calls")) + done);
    });
    let made = 0;
    const newId = () => `made-${(made += 1)}`;
    const { parts } = responseOf(await collect(providerFor(server, { newId })));
    expect(parts.map((part) => part.type === "tool_call" && part.argumentsText)).toEqual(
      Array.from({ length: 300 }, (_, at) => `{"n":${at}}`),
    );
    expect(new Set(parts.map((part) => part.type === "tool_call" && part.callId)).size).toBe(300);
  }
});

test.each(["half\nand half", "with a blank", "“curly”"])(
  "a key that no header can carry (%j) is named, not sent and not shown",
  async (apiKey) => {
    await using server = await serveModel([[text("come in")]]);
    const error = errorOf(await collect(open("chat", server.url, apiKey)));
    expect(error).toMatchObject({ kind: "auth", retryable: false });
    expect(error.message).toStartWith("OPENAI_API_KEY holds a blank, a line end or a letter that no key has");
    expect(error.message).not.toContain(apiKey);
    expect(server.requests).toHaveLength(0);
  },
);
