/** Chat Completions: OpenAI, and nearly every other server of models. */
import type { ClientOptions } from "openai";
import OpenAI from "openai";
import { chatBody, type ChatTraits } from "./chat-request.ts";
import { createChatReader } from "./chat-reader.ts";
import { newCallId } from "./new-call-id.ts";
import type { Provider } from "./provider.ts";
import { runStream, type StreamOptions } from "./run-stream.ts";

export type ChatOptions = StreamOptions & {
  /** `provider/model-id`. */
  readonly model: string;
  /** The id that the server knows. */
  readonly modelId: string;
  readonly apiKey: string;
  readonly contextWindow?: number;
  readonly traits?: ChatTraits;
  /** Headers that the vendor asks for. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes ids for calls that came with an empty one. Default: random. */
  readonly newId?: () => string;
};

/** One model behind a Chat Completions server. */
export function createChatProvider(options: ChatOptions): Provider {
  const { model, modelId, context, traits = {}, newId = newCallId } = options;
  const target = { model, modelId, traits };
  return {
    model,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    stream: (request, signal) =>
      runStream({
        ...options,
        signal,
        reader: createChatReader(context, newId),
        open: async (fetch, signal) => {
          const client = new OpenAI({ ...clientOptions(options), fetch });
          return client.chat.completions.create(chatBody(request, target), { signal });
        },
      }),
  };
}

function clientOptions({ context, apiKey, headers }: ChatOptions): ClientOptions {
  const official = new URL(context.baseUrl).hostname === "api.openai.com";
  return {
    apiKey,
    baseURL: context.baseUrl,
    // The retries are ours, where the user sees them, and so is the time limit: the SDK's ends with the headers.
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    // What the SDK reads from the environment for OpenAI is nobody else's business.
    ...(official ? {} : { organization: null, project: null }),
    adminAPIKey: null,
    ...(headers === undefined ? {} : { defaultHeaders: headers }),
  };
}
