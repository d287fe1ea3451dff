import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { createUtf8Decoder } from "../../src/terminal/input/decode.ts";
import { createInputParser } from "../../src/terminal/input/parse.ts";

/** Everything but CR, LF and TAB in typed text: those alone are read by what one read holds (`burst.ts`). */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ..."\x1b,\x1b[A,\x1b[1;5D,\x1bOP,\x1b[3~,\x1b[13;2u,\x1b[27;2;13~,\x1b[97:65;6:3u,\x1b\x1b[A,\x1bx,\x1b\x7f".split(
        ",",
      ),
      ..."\x1b[I,\x1b[O,\x1b[?62;22c,\x1b[?5u,\x1b[<0;3;4M,\x1b[M !!,\x1b[[A,\x1b[3$,\x1b[?1;2$y,\x1b[;,\x1b[".split(
        ",",
      ),
      ..."\x1b]11;rgb:ff/ff/ff\x07,\x1bP>|x(1)\x1b\\,\x1b_G\x1b\\,\x1b]0;cut,\u009bA,\u009d1\u009c,\x03,\x7f,\0".split(
        ",",
      ),
      "한글",
      "👨‍👩‍👧",
      "e\u0301",
      "\u{1f1e9}\u{1f1ea}",
      `\x1b]52;c;${"x".repeat(4200)}\x07`,
      `\x1b[${"1".repeat(4200)}A`,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: "binary", maxLength: 8 }).map((text) => `\x1b[200~${text}\r\n\x1b[201~`),
  },
);

const rawBytes = fc
  .array(fc.oneof(fc.constantFrom(0x1b, 0x5b, 0x3b, 0x31, 0x7e, 0x9b, 0xc2, 0xe3, 0xf0), fc.nat(255)), {
    maxLength: 60,
  })
  .map((codes) => Uint8Array.from(codes.filter((code) => code !== 0x0a && code !== 0x0d && code !== 0x09)));

const input = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join(""))),
  rawBytes,
);

/** The bytes in reads that end at the given places, which are fractions of the whole. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => Math.floor(place * bytes.length)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

function parse(reads: readonly Uint8Array[]): InputEvent[] {
  const parser = createInputParser();
  const events = reads.flatMap((read) => parser.feed(read));
  return merged([...events, ...parser.flush()]);
}

/** Neighbouring runs of typed text as one: where a run is cut says nothing. */
function merged(events: readonly InputEvent[]): InputEvent[] {
  const result: InputEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (event.type === "text" && last?.type === "text") {
      result[result.length - 1] = { type: "text", text: last.text + event.text };
    } else result.push(event);
  }
  return result;
}

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

describe("for any input", () => {
  test("it does not matter where reads are cut", () => {
    fc.assert(
      fc.property(input, places, (bytes, at) => {
        expect(parse(cut(bytes, at))).toEqual(parse([bytes]));
      }),
      { numRuns: 2000 },
    );
  });

  test("one byte a read tells the same as one read", () => {
    fc.assert(
      fc.property(input, (bytes) => {
        expect(parse(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(parse([bytes]));
      }),
      { numRuns: 300 },
    );
  });

  test("nothing throws, and text never holds a control character, with any bytes, cuts and pauses", () => {
    const control = /(?![\t\n])\p{Cc}/u;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), places, fc.array(fc.boolean()), (bytes, at, pauses) => {
        const parser = createInputParser();
        const events: InputEvent[] = [];
        for (const [index, read] of cut(bytes, at).entries()) {
          events.push(...parser.feed(read));
          if (pauses[index] === true) events.push(...parser.flush());
        }
        for (const event of events) {
          if (event.type === "text" || event.type === "paste") {
            expect(control.test(event.text)).toBe(false);
            expect(event.text.isWellFormed()).toBe(true);
          }
        }
        parser.flush();
        expect(["none", "paste"]).toContain(parser.pending);
      }),
      { numRuns: 2000 },
    );
  });

  test("printable text is typed as it is", () => {
    const printable = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(printable, places, (text, at) => {
        expect(parse(cut(Buffer.from(text), at))).toEqual([{ type: "text", text }]);
      }),
    );
  });

  test("the decoder gives the same characters for any cut", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), rawBytes), places, (bytes, at) => {
        const whole = createUtf8Decoder();
        const parts = createUtf8Decoder();
        // A complete character at the end makes both decoders hand out what they hold.
        const close = Buffer.from("x");
        const expected = whole.decode(bytes) + whole.decode(close);
        const actual =
          cut(bytes, at)
            .map((part) => parts.decode(part))
            .join("") + parts.decode(close);
        expect(actual).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
