import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { TailBytes } from "../../src/process/tail-bytes.ts";
import { decode, wholeEnd, wholeStart } from "../../src/process/whole-characters.ts";

test("the last bytes are kept, whatever the pieces", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      (pieces, limit) => {
        const tail = new TailBytes(limit);
        for (const piece of pieces) tail.add(piece);
        const all = pieces.flatMap((piece) => [...piece]);
        expect([...tail.bytes()]).toEqual(all.slice(-limit));
      },
    ),
  );
});

test("text cut at any byte gives two parts that are whole, and nothing is lost between them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.nat(), (text, at) => {
      const bytes = new TextEncoder().encode(text);
      const cut = at % (bytes.length + 1);
      const end = wholeEnd(bytes.subarray(0, cut));
      const start = cut + wholeStart(bytes.subarray(cut));
      const between = decode(bytes.subarray(end, start));
      expect(Array.from(between).length).toBeLessThanOrEqual(1);
      expect(decode(bytes.subarray(0, end)) + between + decode(bytes.subarray(start))).toBe(
        text.toWellFormed(),
      );
    }),
  );
});
