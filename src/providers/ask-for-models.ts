/** What a server answers when it is asked for its models, and whether it takes a key. */
import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from "./json.ts";
import type { ModelPrices } from "./model-info.ts";
import { isForTalk } from "./model-table.ts";
import { httpError, type HttpFailure, thrownError } from "./provider-error.ts";
import type { ProviderFamily } from "./provider-family.ts";
import type { ProviderError } from "../protocol/error.ts";
import type { Fetch } from "./wire.ts";

export type ListedModel = {
  readonly id: string;
  /** Tokens, where the server tells. */
  readonly contextWindow?: number;
  /** US dollars per million tokens, where the server tells. */
  readonly prices?: ModelPrices;
};

/** Whom to ask, and with which key. */
export type Asked = {
  readonly family: ProviderFamily;
  readonly baseUrl: string;
  readonly apiKey: string;
};

export type ModelsAnswer =
  | { readonly type: "models"; readonly models: readonly ListedModel[] }
  | { readonly type: "failed"; readonly error: ProviderError };

/** Asks for the models. Never rejects. */
export async function askForModels(asked: Asked, fetch: Fetch, signal: AbortSignal): Promise<ModelsAnswer> {
  const answer = await get(modelsAddress(asked), asked, fetch, signal);
  if (answer.type === "failed") return answer;
  return { type: "models", models: readModels(answer.body) };
}

/** Asks something that only a right key is answered. Null when it is; an error says whether the key is wrong. */
export async function checkKey(
  asked: Asked,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<ProviderError | null> {
  const { keyCheck } = asked.family;
  // A proxy of the user's own has the list of models, but hardly a vendor's other pages.
  const own = keyCheck === undefined || asked.baseUrl !== asked.family.baseUrl;
  const address = own ? modelsAddress(asked) : keyCheck.startsWith("/") ? asked.baseUrl + keyCheck : keyCheck;
  const answer = await get(address, asked, fetch, signal);
  return answer.type === "failed" ? answer.error : null;
}

function modelsAddress({ family, baseUrl }: Asked): string {
  if (family.protocol !== "messages") return `${baseUrl}/models`;
  return `${baseUrl.replace(/\/v1$/, "")}/v1/models?limit=1000`;
}

type Answer =
  | { readonly type: "body"; readonly body: unknown }
  | { readonly type: "failed"; readonly error: ProviderError };

async function get(address: string, asked: Asked, fetch: Fetch, signal: AbortSignal): Promise<Answer> {
  const { family, baseUrl, apiKey } = asked;
  const secrets = apiKey === "none" ? [] : [apiKey];
  const context = { name: family.name, baseUrl, secrets };
  try {
    // A key must not follow to another address.
    const response = await fetch(address, { headers: headersFor(asked), signal, redirect: "manual" });
    const text = await response.text();
    if (!response.ok) {
      const failure: HttpFailure = { status: response.status, headers: response.headers, body: text };
      return { type: "failed", error: httpError(failure, context) };
    }
    return { type: "body", body: JSON.parse(text) };
  } catch (thrown) {
    return { type: "failed", error: thrownError(thrown, context) };
  }
}

function headersFor({ family, apiKey }: Asked): Record<string, string> {
  const messages = family.protocol === "messages";
  return {
    accept: "application/json",
    ...(apiKey === "none" ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(messages ? { "anthropic-version": "2023-06-01", "x-api-key": apiKey } : {}),
    ...family.headers,
    ...(family.keyHeader === undefined ? {} : { [family.keyHeader]: apiKey }),
  };
}

/** The models of an answer, each once, in its order. `{data: […]}` is OpenAI's form, Together sends the bare list. */
export function readModels(body: unknown): ListedModel[] {
  const list = Array.isArray(body) ? body : listOf(recordOf(body)["data"] ?? recordOf(body)["models"]);
  const models = new Map<string, ListedModel>();
  for (const item of list.filter(isRecord)) {
    const id = textOf(item["id"]) || textOf(item["name"]);
    if (id === "" || !isForTalk(id) || models.has(id)) continue;
    const contextWindow = windowOf(item);
    const prices = pricesOf(recordOf(item["pricing"]));
    models.set(id, {
      id,
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(prices === undefined ? {} : { prices }),
    });
  }
  return [...models.values()];
}

/** By the names that OpenRouter and Together, vLLM, Groq, Mistral and Anthropic have for it. */
const windowNames = [
  "context_length",
  "max_model_len",
  "context_window",
  "max_context_length",
  "max_input_tokens",
];

function windowOf(item: JsonRecord): number | undefined {
  return windowNames.map((name) => numberOf(item[name])).find((size) => size !== undefined && size > 0);
}

function pricesOf(pricing: JsonRecord): ModelPrices | undefined {
  const input = perMillion(pricing["prompt"] ?? pricing["input"]);
  const output = perMillion(pricing["completion"] ?? pricing["output"]);
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = perMillion(pricing["input_cache_read"]);
  const cacheWrite = perMillion(pricing["input_cache_write"]);
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** OpenRouter and Vercel write the price of a token as text, Together that of a million as a number. */
function perMillion(price: unknown): number | undefined {
  if (typeof price === "string" && price.trim() !== "") {
    const dollars = Number(price) * 1_000_000;
    // Router models without a price of their own have -1.
    return Number.isFinite(dollars) && dollars >= 0 ? Number(dollars.toPrecision(10)) : undefined;
  }
  const dollars = numberOf(price);
  return dollars !== undefined && dollars >= 0 ? dollars : undefined;
}
