/**
 * Reads a folder of recorded answers of model servers beside the repository, if there is one, with the real adapters:
 * each answer in one piece, byte by byte and cut at random places.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createMessagesProvider } from "../../src/providers/anthropic.ts";
import { createChatProvider } from "../../src/providers/chat-completions.ts";
import { createResponsesProvider } from "../../src/providers/responses.ts";
import { collect, errorOf } from "./collect.ts";
import { differences, manifest, type StreamCase, wireBytes, wronglyRun } from "./stream-cases.ts";

// Byte by byte takes its time on a busy machine.
setDefaultTimeout(60_000);

const folder = join(import.meta.dir, "..", "..", "..", "shared", "streams");
const file = join(folder, "MANIFEST.json");
const context = { name: "the server", baseUrl: "http://127.0.0.1/v1" };

/** Cuts bytes at these distances, over and over. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (let n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? bytes.length;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** Sizes of pieces from a seed: the same each time, and other ones for each seed. */
function randomSizes(seed: number): number[] {
  return fc.sample(fc.integer({ min: 1, max: 400 }), { seed, numRuns: 97 });
}

function streamOf(pieces: readonly Uint8Array[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function providerFor({ api }: Pick<StreamCase, "api">, answer: () => Response) {
  const options = {
    model: "test/model",
    modelId: "model",
    apiKey: "none",
    context,
    fetch: async () => answer(),
  };
  switch (api) {
    case "chat":
      return createChatProvider(options);
    case "messages":
      return createMessagesProvider({ ...options, keyHeader: "x-api-key" });
    case "responses":
      return createResponsesProvider(options);
    default:
      return api satisfies never;
  }
}

describe.skipIf(!existsSync(file))("recorded streams (skipped without ../shared/streams)", () => {
  const { streams, errors } = existsSync(file)
    ? manifest.parse(JSON.parse(readFileSync(file, "utf8")))
    : { streams: [], errors: [] };
  const cuts: Readonly<Record<string, readonly number[]>> = {
    "in one piece": [Number.MAX_SAFE_INTEGER],
    "byte by byte": [1],
    "cut at odd places": [7, 1, 130, 2, 31, 3, 600, 5],
    "cut at random places (seed 1)": randomSizes(1),
    "cut at random places (seed 2)": randomSizes(2),
  };
  test.each(Object.keys(cuts))("are read rightly %s", async (name) => {
    const wrong: string[] = [];
    for (const stream of streams) {
      const bytes = wireBytes(readFileSync(join(folder, stream.path)), stream);
      const events = await collect(providerFor(stream, () => streamOf(cut(bytes, cuts[name] ?? []))));
      const found = [...differences(stream, events), ...(await wronglyRun(stream, events))];
      if (found.length > 0) wrong.push(`${stream.path}: ${found.join(", ")}`);
    }
    expect(wrong).toEqual([]);
  });

  test("of failed requests are classified, and their words are shown", async () => {
    const wrong: string[] = [];
    for (const { path, api, status, headers, expect: right } of errors) {
      const body = readFileSync(join(folder, path), "utf8");
      const answer = () => new Response(body, { status, headers: headers ?? {} });
      const error = errorOf(await collect(providerFor({ api }, answer)));
      const same =
        error.kind === right.category &&
        error.retryable === right.retryable &&
        error.message.includes((right.message ?? "").slice(0, 500));
      if (!same) wrong.push(`${path}: ${error.kind}, ${String(error.retryable)}, ${error.message}`);
    }
    expect(wrong).toEqual([]);
  });
});
