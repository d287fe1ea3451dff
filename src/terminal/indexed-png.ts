/**
 * A PNG with a palette, as the numbers of its colours: https://www.w3.org/TR/png-3/. Other kinds of PNG, interlaced ones
 * and damaged ones are not read: whoever wants the numbers has an encoder write such a file first. Pure.
 */
import { inflateSync } from "node:zlib";

export type IndexedPicture = {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour, one behind the other, 0 to 255. */
  readonly palette: Uint8Array;
  /** How much each colour covers what is below it, 0 to 255. */
  readonly alpha: Uint8Array;
  /** The number of each pixel's colour, row by row from the top. */
  readonly pixels: Uint8Array;
};

/** "\x89PNG\r\n\x1a\n", and what a chunk has beside its content: length, type and checksum. */
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const chunkFrame = 12;
/** Of IHDR: the content's length, and the colour type "palette". */
const headerLength = 13;
const withPalette = 3;

/** The picture in a PNG file with a palette; null for what is no whole one, or has more than `mostPixels` pixels. */
export function readIndexedPng(bytes: Uint8Array, mostPixels: number): IndexedPicture | null {
  const chunks = chunksOf(bytes);
  const header = chunks?.get("IHDR");
  const palette = chunks?.get("PLTE");
  const packed = chunks?.get("IDAT");
  if (header === undefined || palette === undefined || packed === undefined) return null;
  if (header.length !== headerLength || palette.length % 3 !== 0) return null;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const [depth = 0, colourType, compression, filter, interlaced] = header.subarray(8);
  if (colourType !== withPalette || ![1, 2, 4, 8].includes(depth)) return null;
  if (compression !== 0 || filter !== 0 || interlaced !== 0) return null;
  if (width === 0 || height === 0 || width * height > mostPixels) return null;
  const rowLength = Math.ceil((width * depth) / 8);
  const rows = inflated(packed, (rowLength + 1) * height);
  if (rows === null || !unfilter(rows, rowLength, height)) return null;
  const colours = palette.length / 3;
  const pixels = unpack(rows, { width, height, depth, rowLength });
  if (pixels.some((pixel) => pixel >= colours)) return null;
  const alpha = new Uint8Array(colours).fill(255);
  alpha.set(chunks?.get("tRNS")?.subarray(0, colours) ?? []);
  return { width, height, palette, alpha, pixels };
}

/** The contents by their types, those of one type joined; null when the file is cut off. */
function chunksOf(bytes: Uint8Array): Map<string, Buffer> | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (signature.some((byte, at) => file[at] !== byte)) return null;
  const found = new Map<string, Buffer[]>();
  for (let at: number = signature.length; at + chunkFrame <= file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    if (at + chunkFrame + length > file.length) return null;
    if (type === "IEND") return new Map([...found].map(([name, parts]) => [name, Buffer.concat(parts)]));
    const content = file.subarray(at + 8, at + 8 + length);
    const before = found.get(type);
    if (before === undefined) found.set(type, [content]);
    else before.push(content);
    at += chunkFrame + length;
  }
  return null;
}

/** Exactly `length` bytes; null for anything else. */
function inflated(packed: Buffer, length: number): Buffer | null {
  try {
    const bytes = inflateSync(packed, { maxOutputLength: length });
    return bytes.length === length ? bytes : null;
  } catch {
    // Damaged, or longer than it says: no picture either way.
    return null;
  }
}

/**
 * Takes the filters off, in place: each row begins with the number of its own, and a byte is what is added to one made of
 * its neighbours. With a palette the neighbour to the left is one byte away, whatever the depth. False for a filter that
 * does not exist.
 */
function unfilter(rows: Uint8Array, rowLength: number, height: number): boolean {
  const stride = rowLength + 1;
  for (let y = 0; y < height; y += 1) {
    const start = y * stride + 1;
    const filter = rows[start - 1] ?? 0;
    if (filter > 4) return false;
    if (filter === 0) continue;
    for (let at = start; at < start + rowLength; at += 1) {
      const left = at > start ? (rows[at - 1] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const upLeft = at > start && y > 0 ? (rows[at - stride - 1] ?? 0) : 0;
      rows[at] = (rows[at] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return true;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  // Paeth: the neighbour that is nearest to left + up - upLeft.
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

type Layout = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly rowLength: number;
};

/** One byte for each pixel. The leftmost pixel of a byte is in its highest bits. */
function unpack(rows: Uint8Array, { width, height, depth, rowLength }: Layout): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const mask = (1 << depth) - 1;
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowLength + 1) + 1;
    if (depth === 8) {
      pixels.set(rows.subarray(start, start + width), y * width);
      continue;
    }
    for (let x = 0; x < width; x += 1) {
      const bit = x * depth;
      const byte = rows[start + (bit >> 3)] ?? 0;
      pixels[y * width + x] = (byte >> (8 - depth - (bit & 7))) & mask;
    }
  }
  return pixels;
}
