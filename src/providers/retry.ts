/** Sends a request again when it failed before anything of an answer was seen. */
import type { ModelRequest } from "../protocol/message.ts";
import type { ProviderError } from "../protocol/error.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { sleep as realSleep, type Sleep } from "./timers.ts";

export type RetryOptions = {
  /** How often a request is sent at most, the first time included. Default 4. */
  readonly attempts?: number;
  readonly sleep?: Sleep;
  /** In [0, 1). */
  readonly random?: () => number;
};

/** The longest wait that a server can ask for, ms; beyond it the user is told instead. */
const longestAskedWait = 60_000;
const firstWait = 1000;
const longestOwnWait = 16_000;

/**
 * The provider, with retries that show as `retry` events. A retry never follows a delta: what is on the screen is
 * not said twice. An interrupt ends the waiting at once.
 */
export function withRetry(provider: Provider, options: RetryOptions = {}): Provider {
  const { attempts = 4, sleep = realSleep, random = Math.random } = options;
  return {
    model: provider.model,
    ...(provider.contextWindow === undefined ? {} : { contextWindow: provider.contextWindow }),
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
      for (let attempt = 1; ; attempt += 1) {
        const failed = yield* oneAttempt(provider, request, signal);
        if (failed === undefined) return;
        const { error, parts } = failed;
        const delayMs = error.retryAfterMs ?? ownWait(attempt, random());
        if (attempt >= attempts || delayMs > longestAskedWait) {
          yield { type: "error", error: withStory(error, attempt, delayMs), parts };
          return;
        }
        yield { type: "retry", attempt: attempt + 1, delayMs, error };
        await sleep(delayMs, signal);
        if (signal.aborted) return;
      }
    },
  };
}

type Failed = Extract<ProviderEvent, { type: "error" }>;

/** Passes one attempt on. Returns its error, not passed on, if another attempt could help; else undefined. */
async function* oneAttempt(
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent, Failed | undefined> {
  let seen = false;
  for await (const event of provider.stream(request, signal)) {
    if (event.type === "error" && event.error.retryable && !seen) return event;
    seen ||= event.type === "text" || event.type === "reasoning" || event.type === "call";
    yield event;
  }
  return undefined;
}

/** 1, 2, 4 … s, at most 16 s, of which a random part of up to a half is left out so that clients do not come as one. */
function ownWait(attempt: number, random: number): number {
  const full = Math.min(longestOwnWait, firstWait * 2 ** (attempt - 1));
  return Math.round(full * (1 - random / 2));
}

function withStory(error: ProviderError, attempt: number, delayMs: number): ProviderError {
  if (delayMs > longestAskedWait) {
    const longest = longestAskedWait / 1000;
    const wait = `The server asks for ${spanOf(delayMs)} of patience; rein waits ${longest} seconds at most.`;
    return { ...error, message: `${error.message} ${wait}` };
  }
  return attempt === 1 ? error : { ...error, message: `${error.message} rein tried ${attempt} times.` };
}

function spanOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
