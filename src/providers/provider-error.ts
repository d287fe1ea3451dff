/** Whatever can go wrong with a model server, as one error that a person can read and the retry loop can act on. */
import type { ProviderError, ProviderErrorKind } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { type ErrorFacts, readErrorBody, readErrorObject } from "./error-body.ts";
import { errorKind, isRetryable } from "./error-kind.ts";
import type { ErrorContext } from "./error-context.ts";
import { explain } from "./error-words.ts";
import { isRecord } from "./json.ts";
import { deepestMessage, networkError, proxyLoginAdvice, proxyWords } from "./network-error.ts";
import { proxyFor } from "./proxy.ts";
import { redactText, shownAddress } from "./redact.ts";
import { fromBody, retryAfter } from "./retry-after.ts";

export type { ErrorContext } from "./error-context.ts";

/** A response with a status that is not 2xx. */
export type HttpFailure = { readonly status: number; readonly headers: Headers; readonly body: string };

/** A failed HTTP answer. `now` is for `retry-after` headers that name a date; ms since 1970. */
export function httpError(
  failure: HttpFailure,
  context: ErrorContext,
  now: () => number = Date.now,
): ProviderError {
  const { status, headers } = failure;
  const facts = withoutSecrets(readErrorBody(failure.body), context);
  const requestId = requestIdIn(headers, context) ?? facts.requestId;
  const proxy = status === 407 ? proxyFor(context.baseUrl, context.environment ?? process.env) : undefined;
  if (proxy !== undefined) {
    const message = say`${sentenceStart(proxyWords(proxy))} answered 407.${proxyLoginAdvice(proxy)}`;
    return { kind: "network", message, status, retryable: false };
  }
  const redirect = redirectOf(failure, context);
  if (redirect !== undefined) return { ...localError("not_found", redirect), status };
  const kind = errorKind(status, facts);
  const retryAfterMs = retryAfter(headers, facts, now);
  return {
    kind,
    message: explain(kind, status, requestId, facts, context),
    status,
    ...codeOf(facts),
    ...(requestId === undefined ? {} : { requestId }),
    retryable: mayRetry(kind, headers.get("x-should-retry")),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** An error object inside a stream, or in the body of an answer with status 200. */
export function streamError(
  value: unknown,
  context: ErrorContext,
  now: () => number = Date.now,
): ProviderError {
  const facts = withoutSecrets(readErrorObject(value), context);
  const { status, requestId } = facts;
  const kind = errorKind(status, facts);
  const retryAfterMs = fromBody(facts, now);
  return {
    kind,
    message: explain(kind, status, requestId, facts, context),
    ...(status === undefined ? {} : { status }),
    ...codeOf(facts),
    ...(requestId === undefined ? {} : { requestId }),
    retryable: isRetryable(kind),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/**
 * An exception of an SDK, of `fetch` or of reading a stream. Failed HTTP answers are `httpError`'s: the SDKs keep
 * only one form of their bodies.
 */
export function thrownError(thrown: unknown, context: ErrorContext): ProviderError {
  // Both SDKs put what an `error` event or chunk held into `error`.
  if (isRecord(thrown) && thrown["error"] !== undefined && thrown["error"] !== null) {
    return streamError(thrown["error"], context);
  }
  if (thrown instanceof SyntaxError) {
    return localError(
      "protocol",
      say`${context.name} sent something in its answer that is not JSON; the stream is damaged.`,
    );
  }
  const error = networkError(thrown, context);
  if (error !== undefined) return error;
  const cause = redactText(deepestMessage(thrown), context.secrets);
  return localError("protocol", say`The answer of ${context.name} could not be read: ${cause}`);
}

/** An error that rein itself notices, with no server's words in it. */
export function localError(kind: ProviderErrorKind, message: string): ProviderError {
  return { kind, message, retryable: isRetryable(kind) };
}

/** What to say of an answer that sends on to an address to which the request was not sent: see `redirects.ts`. */
function redirectOf({ status, headers }: HttpFailure, context: ErrorContext): string | undefined {
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null) return undefined;
  const { name, baseUrl, baseUrlVariable, secrets } = context;
  const [here, there] = [URL.parse(baseUrl), URL.parse(location, baseUrl)];
  const address = redactText(shownAddress(there?.href ?? location), secrets);
  const why =
    there?.host === here?.host ? say`no model answers so` : say`the key is for ${here?.host ?? name} only`;
  const set = baseUrlVariable === undefined ? say`correct the address` : say`correct ${baseUrlVariable}`;
  return say`${name} answered ${status}: it sends on to ${address}. rein did not follow: ${why}. If that address is right, ${set}.`;
}

function mayRetry(kind: ProviderErrorKind, shouldRetry: string | null): boolean {
  if (shouldRetry === "false") return false;
  if (shouldRetry === "true" && kind !== "quota" && kind !== "auth") return true;
  return isRetryable(kind);
}

/** Anthropic; OpenAI and most; Azure and gateways in front of it; Google; Cloudflare. */
const requestIdHeaders = ["request-id", "x-request-id", "apim-request-id", "x-goog-request-id", "cf-ray"];

function requestIdIn(headers: Headers, { secrets }: ErrorContext): string | undefined {
  for (const name of requestIdHeaders) {
    const value = headers.get(name)?.trim() ?? "";
    if (value !== "") return redactText(value, secrets);
  }
  return undefined;
}

/** Some servers repeat the key in what they say: it must not reach the log either, in which the whole error is kept. */
function withoutSecrets(facts: ErrorFacts, { secrets }: ErrorContext): ErrorFacts {
  const { text, code, type, requestId } = facts;
  return {
    ...facts,
    text: redactText(text, secrets),
    ...(code === undefined ? {} : { code: redactText(code, secrets) }),
    ...(type === undefined ? {} : { type: redactText(type, secrets) }),
    ...(requestId === undefined ? {} : { requestId: redactText(requestId, secrets) }),
  };
}

function codeOf(facts: ErrorFacts): { readonly code?: string } {
  const code = facts.code ?? facts.type;
  return code === undefined ? {} : { code };
}

function sentenceStart(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
