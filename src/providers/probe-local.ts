/** Asks a server on this machine what it has really loaded. */
import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from "./json.ts";
import type { LoadedModel } from "./model-memory.ts";
import type { ProviderFamily } from "./provider-family.ts";
import type { Fetch } from "./wire.ts";

export type ProbeTarget = {
  readonly kind: NonNullable<ProviderFamily["local"]>;
  /** As the model is asked: with `/v1` at its end, or without. */
  readonly baseUrl: string;
  readonly modelId: string;
  readonly apiKey?: string;
};

/** The longest that a server is waited for, ms: it is on this machine. */
const longestProbe = 2_000;

/**
 * What the server says of the model, or null when it does not answer in time or does not know the model. Loads nothing:
 * a model that nobody has used yet is not in memory, and its window is not known. Never rejects.
 */
export async function probeLocal(
  target: ProbeTarget,
  fetch: Fetch = globalThis.fetch,
  signal: AbortSignal = AbortSignal.timeout(longestProbe),
): Promise<LoadedModel | null> {
  const root = target.baseUrl.replace(/\/v1$/, "");
  const ask = async (path: string, body?: JsonRecord): Promise<JsonRecord | null> => {
    try {
      const response = await fetch(root + path, {
        signal,
        // A key must not follow to another address.
        redirect: "manual",
        headers: {
          ...(target.apiKey === undefined || target.apiKey === "none"
            ? {}
            : { authorization: `Bearer ${target.apiKey}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      const value: unknown = response.ok ? await response.json() : null;
      return isRecord(value) ? value : null;
    } catch {
      // No server, or one that does not know the question: then nothing is known, and that is the answer.
      return null;
    }
  };
  switch (target.kind) {
    case "ollama":
      return askOllama(target.modelId, ask);
    case "lmstudio":
      return askLmStudio(target.modelId, ask);
    case "llamacpp":
      return askLlamaCpp(ask);
    case "vllm":
      return askVllm(target.modelId, ask);
    default:
      return target.kind satisfies never;
  }
}

type Ask = (path: string, body?: JsonRecord) => Promise<JsonRecord | null>;

/** `/api/show` says what a model can; `/api/ps` with which window it is in memory. A missing tag means `latest`. */
async function askOllama(modelId: string, ask: Ask): Promise<LoadedModel | null> {
  const [show, running] = await Promise.all([ask("/api/show", { model: modelId }), ask("/api/ps")]);
  if (show === null) return null;
  const capabilities = show["capabilities"];
  const names = new Set([modelId, `${modelId}:latest`]);
  const loaded = listOf(running?.["models"])
    .map(recordOf)
    .find((model) => names.has(textOf(model["name"])) || names.has(textOf(model["model"])));
  const info = recordOf(show["model_info"]);
  const trained = Object.entries(info).find(([name]) => name.endsWith(".context_length"))?.[1];
  return loadedModel({
    // A model that is not in memory will get what its own file says, if that says anything.
    contextWindow: numberOf(loaded?.["context_length"]) ?? parameterOf(show["parameters"], "num_ctx"),
    trainedWindow: numberOf(trained),
    ...(Array.isArray(capabilities)
      ? { tools: capabilities.includes("tools"), vision: capabilities.includes("vision") }
      : {}),
  });
}

/** Ollama writes a model's parameters as lines: `num_ctx    8192`. */
function parameterOf(parameters: unknown, name: string): number | undefined {
  const value = new RegExp(`^${name}\\s+(\\d+)`, "m").exec(textOf(parameters))?.[1];
  return value === undefined ? undefined : Number(value);
}

async function askLmStudio(modelId: string, ask: Ask): Promise<LoadedModel | null> {
  const answer = await ask("/api/v0/models");
  const models = listOf(answer?.["data"]).map(recordOf);
  // A name that it does not know is answered by the model that it has loaded.
  const model =
    models.find(({ id }) => id === modelId) ??
    models.find(({ state, type }) => state === "loaded" && type !== "embeddings");
  if (model === undefined) return null;
  const capabilities = model["capabilities"];
  return loadedModel({
    contextWindow: numberOf(model["loaded_context_length"]),
    trainedWindow: numberOf(model["max_context_length"]),
    vision: model["type"] === "vlm",
    ...(Array.isArray(capabilities) ? { tools: capabilities.includes("tool_use") } : {}),
  });
}

async function askLlamaCpp(ask: Ask): Promise<LoadedModel | null> {
  const props = await ask("/props");
  if (props === null) return null;
  const settings = recordOf(props["default_generation_settings"]);
  const caps = recordOf(props["chat_template_caps"]);
  const modalities = recordOf(props["modalities"]);
  return loadedModel({
    contextWindow: numberOf(settings["n_ctx"]) ?? numberOf(props["n_ctx"]),
    ...(typeof caps["supports_tools"] === "boolean" ? { tools: caps["supports_tools"] } : {}),
    ...(typeof modalities["vision"] === "boolean" ? { vision: modalities["vision"] } : {}),
  });
}

async function askVllm(modelId: string, ask: Ask): Promise<LoadedModel | null> {
  const answer = await ask("/v1/models");
  const model = listOf(answer?.["data"])
    .map(recordOf)
    .find(({ id }) => id === modelId);
  return model === undefined ? null : loadedModel({ contextWindow: numberOf(model["max_model_len"]) });
}

function loadedModel(model: {
  readonly [Key in keyof LoadedModel]: LoadedModel[Key] | undefined;
}): LoadedModel {
  const { contextWindow, trainedWindow, tools, vision } = model;
  return {
    ...(contextWindow === undefined || contextWindow <= 0 ? {} : { contextWindow }),
    ...(trainedWindow === undefined || trainedWindow <= 0 ? {} : { trainedWindow }),
    ...(tools === undefined ? {} : { tools }),
    ...(vision === undefined ? {} : { vision }),
  };
}
