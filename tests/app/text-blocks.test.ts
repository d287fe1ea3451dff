/** A text that is written piece by piece is the same text, however it was cut. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { inBlocks, joined } from "../../src/app/export/text-blocks.ts";

test("blocks of any size hold the bytes of the whole text, and are no longer than what a disk likes", async () => {
  const piece = fc.string({ unit: "grapheme", maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 20 }), async (pieces, size) => {
      const blocks = await Array.fromAsync(inBlocks(pieces, size));
      expect(Buffer.concat(blocks).equals(Buffer.from(pieces.join("")))).toBe(true);
      for (const block of blocks) expect(Buffer.from(block).toString().length).toBeLessThanOrEqual(size + 1);
      expect(Array.from(joined(pieces, size)).join("")).toBe(pieces.join(""));
    }),
  );
});
