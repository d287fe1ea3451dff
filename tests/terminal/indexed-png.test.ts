import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { type IndexedPicture, readIndexedPng } from "../../src/terminal/indexed-png.ts";
import { png, pngChunk } from "../workspace/make-images.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Parts = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly palette: Uint8Array;
  readonly alpha?: Uint8Array;
  readonly interlaced?: number;
  readonly colourType?: number;
};

/** The rows as they are packed, each behind the number of its filter. */
function file({ width, height, depth, palette, alpha, ...parts }: Parts, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, parts.colourType ?? 3, 0, 0, parts.interlaced ?? 0], 8);
  const packed = deflateSync(rows);
  const middle = packed.length >> 1;
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("PLTE", palette),
    ...(alpha === undefined ? [] : [pngChunk("tRNS", alpha)]),
    pngChunk("IDAT", packed.subarray(0, middle)),
    pngChunk("IDAT", packed.subarray(middle)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Packs the pixels, and puts a filter on each row, as the specification says it (section 9). */
function filtered(
  { width, height, depth }: Parts,
  pixels: readonly number[],
  filters: readonly number[],
): Uint8Array {
  const length = Math.ceil((width * depth) / 8);
  const raw = Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(length);
    for (let x = 0; x < width; x += 1) {
      const at = (x * depth) >> 3;
      row[at] = (row[at] ?? 0) | ((pixels[y * width + x] ?? 0) << (8 - depth - ((x * depth) & 7)));
    }
    return row;
  });
  const rows = raw.flatMap((row, y) => {
    const above = raw[y - 1] ?? new Uint8Array(length);
    const filter = filters[y % filters.length] ?? 0;
    const coded = Array.from(row, (value, at) => {
      const [a, b, c] = [row[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0];
      const estimate = a + b - c;
      const [nearest = 0] = [a, b, c].toSorted(
        (one, other) => Math.abs(estimate - one) - Math.abs(estimate - other),
      );
      return (value - ([0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0)) & 255;
    });
    return [filter].concat(coded);
  });
  return Uint8Array.from(rows);
}

/** Red, green, blue and alpha of each pixel. */
function colours({ pixels, palette, alpha }: IndexedPicture): number[][] {
  return Array.from(pixels, (pixel) =>
    Array.from(palette.subarray(pixel * 3, pixel * 3 + 3)).concat(alpha[pixel] ?? 0),
  );
}

describe("a PNG with a palette", () => {
  test("of any depth, with any filters, is read as it was written", () => {
    const cases = fc
      .record({
        width: fc.integer({ min: 1, max: 30 }),
        height: fc.integer({ min: 1, max: 12 }),
        depth: fc.constantFrom(1, 2, 4, 8),
        filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }),
      })
      .chain((shape) =>
        fc.record({
          shape: fc.constant(shape),
          pixels: fc.array(fc.integer({ min: 0, max: 2 ** shape.depth - 1 }), {
            minLength: shape.width * shape.height,
            maxLength: shape.width * shape.height,
          }),
        }),
      );
    fc.assert(
      fc.property(cases, ({ shape, pixels }) => {
        const parts = { ...shape, palette: new Uint8Array(3 * 2 ** shape.depth) };
        const picture = readIndexedPng(file(parts, filtered(parts, pixels, shape.filters)), 1_000);
        expect([...(picture?.pixels ?? [])]).toEqual(pixels);
      }),
      { numRuns: 200 },
    );
  });

  test("that Bun has made has the colours that Bun sees in it", async () => {
    const random = fc.sample(
      fc.record({
        width: fc.integer({ min: 1, max: 60 }),
        height: fc.integer({ min: 1, max: 60 }),
        seed: fc.integer({ min: 1, max: 1_000_000 }),
        colours: fc.constantFrom(2, 5, 16, 256),
        dither: fc.boolean(),
      }),
      12,
    );
    for (const { width, height, seed, colours: count, dither } of random) {
      const source = png(width, height, (x, y) => [(x * seed) & 255, (y * 7 + seed) & 255, (x ^ y) & 255]);
      const made = await new Bun.Image(source).png({ palette: true, colors: count, dither }).bytes();
      const picture = readIndexedPng(made, 10_000);
      if (picture === null) throw new Error("not read");
      expect([picture.width, picture.height]).toEqual([width, height]);
      // The same file in full colour, by Bun: its pixels follow from the same indices.
      const full = file(
        { width, height, depth: 8, palette: picture.palette, alpha: picture.alpha },
        filtered({ width, height, depth: 8, palette: picture.palette }, [...picture.pixels], [0]),
      );
      const bytesOf = (bytes: Uint8Array) => new Bun.Image(bytes).webp({ lossless: true }).bytes();
      expect(await bytesOf(full)).toEqual(await bytesOf(made));
    }
  });

  test("knows what of it is see-through; what nothing is said about is not", () => {
    const parts = {
      width: 3,
      height: 1,
      depth: 2,
      palette: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
      alpha: Uint8Array.of(0, 100),
    };
    const picture = readIndexedPng(file(parts, filtered(parts, [0, 1, 2], [0])), 10);
    expect(picture === null ? null : colours(picture)).toEqual([
      [1, 2, 3, 0],
      [4, 5, 6, 100],
      [7, 8, 9, 255],
    ]);
  });

  test("that is damaged, cut off, too large, interlaced or of another kind is none", () => {
    const parts = { width: 4, height: 4, depth: 8, palette: new Uint8Array(6) };
    const rows = filtered(
      parts,
      Array.from({ length: 16 }, (_, at) => at % 2),
      [1],
    );
    const whole = file(parts, rows);
    const read = (bytes: Uint8Array) => readIndexedPng(bytes, 16);
    expect(read(whole)).not.toBeNull();
    for (let length = 0; length < whole.length; length += 1)
      expect(read(whole.subarray(0, length))).toBeNull();
    expect(readIndexedPng(whole, 15)).toBeNull();
    expect(read(file({ ...parts, interlaced: 1 }, rows))).toBeNull();
    expect(read(file({ ...parts, colourType: 0 }, rows))).toBeNull();
    expect(read(file({ ...parts, palette: new Uint8Array(3) }, rows))).toBeNull();
    expect(read(file(parts, rows.subarray(1)))).toBeNull();
    expect(read(file(parts, Buffer.concat([rows, Buffer.alloc(1_000_000)])))).toBeNull();
    expect(read(file(parts, rows.with(0, 5)))).toBeNull();
    expect(read(png(4, 4))).toBeNull();
  });
});
