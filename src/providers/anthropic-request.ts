/** A request in the words of the Messages API. */
import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import type {
  AssistantPart,
  EncodedImage,
  ModelMessage,
  ModelRequest,
  ToolMessageResult,
} from "../protocol/message.ts";
import { isRecord, parseJson } from "./json.ts";
import { messagesIdRule, type WireIds, wireIds } from "./wire-ids.ts";

/** What is needed of the model that will be asked. `maxTokens` is required by the API. */
export type MessagesTarget = { readonly modelId: string; readonly model: string; readonly maxTokens: number };

/** Marks the end of a prefix that the server may keep; at most four are allowed, three are used. */
const cached = { cache_control: { type: "ephemeral" as const } };

/**
 * The body of the request. What stays the same over a session (tools, system prompt) and the history so far are
 * marked for the prompt cache. Neighbours of one role become one message: the API wants all results of a step in the
 * message directly behind its calls, before any text.
 */
export function messagesBody(request: ModelRequest, target: MessagesTarget): MessageCreateParamsStreaming {
  const ids = wireIds(request.messages, messagesIdRule);
  const messages = markLast(merge(request.messages.map((message) => wireMessage(message, target, ids))));
  const tools = request.tools.map(wireTool);
  const lastTool = tools.pop();
  return {
    model: target.modelId,
    max_tokens: target.maxTokens,
    stream: true,
    ...(request.system.trim() === "" ? {} : { system: [{ type: "text", text: request.system, ...cached }] }),
    ...(lastTool === undefined ? {} : { tools: [...tools, { ...lastTool, ...cached }] }),
    messages,
  };
}

type WireMessage = { readonly role: "user" | "assistant"; readonly content: readonly ContentBlockParam[] };

function wireTool({ name, description, parameters }: ModelRequest["tools"][number]): Tool {
  return { name, description, input_schema: { ...parameters, type: "object" } };
}

function wireMessage(message: ModelMessage, target: MessagesTarget, ids: WireIds): WireMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: textBlocks(message.text) };
    case "tool":
      return {
        role: "user",
        content: message.results.map((result): ToolResultBlockParam => ({
          type: "tool_result",
          tool_use_id: ids(result.callId),
          ...resultContent(result),
          ...(result.isError ? { is_error: true } : {}),
        })),
      };
    case "assistant": {
      const ownModel = message.model === target.model;
      return { role: "assistant", content: message.parts.flatMap((part) => wirePart(part, ownModel, ids)) };
    }
    default:
      return message satisfies never;
  }
}

/** An empty text block is refused, an empty result is not. */
function resultContent({ text, images = [] }: ToolMessageResult): Pick<ToolResultBlockParam, "content"> {
  const pictures = images.flatMap((image) => imageBlock(image) ?? []);
  if (pictures.length > 0) return { content: [...textBlocks(text), ...pictures] };
  return text.trim() === "" ? {} : { content: text };
}

/** Null for a type that the API does not take; the validator lets none through. */
function imageBlock({ mediaType, data }: EncodedImage): ImageBlockParam | null {
  const type = imageTypes.find((known) => known === mediaType);
  return type === undefined ? null : { type: "image", source: { type: "base64", media_type: type, data } };
}

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

function textBlocks(text: string): TextBlockParam[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

function wirePart(part: AssistantPart, ownModel: boolean, ids: WireIds): ContentBlockParam[] {
  switch (part.type) {
    case "text":
      return textBlocks(part.text);
    case "reasoning":
      return ownModel ? thinkingBlocks(part.text, part.opaque) : [];
    case "tool_call": {
      const input = parseJson(part.argumentsText);
      return [
        { type: "tool_use", id: ids(part.callId), name: part.name, input: isRecord(input) ? input : {} },
      ];
    }
    default:
      return part satisfies never;
  }
}

/** Thinking goes back only with its signature, and only unchanged. */
function thinkingBlocks(thinking: string, opaque: unknown): ContentBlockParam[] {
  if (!isRecord(opaque)) return [];
  if (opaque["type"] === "thinking" && typeof opaque["signature"] === "string") {
    return [{ type: "thinking", thinking, signature: opaque["signature"] }];
  }
  if (opaque["type"] === "redacted_thinking" && typeof opaque["data"] === "string") {
    return [{ type: "redacted_thinking", data: opaque["data"] }];
  }
  return [];
}

function merge(messages: readonly WireMessage[]): WireMessage[] {
  const merged: { role: WireMessage["role"]; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    if (message.content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === message.role) last.content.push(...message.content);
    else merged.push({ role: message.role, content: [...message.content] });
  }
  return merged;
}

/** Puts a cache mark on the last block, if it is of a kind that may carry one, and closes a prefill properly. */
function markLast(messages: readonly WireMessage[]): MessageParam[] {
  return messages.map(({ role, content }, at): MessageParam => {
    const block = content.at(-1);
    if (at !== messages.length - 1 || block === undefined) return { role, content: [...content] };
    return { role, content: [...content.slice(0, -1), markBlock(block, role)] };
  });
}

function markBlock(block: ContentBlockParam, role: WireMessage["role"]): ContentBlockParam {
  // "final assistant content cannot end with trailing whitespace"
  if (block.type === "text")
    return { ...block, text: role === "assistant" ? block.text.trimEnd() : block.text, ...cached };
  return block.type === "tool_result" || block.type === "tool_use" ? { ...block, ...cached } : block;
}
