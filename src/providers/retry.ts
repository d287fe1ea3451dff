/** Sends a request again when it failed in a way that may pass. */
import type { ModelRequest } from "../protocol/message.ts";
import type { ProviderError, ProviderErrorKind } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { sleep as realSleep, type Sleep } from "./timers.ts";

export type RetryOptions = {
  /** How often a request is sent at most, the first time included. @default 8 */
  readonly attempts?: number;
  readonly sleep?: Sleep;
  /** In [0, 1). */
  readonly random?: () => number;
};

/** The longest wait that a server can ask for, ms; beyond it the user is told instead. */
export const longestAskedWait = 60_000;
const firstWait = 1000;
const longestOwnWait = 30_000;

/** How many attempts may show words and break off: each costs tokens and the reader's patience. */
const mostBrokenOff = 3;
/** A model that writes a call wrongly three times will do it again. */
const mostFailedCalls = 3;

/**
 * The provider, with retries that show as `retry` events. The same request is sent: what a broken attempt had said is
 * not in it. An interrupt ends the waiting at once.
 */
export function withRetry(provider: Provider, options: RetryOptions = {}): Provider {
  const { attempts = 8, sleep = realSleep, random = Math.random } = options;
  return {
    model: provider.model,
    ...(provider.contextWindow === undefined ? {} : { contextWindow: provider.contextWindow }),
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
      let brokenOff = 0;
      let failedCalls = 0;
      for (let attempt = 1; ; attempt += 1) {
        const failed = yield* oneAttempt(provider, request, signal);
        if (failed === undefined) return;
        const { error, parts } = failed.event;
        if (failed.shown) brokenOff += 1;
        if (error.kind === "tool_use_failed") failedCalls += 1;
        const delayMs = error.retryAfterMs ?? ownWait(attempt, random());
        const isEnough = attempt >= attempts || brokenOff >= mostBrokenOff || failedCalls >= mostFailedCalls;
        if (isEnough || delayMs > longestAskedWait) {
          yield { type: "error", error: withStory(error, attempt, delayMs), parts };
          return;
        }
        yield { type: "retry", attempt: attempt + 1, of: attempts, delayMs, error };
        await sleep(delayMs, signal);
        if (signal.aborted) return;
      }
    },
  };
}

type Failed = {
  readonly event: Extract<ProviderEvent, { type: "error" }>;
  /** Words of the answer had been passed on. */
  readonly shown: boolean;
};

/** Passes one attempt on. Returns its error, not passed on, if another attempt could help; else undefined. */
async function* oneAttempt(
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, Failed | undefined> {
  let shown = false;
  for await (const event of provider.stream(request, signal)) {
    if (event.type === "error") {
      const asksForPatience = (event.error.retryAfterMs ?? 0) > longestAskedWait;
      if (event.error.retryable || asksForPatience) return { event, shown };
    }
    shown ||= (event.type === "text" || event.type === "reasoning") && event.text.trim() !== "";
    yield event;
  }
  return undefined;
}

/** 1, 2, 4 … s, at most 30 s, of which a random part of up to a half is left out so that clients do not come as one. */
function ownWait(attempt: number, random: number): number {
  const full = Math.min(longestOwnWait, firstWait * 2 ** (attempt - 1));
  return Math.round(full * (1 - random / 2));
}

function withStory(error: ProviderError, attempt: number, delayMs: number): ProviderError {
  if (delayMs > longestAskedWait) {
    const longest = longestAskedWait / 1000;
    const wait = say`The server asks for ${spanOf(delayMs)} of patience; by itself rein waits ${longest} seconds at most.`;
    return { ...error, message: `${error.message} ${wait}` };
  }
  const advice = advices[error.kind] ?? "";
  const tried = attempt === 1 ? "" : say` rein tried ${attempt} times.`;
  return { ...error, message: `${error.message}${tried}${advice}` };
}

const advices: Readonly<Partial<Record<ProviderErrorKind, string>>> = {
  rate_limit: say` Wait a little, or talk to another model.`,
  overloaded: say` Try again later, or talk to another model.`,
  server: say` Try again later, or talk to another model.`,
  network: say` Check the connection, then send it again.`,
  timeout: say` The setting idleTimeout gives a slow server more time.`,
  cut: say` If it stays like this, another model or server may do better.`,
  empty: say` If it stays like this, another model or server may do better.`,
};

function spanOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 120) return say`${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? say`${hours} hours` : say`${Math.ceil(hours / 24)} days`;
}
