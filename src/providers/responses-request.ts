/** A request in the words of the Responses API. */
import type {
  ResponseCreateParamsStreaming,
  ResponseFunctionCallOutputItem,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import type { Effort } from "../protocol/effort.ts";
import type {
  AssistantPart,
  EncodedImage,
  ModelMessage,
  ModelRequest,
  ToolMessageResult,
  UserMessage,
} from "../protocol/message.ts";
import { partsOfUser } from "../protocol/user-images.ts";
import { isJsonObject, type JsonRecord, listOf, textOf } from "./json.ts";
import { readResponsesOpaque } from "./responses-opaque.ts";
import { type WireIdRule, type WireIds, wireIds, wireName } from "./wire-ids.ts";

export type ResponsesTraits = {
  /** How much the model is to think; without, it decides itself. */
  readonly effort?: Effort;
  /** The most tokens of an answer, reasoning included; without, the server's own limit holds. */
  readonly maxOutputTokens?: number;
  /** Sends `prompt_cache_key`, which other servers than api.openai.com may refuse. */
  readonly promptCacheKey?: boolean;
  /**
   * Where a result's images go: into its `function_call_output`, or, for servers whose outputs are text only, into a
   * message of the user behind all results of the step. @default "output"
   */
  readonly resultImages?: "output" | "message";
};

/** What is needed of the model that will be asked: its id on the wire, and its name in the log. */
export type ResponsesTarget = {
  readonly modelId: string;
  readonly model: string;
  readonly traits: ResponsesTraits;
};

/** OpenAI: at most 64 characters; item ids there are of letters, digits, `_` and `-`, and that is safe for all. */
const responsesIdRule: WireIdRule = { forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 };

/**
 * The body of the request. The server stores nothing, so reasoning comes encrypted and goes back with the item that it
 * belongs to. No item carries an id of the server's: it would look them up, find nothing and refuse the request.
 */
export function responsesBody(request: ModelRequest, target: ResponsesTarget): ResponseCreateParamsStreaming {
  const { traits } = target;
  const ids = wireIds(request.messages, responsesIdRule);
  return {
    model: target.modelId,
    ...(request.system.trim() === "" ? {} : { instructions: request.system }),
    input: request.messages.flatMap((message) => inputItems(message, target, ids)),
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(wireTool) }),
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { ...(traits.effort === undefined ? {} : { effort: traits.effort }), summary: "auto" },
    ...(traits.maxOutputTokens === undefined ? {} : { max_output_tokens: traits.maxOutputTokens }),
    ...(traits.promptCacheKey === true && request.cacheKey !== undefined
      ? { prompt_cache_key: request.cacheKey }
      : {}),
  };
}

/** Not strict: strict schemas take no optional parameters. */
function wireTool({ name, description, parameters }: ModelRequest["tools"][number]) {
  return { type: "function" as const, name, description, parameters: { ...parameters }, strict: false };
}

function inputItems(message: ModelMessage, target: ResponsesTarget, ids: WireIds): ResponseInputItem[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message) }];
    case "assistant":
      return outputItems(message.parts, message.model === target.model, ids);
    case "tool":
      return resultItems(message.results, target.traits.resultImages ?? "output", ids);
    default:
      return message satisfies never;
  }
}

function userContent(message: UserMessage) {
  if (message.images === undefined) return message.text;
  return partsOfUser(message).map((part) =>
    part.type === "image" ? imagePart(part.image) : { type: "input_text" as const, text: part.text },
  );
}

/** Reasoning goes out only directly before an item of the answer that it came with; what nothing follows stays here. */
function outputItems(parts: readonly AssistantPart[], ownModel: boolean, ids: WireIds): ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  let waiting: ResponseInputItem[] = [];
  const add = (item: ResponseInputItem) => {
    items.push(...waiting, item);
    waiting = [];
  };
  for (const part of parts) {
    switch (part.type) {
      case "reasoning":
        if (ownModel) waiting.push(...reasoningItems(part.opaque));
        break;
      case "text":
        if (part.text.trim() !== "") add(messageItem(part.text, ownModel ? part.opaque : undefined));
        break;
      case "tool_call":
        add({
          type: "function_call",
          call_id: ids(part.callId),
          name: wireName(part.name),
          arguments: isJsonObject(part.argumentsText) ? part.argumentsText : "{}",
        });
        break;
      default:
        part satisfies never;
    }
  }
  return items;
}

function messageItem(text: string, opaque: unknown): ResponseInputItem {
  const { phase } = readResponsesOpaque(opaque);
  const known = phases.find((one) => one === phase);
  return { role: "assistant", content: text, ...(known === undefined ? {} : { phase: known }) };
}

const phases = ["commentary", "final_answer"] as const;

/**
 * The reasoning item as it came. Encrypted, it needs no id, and one would be looked up; reasoning in plain words goes
 * to servers that check the form of their input, where the id belongs to it.
 */
function reasoningItems(opaque: unknown): ResponseInputItem[] {
  const { item } = readResponsesOpaque(opaque);
  if (item === undefined) return [];
  const isEncrypted = textOf(item["encrypted_content"]) !== "";
  const kept = Object.entries(item).filter(
    ([key, value]) =>
      value !== null && key !== "status" && (key !== "id" || !isEncrypted) && !isEmptyContent(key, value),
  );
  const sent: JsonRecord = { summary: [], ...Object.fromEntries(kept), type: "reasoning" };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's own item, in the server's own form
  return [sent as unknown as ResponseInputItem];
}

function isEmptyContent(key: string, value: unknown): boolean {
  return key === "content" && listOf(value).length === 0;
}

function resultItems(
  results: readonly ToolMessageResult[],
  place: "output" | "message",
  ids: WireIds,
): ResponseInputItem[] {
  const outputs = results.map(({ callId, text, images = [] }): ResponseInputItem => {
    const call_id = ids(callId);
    if (place === "message" || images.length === 0)
      return { type: "function_call_output", call_id, output: text };
    const words: ResponseFunctionCallOutputItem[] = text.trim() === "" ? [] : [{ type: "input_text", text }];
    return { type: "function_call_output", call_id, output: [...words, ...images.map(imagePart)] };
  });
  const behind = place === "message" ? results.flatMap((result) => imagesWithWords(result, ids)) : [];
  return behind.length === 0 ? outputs : [...outputs, { role: "user", content: behind }];
}

/** A few words say which result each image belongs to. */
function imagesWithWords({ callId, name, images = [] }: ToolMessageResult, ids: WireIds) {
  return images.flatMap((image, at) => {
    const which = images.length === 1 ? "Image" : `Image ${at + 1} of ${images.length}`;
    const text = `${which} in the result of ${name} (call ${ids(callId)}):`;
    return [{ type: "input_text" as const, text }, imagePart(image)];
  });
}

function imagePart({ mediaType, data }: EncodedImage) {
  return {
    type: "input_image" as const,
    detail: "auto" as const,
    image_url: `data:${mediaType};base64,${data}`,
  };
}
