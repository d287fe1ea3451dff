/** The contract between the engine and every model server. */
import type { Effort } from "../protocol/effort.ts";
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart, ModelRequest, StopKind, Usage } from "../protocol/message.ts";

/**
 * What a stream yields, in order. Deltas are for the eye; `response` carries the whole answer and is the truth.
 * Exactly one `response` or `error` comes, as the last event — unless the signal fired, after which the stream
 * just ends. An `error` may carry the parts that had arrived whole before it.
 *
 * `retry` comes only from `withRetry`: the request failed with `error`, and attempt number `attempt` (2, 3 …, `of` at
 * most) goes out after `delayMs`. `failover` comes only from `withFailover`: from here on `to` is asked in place of
 * `from`, because of `error`; without one `to` is the model that the user chose, and its turn again. Whatever came
 * before either of them was broken off: what follows is a new answer from its beginning.
 */
export type ProviderEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** The model is writing its call number `index`; `length` is the size of its arguments so far, UTF-16 units. */
  | { readonly type: "call"; readonly index: number; readonly name: string; readonly length: number }
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly of: number;
      readonly delayMs: number;
      readonly error: ProviderError;
    }
  | {
      readonly type: "failover";
      readonly from: string;
      readonly to: string;
      readonly error?: ProviderError;
    }
  | { readonly type: "response"; readonly response: ModelResponse }
  | { readonly type: "error"; readonly error: ProviderError; readonly parts: readonly AssistantPart[] };

export type ModelResponse = {
  readonly parts: readonly AssistantPart[];
  readonly stop: StopKind;
  readonly usage?: Usage;
};

/** One model of one provider, ready to be asked. */
export interface Provider {
  /** `provider/model-id`, as settings, logs and the status line name it: the model that a request made now would ask. */
  readonly model: string;
  /** The model that the user chose, while `model` stands in for it. */
  readonly chosenModel?: string;
  /** The model's context window, tokens; absent when unknown. */
  readonly contextWindow?: number | undefined;
  /** How much it was told to think; absent: as its server pleases. */
  readonly effort?: Effort | undefined;
  /** Whether it takes images; absent when unknown. */
  readonly vision?: boolean | undefined;
  /**
   * Sends one request. Never throws: every failure is an `error` event. An adapter never retries; `withRetry`
   * around it does. Ends promptly when `signal` fires, whatever the server does.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}

/** One line of the debug log: a request or a response, keys already removed. */
export type ProviderTrace = (record: Readonly<Record<string, unknown>>) => void;
