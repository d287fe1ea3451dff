/** Small image files for tests, byte by byte where no encoder makes them. */
import { crc32, deflateSync } from "node:zlib";

/** The colour of a pixel: red, green, blue. */
export type Paint = (x: number, y: number) => readonly [number, number, number];

const gradient: Paint = (x, y) => [x & 255, y & 255, (x + y) & 255];

/** Pixels that no codec can make small, the same ones every time. */
export const noise: Paint = (x, y) => {
  let bits = (x * 374_761_393 + y * 668_265_263) | 0;
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
  return [bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255];
};

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return pngChunk("IHDR", header);
}

export function png(width: number, height: number, paint: Paint = gradient): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(paint(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const pixels = pngChunk("IDAT", deflateSync(rows, { level: 1 }));
  return Buffer.concat([pngMark, pngHeader(width, height), pixels, pngChunk("IEND", Buffer.alloc(0))]);
}

/** A PNG of a few bytes that says that it is huge. */
export function pngBomb(width: number, height: number): Buffer {
  const pixels = pngChunk("IDAT", deflateSync(Buffer.alloc(1_000)));
  return Buffer.concat([pngMark, pngHeader(width, height), pixels, pngChunk("IEND", Buffer.alloc(0))]);
}

export async function jpeg(width: number, height: number): Promise<Buffer> {
  return new Bun.Image(png(width, height)).jpeg().buffer();
}

/** A JPEG whose EXIF data asks for a turn by 90 degrees. */
export async function rotatedJpeg(width: number, height: number): Promise<Buffer> {
  const image = await jpeg(width, height);
  const orientation = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
  const tiff = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, ...orientation, 0, 0, 0, 0]);
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  return Buffer.concat([image.subarray(0, 2), segment, image.subarray(2)]);
}

/** A grey JPEG of 8×8 pixels in the four colours of print. */
export function cmykJpeg(): Buffer {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
  const components = [1, 2, 3, 4];
  // One code of one bit in each table: "no difference" for DC, "end of block" for AC.
  const code = [1, ...Array.from({ length: 15 }, () => 0), 0];
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xee, ...Buffer.from("Adobe", "latin1"), 0, 100, 0, 0, 0, 0, 0),
    ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    ...segment(0xc0, 8, 0, 8, 0, 8, 4, ...components.flatMap((id) => [id, 0x11, 0])),
    ...segment(0xc4, 0x00, ...code),
    ...segment(0xc4, 0x10, ...code),
    ...segment(0xda, 4, ...components.flatMap((id) => [id, 0]), 0, 63, 0),
    0x00,
    0xff,
    0xd9,
  ]);
}

/** A GIF of one black pixel, or of several pictures of it. */
export function gif(pictures = 1): Buffer {
  const one = Buffer.from("21f904000a0000002c000000000100010000020244013b", "hex").subarray(0, -1);
  const pixel = Buffer.concat([one, Buffer.from([0])]);
  return Buffer.concat([
    Buffer.from("GIF89a", "latin1"),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...Array.from({ length: pictures }, () => pixel),
    Buffer.from([0x3b]),
  ]);
}

export async function webp(width: number, height: number): Promise<Buffer> {
  return new Bun.Image(png(width, height)).webp({ lossless: true }).buffer();
}

/** A WebP of 8×8 pixels with two pictures. */
export async function animatedWebp(): Promise<Buffer> {
  const chunk = (type: string, data: Uint8Array) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const picture = (await webp(8, 8)).subarray(12);
  const frame = chunk(
    "ANMF",
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 9, 0, 0, 0]), picture]),
  );
  const body = Buffer.concat([
    Buffer.from("WEBP", "latin1"),
    chunk("VP8X", Buffer.from([2, 0, 0, 0, 7, 0, 0, 7, 0, 0])),
    chunk("ANIM", Buffer.alloc(6)),
    frame,
    frame,
  ]);
  return chunk("RIFF", body);
}
