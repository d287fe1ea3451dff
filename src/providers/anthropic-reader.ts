/** The events of a Messages stream put together to one response. */
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart, StopKind } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import {
  beginningOf,
  type Block,
  callProblem,
  continueBlock,
  endOfBlock,
  isWhole,
  partsOf,
  readBlock,
} from "./anthropic-blocks.ts";
import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from "./json.ts";
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
    // Gateways that hand other servers' words on
    length: "length",
    content_filter: "content_filter",
  } as const),
);

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
    if (type === "message") {
      // The server takes no notice of `stream: true`.
      message = startMessage(event);
      message.stopped = true;
      const begun = message;
      return listOf(event["content"]).flatMap((raw, index) =>
        startBlock(begun, { index, content_block: raw }),
      );
    }
    if (message === undefined) return [];
    switch (type) {
      case "content_block_start":
        return startBlock(message, event);
      case "content_block_delta": {
        const block = blockAt(message, event);
        return block === undefined ? [] : continueBlock(block, recordOf(event["delta"]));
      }
      case "content_block_stop": {
        const block = blockAt(message, event);
        return block === undefined ? [] : endOfBlock(block);
      }
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
        return fail(localError("protocol", say`${context.name} broke the protocol: ${problem}.`));
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
  return beginningOf(block);
}

function blockAt(message: Message, event: JsonRecord): Block | undefined {
  return message.byIndex.get(numberOf(event["index"]) ?? -1);
}

function stopOf(reason: string, parts: readonly AssistantPart[]): StopKind {
  const stop = stopKinds.get(reason) ?? "stop";
  return stop === "stop" && parts.some((part) => part.type === "tool_call") ? "tool_use" : stop;
}
