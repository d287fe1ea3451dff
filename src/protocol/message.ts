/** What a model says and what is said to it, in no vendor's words. */
import { z } from "zod";

/** Token counts of one response as its server reported them; never summed over chunks. Unit: tokens. */
export const usageSchema = z.object({
  /** All tokens of the request, cached ones included. */
  inputTokens: z.number(),
  /** All tokens of the answer, hidden reasoning included. */
  outputTokens: z.number(),
  /** The part of `inputTokens` that was read from the provider's cache. */
  cacheReadTokens: z.number().optional(),
  /** The part of `inputTokens` that was written to the provider's cache. */
  cacheWriteTokens: z.number().optional(),
  /** The part of `outputTokens` that was reasoning. */
  reasoningTokens: z.number().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/**
 * How a response ended, in one dialect. Tool calls may only run after `tool_use` or `stop`;
 * after `length`, `error` and `truncated` they must not.
 */
export const stopKindSchema = z.enum([
  "stop",
  "tool_use",
  "length",
  "context_window",
  "content_filter",
  "refusal",
  "pause",
  "error",
  "truncated",
]);
export type StopKind = z.infer<typeof stopKindSchema>;

/** A model's words. `opaque` is what its provider needs back unchanged with them (citations), and is for it alone. */
export const textPartSchema = z.object({
  type: z.literal("text"),
  text: z.string(),
  opaque: z.unknown().optional(),
});

/**
 * A model's reasoning. `opaque` is what its provider needs back unchanged (a signature, encrypted data);
 * only the provider and model that made it may get it again. `note` tells the user of work that the server did itself
 * (a search): then `opaque` holds that work, and there is no reasoning.
 */
export const reasoningPartSchema = z.object({
  type: z.literal("reasoning"),
  text: z.string(),
  opaque: z.unknown().optional(),
  note: z.string().optional(),
});

/** `argumentsText` is exactly what the model wrote; whether it is JSON is found out when the call is taken up. */
export const toolCallPartSchema = z.object({
  type: z.literal("tool_call"),
  callId: z.string(),
  name: z.string(),
  argumentsText: z.string(),
});
export type ToolCallPart = z.infer<typeof toolCallPartSchema>;

export const assistantPartSchema = z.discriminatedUnion("type", [
  textPartSchema,
  reasoningPartSchema,
  toolCallPartSchema,
]);
export type AssistantPart = z.infer<typeof assistantPartSchema>;

/** A picture as it travels: the bytes of a PNG, JPEG, GIF or WebP file in base64, without line breaks. */
export const encodedImageSchema = z.object({
  /** "image/png", "image/jpeg" … */
  mediaType: z.string(),
  data: z.string(),
});
export type EncodedImage = Readonly<z.infer<typeof encodedImageSchema>>;

/** An image of a user's message. In the message's text its label stands for it: `[Image #1]`. */
export const sentImageSchema = encodedImageSchema.extend({ label: z.string() });
export type SentImage = Readonly<z.infer<typeof sentImageSchema>>;

/** A tool as a model sees it. `parameters` is a JSON schema. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** One message of a request. Results of one step stand together, in the order of its calls. */
export type ModelMessage =
  | UserMessage
  | {
      readonly role: "assistant";
      readonly model: string;
      readonly parts: readonly AssistantPart[];
      /** The model has not finished: it goes on from here when the message is the last one. */
      readonly paused?: boolean;
    }
  | { readonly role: "tool"; readonly results: readonly ToolMessageResult[] };

/** What the user says. `images` is absent or not empty, in the order of their places. */
export type UserMessage = {
  readonly role: "user";
  readonly text: string;
  readonly images?: readonly PlacedImage[];
};

/** An image in a text: behind its first `after` UTF-16 units. */
export type PlacedImage = { readonly image: EncodedImage; readonly after: number };

export type ToolMessageResult = {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
  /** What the call gave to look at, behind the text; absent or not empty. */
  readonly images?: readonly EncodedImage[];
};

/** What a provider is asked: built by `context/request.ts`, passed by `context/validate.ts`, and by nothing else. */
export type ModelRequest = {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
  /** Stable over a session, for providers that route their prompt cache by it. */
  readonly cacheKey?: string;
};

/** The text of an assistant message's text parts, in order. */
export function textOf(parts: readonly AssistantPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** True for parts that are nothing but thoughts: no words, no calls, and no work of the server's. */
export function isOnlyReasoning(parts: readonly AssistantPart[]): boolean {
  return parts.every((part) => part.type === "reasoning" && part.note === undefined);
}

/** The tool calls of an assistant message, in the model's order. */
export function toolCallsOf(parts: readonly AssistantPart[]): ToolCallPart[] {
  return parts.filter((part) => part.type === "tool_call");
}
