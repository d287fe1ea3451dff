/**
 * How a model is asked in both of OpenAI's protocols: one POST, and the SDK's reader of event streams over the answer.
 * The SDK's client is left alone: it loads all that OpenAI serves, 230 modules of which a model needs three, and what
 * it does for a request (retries, time limits, its log) is switched off here anyhow.
 */
import { _iterSSEMessages } from "openai/core/streaming";
import { VERSION } from "openai/version";
import { say } from "../words/say.ts";
import type { StreamOptions } from "./run-stream.ts";
import type { Fetch } from "./wire.ts";

export type OpenAIServer = Pick<StreamOptions, "context"> & {
  readonly apiKey: string;
  /** Headers that the vendor asks for. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the server sent in the place of an answer, with status 200. */
class SentError extends Error {
  /** As it came, for whoever puts it into words. */
  readonly error: unknown;

  constructor(error: unknown) {
    super(say`the server sent an error`);
    this.error = error;
  }
}

/**
 * Posts `body` to `path` below the server's address and yields the answer's events as parsed JSON. Throws what `fetch`
 * throws, a `SyntaxError` for an event that is not JSON, and an error with what the server sent for one that is an
 * error. Which status the answer has is for the `fetch` to look at.
 */
export async function* openaiEvents(
  server: OpenAIServer,
  path: `/${string}`,
  body: object,
  fetch: Fetch,
  signal: AbortSignal,
): AsyncGenerator {
  const connection = new AbortController();
  const disconnect = () => connection.abort();
  signal.addEventListener("abort", disconnect, { once: true });
  try {
    const response = await fetch(address(server.context.baseUrl, path), {
      method: "POST",
      headers: headersFor(server),
      body: JSON.stringify(body),
      signal: connection.signal,
    });
    if (!response.ok) throw new Error(say`the server answered ${response.status}`);
    for await (const { event, data } of _iterSSEMessages(response, connection)) {
      if (data === "[DONE]") return;
      // A sign of life, or an empty line: it says nothing.
      if (data.trim() === "") continue;
      const json: unknown = JSON.parse(data);
      const error = errorIn(json);
      if (event === "error") throw new SentError(error ?? json);
      if (error !== undefined) throw new SentError(error);
      yield json;
    }
  } finally {
    signal.removeEventListener("abort", disconnect);
    disconnect();
  }
}

/** What a chunk says that went wrong; undefined for one that is no error. */
function errorIn(json: unknown): unknown {
  const error = typeof json === "object" && json !== null && "error" in json ? json.error : undefined;
  return error === null || error === false || error === "" || error === 0 ? undefined : error;
}

/** A query of the base address (an API's version, at some gateways) stands behind the path. */
function address(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url.href;
}

function headersFor({ context, apiKey, headers }: OpenAIServer): Headers {
  const all = new Headers({
    accept: "application/json",
    authorization: `Bearer ${apiKey}`,
    "content-type": "application/json",
    "user-agent": `OpenAI/JS ${VERSION}`,
  });
  // Whose organization and project pay is OpenAI's business and nobody else's.
  if (new URL(context.baseUrl).hostname === "api.openai.com") {
    for (const [name, variable] of accountHeaders) {
      const value = process.env[variable]?.trim() ?? "";
      if (value !== "") all.set(name, value);
    }
  }
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
}

/** Headers that OpenAI's SDK takes from the environment. */
const accountHeaders = [
  ["openai-organization", "OPENAI_ORG_ID"],
  ["openai-project", "OPENAI_PROJECT_ID"],
] as const;
