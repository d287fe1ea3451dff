import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { OutputBuffer } from "../../src/process/output-buffer.ts";

const notice = /\n\[… (\d+) bytes left out …\]\n/;

function filled(text: string, chunkSize: number, limits: { head: number; tail: number }): OutputBuffer {
  const buffer = new OutputBuffer(limits);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkSize) buffer.append(bytes.subarray(at, at + chunkSize));
  buffer.end();
  return buffer;
}

test("what fits is kept as it is, however it was cut into chunks", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      (text, size) => {
        expect(filled(text, size, { head: 100, tail: 1_000 }).read()).toEqual({ text, truncatedBytes: 0 });
      },
    ),
  );
});

test("beginning, end and the count of the missing bytes add up, and no character is cut in two", () => {
  const limits = { head: 10, tail: 15 };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "é", "你", "😀"), { minLength: 30, maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      (characters, size) => {
        const text = characters.join("");
        const { text: kept, truncatedBytes } = filled(text, size, limits).read();
        const [head = "", count, tail = ""] = kept.split(notice);
        expect(Number(count)).toBe(truncatedBytes);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        expect(head.length).toBeLessThanOrEqual(limits.head);
        expect(tail.length).toBeLessThanOrEqual(limits.tail);
        expect(Buffer.byteLength(head + tail) + truncatedBytes).toBe(Buffer.byteLength(text));
      },
    ),
  );
});

test("half a character at the very end is shown as such", () => {
  const buffer = new OutputBuffer();
  buffer.append(Uint8Array.of(0x61, 0xe4, 0xbd));
  expect(buffer.end()).toBe("\uFFFD");
  expect(buffer.read().text).toBe("a\uFFFD");
});
