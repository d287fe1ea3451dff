/** The thinking half of a step: one request out, one response back. */
import type { EngineEvent } from "../protocol/event.ts";
import type { ProviderError } from "../protocol/error.ts";
import { type AssistantPart, type ModelRequest, toolCallsOf } from "../protocol/message.ts";
import type { ModelResponse, Provider, ProviderEvent } from "../providers/provider.ts";
import type { Clock } from "./dependencies.ts";

/** What came of a request. Times in ms; `parts` of a failed or interrupted one are what had arrived of text and reasoning. */
export type Thought = {
  readonly latencyMs: number;
  readonly firstTokenMs?: number;
  readonly attempts: number;
} & (
  | { readonly type: "response"; readonly response: ModelResponse }
  | { readonly type: "error"; readonly error: ProviderError; readonly parts: readonly AssistantPart[] }
  | { readonly type: "interrupted"; readonly parts: readonly AssistantPart[] }
);

/** Asks the provider once and tells what arrives as it arrives. Never throws for what a server does. */
export async function think(
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal,
  clock: Clock,
  step: number,
  emit: (event: EngineEvent) => void,
): Promise<Thought> {
  const start = clock.elapsed();
  const partial = createPartialAnswer();
  let attempts = 1;
  let firstTokenMs: number | undefined;
  const times = () => ({
    latencyMs: clock.elapsed() - start,
    attempts,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
  });

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
        attempts = event.attempt;
        emit(event);
        break;
      case "error":
        return { type: "error", error: event.error, parts: partial.parts(), ...times() };
      case "response": {
        const fault = protocolFault(event.response);
        if (fault !== null) return { type: "error", error: fault, parts: partial.parts(), ...times() };
        return { type: "response", response: event.response, ...times() };
      }
    }
  }
  if (signal.aborted) return { type: "interrupted", parts: partial.parts(), ...times() };
  const error: ProviderError = {
    kind: "truncated",
    message: "The provider's stream ended without an answer.",
    retryable: true,
  };
  return { type: "error", error, parts: partial.parts(), ...times() };
}

/** A response that no rule of the loop can handle: a call that nobody could answer. */
function protocolFault(response: ModelResponse): ProviderError | null {
  const kind = "protocol";
  for (const { callId, name } of toolCallsOf(response.parts)) {
    if (callId === "") {
      return { kind, message: `The model server sent a call of "${name}" without an id.`, retryable: false };
    }
    if (name.trim() === "") {
      return {
        kind,
        message: `The model server sent the tool call "${callId}" without a name.`,
        retryable: false,
      };
    }
  }
  return null;
}

/** The events of a stream until the signal fires: a provider that does not stop at once cannot hold the engine. */
async function* untilAborted(
  stream: AsyncIterable<ProviderEvent>,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent> {
  const iterator = stream[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<"aborted">();
  const onAbort = () => aborted.resolve("aborted");
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (true) {
      const next = await Promise.race([iterator.next(), aborted.promise]);
      if (next === "aborted" || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // The stream may be in the middle of a read that ends only later: it is told, not waited for.
    iterator.return?.()?.catch(() => undefined);
  }
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
