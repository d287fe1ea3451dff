/** A request in the words of Chat Completions. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
} from "openai/resources/chat/completions";
import {
  type AssistantPart,
  type EncodedImage,
  type ModelMessage,
  type ModelRequest,
  textOf,
  type ToolCallPart,
  type ToolMessageResult,
  toolCallsOf,
  type UserMessage,
} from "../protocol/message.ts";
import { partsOfUser } from "../protocol/user-images.ts";
import { withCacheMarks } from "./chat-cache-marks.ts";
import type { WireMessage } from "./chat-message.ts";
import { readChatOpaque } from "./chat-opaque.ts";
import { isJsonObject, isRecord, type JsonRecord } from "./json.ts";
import { chatIdRule, type WireIds, wireIds, wireName } from "./wire-ids.ts";

/** The form in which a server's Chat Completions are told how much to think, named after the field that it is about. */
export type EffortForm =
  "reasoning_effort" | "thinking" | "enable_thinking" | "reasoning" | "chat_template_kwargs";

/** In which ways a server differs from OpenAI's; set in the catalogue, by vendor. */
export type ChatTraits = {
  /**
   * The field in which reasoning goes back to the model that made it. Without, none goes back. DeepSeek, Moonshot
   * and Zhipu want `reasoning_content` with tool calls, OpenRouter `reasoning_details`.
   */
  readonly reasoningBack?: "reasoning_content" | "reasoning_details";
  /** An assistant message with calls and no text goes without `content` (Moonshot refuses an empty one). */
  readonly omitEmptyContent?: boolean;
  /** Sends `tool_stream: true`: without it Zhipu holds a call back until it is whole, which looks like silence. */
  readonly toolStream?: boolean;
  /** Sends `prompt_cache_key`, which other servers than api.openai.com may refuse. */
  readonly promptCacheKey?: boolean;
  /** Marks prefixes for the cache of Anthropic's models, as OpenRouter passes them on; other servers may refuse the marks. */
  readonly cacheMarks?: boolean;
  /** Sends this many tokens as `max_tokens`; without, the server's own limit holds. */
  readonly maxTokens?: number;
  /** In which form a level of effort is sent. Without, none is. */
  readonly effort?: EffortForm;
};

/** What is needed of the model that will be asked: its id on the wire, and its name in the log. */
export type ChatTarget = { readonly modelId: string; readonly model: string; readonly traits: ChatTraits };

/** The fields of a body; vendors' fields are not in the SDK's type. */
export type ChatBody = ChatCompletionCreateParamsStreaming & JsonRecord;

/** The body of the request. Invalid arguments in the history go out as `{}`: servers refuse anything else. */
export function chatBody(request: ModelRequest, target: ChatTarget): ChatBody {
  const { traits } = target;
  const ids = wireIds(request.messages, chatIdRule);
  const messages: readonly WireMessage[] = [
    ...(request.system === "" ? [] : [{ role: "system" as const, content: request.system }]),
    ...joinImages(request.messages.flatMap((message) => wireMessages(message, target, ids))),
  ];
  return {
    model: target.modelId,
    messages: traits.cacheMarks === true ? withCacheMarks(messages) : [...messages],
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(wireTool) }),
    stream: true,
    stream_options: { include_usage: true },
    ...(traits.maxTokens === undefined ? {} : { max_tokens: traits.maxTokens }),
    ...(traits.toolStream === true && request.tools.length > 0 ? { tool_stream: true } : {}),
    ...(traits.promptCacheKey === true && request.cacheKey !== undefined
      ? { prompt_cache_key: request.cacheKey }
      : {}),
  };
}

function wireTool({ name, description, parameters }: ModelRequest["tools"][number]) {
  return { type: "function" as const, function: { name, description, parameters: { ...parameters } } };
}

function wireMessages(message: ModelMessage, target: ChatTarget, ids: WireIds): WireMessage[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message) }];
    case "tool":
      return [
        ...message.results.map((result) => ({
          role: "tool" as const,
          tool_call_id: ids(result.callId),
          content: result.text,
        })),
        ...imageMessage(message.results, ids),
      ];
    case "assistant":
      return [assistantMessage(message.parts, message.model === target.model, target.traits, ids)];
    default:
      return message satisfies never;
  }
}

