/** What an image file says of itself in its first bytes. Nothing is decoded, so that no file can be a trap here. */

export type ImageType = "png" | "jpeg" | "gif" | "webp";

export type ImageHeader = {
  readonly type: ImageType;
  /** In pixels, as stored: before a rotation that the file asks for. Null when the header is cut off or broken. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** True when the file says that it has more than one picture. */
  readonly animated: boolean;
};

/** The header of a PNG, JPEG, GIF or WebP file, known by its content; null for anything else. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number, length: number) =>
    Buffer.from(bytes.subarray(at, at + length)).toString("latin1");
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") {
    const size = bytes.length >= 24 ? sizeOf(view.getUint32(16), view.getUint32(20)) : null;
    return { type: "png", size, animated: hasAnimationChunk(view) };
  }
  if (text(0, 3) === "\xff\xd8\xff") return { type: "jpeg", size: jpegSize(view), animated: false };
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") {
    const size = bytes.length >= 10 ? sizeOf(view.getUint16(6, true), view.getUint16(8, true)) : null;
    return { type: "gif", size, animated: isAnimatedGif(bytes) };
  }
  if (text(0, 4) === "RIFF" && text(8, 4) === "WEBP") {
    const extended = text(12, 4) === "VP8X" && bytes.length >= 30;
    const animated = extended && (view.getUint8(20) & 2) !== 0;
    return { type: "webp", size: webpSize(view, text(12, 4)), animated };
  }
  return null;
}

function sizeOf(width: number, height: number): ImageHeader["size"] {
  return width > 0 && height > 0 ? { width, height } : null;
}

/** An animated PNG has the chunk `acTL` before its pixels (PNG 3rd edition, 11.3.6.1). */
function hasAnimationChunk(view: DataView): boolean {
  let at = 8;
  while (at + 8 <= view.byteLength) {
    const type = view.getUint32(at + 4);
    if (type === 0x61_63_54_4c) return true;
    if (type === 0x49_44_41_54) return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** Walks the segments to the frame header, SOF0 to SOF15 without DHT, JPG and DAC (ITU T.81, B.1.1.3). */
function jpegSize(view: DataView): ImageHeader["size"] {
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // any number of fill bytes may stand before a marker
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return at + 9 <= view.byteLength ? sizeOf(view.getUint16(at + 7), view.getUint16(at + 5)) : null;
    }
    const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += standalone ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** How a graphic control extension begins: the extension, its label, the length of what follows. */
const gifControl = Buffer.from([0x21, 0xf9, 4]);

/** More than one graphic control extension: each picture of an animation has its own (GIF89a, 23). */
function isAnimatedGif(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (let at = buffer.indexOf(gifControl); at !== -1; at = buffer.indexOf(gifControl, at + 1)) {
    if (bytes[at + 7] !== 0) continue;
    found += 1;
    if (found > 1) return true;
  }
  return false;
}

/** The three forms of a WebP file: lossy, lossless and extended (RFC 9649, 2.5 to 2.7). */
function webpSize(view: DataView, chunk: string): ImageHeader["size"] {
  if (view.byteLength < 30) return null;
  switch (chunk) {
    case "VP8 ":
      return sizeOf(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return sizeOf((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
    default:
      return null;
  }
}
