/** The events of a Messages stream put together to one response. */
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart, StopKind, ToolCallPart } from "../protocol/message.ts";
import { isJsonObject, isRecord, type JsonRecord, numberOf, recordOf, textOf } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";
import { type ErrorContext, localError, streamError } from "./provider-error.ts";
import { type StreamReader, truncatedError } from "./run-stream.ts";
import { messagesUsage } from "./usage.ts";

/** `stop_reason`; a word that is not here is taken for "stop". */
const stopKinds: ReadonlyMap<string, StopKind> = new Map(
  Object.entries({
    end_turn: "stop",
    stop_sequence: "stop",
    tool_use: "tool_use",
    max_tokens: "length",
    pause_turn: "pause",
    refusal: "refusal",
    model_context_window_exceeded: "context_window",
  } as const),
);

/** What has to go back unchanged with a thinking block; a block without a signature must not go back. */
export type MessagesOpaque =
  | { readonly type: "thinking"; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string };

type Block =
  | { readonly type: "text"; text: string }
  | { readonly type: "thinking"; text: string; signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      /** The field was there, if only as "" or "null": then an id is made up. */
      readonly hasId: boolean;
      readonly name: string;
      /** Given at once, in the block's start, by some calls; deltas replace it. */
      readonly input: JsonRecord;
      readonly number: number;
      inputText: string;
    }
  /** Work of the server and kinds that came later: nothing for us to do. */
  | { readonly type: "other" };

type Message = {
  readonly blocks: Block[];
  readonly byIndex: Map<number, Block>;
  readonly usage: JsonRecord[];
  stopReason: string;
  stopped: boolean;
};

/** A reader for one response. `newId` makes ids for calls whose id the server left empty. */
export function createMessagesReader(context: ErrorContext, newId: () => string): StreamReader {
  let message: Message | undefined;
  let error: ProviderError | undefined;

  const take = (event: JsonRecord): ProviderEvent[] => {
    const type = event["type"];
    if (type === "error") {
      error = streamError(event, context);
      return [];
    }
    if (type === "message_start") {
      // Faulty proxies splice a second message into the first; then only the second counts.
      message = startMessage(recordOf(event["message"]));
      return [];
    }
    if (message === undefined) return [];
    switch (type) {
      case "content_block_start":
        return startBlock(message, event);
      case "content_block_delta":
        return continueBlock(message, event);
      case "message_delta":
        message.stopReason = textOf(recordOf(event["delta"])["stop_reason"]) || message.stopReason;
        if (isRecord(event["usage"])) message.usage.push(event["usage"]);
        return [];
      case "message_stop":
        message.stopped = true;
        return [];
      default:
        return [];
    }
  };

  const wholeParts = () => partsOf((message?.blocks ?? []).filter(isWhole), newId);
  const fail = (error: ProviderError): ProviderEvent => ({ type: "error", error, parts: wholeParts() });

  return {
    get started() {
      return message !== undefined || error !== undefined;
    },
    get finished() {
      return message !== undefined && (message.stopped || message.stopReason !== "");
    },
    get closed() {
      return error !== undefined || message?.stopped === true;
    },
    feed: (event) => (isRecord(event) ? take(event) : []),
    end() {
      if (error !== undefined) return fail(error);
      if (message === undefined || !(message.stopped || message.stopReason !== ""))
        return fail(truncatedError(context));
      const problem = callProblem(message.blocks);
      if (problem !== undefined)
        return fail(localError("protocol", `${context.name} broke the protocol: ${problem}.`));
      const parts = partsOf(message.blocks, newId);
      const usage = messagesUsage(message.usage);
      return {
        type: "response",
        response: {
          parts,
          stop: stopOf(message.stopReason, parts),
          ...(usage === undefined ? {} : { usage }),
        },
      };
    },
    wholeParts,
  };
}

function startMessage(start: JsonRecord): Message {
  const usage = isRecord(start["usage"]) ? [start["usage"]] : [];
  return { blocks: [], byIndex: new Map(), usage, stopReason: textOf(start["stop_reason"]), stopped: false };
}

