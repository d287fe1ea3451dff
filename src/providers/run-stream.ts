/** One request of an HTTP adapter from start to end: silence, interruption, exceptions and the three endings. */
import type { ProviderError } from "../protocol/error.ts";
import type { AssistantPart } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { isRecord, parseJson } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";
import { type ErrorContext, httpError, localError, streamError, thrownError } from "./provider-error.ts";
import { shownAddress } from "./redact.ts";
import { withOwnRedirects } from "./redirects.ts";
import { createWatchdog, startTimer, type StartTimer } from "./timers.ts";
import { isCutInPacking } from "./unpacked.ts";
import { untilAborted } from "./until-aborted.ts";
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
  /** How long the server may be silent, ms. @default 2 minutes */
  readonly idleMs?: number;
  /** How long it may be silent before the first byte of its answer's body, ms. @default `idleMs` */
  readonly firstByteMs?: number;
  readonly startTimer?: StartTimer;
};

export type StreamJob = StreamOptions & {
  readonly reader: StreamReader;
  readonly signal: AbortSignal;
  /** Starts the request with this `fetch` and this signal. */
  readonly open: (
    fetch: Fetch,
    signal: AbortSignal,
  ) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
};

/** Every byte counts as life, comments too: servers that let a request wait send them, as DeepSeek does for minutes. */
const defaultIdleMs = 2 * 60 * 1000;

/** Sends the request and yields what the contract of `Provider.stream` promises. */
export async function* runStream(job: StreamJob): AsyncGenerator<ProviderEvent> {
  const { reader, signal, context } = job;
  if (signal.aborted) return;
  const idleMs = job.idleMs ?? defaultIdleMs;
  const connection = new AbortController();
  const disconnect = () => connection.abort();
  const firstByteMs = job.firstByteMs ?? idleMs;
  let silentFor: number | undefined;
  const watchdog = createWatchdog(firstByteMs, job.startTimer ?? startTimer, (ms) => {
    silentFor = ms;
    disconnect();
  });
  signal.addEventListener("abort", disconnect, { once: true });
  const wire = createWire(withOwnRedirects(job.fetch ?? fetch), {
    onHead: () => watchdog.touch(firstByteMs),
    onBytes: () => watchdog.touch(idleMs),
  });
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
    const error =
      silentFor === undefined
        ? broken && brokenError(broken.thrown, wire, context)
        : silenceError(silentFor, context);
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
    const connectionBroke = error.kind === "network" || error.kind === "timeout" || error.kind === "cut";
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
    return localError("empty", say`${context.name} answered 200 and sent nothing.`);
  }
  const type = wire.contentType() === "" ? say`no content type` : wire.contentType();
  const start = withoutMarks.replaceAll(/\s+/g, " ").slice(0, 80).toWellFormed();
  const check = context.baseUrlVariable === undefined ? "" : say` Check ${context.baseUrlVariable}.`;
  return localError(
    "protocol",
    say`${shownAddress(context.baseUrl)} answered 200, but not with a model's answer (${type}, it begins “${start}”).${check}`,
  );
}

function brokenError(thrown: unknown, wire: Wire, context: ErrorContext): ProviderError {
  const failure = wire.failure();
  if (failure !== undefined) return httpError(failure, context);
  if (thrown instanceof SyntaxError && wire.endedInLine()) return truncatedError(context);
  if (isCutInPacking(thrown)) return truncatedError(context);
  return thrownError(thrown, context);
}

/** The stream ended before the response did. */
export function truncatedError(context: ErrorContext): ProviderError {
  return localError(
    "cut",
    say`The answer of ${context.name} broke off before its end: the connection was closed.`,
  );
}

function silenceError(silentForMs: number, context: ErrorContext): ProviderError {
  const seconds = Math.round(silentForMs / 1000);
  const span = seconds >= 120 ? say`${Math.round(seconds / 60)} minutes` : say`${seconds} seconds`;
  return localError("timeout", say`${context.name} sent nothing for ${span}, so the connection was closed.`);
}
