/** Whatever can go wrong with a model server, as one error that a person can read and the retry loop can act on. */
import { messageOf, type ProviderError, type ProviderErrorKind } from "../protocol/error.ts";
import { type ErrorFacts, readErrorBody, readErrorObject } from "./error-body.ts";
import { errorKind, isRetryable } from "./error-kind.ts";
import { isRecord, textOf } from "./json.ts";
import { redactText, shownAddress } from "./redact.ts";

/** Whom the errors are about: what their messages name, and what they must not. */
export type ErrorContext = {
  /** The vendor as a person calls it: "OpenAI". */
  readonly name: string;
  readonly baseUrl: string;
  /** The variables in which the user gave the key and the address, where there are any. */
  readonly keyVariable?: string;
  readonly baseUrlVariable?: string;
  /** Taken out of every message. */
  readonly secrets?: readonly string[];
};

/** A response with a status that is not 2xx. */
export type HttpFailure = { readonly status: number; readonly headers: Headers; readonly body: string };

/** A failed HTTP answer. `now` is for `retry-after` headers that name a date; ms since 1970. */
export function httpError(
  failure: HttpFailure,
  context: ErrorContext,
  now: () => number = Date.now,
): ProviderError {
  const { status, headers } = failure;
  const facts = readErrorBody(failure.body);
  const kind = errorKind(status, facts);
  const retryAfterMs = retryAfter(headers, now);
  const requestId = headers.get("request-id") ?? headers.get("x-request-id") ?? facts.requestId;
  return {
    kind,
    message: explain(kind, status, facts, context),
    status,
    ...codeOf(facts),
    ...(requestId === undefined ? {} : { requestId }),
    retryable: mayRetry(kind, headers.get("x-should-retry")),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** An error object inside a stream, or in the body of an answer with status 200. */
export function streamError(value: unknown, context: ErrorContext): ProviderError {
  const facts = readErrorObject(value);
  const kind = errorKind(facts.status, facts);
  return {
    kind,
    message: explain(kind, facts.status, facts, context),
    ...(facts.status === undefined ? {} : { status: facts.status }),
    ...codeOf(facts),
    ...(facts.requestId === undefined ? {} : { requestId: facts.requestId }),
    retryable: isRetryable(kind),
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
      `${context.name} sent something in its answer that is not JSON; the stream is damaged.`,
    );
  }
  const code = networkCode(thrown);
  const cause = redactText(deepestMessage(thrown), context.secrets);
  if (code === undefined && !(thrown instanceof Error && thrown.name.includes("Connection"))) {
    return localError("protocol", `The answer of ${context.name} could not be read: ${cause}`);
  }
  const shownCode = code === undefined || cause.includes(code) ? "" : ` (${code})`;
  const error = localError(
    "network",
    `The connection to ${shownAddress(context.baseUrl)} failed: ${sentence(cause + shownCode)}`,
  );
  return {
    ...error,
    ...(code === undefined ? {} : { code }),
    // A certificate does not get better by asking again.
    retryable: code === undefined || !/CERT|TLS|SSL|SIGNATURE/i.test(code),
  };
}

/** An error that rein itself notices, with no server's words in it. */
export function localError(kind: ProviderErrorKind, message: string): ProviderError {
  return { kind, message, retryable: isRetryable(kind) };
}

function mayRetry(kind: ProviderErrorKind, shouldRetry: string | null): boolean {
  if (shouldRetry === "false") return false;
  if (shouldRetry === "true" && kind !== "quota" && kind !== "auth") return true;
  return isRetryable(kind);
}

/** What the server asks us to wait, ms: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfter(headers: Headers, now: () => number): number | undefined {
  const inMs = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (inMs > 0) return inMs;
  const header = headers.get("retry-after");
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now() : seconds * 1000;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function explain(
  kind: ProviderErrorKind,
  status: number | undefined,
  facts: ErrorFacts,
  context: ErrorContext,
): string {
  const { name, keyVariable, baseUrlVariable } = context;
  const baseUrl = shownAddress(context.baseUrl);
  const where = status === undefined ? "" : ` (${status})`;
  const text = redactText(facts.text, context.secrets);
  const webPage = facts.html ? ` with a web page${text === "" ? "" : ` (“${shorten(text)}”)`}` : "";
  const said = text === "" || facts.html ? "." : `: ${sentence(shorten(text))}`;
  const checkUrl = baseUrlVariable === undefined ? "" : ` Check ${baseUrlVariable}.`;
  switch (kind) {
    case "auth": {
      const check = keyVariable === undefined ? "" : ` Check the key in ${keyVariable}.`;
      return `${name} refused the key${where}${said}${check}`;
    }
    case "quota":
      return `${name} says that the account has no balance or quota left${where}${said}`;
    case "not_found":
      if (facts.html) {
        return `${baseUrl} answered ${status ?? "404"}${webPage}: the base address is probably wrong.${checkUrl}`;
      }
      return `${name} does not know this model or address${where}${said} The address is ${baseUrl}.`;
    case "rate_limit":
      return `${name} limits how much may be asked at the moment${where}${said}`;
    case "context_length":
      return `The request is longer than the model's context window${where}${said}`;
    case "overloaded":
      return `${name} is overloaded${where}${said}`;
    default:
      break;
  }
  if (status === undefined)
    return text === "" ? `${name} reported an error without words.` : `${name} reported an error${said}`;
  if (facts.html) return `${baseUrl} answered ${status}${webPage} instead of a model's answer.`;
  return `${name} answered ${status}${text === "" ? " without a word of explanation." : said}`;
}

function codeOf(facts: ErrorFacts): { readonly code?: string } {
  const code = facts.code ?? facts.type;
  return code === undefined ? {} : { code };
}

/** At most 600 UTF-16 units on one line: servers put whole requests into their errors. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 600 ? line : `${line.slice(0, 600).toWellFormed()}…`;
}

function sentence(text: string): string {
  return /[.!?。！？…]$/.test(text) ? text : `${text}.`;
}

/** The first system or library code in the chain of causes: "ECONNREFUSED", Bun's "ConnectionRefused". */
function networkCode(thrown: unknown): string | undefined {
  for (const error of causes(thrown)) {
    const code = textOf(error["code"]);
    if (code !== "") return code;
  }
  return undefined;
}

/** The words of the innermost cause, without Bun's advice for programmers behind them. */
function deepestMessage(thrown: unknown): string {
  const message = messageOf(causes(thrown).at(-1) ?? thrown);
  return message.replace(/\s*For more information, pass `verbose.*$/s, "").replace(/\.$/, "");
}

/** The error and its causes, outermost first; a few levels, in case they go in a circle. */
function causes(thrown: unknown): (Error & Record<string, unknown>)[] {
  const chain: (Error & Record<string, unknown>)[] = [];
  let error: unknown = thrown;
  while (isErrorRecord(error) && chain.length < 6) {
    chain.push(error);
    error = error.cause;
  }
  return chain;
}

function isErrorRecord(value: unknown): value is Error & Record<string, unknown> {
  return value instanceof Error;
}
