/** How the OpenAI SDK is used, for both of its protocols. */
import type { ClientOptions } from "openai";
import type { StreamOptions } from "./run-stream.ts";

export type OpenAIClientInput = Pick<StreamOptions, "context"> & {
  readonly apiKey: string;
  /** Headers that the vendor asks for. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The options of a client that leaves retries and time limits to us and takes nothing from the environment. */
export function openaiClientOptions({ context, apiKey, headers }: OpenAIClientInput): ClientOptions {
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