function startBlock(message: Message, event: JsonRecord): ProviderEvent[] {
  const raw = recordOf(event["content_block"]);
  const calls = message.blocks.filter((block) => block.type === "tool_use").length;
  const block = readBlock(raw, calls);
  message.blocks.push(block);
  message.byIndex.set(numberOf(event["index"]) ?? -1, block);
  switch (block.type) {
    case "text":
      return deltaOf("text", block.text);
    case "thinking":
      return deltaOf("reasoning", block.text);
    case "tool_use":
      return [{ type: "call", index: block.number, name: block.name, length: 0 }];
    default:
      return [];
  }
}

function readBlock(raw: JsonRecord, number: number): Block {
  switch (raw["type"]) {
    case "text":
      return { type: "text", text: textOf(raw["text"]) };
    case "thinking":
      return { type: "thinking", text: textOf(raw["thinking"]), signature: textOf(raw["signature"]) };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: textOf(raw["data"]) };
    case "tool_use": {
      const id = textOf(raw["id"]) === "null" ? "" : textOf(raw["id"]);
      const hasId = raw["id"] !== undefined && raw["id"] !== null;
      const input = recordOf(raw["input"]);
      return { type: "tool_use", id, hasId, name: textOf(raw["name"]), input, number, inputText: "" };
    }
    default:
      return { type: "other" };
  }
}

function continueBlock(message: Message, event: JsonRecord): ProviderEvent[] {
  const block = message.byIndex.get(numberOf(event["index"]) ?? -1);
  const delta = recordOf(event["delta"]);
  if (block?.type === "text" && delta["type"] === "text_delta") {
    block.text += textOf(delta["text"]);
    return deltaOf("text", textOf(delta["text"]));
  }
  if (block?.type === "thinking" && delta["type"] === "thinking_delta") {
    block.text += textOf(delta["thinking"]);
    return deltaOf("reasoning", textOf(delta["thinking"]));
  }
  if (block?.type === "thinking" && delta["type"] === "signature_delta") {
    block.signature += textOf(delta["signature"]);
    return [];
  }
  if (block?.type === "tool_use" && delta["type"] === "input_json_delta") {
    block.inputText += textOf(delta["partial_json"]);
    return [{ type: "call", index: block.number, name: block.name, length: block.inputText.length }];
  }
  return [];
}

function deltaOf(type: "text" | "reasoning", text: string): ProviderEvent[] {
  return text === "" ? [] : [{ type, text }];
}

function partsOf(blocks: readonly Block[], newId: () => string): AssistantPart[] {
  const used = new Set<string>();
  return blocks.flatMap((block): AssistantPart[] => {
    switch (block.type) {
      case "text":
        return block.text === "" ? [] : [{ type: "text", text: block.text }];
      case "thinking": {
        const opaque: MessagesOpaque = { type: "thinking", signature: block.signature };
        // Thinking may be hidden: then the text is empty, and the signature has to be kept all the same.
        return [{ type: "reasoning", text: block.text, ...(block.signature === "" ? {} : { opaque }) }];
      }
      case "redacted_thinking": {
        const opaque: MessagesOpaque = { type: "redacted_thinking", data: block.data };
        return [{ type: "reasoning", text: "", opaque }];
      }
      case "tool_use": {
        const callId = block.id === "" || used.has(block.id) ? newId() : block.id;
        used.add(callId);
        return [{ type: "tool_call", callId, name: block.name, argumentsText: argumentsTextOf(block) }];
      }
      case "other":
        return [];
      default:
        return block satisfies never;
    }
  });
}

type ToolUse = Extract<Block, { type: "tool_use" }>;

function argumentsTextOf(block: ToolUse): ToolCallPart["argumentsText"] {
  if (block.inputText !== "" || Object.keys(block.input).length === 0) return block.inputText;
  return JSON.stringify(block.input);
}

/** Whether a block is worth keeping of a response that broke off: a call only if nothing of it is missing. */
function isWhole(block: Block): boolean {
  if (block.type !== "tool_use") return true;
  return block.hasId && block.name !== "" && isJsonObject(argumentsTextOf(block));
}

/** What makes a call one that nobody could answer. */
function callProblem(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    if (block.type !== "tool_use") continue;
    if (block.name === "") return "the server sent a tool call without a name";
    if (!block.hasId) return "the server sent a tool call without an id";
  }
  return undefined;
}

function stopOf(reason: string, parts: readonly AssistantPart[]): StopKind {
  const stop = stopKinds.get(reason) ?? "stop";
  return stop === "stop" && parts.some((part) => part.type === "tool_call") ? "tool_use" : stop;
}
