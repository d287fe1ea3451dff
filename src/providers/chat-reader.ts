/** Chat Completions chunks, as servers of all kinds send them, put together to one response. */
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart, StopKind, Usage } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { chatOpaque } from "./chat-opaque.ts";
import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from "./json.ts";
import { PartList } from "./part-list.ts";
import type { ProviderEvent } from "./provider.ts";
import { type ErrorContext, localError, streamError } from "./provider-error.ts";
import { type StreamReader, truncatedError } from "./run-stream.ts";
import { createThinkSplitter, type ThinkPiece } from "./think-tags.ts";
import { ToolCallAssembler } from "./tool-call-assembly.ts";
import { chatUsage } from "./usage.ts";

/** How servers say that a response ended; a word that is not here is taken for "stop". */
const stopKinds: ReadonlyMap<string, StopKind> = new Map(
  Object.entries({
    stop: "stop",
    tool_calls: "tool_use",
    function_call: "tool_use",
    tool_use: "tool_use",
    length: "length",
    max_tokens: "length",
    max_output_tokens: "length",
    content_filter: "content_filter",
    refusal: "refusal",
    // Zhipu
    sensitive: "content_filter",
    model_context_window_exceeded: "context_window",
    network_error: "error",
    // Mistral
    model_length: "context_window",
    // Gemini, through gateways that hand its words on
    safety: "content_filter",
    recitation: "content_filter",
    prohibited_content: "content_filter",
    // Bedrock
    content_filtered: "content_filter",
    guardrail_intervened: "content_filter",
    // SGLang
    abort: "error",
    // DeepSeek
    insufficient_system_resource: "error",
    // OpenRouter
    error: "error",
  } as const),
);

/** A reader for one response. `newId` makes ids for calls whose id the server left empty. */
export function createChatReader(context: ErrorContext, newId: () => string): StreamReader {
  const parts = new PartList();
  const calls = new ToolCallAssembler(newId);
  const details: unknown[] = [];
  const thinking = createThinkSplitter();
  /** Reasoning came in a field of its own, whatever tags may stand in the content. */
  let hasReasoningField = false;
  let started = false;
  let strange = false;
  let refused = false;
  let finish = "";
  /** The last chunk was the one with the bill that closes a stream: some servers send no finish reason before it. */
  let billed = false;
  let usage: Usage | undefined;
  let error: ProviderError | undefined;

  const takeDelta = (delta: JsonRecord): ProviderEvent[] => {
    details.push(...listOf(delta["reasoning_details"]));
    const said: ThinkPiece[] = [
      { type: "reasoning", text: reasoningOf(delta) },
      ...contentOf(delta["content"]),
    ];
    hasReasoningField ||= said.some(({ type, text }) => type === "reasoning" && text !== "");
    const refusal = textOf(delta["refusal"]);
    if (refusal !== "") refused = true;
    return [
      ...told(said.flatMap((piece) => (piece.type === "text" ? thinking.feed(piece.text) : [piece]))),
      ...told([{ type: "text", text: refusal }]),
      ...calls
        .add(callsOf(delta))
        .map(({ index, name, length }): ProviderEvent => ({ type: "call", index, name, length })),
    ];
  };

  /** Takes what was said into the answer. */
  const told = (pieces: readonly ThinkPiece[]): ProviderEvent[] => {
    const said = pieces.filter(({ text }) => text !== "");
    for (const { type, text } of said) parts.add(type, text);
    return said;
  };

  /** Text and reasoning, and the calls that are whole, of an answer that broke off. */
  const wholeParts = (): readonly AssistantPart[] => {
    told(thinking.flush());
    return [...parts.list(), ...calls.whole()];
  };

  const fail = (error: ProviderError): ProviderEvent => ({ type: "error", error, parts: wholeParts() });

  /** What goes back unchanged: tags only where they stood around all of the reasoning. */
  const opaque = () => {
    const reasoning = parts.list().filter((part) => part.type === "reasoning");
    const tagged = !hasReasoningField && reasoning.length === 1;
    return chatOpaque(details, calls.extras(), tagged ? thinking.tags() : undefined);
  };

  return {
    get started() {
      return started;
    },
    get finished() {
      return finish !== "";
    },
    get closed() {
      return error !== undefined;
    },
    feed(chunk) {
      if (!isRecord(chunk)) {
        strange = true;
        return [];
      }
      if (isErrorChunk(chunk)) {
        started = true;
        error = streamError(chunk, context);
        return [];
      }
      usage = chatUsage(chunk["usage"]) ?? chatUsage(recordOf(chunk["x_groq"])["usage"]) ?? usage;
      if (usage !== undefined) started = true;
      if (!Array.isArray(chunk["choices"])) {
        // A chunk of usage alone is fine, and so is one that has nothing but an id.
        if (usage === undefined && !("id" in chunk)) strange = true;
        return [];
      }
      started = true;
      billed = chunk["choices"].length === 0 && chatUsage(chunk["usage"]) !== undefined;
      const choice = chunk["choices"].find(
        (choice) => isRecord(choice) && (numberOf(choice["index"]) ?? 0) === 0,
      );
      if (!isRecord(choice)) return [];
      usage = chatUsage(choice["usage"]) ?? usage;
      // The first word counts: OpenRouter says it twice.
      finish ||= textOf(choice["finish_reason"]);
      const delta = isRecord(choice["delta"]) ? choice["delta"] : recordOf(choice["message"]);
      const events = takeDelta(delta);
      return finish === "" ? events : [...events, ...told(thinking.flush())];
    },
    end(done) {
      told(thinking.flush());
      if (error !== undefined) return fail(error);
      if (finish === "" && !done && !billed) return fail(truncatedError(context));
      if (finish === "" && parts.isEmpty && calls.size === 0) {
        if (strange)
          return fail(localError("protocol", say`${context.name} sent a stream that is no chat completion.`));
        if (usage === undefined) return fail(localError("empty", say`${context.name} sent an empty answer.`));
      }
      const assembled = calls.finish();
      if (!assembled.ok) {
        const message = say`${context.name} broke the protocol: ${assembled.message}.`;
        return fail(localError("protocol", message));
      }
      const stop = stopOf(finish, refused, assembled.calls.length > 0);
      if (stop === "error") return fail(finishError(finish, context));
      return {
        type: "response",
        response: {
          parts: [...parts.withOpaque(opaque()), ...assembled.calls],
          stop,
          ...(usage === undefined ? {} : { usage }),
        },
      };
    },
    wholeParts,
  };
}

