/** Images of messages and results, for a person: drawn where the terminal can, and named in any case. */
import type { EncodedImage, SentImage } from "../protocol/message.ts";
import { readImageHeader } from "../workspace/image-header.ts";
import { sizeInWords } from "../workspace/size-in-words.ts";

/** Draws an image for a width, columns; null where that cannot be. */
export type DrawPicture = (image: EncodedImage, width: number) => readonly string[] | null;

/** `[Image #1 · png 800×600 · 120 KB]`. */
export function imageLine(image: SentImage): string {
  const bytes = Buffer.byteLength(image.data, "base64");
  const size = sizeOfImage(image);
  const type = image.mediaType.replace(/^image\//, "");
  const sides = size === null ? "" : ` ${size.width}×${size.height}`;
  const name = image.label.replace(/^\[|\]$/g, "");
  return `[${name} · ${type}${sides} · ${sizeInWords(bytes)}]`;
}

/** In pixels; null for what does not say it. */
export function sizeOfImage({
  data,
}: EncodedImage): { readonly width: number; readonly height: number } | null {
  // The size stands at the beginning, behind at most some 64 KB of a JPEG's remarks.
  return readImageHeader(Buffer.from(data.slice(0, 200_000), "base64"))?.size ?? null;
}
