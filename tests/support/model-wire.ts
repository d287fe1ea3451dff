/** Two of the protocols that the scripted model speaks, as texts of server-sent events. */

import type { StopKind, Usage } from "../../src/protocol/message.ts";
import type { CallStep, ContentStep } from "./model-script.ts";

/** One answer in the words of a protocol: `begin`, any number of `content`, then `finish` or `error`. */
export interface Wire {
  begin(): string;
  content(step: ContentStep): string;
  finish(kind: StopKind): string;
  error(code: string, message: string): string;
  /** The body of an answer with an error status. */
  httpError(status: number, message: string): unknown;
}

export interface WireOptions {
  readonly model: string;
  readonly usage: Usage;
  /** Chat Completions send usage only if they are asked for it. */
  readonly includeUsage: boolean;
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

export const errorType = (status: number): string => ERROR_TYPES[status] ?? "api_error";

/** https://platform.openai.com/docs/api-reference/chat-streaming, with `reasoning_content` as DeepSeek has it. */
export function chatWire({ model, usage, includeUsage }: WireOptions): Wire {
  let calls = 0;
  const chunkOf = (fields: object): string =>
    data({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model, ...fields });
  const chunk = (delta: object, finish: string | null = null): string =>
    chunkOf({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const callChunks = ({ id, name, argumentsText, split }: CallStep): string => {
    const index = calls;
    calls += 1;
    const call = { index, id, type: "function", function: { name, arguments: "" } };
    const rest = pieces(argumentsText, split).map((part) =>
      chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
    );
    return [chunk({ tool_calls: [call] }), ...rest].join("");
  };
  const finishes: Partial<Record<StopKind, string>> = {
    tool_use: "tool_calls",
    length: "length",
    content_filter: "content_filter",
    refusal: "content_filter",
  };
  return {
    begin: () => chunk({ role: "assistant", content: "" }),
    content(step) {
      if (step.type === "call") return callChunks(step);
      return chunk(step.type === "text" ? { content: step.text } : { reasoning_content: step.text });
    },
    finish: (kind) =>
      chunk({}, finishes[kind] ?? "stop") +
      (includeUsage ? chunkOf({ choices: [], usage: chatUsage(usage) }) : "") +
      "data: [DONE]\n\n",
    error: (code, message) => data({ error: { message, type: code, code } }),
    httpError: (status, message) => ({
      error: { message, type: errorType(status), param: null, code: null },
    }),
  };
}

function chatUsage(usage: Usage): object {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
  };
}

/** https://docs.anthropic.com/en/api/messages-streaming */
export function messagesWire({ model, usage }: WireOptions): Wire {
  let index = -1;
  let open: ContentStep["type"] | undefined;
  const delta = (fields: object): string => event("content_block_delta", { index, delta: fields });
  const close = (): string => {
    if (open === undefined) return "";
    const signature =
      open === "reasoning" ? delta({ type: "signature_delta", signature: `signed-${index}` }) : "";
    open = undefined;
    return signature + event("content_block_stop", { index });
  };
  const start = (type: ContentStep["type"], block: object): string => {
    if (open === type && type !== "call") return "";
    const before = close();
    open = type;
    index += 1;
    return before + event("content_block_start", { index, content_block: block });
  };
  const stopReasons: Partial<Record<StopKind, string>> = {
    tool_use: "tool_use",
    length: "max_tokens",
    context_window: "model_context_window_exceeded",
    refusal: "refusal",
    content_filter: "refusal",
    pause: "pause_turn",
  };
  const { output_tokens, ...input } = messagesUsage(usage);
  return {
    begin: () =>
      event("message_start", {
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...input, output_tokens: 1 },
        },
      }),
    content(step) {
      if (step.type === "text") {
        return start("text", { type: "text", text: "" }) + delta({ type: "text_delta", text: step.text });
      }
      if (step.type === "reasoning") {
        const block = { type: "thinking", thinking: "", signature: "" };
        return start("reasoning", block) + delta({ type: "thinking_delta", thinking: step.text });
      }
      const parts = pieces(step.argumentsText, step.split);
      return [
        start("call", { type: "tool_use", id: step.id, name: step.name, input: {} }),
        ...parts.map((partial_json) => delta({ type: "input_json_delta", partial_json })),
      ].join("");
    },
    finish: (kind) =>
      close() +
      event("message_delta", {
        delta: { stop_reason: stopReasons[kind] ?? "end_turn", stop_sequence: null },
        usage: { output_tokens },
      }) +
      event("message_stop"),
    error: (code, message) => event("error", { error: { type: code, message } }),
    httpError: (status, message) => ({ type: "error", error: { type: errorType(status), message } }),
  };
}

function messagesUsage(usage: Usage) {
  const read = usage.cacheReadTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  return {
    input_tokens: usage.inputTokens - read - written,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    output_tokens: usage.outputTokens,
  };
}

export const event = (type: string, fields: object = {}): string =>
  `event: ${type}\n${data({ type, ...fields })}`;

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** Cuts a text into `count` pieces of nearly equal length; fewer if it is shorter. Never inside a character. */
export function pieces(text: string, count: number): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / count));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(""),
  );
}