/** Older vLLM says errors as `{"object":"error","message":…}`, MiniMax as `base_resp`; the rest is thrown by the SDK. */
function isErrorChunk(chunk: JsonRecord): boolean {
  if (chunk["object"] === "error") return true;
  if (chunk["error"] !== undefined && chunk["error"] !== null && chunk["error"] !== "") return true;
  const code = numberOf(recordOf(chunk["base_resp"])["status_code"]);
  return code !== undefined && code !== 0;
}

/** Calls count whatever the finish reason is (Ollama, a forced tool), unless the response was cut or filtered. */
function stopOf(finish: string, refused: boolean, hasCalls: boolean): StopKind {
  const stop = stopKinds.get(finish.toLowerCase()) ?? "stop";
  if (stop !== "stop" && stop !== "tool_use") return stop;
  if (hasCalls) return "tool_use";
  return refused ? "refusal" : "stop";
}

function finishError(finish: string, context: ErrorContext): ProviderError {
  return localError("server", say`${context.name} broke the answer off with “${finish}”.`);
}

/** The calls in a delta. Before `tool_calls` there was one `function_call` without an id; some servers still send that. */
function callsOf(delta: JsonRecord): unknown {
  const { tool_calls: calls, function_call: only } = delta;
  const hasCalls = Array.isArray(calls) ? calls.length > 0 : isRecord(calls);
  return hasCalls || !isRecord(only) ? calls : [{ index: 0, id: "", function: only }];
}

/**
 * The reasoning in a delta: `reasoning_content` (DeepSeek, most others) or `reasoning` (OpenRouter, Groq, Ollama,
 * newer vLLM). Some send the same text in both. Only without either are the texts of `reasoning_details` taken.
 */
function reasoningOf(delta: JsonRecord): string {
  const text = textOf(delta["reasoning_content"]) || textOf(delta["reasoning"]);
  if (text !== "") return text;
  return listOf(delta["reasoning_details"])
    .map((detail) => textOf(recordOf(detail)["text"]) || textOf(recordOf(detail)["summary"]))
    .join("");
}

/** The content of a delta: a string, or Mistral's array of text, thinking and reference parts. */
function contentOf(content: unknown): ThinkPiece[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content).flatMap((raw): ThinkPiece[] => {
    const part = recordOf(raw);
    if (part["type"] === "text") return [{ type: "text", text: textOf(part["text"]) }];
    if (part["type"] !== "thinking") return [];
    const thinking = part["thinking"];
    const text =
      typeof thinking === "string"
        ? thinking
        : contentOf(thinking)
            .map((inner) => inner.text)
            .join("");
    return [{ type: "reasoning", text }];
  });
}
