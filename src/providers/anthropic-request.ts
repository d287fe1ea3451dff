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
import { partsOfUser } from "../protocol/user-images.ts";
import { blockOf, withoutOpenServerCalls } from "./anthropic-opaque.ts";
import { isRecord, parseJson } from "./json.ts";
import { messagesIdRule, type WireIds, wireIds, wireName } from "./wire-ids.ts";

/** What is needed of the model that will be asked. `maxTokens` is required by the API. */
export type MessagesTarget = { readonly modelId: string; readonly model: string; readonly maxTokens: number };

/** Marks the end of a prefix that the server may keep; at most four are allowed: tools, system prompt, and two more. */
const cached = { cache_control: { type: "ephemeral" as const } };

/**
 * The body of the request. What stays the same over a session (tools, system prompt) and the history so far are
 * marked for the prompt cache. Neighbours of one role become one message: the API wants all results of a step in the
 * message directly behind its calls, before any text.
 */
export function messagesBody(request: ModelRequest, target: MessagesTarget): MessageCreateParamsStreaming {
  const ids = wireIds(request.messages, messagesIdRule);
  const whole = merge(request.messages.map((message) => wireMessage(message, target, ids)));
  const messages = markEnds(
    merge(
      whole.map(({ role, content }, at) => {
        if (role === "user") return { role, content };
        return { role, content: withoutOpenServerCalls(content, at === whole.length - 1) };
      }),
    ),
  );
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
      return {
        role: "user",
        content: partsOfUser(message).flatMap((part): ContentBlockParam[] =>
          part.type === "image" ? listed(imageBlock(part.image)) : textBlocks(part.text),
        ),
      };
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
      return ownModel ? listed(blockOf(part)) : textBlocks(part.text);
    case "reasoning":
      return ownModel ? listed(blockOf(part)) : [];
    case "tool_call": {
      const input = parseJson(part.argumentsText);
      return [
        {
          type: "tool_use",
          id: ids(part.callId),
          name: wireName(part.name),
          input: isRecord(input) ? input : {},
        },
      ];
    }
    default:
      return part satisfies never;
  }
}

function listed(block: ContentBlockParam | null): ContentBlockParam[] {
  return block === null ? [] : [block];
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

/**
 * Puts a cache mark on the last block of the request and on that of the message of the user's before it: the server
 * finds there what it kept for the request before, and keeps what has come since. Closes a prefill properly.
 */
function markEnds(messages: readonly WireMessage[]): MessageParam[] {
  const last = messages.length - 1;
  const ends = new Set(
    messages.flatMap(({ role }, at) => (role === "user" || at === last ? [at] : [])).slice(-2),
  );
  return messages.map(({ role, content }, at): MessageParam => {
    const block = content.at(-1);
    if (!ends.has(at) || block === undefined) return { role, content: [...content] };
    return { role, content: [...content.slice(0, -1), markBlock(block, role)] };
  });
}

function markBlock(block: ContentBlockParam, role: WireMessage["role"]): ContentBlockParam {
  // "final assistant content cannot end with trailing whitespace"
  if (block.type === "text")
    return { ...block, text: role === "assistant" ? block.text.trimEnd() : block.text, ...cached };
  const isMarkable = block.type === "tool_result" || block.type === "tool_use" || block.type === "image";
  return isMarkable ? { ...block, ...cached } : block;
}
