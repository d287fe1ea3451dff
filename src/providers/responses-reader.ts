/** The events of a Responses stream put together to one response. */
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart, StopKind, Usage } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { distinctCallIds } from "./call-id.ts";
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";
import { type ErrorContext, localError, streamError } from "./provider-error.ts";
import {
  argumentsOf,
  type CallItem,
  isWholeCall,
  type OutputItem,
  type ReasoningItem,
} from "./responses-item.ts";
import { OutputItems } from "./responses-items.ts";
import { responsesItemOpaque, responsesPhaseOpaque } from "./responses-opaque.ts";
import { type StreamReader, truncatedError } from "./run-stream.ts";
import { chatUsage } from "./usage.ts";

/** The last event of a stream, or what it says of the response. */
const endings: ReadonlySet<string> = new Set(["completed", "incomplete", "failed", "cancelled"]);

type Ending = { readonly status: string; readonly response: JsonRecord };

/** A reader for one response. `newId` makes ids for calls whose id the server left empty. */
export function createResponsesReader(context: ErrorContext, newId: () => string): StreamReader {
  const items = new OutputItems();
  let started = false;
  let ending: Ending | undefined;
  let error: ProviderError | undefined;
  let usage: Usage | undefined;

  const finish = (response: JsonRecord, status: string): ProviderEvent[] => {
    const said = textOf(response["status"]);
    ending = { status: endings.has(said) ? said : status, response };
    return items.complete(listOf(response["output"]));
  };

  const take = (event: JsonRecord): ProviderEvent[] => {
    const type = textOf(event["type"]);
    const response = recordOf(event["response"]);
    usage = responsesUsage(response["usage"]) ?? responsesUsage(event["usage"]) ?? usage;
    if (type === "error") {
      started = true;
      // `type` is that of the event here, and says nothing of the error.
      const { type: _event, ...flat } = event;
      error = streamError(isRecord(event["error"]) ? event["error"] : flat, context);
      return [];
    }
    // A server that takes no notice of `stream: true` sends the whole response as one object.
    if (event["object"] === "response") {
      started = true;
      return finish(event, "completed");
    }
    if (!type.startsWith("response.")) return [];
    started = true;
    const status = type.slice("response.".length);
    // `response.done` is what some gateways call each of the endings.
    if (endings.has(status) || status === "done")
      return finish(response, status === "done" ? "completed" : status);
    return items.take(event);
  };

  const wholeParts = () =>
    partsOf(
      items.list.filter((item) => item.type !== "call" || isWholeCall(item)),
      newId,
    );
  const fail = (error: ProviderError): ProviderEvent => ({ type: "error", error, parts: wholeParts() });

  return {
    get started() {
      return started;
    },
    get finished() {
      return ending !== undefined;
    },
    get closed() {
      return ending !== undefined || error !== undefined;
    },
    feed: (event) => (isRecord(event) ? take(event) : []),
    end() {
      if (error !== undefined) return fail(error);
      if (ending === undefined) return fail(truncatedError(context));
      const { status, response } = ending;
      if (status === "failed" || status === "cancelled") return fail(failure(response, status, context));
      if (status === "completed" && items.list.length === 0 && usage === undefined)
        return fail(localError("empty", say`${context.name} sent an empty answer.`));
      const problem = callProblem(items.list);
      if (problem !== undefined)
        return fail(localError("protocol", say`${context.name} broke the protocol: ${problem}.`));
      return {
        type: "response",
        response: {
          parts: partsOf(items.list, newId),
          stop: stopOf(status, response, items.list),
          ...(usage === undefined ? {} : { usage }),
        },
      };
    },
    wholeParts,
  };
}

/** The counts of a response. Their names differ from those of Chat Completions, what they count does not. */
function responsesUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  return chatUsage({
    ...raw,
    prompt_tokens_details: raw["input_tokens_details"] ?? raw["prompt_tokens_details"],
    completion_tokens_details: raw["output_tokens_details"] ?? raw["completion_tokens_details"],
  });
}

function failure(response: JsonRecord, status: string, context: ErrorContext): ProviderError {
  if (isRecord(response["error"])) return streamError(response["error"], context);
  return localError(
    "server",
    status === "cancelled"
      ? say`${context.name} cancelled the answer and did not say why.`
      : say`${context.name} broke the answer off and did not say why.`,
  );
}

/** What makes a call one that nobody could answer. */
function callProblem(items: readonly OutputItem[]): string | undefined {
  for (const item of items) {
    if (item.type !== "call") continue;
    if (item.name === "") return say`the server sent a tool call without a name`;
    if (!item.hasId) return say`the server sent a tool call without an id`;
  }
  return undefined;
}

/** A completed response says nothing more of its end than what is in it. */
function stopOf(status: string, response: JsonRecord, items: readonly OutputItem[]): StopKind {
  if (status === "incomplete") {
    const reason = textOf(recordOf(response["incomplete_details"])["reason"]);
    if (reason === "content_filter") return "content_filter";
    return reason.includes("context") ? "context_window" : "length";
  }
  const calls = items.filter((item) => item.type === "call");
  if (calls.some((call) => call.isCut)) return "length";
  if (calls.length > 0 || items.some((item) => waitsForUs(item, items))) return "tool_use";
  return items.some((item) => item.type === "message" && item.refused) ? "refusal" : "stop";
}

/**
 * Calls of other kinds than functions (`custom_tool_call`, `apply_patch_call` …) have a call id and wait for an
 * output, unless the server itself has put that behind them. What has no call id is work of the server.
 */
function waitsForUs(item: OutputItem, items: readonly OutputItem[]): boolean {
  if (item.type !== "other" || item.callId === "" || !item.kind.endsWith("_call")) return false;
  return !items.some(
    (other) => other.type === "other" && other.kind.endsWith("_output") && other.callId === item.callId,
  );
}

function partsOf(items: readonly OutputItem[], newId: () => string): AssistantPart[] {
  const idOf = distinctCallIds(newId);
  const callPart = (call: CallItem): AssistantPart => {
    return {
      type: "tool_call",
      callId: idOf(call.callId),
      name: call.name,
      argumentsText: argumentsOf(call),
    };
  };
  return items.flatMap((item, at): AssistantPart[] => {
    switch (item.type) {
      case "message": {
        const { text } = item.text;
        if (text === "") return [];
        const opaque = responsesPhaseOpaque(item.phase);
        return [{ type: "text", text, ...(opaque === undefined ? {} : { opaque }) }];
      }
      case "reasoning":
        return reasoningParts(item, items[at + 1]);
      case "call":
        return [callPart(item)];
      case "other":
        return [];
      default:
        return item satisfies never;
    }
  });
}

/**
 * One part for each part of a summary; the last one has what goes back. That goes only with the item behind it: what
 * is passed over there takes it along.
 */
function reasoningParts(item: ReasoningItem, next: OutputItem | undefined): AssistantPart[] {
  const texts = item.shown === undefined ? [] : item[item.shown].pieces;
  const belongs = next !== undefined && next.type !== "other";
  const opaque =
    belongs && item.whole !== undefined ? responsesItemOpaque(item.whole, item.idChanged) : undefined;
  const parts = texts.map((text): AssistantPart => ({ type: "reasoning", text }));
  if (opaque === undefined) return parts;
  return [...parts.slice(0, -1), { type: "reasoning", text: texts.at(-1) ?? "", opaque }];
}
