/**
 * A model that plays a recording: the request number n gets the bytes that request number n got then, through the
 * adapter that read them then, as fast as it can take them.
 */
import { say } from "../words/say.ts";
import { findFamily } from "./catalogue.ts";
import type { ModelChoice } from "./choose.ts";
import type { ProviderFamily } from "./provider-family.ts";
import type { Provider } from "./provider.ts";
import { type Exchange, readChunks, type Recording } from "./recording.ts";
import type { Fetch } from "./wire.ts";

export type ReplayOptions = {
  readonly recording: Recording;
  /** Opens the adapter for whoever answered, on this `fetch`. */
  readonly open: (exchange: Exchange, fetch: Fetch) => Promise<Provider>;
};

export type Replay = {
  readonly provider: Provider;
  /** How many of the recorded requests have been sent again. */
  readonly played: () => number;
};

/** The provider bears the name of the model that the recording began with: what depends on it is as it was then. */
export function createReplay({ recording, open }: ReplayOptions): Replay {
  const { file, exchanges, first } = recording;
  let played = 0;
  const fetch: Fetch = async () => {
    const exchange = exchanges[played];
    if (exchange === undefined) throw new Error(beyond(recording));
    played += 1;
    return answerOf(exchange, file);
  };
  const provider: Provider = {
    model: first.model,
    async *stream(request, signal) {
      if (signal.aborted) return;
      const exchange = exchanges[played];
      if (exchange === undefined) {
        const error = { kind: "invalid_request", message: beyond(recording), retryable: false } as const;
        yield { type: "error", error, parts: [] };
        return;
      }
      // What was given up was sent once more then, or not; so it is now.
      const isGivenUp = exchange.end === "stopped" || exchange.end === "open";
      const retryable = exchanges[played + 1]?.bodyHash === exchange.bodyHash;
      if (isGivenUp && exchange.response === undefined) {
        played += 1;
        const message = say`In the recording, request ${played} was given up before its answer began.`;
        yield { type: "error", error: { kind: "network", message, retryable }, parts: [] };
        return;
      }
      const adapter = await open(exchange, fetch);
      for await (const event of adapter.stream(request, signal)) {
        if (isGivenUp && event.type === "error") yield { ...event, error: { ...event.error, retryable } };
        else yield event;
      }
    },
  };
  return { provider, played: () => played };
}

const protocols = ["chat", "messages", "responses"] as const;

/**
 * Whom to open for a recorded request, under the name that the whole recording has: the provider of that name as rein
 * knows it now, with the protocol and the address of then.
 */
export function recordedServer(
  { model, protocol, baseUrl }: Exchange,
  name: string,
  own: readonly ProviderFamily[] = [],
): { readonly choice: ModelChoice; readonly family: ProviderFamily } {
  const slash = model.indexOf("/");
  const id = model.slice(0, slash);
  const known = findFamily(id, own) ?? { id, name: id, baseUrl, keyVariables: [] };
  const spoken = protocols.find((one) => one === protocol) ?? "chat";
  return {
    family: { ...known, protocol: spoken },
    choice: {
      model: name,
      family: id,
      modelId: model.slice(slash + 1),
      baseUrl,
      apiKey: "none",
      why: say`because it was recorded`,
    },
  };
}

function beyond({ file, exchanges, badLines }: Recording): string {
  const count = exchanges.length === 1 ? say`one request` : say`${exchanges.length} requests`;
  const bad = badLines === 0 ? "" : say` (${badLines} of its lines could not be read)`;
  return say`The recording ${file} is over: it has ${count}${bad}, and this is request ${exchanges.length + 1}. What was done since the recording differs from what was done then.`;
}

/** Answers that have no body by their status. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function answerOf({ response, chunks, end, error }: Exchange, file: string): Response {
  if (response === undefined) throw errorOf(error);
  const { status, statusText } = response;
  const headers = response.headers.map(([name, value]): [string, string] => [name, value]);
  if (bodiless.has(status)) return new Response(null, { status, statusText, headers });
  const pieces = readChunks(file, chunks);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done !== true) controller.enqueue(value);
        else if (end === "error") controller.error(errorOf(error));
        else controller.close();
      },
      cancel: () => void pieces.return(undefined),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText, headers });
}

function errorOf(error: Exchange["error"]): Error {
  const { name = "Error", message = say`the connection failed`, code } = error ?? {};
  return Object.assign(new Error(message), { name }, code === undefined ? {} : { code });
}
