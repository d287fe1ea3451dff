/** One request of an HTTP adapter from start to end: silence, interruption, exceptions and the three endings. */
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart } from "../protocol/message.ts";
import { isRecord, parseJson } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";
import { type ErrorContext, httpError, localError, streamError, thrownError } from "./provider-error.ts";
import { shownAddress } from "./redact.ts";
import { createWatchdog, startTimer, type StartTimer } from "./timers.ts";
import { createWire, type Fetch, type Wire } from "./wire.ts";

/** Puts the raw events of one response together. Pure: it knows no network and no time. */
export interface StreamReader {
  /** Takes one event as the SDK parsed it and returns the deltas in it. */
  feed(event: unknown): ProviderEvent[];
  /** Something of a response has arrived. */
  readonly started: boolean;
  /** How it ended has arrived: a connection that breaks from now on takes nothing away. */
  readonly finished: boolean;
  /** Nothing more can come; the stream need not be read on. */
  readonly closed: boolean;
  /** The whole response. `done` says that the server closed its stream in due form. */
  end(done: boolean): ProviderEvent;
  /** What had arrived whole, for a response that broke off. */
  wholeParts(): readonly AssistantPart[];
}

export type StreamOptions = {
  readonly context: ErrorContext;
  readonly fetch?: Fetch;
  /** How long the server may be silent, ms. Default 5 minutes: local models take long to read a long prompt. */
  readonly idleMs?: number;
  readonly startTimer?: StartTimer;
};

export type StreamJob = StreamOptions & {
  readonly reader: StreamReader;
  readonly signal: AbortSignal;
  /** Starts the request with this `fetch` and this signal. */
  readonly open: (fetch: Fetch, signal: AbortSignal) => Promise<AsyncIterable<unknown>>;
};

const defaultIdleMs = 5 * 60 * 1000;

/** Sends the request and yields what the contract of `Provider.stream` promises. */
export async function* runStream(job: StreamJob): AsyncGenerator<ProviderEvent> {
  const { reader, signal, context } = job;
  if (signal.aborted) return;
  const idleMs = job.idleMs ?? defaultIdleMs;
  const connection = new AbortController();
  const disconnect = () => connection.abort();
  let silent = false;
  const watchdog = createWatchdog(idleMs, job.startTimer ?? startTimer, () => {
    silent = true;
    disconnect();
  });
  signal.addEventListener("abort", disconnect, { once: true });
  const wire = createWire(job.fetch ?? fetch, watchdog.touch);
  try {
    let broken: { readonly thrown: unknown } | undefined;
    try {
      for await (const event of untilAborted(job.open(wire.fetch, connection.signal), connection.signal)) {
        yield* reader.feed(event);
        if (reader.closed) break;
      }
    } catch (thrown) {
      broken = { thrown };
    }
    if (signal.aborted) return;
    const error = silent
      ? silenceError(idleMs, context)
      : broken && brokenError(broken.thrown, wire, context);
    yield conclude(error, reader, wire, context);
  } finally {
    watchdog.stop();
    signal.removeEventListener("abort", disconnect);
    disconnect();
  }
}

function conclude(
  error: ProviderError | undefined,
  reader: StreamReader,
  wire: Wire,
  context: ErrorContext,
): ProviderEvent {
  if (error !== undefined) {
    const connectionBroke =
      error.kind === "network" || error.kind === "timeout" || error.kind === "truncated";
    if (reader.closed || (reader.finished && connectionBroke)) return reader.end(true);
    return { type: "error", error, parts: reader.wholeParts() };
  }
  if (reader.started) return reader.end(wire.sawDone());
  return withoutEvents(reader, wire, context);
}

/** The server answered 200, and no event came out of it. */
function withoutEvents(reader: StreamReader, wire: Wire, context: ErrorContext): ProviderEvent {
  const body = wire.head().trim();
  const json = parseJson(body);
  if (isRecord(json)) {
    // A server that takes no notice of `stream: true` sends the whole response as one object.
    reader.feed(json);
    if (reader.started) return reader.end(true);
    const known = "error" in json || "base_resp" in json || json["object"] === "error" || "detail" in json;
    if (known) return { type: "error", error: streamError(json, context), parts: [] };
  }
  return { type: "error", error: noAnswer(body, wire, context), parts: [] };
}

function noAnswer(body: string, wire: Wire, context: ErrorContext): ProviderError {
  const withoutMarks = body.replaceAll(/^(?:data: ?\[DONE\]|:.*|event:.*|id:.*|)\s*$/gm, "").trim();
  if (withoutMarks === "") {
    return localError("empty_response", `${context.name} answered 200 and sent nothing.`);
  }
  const type = wire.contentType() === "" ? "no content type" : wire.contentType();
  const start = withoutMarks.replaceAll(/\s+/g, " ").slice(0, 80).toWellFormed();
  const check = context.baseUrlVariable === undefined ? "" : ` Check ${context.baseUrlVariable}.`;
  return localError(
    "protocol",
    `${shownAddress(context.baseUrl)} answered 200, but not with a model's answer (${type}, it begins “${start}”).${check}`,
  );
}

function brokenError(thrown: unknown, wire: Wire, context: ErrorContext): ProviderError {
  const failure = wire.failure();
  if (failure !== undefined) return httpError(failure, context);
  if (thrown instanceof SyntaxError && wire.endedInLine()) return truncatedError(context);
  return thrownError(thrown, context);
}

/** The stream ended before the response did. */
export function truncatedError(context: ErrorContext): ProviderError {
  return localError(
    "truncated",
    `The answer of ${context.name} broke off before its end: the connection was closed.`,
  );
}

function silenceError(idleMs: number, context: ErrorContext): ProviderError {
  const seconds = Math.round(idleMs / 1000);
  const span = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} seconds`;
  return localError("timeout", `${context.name} sent nothing for ${span}, so the connection was closed.`);
}

/** The items of a stream that is being opened, until the signal fires: then it ends, whatever the source does. */
async function* untilAborted<T>(opening: Promise<AsyncIterable<T>>, signal: AbortSignal): AsyncGenerator<T> {
  const aborted = Promise.withResolvers<"aborted">();
  const onAbort = () => aborted.resolve("aborted");
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  opening.catch(() => undefined);
  try {
    const source = await Promise.race([opening, aborted.promise]);
    if (source === "aborted") return;
    const iterator = source[Symbol.asyncIterator]();
    while (true) {
      const pending = iterator.next();
      // When the signal wins the race, nobody waits for this read any more.
      pending.catch(() => undefined);
      const next = await Promise.race([pending, aborted.promise]);
      if (next === "aborted" || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
