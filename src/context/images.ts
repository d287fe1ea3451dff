/** The last step of validation: which images may go out. Pure. */
import type { EncodedImage, ModelMessage, ToolMessageResult } from "../protocol/message.ts";
import { withoutUserImages } from "../protocol/user-images.ts";
import { takesImages } from "../providers/find-model.ts";
import { readImageHeader } from "../workspace/image-header.ts";
import type { Report } from "./clean.ts";
import { imageLimits } from "./image-limits.ts";

/**
 * Older images leave in groups of this size: one at a time, each new image would change an older message, and with it
 * everything that a provider has cached behind it.
 */
const group = 5;

/**
 * The messages with only those images that `model` can be sent; the text of a result or a message says which of its own
 * are missing. What needs no change comes back as it is, the same object. `sees`: more is known of the model than its
 * name says.
 */
export function limitImages(
  messages: readonly ModelMessage[],
  model: string,
  report: Report,
  sees = takesImages(model),
): readonly ModelMessage[] {
  const sendable = (image: EncodedImage) => sees && faultOf(image) === null;
  const all = messages.flatMap(imagesOf);
  if (all.length === 0) return messages;
  const candidates = all.filter(sendable);
  let old = tooMany(candidates);
  const why = (image: EncodedImage, again: string): string | null => {
    if (!sees) return `${model} does not take images`;
    const fault = faultOf(image);
    if (fault !== null) return fault;
    if (old === 0) return null;
    old -= 1;
    return again;
  };
  const limited = messages.map((message): ModelMessage => {
    if (message.role === "assistant") return message;
    if (message.role === "user") {
      const seen = withoutUserImages(message, (image) => why(image, "only the newest are kept"));
      if (seen !== message) report("left out images of a message of the user");
      return seen;
    }
    const again = "only the newest are kept; read the file again to see it";
    const results = message.results.map((result) =>
      withoutSome(result, (image) => why(image, again), report),
    );
    return results.every((result, at) => result === message.results[at])
      ? message
      : { role: "tool", results };
  });
  return limited.every((message, at) => message === messages[at]) ? messages : limited;
}

/** Those of these images, in the order of a request, that `limitImages` leaves in it. */
export function goingImages(
  images: readonly EncodedImage[],
  model: string,
  sees = takesImages(model),
): ReadonlySet<EncodedImage> {
  const candidates = sees ? images.filter((image) => faultOf(image) === null) : [];
  return new Set(candidates.slice(tooMany(candidates)));
}

function imagesOf(message: ModelMessage): readonly EncodedImage[] {
  if (message.role === "user") return (message.images ?? []).map(({ image }) => image);
  return message.role === "tool" ? message.results.flatMap(({ images }) => images ?? []) : [];
}

/** How many of the oldest have to go, so that what is left is within the limits. */
function tooMany(images: readonly EncodedImage[]): number {
  let left = images.length;
  let length = images.reduce((sum, image) => sum + lookAt(image).length, 0);
  let gone = 0;
  while (left > imageLimits.count || length > imageLimits.total) {
    // The newest always stays: alone it is within every limit.
    const next = Math.min(images.length - 1, gone + group);
    for (const image of images.slice(gone, next)) length -= lookAt(image).length;
    gone = next;
    left = images.length - gone;
  }
  return gone;
}

function withoutSome(
  result: ToolMessageResult,
  why: (image: EncodedImage) => string | null,
  report: Report,
): ToolMessageResult {
  const { images = [], ...rest } = result;
  const reasons = images.map(why);
  const kept = images.filter((_, at) => reasons[at] === null);
  if (kept.length === images.length) return result;
  const notes = [...new Set(reasons)].flatMap((reason) => {
    if (reason === null) return [];
    const count = reasons.filter((other) => other === reason).length;
    return [`[${count === 1 ? "image" : `${count} images`} left out: ${reason}]`];
  });
  report(`left out ${images.length - kept.length} images of a result`);
  const text = [result.text, ...notes].join("\n");
  return { ...rest, text, ...(kept.length === 0 ? {} : { images: kept }) };
}

/** Images of a log stay the same objects, and looking at one means decoding it, so each is looked at once. */
const known = new WeakMap<EncodedImage, Looked>();

type Looked = {
  /** Why it cannot be sent; null where it can. */
  readonly fault: string | null;
  /** Of its data, characters. */
  readonly length: number;
};

function lookAt(image: EncodedImage): Looked {
  const before = known.get(image);
  if (before !== undefined) return before;
  const { mediaType, data } = image;
  const looked = { fault: findFault({ mediaType, data }), length: data.length };
  known.set(image, looked);
  return looked;
}

function faultOf(image: EncodedImage): string | null {
  return lookAt(image).fault;
}

function findFault({ mediaType, data }: EncodedImage): string | null {
  if (data.length > imageLimits.length) return "it is too large to be sent";
  const bytes = Buffer.from(data, "base64");
  const header = readImageHeader(bytes);
  // What is not exactly how base64 is written, strict servers refuse.
  const isExact = bytes.toString("base64") === data;
  if (!isExact || header === null || header.size === null || mediaType !== `image/${header.type}`) {
    return "its data is damaged";
  }
  const { width, height } = header.size;
  return Math.max(width, height) > imageLimits.side ? "it is too large to be sent" : null;
}
