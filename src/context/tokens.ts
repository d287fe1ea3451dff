/** How many tokens a request is, estimated: servers count only what they have been sent. Pure. */
import { estimateTokenCount } from "tokenx";
import type {
  AssistantPart,
  EncodedImage,
  ModelMessage,
  ModelRequest,
  ToolDefinition,
  ToolMessageResult,
} from "../protocol/message.ts";
import { readImageHeader } from "../workspace/image-header.ts";
import { createCountOnce } from "./count-once.ts";
import { mostTokensPerImage } from "./most-tokens.ts";

/** What chat templates put around a message, a call or a result, tokens: three to five with the known ones. */
const perMessage = 4;

const once = createCountOnce();

/** The tokens of a whole request, by the estimate. */
export function estimateRequest({ system, tools, messages }: ModelRequest): number {
  return (
    estimateText(system) +
    estimateTools(tools) +
    messages.reduce((sum, message) => sum + estimateMessage(message), 0)
  );
}

/** The tokens of the definitions of tools. */
export function estimateTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + once(tool, estimateTool), 0);
}

/** The tokens of one message. */
export function estimateMessage(message: ModelMessage): number {
  switch (message.role) {
    case "user":
      return (message.images ?? []).reduce(
        (sum, { image }) => sum + estimateImage(image),
        perMessage + estimateText(message.text),
      );
    case "assistant":
      return message.parts.reduce((sum, part) => sum + once(part, estimatePart), perMessage);
    case "tool":
      return message.results.reduce((sum, result) => sum + estimateResult(result), 0);
    default:
      return message satisfies never;
  }
}

function estimatePart(part: AssistantPart): number {
  switch (part.type) {
    case "text":
      return estimateText(part.text);
    case "reasoning":
      // Encrypted reasoning is bytes in base64; what it holds is about a quarter as many tokens.
      return part.text === "" ? Math.ceil(lengthOf(part.opaque) / 4) : estimateText(part.text);
    case "tool_call":
      return perMessage * 2 + estimateText(part.name) + estimateText(part.argumentsText);
    default:
      return part satisfies never;
  }
}

function estimateResult({ text, images = [] }: ToolMessageResult): number {
  return images.reduce((sum, image) => sum + estimateImage(image), perMessage * 2 + estimateText(text));
}

function estimateTool({ name, description, parameters }: ToolDefinition): number {
  return perMessage * 2 + estimateText(`${name} ${description} ${JSON.stringify(parameters)}`);
}

/** Longer texts are remembered: a request is estimated before it goes out, and most of it was in the one before. */
const longText = 1_000;
const mostRemembered = 4_000;
const counts = new Map<string, number>();

/** The tokens of a text. */
export function estimateText(text: string): number {
  // Of words that are no plain words, identifiers and encoded data for the most part, the tokens are short.
  if (text.length < longText) return estimateTokenCount(text, { defaultCharsPerToken: 4 });
  const before = counts.get(text);
  if (before !== undefined) return before;
  const count = estimateTokenCount(text, { defaultCharsPerToken: 4 });
  if (counts.size >= mostRemembered) counts.clear();
  counts.set(text, count);
  return count;
}

/**
 * The tokens of an image: a token for 750 pixels, after it was made no more than 1568 pixels long (Anthropic's
 * documentation of vision); other vendors count about as much or less.
 */
export function estimateImage(image: EncodedImage): number {
  return once(image, tokensOfImage);
}

function tokensOfImage(image: EncodedImage): number {
  // The size stands at the beginning, behind at most some 64 KB of a JPEG's remarks.
  const size = readImageHeader(Buffer.from(image.data.slice(0, 200_000), "base64"))?.size;
  if (size === undefined || size === null) return mostTokensPerImage;
  const scale = Math.min(1, 1_568 / Math.max(size.width, size.height));
  return Math.max(85, Math.ceil((size.width * size.height * scale * scale) / 750));
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
