/** The thinking half of a step: one request out, one response back. */
import type { EngineEvent } from "../protocol/event.ts";
import type { ProviderError } from "../protocol/error.ts";
import { type AssistantPart, type ModelRequest, toolCallsOf } from "../protocol/message.ts";
import type { ModelResponse, Provider, ProviderEvent } from "../providers/provider.ts";
import { untilAborted } from "../providers/until-aborted.ts";
import { say } from "../words/say.ts";
import type { Clock } from "./dependencies.ts";

/** How a request went, or one attempt at it. Times in ms. */
type Course = {
  readonly latencyMs: number;
  readonly firstTokenMs?: number;
  /** How often it was sent so far. */
  readonly attempts: number;
  /** Who was asked. */
  readonly model: string;
};

/** What came of a request. `parts` of a failed or interrupted one are what had arrived of text and reasoning. */
export type Thought = Course &
  (
    | { readonly type: "response"; readonly response: ModelResponse }
    | { readonly type: "error"; readonly error: ProviderError; readonly parts: readonly AssistantPart[] }
    | { readonly type: "interrupted"; readonly parts: readonly AssistantPart[] }
  );

/** How far a request has come that is still under way. */
export type SaidSoFar = Course & { readonly parts: readonly AssistantPart[] };

/** An attempt that broke off in the middle of its words; another one follows. */
export type BrokenOff = Course & {
  readonly parts: readonly AssistantPart[];
  readonly error: ProviderError;
};

export type ThinkContext = {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly step: number;
  readonly emit: (event: EngineEvent) => void;
  /** Told once, at the start: the way to what has been said by any later moment. */
  readonly onBegin: (saidSoFar: () => SaidSoFar) => void;
  readonly onBrokenOff: (attempt: BrokenOff) => void;
  /** Another model is asked from here on. */
  readonly onFailover: (event: Extract<ProviderEvent, { type: "failover" }>) => void;
};

/** Asks the provider once and tells what arrives as it arrives. Never throws for what a server does. */
export async function think(
  provider: Provider,
  request: ModelRequest,
  { signal, clock, step, emit, onBegin, onBrokenOff, onFailover }: ThinkContext,
): Promise<Thought> {
  const start = clock.elapsed();
  let partial = createPartialAnswer();
  let attempts = 1;
  let firstTokenMs: number | undefined;
  let { model } = provider;
  const course = (): Course => ({
    latencyMs: clock.elapsed() - start,
    attempts,
    model,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
  });
  /** The next attempt begins its answer anew. */
  const startOver = (error: ProviderError) => {
    if (partial.parts().length > 0) onBrokenOff({ ...course(), parts: partial.parts(), error });
    partial = createPartialAnswer();
    firstTokenMs = undefined;
    attempts += 1;
  };

  onBegin(() => ({ ...course(), parts: partial.parts() }));
  emit({ type: "request", step, attempt: 1 });
  for await (const event of untilAborted(provider.stream(request, signal), signal)) {
    if (event.type === "text" || event.type === "reasoning" || event.type === "call") {
      firstTokenMs ??= clock.elapsed() - start;
    }
    switch (event.type) {
      case "text":
        partial.add("text", event.text);
        emit({ type: "text_delta", text: event.text });
        break;
      case "reasoning":
        partial.add("reasoning", event.text);
        emit({ type: "reasoning_delta", text: event.text });
        break;
      case "call":
        emit({ type: "call_delta", index: event.index, name: event.name, length: event.length });
        break;
      case "retry":
        startOver(event.error);
        emit(event);
        break;
      case "failover":
        if (event.error !== undefined) startOver(event.error);
        onFailover(event);
        model = event.to;
        break;
      case "error":
        return { type: "error", error: event.error, parts: partial.parts(), ...course() };
      case "response": {
        const fault = protocolFault(event.response);
        if (fault !== null) return { type: "error", error: fault, parts: partial.parts(), ...course() };
        return { type: "response", response: event.response, ...course() };
      }
    }
  }
  if (signal.aborted) return { type: "interrupted", parts: partial.parts(), ...course() };
  const error: ProviderError = {
    kind: "cut",
    message: say`The provider's stream ended without an answer.`,
    retryable: true,
  };
  return { type: "error", error, parts: partial.parts(), ...course() };
}

/** A response that no rule of the loop can handle: a call that nobody could answer. */
function protocolFault(response: ModelResponse): ProviderError | null {
  const kind = "protocol";
  for (const { callId, name } of toolCallsOf(response.parts)) {
    if (callId === "") {
      return {
        kind,
        message: say`The model server sent a call of "${name}" without an id.`,
        retryable: false,
      };
    }
    if (name.trim() === "") {
      return {
        kind,
        message: say`The model server sent the tool call "${callId}" without a name.`,
        retryable: false,
      };
    }
  }
  return null;
}

/** Collects deltas into parts, a new part wherever the kind changes. */
function createPartialAnswer() {
  const parts: { type: "text" | "reasoning"; text: string }[] = [];
  return {
    add(type: "text" | "reasoning", text: string): void {
      const last = parts.at(-1);
      if (last?.type === type) last.text += text;
      else parts.push({ type, text });
    },
    parts: (): AssistantPart[] => parts.filter((part) => part.text !== ""),
  };
}
