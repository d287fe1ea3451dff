/** A picture as read_file hands it over: words for the text, and the picture for models that see. */
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { prepareImage, type PreparedImage, type Size } from "../workspace/image.ts";
import type { ImageHeader, ImageType } from "../workspace/image-header.ts";
import { sizeInWords } from "../workspace/size-in-words.ts";

const typeNames: Readonly<Record<ImageType, string>> = { png: "PNG", jpeg: "JPEG", gif: "GIF", webp: "WebP" };

/** `logo.png: PNG image, 800×600, 34 KB`, and the picture itself where it can be decoded. */
export async function showImage(
  bytes: Uint8Array,
  header: ImageHeader,
  name: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const type = typeNames[header.type];
  const outcome = await prepareImage(bytes, signal);
  if (!outcome.ok) {
    const size = header.size === null ? "" : `, ${sides(header.size)}`;
    return {
      ok: true,
      text: `${name}: ${type} image${size}, ${sizeInWords(bytes.length)}. It ${outcome.why}.`,
      summary: say`${type}, not shown`,
    };
  }
  const { original, image } = outcome;
  const notes = [
    ...(header.animated ? ["animated, its first picture is shown"] : []),
    ...(header.type === "jpeg" && isCutOff(bytes)
      ? ["the file is cut off, a part of the picture is missing"]
      : []),
    ...(isSame(outcome) ? [] : [`shown at ${sides(outcome.shown)}`]),
  ];
  return {
    ok: true,
    text: `${name}: ${type} image, ${sides(original)}, ${sizeInWords(bytes.length)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`,
    summary: `${type}, ${sides(original)}`,
    images: [image],
  };
}

/** A JPEG ends with its own mark (ITU T.81, B.1.1.3); decoders make something of the rest without it. */
function isCutOff(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(endOfJpeg) === -1;
}

const endOfJpeg = Buffer.from([0xff, 0xd9]);

function isSame({ original, shown }: PreparedImage): boolean {
  return original.width === shown.width && original.height === shown.height;
}

function sides({ width, height }: Size): string {
  return `${width}×${height}`;
}
