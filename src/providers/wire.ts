/**
 * What the SDKs hide of an answer, seen on its way to them: each arrival of bytes (comments included), the `[DONE]`
 * mark, the body of a failed answer in full, and the start of a body that is no event stream.
 */
import { say } from "../words/say.ts";
import type { HttpFailure } from "./provider-error.ts";
import { sentBodies } from "./sent-bodies.ts";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type Wire = {
  /** For the SDK. */
  readonly fetch: Fetch;
  /** The answer, if its status was not 2xx. */
  failure(): HttpFailure | undefined;
  /** `[DONE]` was on a line of its own. */
  sawDone(): boolean;
  /** The body has ended, in the middle of a line. */
  endedInLine(): boolean;
  /** The first part of the body as text. */
  head(): string;
  contentType(): string;
};

/** Bytes of the body that are kept: little of an event stream, all of a sensible answer of another type. */
const keptOfStream = 16 * 1024;
const keptOfOther = 4 * 1024 * 1024;
/** Of a failed answer; what follows is not read: a server can send without end. Bytes. */
const keptOfFailure = 1024 * 1024;
/** A line of more is no event of any model; it would be kept in memory until its end. Bytes. */
const longestLine = 64 * 1024 * 1024;

/** Told when the head of an answer has arrived, and of each arrival of bytes of its body. */
export type Arrivals = { readonly onHead: () => void; readonly onBytes: () => void };

/** Stands between one request of an SDK and `fetch`. */
export function createWire(fetch: Fetch, { onHead, onBytes }: Arrivals): Wire {
  let failure: HttpFailure | undefined;
  let contentType = "";
  let head = "";
  const lines = createLineWatcher();

  const watch = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    const decoder = new TextDecoder();
    const kept = /event-stream/i.test(contentType) ? keptOfStream : keptOfOther;
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          onBytes();
          lines.take(bytes);
          if (head.length < kept) head += decoder.decode(bytes, { stream: true });
          controller.enqueue(bytes);
        },
        flush(controller) {
          lines.end();
          // The SDKs drop an event that no empty line closes (watsonx sends its usage so). It is the standard's right
          // to do so, but the event is whole.
          controller.enqueue(new TextEncoder().encode("\n\n"));
        },
      }),
    );
  };

  return {
    fetch: async (input, init) => {
      // The watchdog in front of this one decides how long silence may last, not Bun's own limit of five minutes.
      const request: BunFetchRequestInit = { ...init, timeout: false };
      const answering = fetch(input, request);
      sentBodies.note(init?.body);
      const response = await answering;
      onHead();
      contentType = response.headers.get("content-type") ?? "";
      const { status, statusText, headers } = response;
      if (!response.ok) {
        const body = await startOf(response.body, keptOfFailure);
        failure = { status, headers, body };
        return new Response(body, { status, statusText, headers });
      }
      // The SDKs do not know what to do without a body, and a status of 204 may have none.
      if (response.body === null) return new Response("", { headers });
      return new Response(watch(response.body), { status, statusText, headers });
    },
    failure: () => failure,
    sawDone: lines.sawDone,
    endedInLine: lines.endedInLine,
    head: () => head,
    contentType: () => contentType,
  };
}

/** The first part of a body as text. The rest is not waited for. */
async function startOf(body: ReadableStream<Uint8Array> | null, most: number): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    size += bytes.length;
    if (size >= most) break;
  }
  return text + decoder.decode();
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Longer than `data: [DONE]` with some room; the rest of a line does not matter. */
const watchedOfLine = 24;
const bracket = 0x5b;

/** Whether a line that begins so may say `[DONE]`; nearly none does, and the others need not become text. */
function mayBeDone(bytes: Uint8Array): boolean {
  return bytes.length <= 6 || bytes[5] === bracket || bytes[6] === bracket;
}

/** Watches for a line that says `[DONE]`, in bytes cut anywhere. */
function createLineWatcher() {
  let line = "";
  let length = 0;
  let done = false;
  let endedInLine = false;
  const closeLine = () => {
    if (/^data: ?\[DONE\]\s*$/.test(line)) done = true;
    line = "";
    length = 0;
  };
  const addToLine = (bytes: Uint8Array) => {
    const isWatched = length === 0 ? mayBeDone(bytes) : line !== "";
    length += bytes.length;
    if (length > longestLine)
      throw new Error(say`a line of the stream is longer than ${longestLine / 1024 / 1024} MB`);
    if (isWatched && line.length < watchedOfLine)
      line += String.fromCharCode(...bytes.subarray(0, watchedOfLine - line.length));
  };
  return {
    take(bytes: Uint8Array): void {
      const [nextLineFeed, nextReturn] = [positionsOf(lineFeed, bytes), positionsOf(carriageReturn, bytes)];
      for (let from = 0; from < bytes.length;) {
        const end = Math.min(nextLineFeed(from), nextReturn(from));
        addToLine(bytes.subarray(from, end));
        if (end < bytes.length) closeLine();
        from = end + 1;
      }
    },
    end(): void {
      endedInLine = length > 0;
      closeLine();
    },
    sawDone: () => done,
    endedInLine: () => endedInLine,
  };
}

/** Looks for the next place of a byte, from places that only grow; the length when there is none. Each byte is seen once. */
function positionsOf(byte: number, bytes: Uint8Array): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    const at = bytes.indexOf(byte, from);
    found = at === -1 ? bytes.length : at;
    return found;
  };
}
