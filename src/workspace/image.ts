/** Pictures for models: decoded to know that they are whole, turned upright, shrunk, and written as PNG or JPEG. */
import type { EncodedImage } from "../protocol/message.ts";
import { errorCode } from "./file-error.ts";
import { type ImageHeader, readImageHeader } from "./image-header.ts";

/**
 * `side`: pixels; Anthropic scales anything longer down before the model sees it. `bytes`: of the encoded file, under
 * 1.5 MB in base64, because every later request carries it again. `pixels`: what is decoded at all, at 4 bytes each.
 */
export const imageShrinkLimits = { side: 1568, bytes: 1_100_000, pixels: 50_000_000 } as const;

export type PreparedImage = {
  readonly image: EncodedImage;
  /** Pixels, as a person sees it: after the rotation that the file asks for. */
  readonly original: Size;
  /** What the model gets. */
  readonly shown: Size;
};

export type Size = { readonly width: number; readonly height: number };

/** Why a picture cannot be shown to a model. */
export type ImageFault = "damaged" | "too_many_pixels" | "animated" | "too_large";

/** The picture, or why there is none, as the end of a sentence that begins with the file's name. */
export type ImageOutcome =
  | ({ readonly ok: true } & PreparedImage)
  | { readonly ok: false; readonly fault: ImageFault; readonly why: string };

/**
 * Makes a picture fit for a model's history. Its first picture if it is an animation. What is within the limits and
 * needs no change goes on byte for byte. Runs on another thread; one picture at a time, because decoding a large one
 * takes 200 MB.
 *
 * @throws the signal's reason
 */
export async function prepareImage(bytes: Uint8Array, signal: AbortSignal): Promise<ImageOutcome> {
  const before = last;
  const turn = Promise.withResolvers<void>();
  last = turn.promise;
  await before;
  try {
    signal.throwIfAborted();
    return await prepare(bytes, signal);
  } finally {
    turn.resolve();
  }
}

/** Ends when the picture before is done. */
let last: Promise<void> = Promise.resolve();

async function prepare(bytes: Uint8Array, signal: AbortSignal): Promise<ImageOutcome> {
  const header = readImageHeader(bytes);
  if (header?.size == null) return no("damaged", "is cut off or damaged, so it cannot be shown");
  const { width, height } = header.size;
  if (width * height > imageShrinkLimits.pixels) {
    const most = `${imageShrinkLimits.pixels / 1_000_000} megapixels`;
    return no(
      "too_many_pixels",
      `has more than ${most}, so it was not decoded. Make a smaller copy and read that`,
    );
  }
  if (header.type === "webp" && header.animated) {
    return no(
      "animated",
      "is an animated WebP, which cannot be shown. Convert a frame of it to PNG and read that",
    );
  }
  try {
    const original = sizeOnly(await open(bytes).metadata());
    const unchanged = await asItIs(bytes, header, original);
    const image = unchanged ?? (await shrunk(bytes, header, signal));
    if (image === null) return no("too_large", "stays too large when it is shrunk, so it cannot be shown");
    const shown = unchanged === null ? sizeOnly(await open(image).metadata()) : original;
    const mediaType = unchanged !== null || isPng(image) ? "image/png" : "image/jpeg";
    return { ok: true, image: { mediaType, data: Buffer.from(image).toString("base64") }, original, shown };
  } catch (thrown) {
    if (errorCode(thrown)?.startsWith("ERR_IMAGE_") !== true) throw thrown;
    return no("damaged", "is damaged or of a kind that cannot be decoded, so it cannot be shown");
  }
}

function no(fault: ImageFault, why: string): ImageOutcome {
  return { ok: false, fault, why };
}

function open(bytes: Uint8Array): Bun.Image {
  return new Bun.Image(bytes, { maxPixels: imageShrinkLimits.pixels });
}

function sizeOnly({ width, height }: Size): Size {
  return { width, height };
}

function isPng(bytes: Uint8Array): boolean {
  return readImageHeader(bytes)?.type === "png";
}

/**
 * The bytes of a PNG that is within the limits, decoded once to see that it is whole. Other kinds are always written
 * anew: a JPEG may be rotated, in print colours or carry where it was taken; not every server reads WebP or GIF.
 */
async function asItIs(bytes: Uint8Array, header: ImageHeader, size: Size): Promise<Uint8Array | null> {
  if (header.type !== "png" || header.animated || bytes.length > imageShrinkLimits.bytes) return null;
  if (Math.max(size.width, size.height) > imageShrinkLimits.side) return null;
  await open(bytes).resize(1, 1, { filter: "nearest" }).png().bytes();
  return bytes;
}

/** Sides and JPEG qualities to try, until one is small enough. */
const steps = [
  { side: imageShrinkLimits.side, quality: 85 },
  { side: imageShrinkLimits.side, quality: 70 },
  { side: imageShrinkLimits.side, quality: 50 },
  { side: imageShrinkLimits.side / 2, quality: 70 },
] as const;

/** Sharp edges and transparency survive as PNG only; a photo is smaller as JPEG. */
async function shrunk(
  bytes: Uint8Array,
  { type }: ImageHeader,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const sized = (side: number) => open(bytes).resize(side, side, { fit: "inside", withoutEnlargement: true });
  if (type !== "jpeg") {
    const png = await sized(imageShrinkLimits.side).png().bytes();
    if (png.length <= imageShrinkLimits.bytes) return png;
  }
  for (const { side, quality } of steps) {
    signal.throwIfAborted();
    const jpeg = await sized(side).jpeg({ quality }).bytes();
    if (jpeg.length <= imageShrinkLimits.bytes) return jpeg;
  }
  return null;
}
