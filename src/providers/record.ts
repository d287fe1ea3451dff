/**
 * The recording of a talk with a model server: every request and every piece of its answer with its time, keys taken
 * out. `replay.ts` plays it again.
 */
import { parseJson } from "./json.ts";
import { redactHeaders, redactText, shownAddress } from "./redact.ts";
import { createPieceRedactor } from "./redact-pieces.ts";
import type { Fetch } from "./wire.ts";

/** Times are ISO 8601 in UTC; `id` says which request a line belongs to, for several can be under way. */
export type RecordLine = { readonly id: string; readonly at: string } & (
  | ({
      readonly type: "request";
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Its JSON; the text of what is none. */
      readonly body: unknown;
    } & RecordedServer)
  | {
      readonly type: "response";
      readonly status: number;
      readonly statusText: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** What arrived in one piece: as text, or in base64 where it was cut in the middle of a character. */
  | ({ readonly type: "chunk" } & ({ readonly text: string } | { readonly base64: string }))
  /** The answer came to its end. */
  | { readonly type: "end" }
  /** rein read no further: it had all it needed, or it was interrupted, or the server had been silent too long. */
  | { readonly type: "stopped" }
  /** There was no answer, or it broke off. */
  | { readonly type: "error"; readonly name: string; readonly message: string; readonly code?: string }
);

/** Who was asked: what a replay has to know to read the answer. */
export type RecordedServer = {
  /** `provider/model-id`. */
  readonly model: string;
  /** The wire protocol by its name in the catalogue. */
  readonly protocol: string;
  /** Without what may be a secret in it. */
  readonly baseUrl: string;
};

/** Takes lines in order. Must not throw. */
export type Recorder = (line: RecordLine) => void;

export type RecordOptions = {
  readonly write: Recorder;
  readonly server: RecordedServer;
  /** Removed wherever they stand. */
  readonly secrets: readonly string[];
  /** The time now, ms since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** `fetch`, with a record of each request and of each piece of its answer when it comes. It delays nothing. */
export function recordFetch(fetch: Fetch, options: RecordOptions): Fetch {
  const { write, server, secrets, now = Date.now, newId = randomId } = options;
  return async (input, init) => {
    const id = newId();
    const url = input instanceof Request ? input.url : String(input);
    const line = () => ({ id, at: new Date(now()).toISOString() });
    const body = typeof init?.body === "string" ? redactText(init.body, secrets) : "";
    write({
      type: "request",
      ...line(),
      ...server,
      protocol: protocolOf(url) ?? server.protocol,
      baseUrl: redactText(shownAddress(server.baseUrl), secrets),
      method: init?.method ?? "GET",
      url: redactText(shownAddress(url), secrets),
      headers: redactHeaders(new Headers(init?.headers), secrets),
      body: parseJson(body) ?? body,
    });
    const tellError = (thrown: unknown) => {
      if (init?.signal?.aborted === true) write({ type: "stopped", ...line() });
      else write({ type: "error", ...line(), ...errorFields(thrown, secrets) });
    };
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (thrown) {
      tellError(thrown);
      throw thrown;
    }
    const { status, statusText, headers } = response;
    write({ type: "response", ...line(), status, statusText, headers: redactHeaders(headers, secrets) });
    if (response.body === null) {
      write({ type: "end", ...line() });
      return response;
    }
    const pieces = createPieceRedactor(secrets, ({ bytes, at }) =>
      write({ type: "chunk", id, at, ...chunkFields(bytes) }),
    );
    const recorded = watch(response.body, {
      onBytes: (bytes) => pieces.add({ bytes, at: line().at }),
      onEnd: (type, thrown) => {
        pieces.end();
        if (type === "error") tellError(thrown);
        else write({ type, ...line() });
      },
    });
    return new Response(recorded, { status, statusText, headers });
  };
}

/** A provider can speak to one model in one protocol and to another in another: the path says which it was. */
function protocolOf(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? "";
  if (path.endsWith("/chat/completions")) return "chat";
  if (path.endsWith("/messages")) return "messages";
  return path.endsWith("/responses") ? "responses" : undefined;
}

type Watcher = {
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onEnd: (type: "end" | "stopped" | "error", thrown?: unknown) => void;
};

/** The stream as it is; nothing is read before it is asked for. */
function watch(body: ReadableStream<Uint8Array>, { onBytes, onEnd }: Watcher): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let over = false;
  const end: Watcher["onEnd"] = (type, thrown) => {
    // A read that is under way ends, too, when the stream is given up.
    if (!over) onEnd(type, thrown);
    over = true;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end("end");
            controller.close();
            return;
          }
          if (!over) onBytes(value);
          controller.enqueue(value);
        } catch (thrown) {
          end("error", thrown);
          controller.error(thrown);
        }
      },
      async cancel(reason) {
        end("stopped");
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function chunkFields(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    // Cut in the middle of a character, or no UTF-8 at all.
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

function errorFields(thrown: unknown, secrets: readonly string[]) {
  const { name, message } = thrown instanceof Error ? thrown : { name: "Error", message: String(thrown) };
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  return {
    name,
    message: redactText(message, secrets),
    ...(typeof code === "string" ? { code } : {}),
  };
}

function randomId(): string {
  return crypto.randomUUID().slice(0, 8);
}
