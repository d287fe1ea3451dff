/** Asks another model when the chosen one cannot answer, and the chosen one again after a rest. */
import type { ModelRequest } from "../protocol/message.ts";
import type { ProviderError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { afterAnswer, afterFailure, askingOrder, type Rests, shouldFailOver } from "./failover-policy.ts";
import type { Provider, ProviderEvent } from "./provider.ts";

export type FailoverOptions = {
  /** Elapsed time, ms. @default performance.now */
  readonly now?: () => number;
  /** The request as another model may get it: without the reasoning of the one that it was made for. */
  readonly adapt: (request: ModelRequest, model: string) => ModelRequest;
};

/**
 * The first provider, with the others behind it: each is asked, after its own retries, when the one before it failed in
 * a way that another model may not. `model` is whichever is asked next. Without others, the first as it is.
 */
export function withFailover(
  first: Provider,
  others: readonly Provider[],
  { adapt, now = () => performance.now() }: FailoverOptions,
): Provider {
  if (others.length === 0) return first;
  const providers = [first, ...others];
  let rests: Rests = providers.map(() => 0);
  /** Who was asked last: whoever reads along was told of that one. */
  let told = first;
  const next = () => providers[askingOrder(rests, now())[0] ?? 0] ?? first;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    // Nobody rests: it was made for the first. Else the clock may have moved on since it was made.
    const isForFirst = rests.every((rest) => rest === 0);
    let failed: Failed | undefined;
    for (const place of askingOrder(rests, now())) {
      const provider = providers[place] ?? first;
      if (provider !== told) yield failover(told, provider, failed?.error);
      told = provider;
      const fitting = isForFirst && place === 0 ? request : adapt(request, provider.model);
      const end = yield* ask(provider, fitting, signal);
      if (end === undefined) return;
      if (end.type === "response") rests = afterAnswer(rests, place);
      if (end.type === "response" || !shouldFailOver(end.error)) {
        yield end;
        return;
      }
      rests = afterFailure(rests, place, end.error, now());
      failed = end;
    }
    if (failed === undefined) return;
    const message = say`${failed.error.message} None of the ${providers.length} models answered.`;
    yield { ...failed, error: { ...failed.error, message } };
  }

  return {
    get model() {
      return next().model;
    },
    get chosenModel() {
      return first.model;
    },
    get contextWindow() {
      return next().contextWindow;
    },
    get effort() {
      return next().effort;
    },
    get vision() {
      return next().vision;
    },
    stream,
  };
}

type Failed = Extract<ProviderEvent, { type: "error" }>;
type End = Extract<ProviderEvent, { type: "error" | "response" }>;

/** Passes on what comes before the end, and returns the end; undefined when an interrupt left none. */
async function* ask(
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, End | undefined> {
  for await (const event of provider.stream(request, signal)) {
    if (event.type === "error" || event.type === "response") return event;
    yield event;
  }
  return undefined;
}

function failover(from: Provider, to: Provider, error: ProviderError | undefined): ProviderEvent {
  return {
    type: "failover",
    from: from.model,
    to: to.model,
    ...(error === undefined ? {} : { error }),
  };
}
