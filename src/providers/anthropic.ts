/** The Messages API: Anthropic, and the servers that speak its protocol. */
import Anthropic, { type ClientOptions } from "@anthropic-ai/sdk";
import { createMessagesReader } from "./anthropic-reader.ts";
import { messagesBody } from "./anthropic-request.ts";
import { newCallId } from "./call-id.ts";
import { withEventLines } from "./event-lines.ts";
import type { Provider } from "./provider.ts";
import { runStream, type StreamOptions } from "./run-stream.ts";
import type { ShapeBody } from "./shape-body.ts";

export type MessagesOptions = StreamOptions & {
  /** `provider/model-id`. */
  readonly model: string;
  /** The id that the server knows. */
  readonly modelId: string;
  readonly apiKey: string;
  /** How the key travels: as `x-api-key`, which older proxies want, or as `Authorization: Bearer`. */
  readonly keyHeader: "x-api-key" | "bearer";
  /** The most tokens of an answer. Default 8192. */
  readonly maxTokens?: number;
  /** Headers besides those of the SDK. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the body last thing before it goes out. */
  readonly shape?: ShapeBody;
  /** Makes ids for calls that came with an empty one. Default: random. */
  readonly newId?: () => string;
};

/** The longest answer of a model of which nothing is known, tokens. */
export const defaultMaxTokens = 8192;

/** One model behind a Messages server. */
export function createMessagesProvider(options: MessagesOptions): Provider {
  const { model, modelId, context, newId = newCallId, shape = (body) => body } = options;
  const target = { model, modelId, maxTokens: options.maxTokens ?? defaultMaxTokens };
  return {
    model,
    stream: (request, signal) =>
      runStream({
        ...options,
        signal,
        reader: createMessagesReader(context, newId),
        open: async (fetch, signal) => {
          const client = new Anthropic({ ...clientOptions(options), fetch: withEventLines(fetch) });
          return client.messages.create(shape(messagesBody(request, target)), { signal });
        },
      }),
  };
}

/**
 * The SDK speaks version 2026-10-21 of the API and sends the key as a bearer token. Servers of others know
 * 2023-06-01, the version that stood for years.
 */
function clientOptions({ context, apiKey, keyHeader, headers }: MessagesOptions): ClientOptions {
  const official = new URL(context.baseUrl).hostname === "api.anthropic.com";
  const keyHeaders = keyHeader === "x-api-key" ? { "x-api-key": apiKey, authorization: null } : {};
  return {
    apiKey,
    // The SDK adds /v1/messages.
    baseURL: context.baseUrl.replace(/\/v1$/, ""),
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    openTelemetry: false,
    defaultHeaders: { ...(official ? {} : { "anthropic-version": "2023-06-01", ...keyHeaders }), ...headers },
  };
}
