import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { IndexedPicture } from "../../src/terminal/indexed-png.ts";
import { sixelPieces } from "../../src/terminal/sixel.ts";
import { drawSixel } from "../support/sixel.ts";

/** What stands between the beginning of the sequence and its end. */
function contentOf(picture: IndexedPicture): string {
  const sequence = [...sixelPieces(picture)].join("");
  expect(sequence).toStartWith("\u001bP0;1;0q");
  expect(sequence).toEndWith("\u001b\\");
  return sequence.slice("\u001bP0;1;0q".length, -2);
}

/** What should be seen of each pixel. */
function seen({ pixels, palette, alpha }: IndexedPicture): (string | null)[] {
  return [...pixels].map((pixel) =>
    (alpha[pixel] ?? 0) < 128
      ? null
      : [...palette.subarray(pixel * 3, pixel * 3 + 3)]
          .map((part) => Math.round((part / 255) * 100))
          .join(","),
  );
}

const byte = fc.integer({ min: 0, max: 255 });

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 20 }),
    colours: fc.integer({ min: 1, max: 256 }),
    isPlain: fc.boolean(),
  })
  .chain(({ width, height, colours, isPlain }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      palette: fc.uint8Array({ minLength: colours * 3, maxLength: colours * 3 }),
      alpha: fc
        .array(fc.oneof({ weight: 3, arbitrary: fc.constant(255) }, byte), {
          minLength: colours,
          maxLength: colours,
        })
        .map((values) => Uint8Array.from(values)),
      // Plain ones have the long runs that noise has not.
      pixels: fc
        .array(fc.integer({ min: 0, max: isPlain ? Math.min(1, colours - 1) : colours - 1 }), {
          minLength: width * height,
          maxLength: width * height,
        })
        .map((values) => Uint8Array.from(values)),
    }),
  );

describe("sixel", () => {
  test("paints every pixel of any picture in its colour, and leaves out what is see-through", () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const drawn = drawSixel(contentOf(picture));
        expect([drawn.width, drawn.height]).toEqual([picture.width, picture.height]);
        expect(drawn.pixels).toEqual(seen(picture));
      }),
      { numRuns: 200 },
    );
  });

  test("says long rows of one colour in a few characters", () => {
    const [width, height] = [600, 60];
    const picture = {
      width,
      height,
      palette: Uint8Array.of(255, 0, 0),
      alpha: Uint8Array.of(255),
      pixels: new Uint8Array(width * height),
    };
    expect(contentOf(picture)).toBe(
      `"1;1;600;60#0;2;100;0;0${Array.from({ length: 10 }, () => "#0!600~").join("-")}`,
    );
  });

  test("is made piece by piece, so that a large picture stops nothing", () => {
    const [width, height] = [10, 60];
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => at % 2);
    const picture = { width, height, palette: new Uint8Array(6), alpha: Uint8Array.of(255, 255), pixels };
    expect([...sixelPieces(picture)]).toHaveLength(12);
  });
});
