import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { defaultOutputLimits, OutputBuffer } from "../../src/process/output-buffer.ts";

const notice = /\n\[\.\.\. (\d+) bytes(?: \((\d+) lines\))? left out \.\.\.\]\n/;

function filled(text: string, chunkSize: number, limits: { head: number; tail: number }): OutputBuffer {
  const buffer = new OutputBuffer(limits);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkSize) buffer.append(bytes.subarray(at, at + chunkSize));
  return buffer;
}

test("what fits is kept as it is, however it was cut into chunks", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      (text, size) => {
        const { text: kept, truncatedBytes } = filled(text, size, { head: 100, tail: 2_000 }).read(null);
        expect({ kept, truncatedBytes }).toEqual({ kept: text, truncatedBytes: 0 });
      },
    ),
  );
});

test("beginning, end and the counts of what is missing add up, and no character is cut in two", () => {
  const limits = { head: 30, tail: 45 };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "é", "你", "😀", "\n"), { minLength: 80, maxLength: 300 }),
      fc.integer({ min: 1, max: 99 }),
      (characters, size) => {
        const text = characters.join("");
        const { text: kept, truncatedBytes } = filled(text, size, limits).read(null);
        const [head = "", count, lines, tail = ""] = kept.split(notice);
        expect(Number(count)).toBe(truncatedBytes);
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toContain("\uFFFD");
        expect(Buffer.byteLength(head)).toBeLessThanOrEqual(limits.head);
        expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(limits.tail);
        expect(Buffer.byteLength(head + tail) + truncatedBytes).toBe(Buffer.byteLength(text));
        const missing = text.slice(head.length, text.length - tail.length);
        expect(Number(lines ?? 0)).toBe(missing.split("\n").length - 1);
      },
    ),
  );
});

test("any bytes at all give text that a model may get, with the true count", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 80, maxLength: 300 }), (bytes) => {
      const buffer = new OutputBuffer({ head: 20, tail: 40 });
      buffer.append(bytes);
      const { text, truncatedBytes } = buffer.read(null);
      expect(text.isWellFormed()).toBe(true);
      expect(truncatedBytes).toBeGreaterThanOrEqual(bytes.length - 60);
      // Half a character at each end, or the words that half of each holds.
      expect(truncatedBytes).toBeLessThanOrEqual(bytes.length - 60 + 30);
    }),
  );
});

test("both parts are whole lines, and of a very long line whole words", () => {
  const lines = filled(Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join(""), 9, {
    head: 60,
    tail: 60,
  });
  expect(lines.read(null).text).toMatch(
    /^line 0\n[^]*line 7\n\n\[\.\.\. \d+ bytes \(\d+ lines\) left out \.\.\.\]\nline \d\d\n/,
  );
  const words = filled(`${"alpha ".repeat(20)}'beta'${" gamma".repeat(20)}`, 7, { head: 50, tail: 50 });
  expect(words.read(null).text).toMatch(/^(alpha ){3,}\n\[\.\.\. \d+ bytes left out \.\.\.\]\n( gamma){3,}$/);
});

test("half a character at the very end is shown as such, but not while more may come", () => {
  const buffer = new OutputBuffer();
  buffer.append(Uint8Array.of(0x61, 0xe4, 0xbd));
  expect(buffer.read(null).text).toBe("a\uFFFD");
  expect(buffer.read(null, true)).toMatchObject({ text: "a", upTo: 1 });
});

test("with the longest notice it is still no more than 30,000 characters", () => {
  const buffer = new OutputBuffer(defaultOutputLimits);
  buffer.append(new Uint8Array(100_000).fill(0x61));
  const path = `/${"p".repeat(990)}`;
  const problem = `The rest could not be written: ${"x".repeat(5_000)}.`;
  expect(buffer.read({ path, bytes: 5, problem }, false, problem).text.length).toBeLessThanOrEqual(30_000);
});

test("the notice says where all of the output is, and why it is not all there", () => {
  const buffer = filled("0123456789", 10, { head: 2, tail: 2 });
  const file = { path: "/tmp/out.txt", bytes: 10, problem: null };
  expect(buffer.read(file).text).toBe("01\n[... 6 bytes left out; all of the output: /tmp/out.txt ...]\n89");
  expect(buffer.read({ ...file, bytes: 4 }, false, "The disk is full.").text).toBe(
    "01\n[... 6 bytes left out; the first 4 bytes of the output: /tmp/out.txt; The disk is full. ...]\n89",
  );
  expect(buffer.read(null, false, "No file could be made.").text).toBe(
    "01\n[... 6 bytes left out; No file could be made. ...]\n89",
  );
});
