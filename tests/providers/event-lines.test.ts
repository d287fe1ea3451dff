import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { withEventLines } from "../../src/providers/event-lines.ts";

async function named(text: string, places: readonly number[] = []): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const at = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [n, end] of at.entries()) controller.enqueue(bytes.subarray(at[n - 1] ?? 0, end));
      controller.close();
    },
  });
  const response = await withEventLines(async () => new Response(body))("http://127.0.0.1/");
  return response.text();
}

describe("an event", () => {
  test.each([
    ['data: {"type":"ping"}\n\n', 'event: ping\ndata: {"type":"ping"}\n\n'],
    ['data:{"type":"ping"}\r\n\r\n', 'event: ping\ndata:{"type":"ping"}\r\n\r\n'],
    ['id: 1\ndata: {"type":\ndata: "ping"}\n\n', 'event: ping\nid: 1\ndata: {"type":\ndata: "ping"}\n\n'],
    ['data: {"error":{"message":"no"}}\n\n', 'event: error\ndata: {"error":{"message":"no"}}\n\n'],
    ['data: {"type":"ping"}', 'event: ping\ndata: {"type":"ping"}'],
  ])("without a name gets the one in its JSON (%j)", async (stream, right) => {
    expect(await named(stream)).toBe(right);
  });

  test.each([
    'event: other\ndata: {"type":"ping"}\n\n',
    'data: {"type":"ping"}\nevent: other\n\n',
    "data: [DONE]\n\n",
    ": a comment\n\n",
    "data: {broken\n\n",
    "\n\n\n",
    "",
  ])("with a name, or that is nobody's, stays as it is (%j)", async (stream) => {
    expect(await named(stream)).toBe(stream);
  });
});

test("however the bytes are cut, the stream is the same, and nothing but names is added", async () => {
  const line = fc.constantFrom('data: {"type":"ping"}', "event: e", "data: 日本", ": c", "", "", "data: {");
  const end = fc.constantFrom("\n", "\r\n", "\r");
  const stream = fc.array(fc.tuple(line, end), { maxLength: 12 }).map((lines) => lines.flat().join(""));
  await fc.assert(
    fc.asyncProperty(stream, fc.array(fc.nat(), { maxLength: 6 }), async (text, places) => {
      const whole = await named(text);
      expect(await named(text, places)).toBe(whole);
      expect(whole.replaceAll("event: ping\n", "")).toBe(text);
    }),
  );
});