/**
 * A result's own content is text only, so its images follow in a message of the user, behind all results of the step:
 * nothing may stand between calls and their results. A few words say which result each belongs to.
 */
function imageMessage(results: readonly ToolMessageResult[], ids: WireIds): WireMessage[] {
  const content = results.flatMap(({ callId, name, images = [] }) =>
    images.flatMap((image, at): ChatCompletionContentPart[] => {
      const which = images.length === 1 ? "Image" : `Image ${at + 1} of ${images.length}`;
      return [
        { type: "text", text: `${which} in the result of ${name} (call ${ids(callId)}):` },
        imagePart(image),
      ];
    }),
  );
  return content.length === 0 ? [] : [{ role: "user", content }];
}

/** A text where it can be one: not every server takes parts. */
function userContent(message: UserMessage): string | ChatCompletionContentPart[] {
  if (message.images === undefined) return message.text;
  return partsOfUser(message).map((part) => (part.type === "image" ? imagePart(part.image) : part));
}

function imagePart({ mediaType, data }: EncodedImage): ChatCompletionContentPart {
  return { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } };
}

/** What the user says directly behind images joins them: strict chat templates refuse two messages of one role. */
function joinImages(messages: readonly WireMessage[]): WireMessage[] {
  const joined: WireMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === "user" && message.role === "user" && Array.isArray(last.content)) {
      const { content } = message;
      const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
      joined[joined.length - 1] = { ...last, content: [...last.content, ...parts] };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

function assistantMessage(
  parts: readonly AssistantPart[],
  ownModel: boolean,
  traits: ChatTraits,
  ids: WireIds,
): WireMessage {
  const text = (ownModel ? taggedReasoning(parts, traits) : "") + textOf(parts);
  const opaque = parts.flatMap((part) => (part.type === "reasoning" ? [readChatOpaque(part.opaque)] : []));
  const extras = ownModel ? opaque.flatMap((part) => part.extras) : [];
  const calls = toolCallsOf(parts).map((call, at) => wireCall(call, extras[at], ids));
  const withoutContent = text === "" && calls.length > 0 && traits.omitEmptyContent === true;
  return {
    role: "assistant",
    ...(withoutContent ? {} : { content: text }),
    ...reasoningFields(parts, ownModel, traits, calls.length > 0),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The reasoning that stood in the answer's content goes back where it stood, in its tags. */
function taggedReasoning(parts: readonly AssistantPart[], traits: ChatTraits): string {
  if (traits.reasoningBack === "reasoning_content") return "";
  const tagged = parts.map((part) => {
    if (part.type !== "reasoning") return "";
    const { open, close } = readChatOpaque(part.opaque).tags;
    return open === "" ? "" : open + part.text + close;
  });
  return tagged.join("");
}

function wireCall(call: ToolCallPart, extra: unknown, ids: WireIds) {
  return {
    id: ids(call.callId),
    type: "function" as const,
    function: {
      name: wireName(call.name),
      arguments: isJsonObject(call.argumentsText) ? call.argumentsText : "{}",
    },
    ...(isRecord(extra) ? { extra_content: extra } : {}),
  };
}

/** DeepSeek and Moonshot refuse a message with calls that lacks the field, even where there is nothing to put in it. */
function reasoningFields(
  parts: readonly AssistantPart[],
  ownModel: boolean,
  traits: ChatTraits,
  hasCalls: boolean,
): JsonRecord {
  const reasoning = ownModel ? parts.filter((part) => part.type === "reasoning") : [];
  if (traits.reasoningBack === "reasoning_details") {
    const details = reasoning.flatMap((part) => readChatOpaque(part.opaque).details);
    return details.length === 0 ? {} : { reasoning_details: details };
  }
  if (traits.reasoningBack !== "reasoning_content") return {};
  const text = reasoning.map((part) => part.text).join("");
  return text !== "" || hasCalls ? { reasoning_content: text } : {};
}
