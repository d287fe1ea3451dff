/** From a chosen model to a provider that can be asked. */
import { messageOf, UserError } from "../protocol/error.ts";
import { findFamily, type ProviderFamily } from "./catalogue.ts";
import type { ModelChoice } from "./choose.ts";
import type { ChatTraits } from "./chat-request.ts";
import { createDemoProvider } from "./demo.ts";
import { chatEffortFields, messagesEffortFields } from "./effort-fields.ts";
import { findModel } from "./find-model.ts";
import { idleTimes } from "./idle-times.ts";
import type { JsonRecord } from "./json.ts";
import type { LearnedTraits } from "./learned-traits.ts";
import { withLearning } from "./learning.ts";
import type { ModelInfo } from "./model-info.ts";
import { createModelMemory, type ModelMemory } from "./model-memory.ts";
import { orResponses } from "./or-responses.ts";
import type { Provider, ProviderTrace } from "./provider.ts";
import { type ErrorContext, localError } from "./provider-error.ts";
import { type Recorder, recordFetch } from "./record.ts";
import { type Exchange, readRecording } from "./recording.ts";
import { createReplay, recordedServer } from "./replay.ts";
import { type RetryOptions, withRetry } from "./retry.ts";
import type { StreamOptions } from "./run-stream.ts";
import { createScriptProvider, readScript } from "./script.ts";
import { type ShapeBody, shapeWith } from "./shape-body.ts";
import { traceFetch, traceProvider } from "./trace.ts";
import type { Fetch } from "./wire.ts";
import { longSilence, openaiProtocol } from "./wire-protocol.ts";

export type OpenOptions = {
  /** Gets a record of everything that is sent and received; keys are removed. */
  readonly trace?: ProviderTrace;
  /** Gets every request and every piece of every answer when it comes; keys are removed. */
  readonly record?: Recorder;
  /** Told of a recording that is played; `played` says how many of its requests were sent again so far. */
  readonly onReplay?: (replay: {
    readonly file: string;
    readonly requests: number;
    readonly played: () => number;
  }) => void;
  readonly fetch?: Fetch;
  readonly delays?: {
    /** How long a server may be silent, ms. @default 2 minutes, and 10 before the first byte of a server on this machine */
    readonly idleMs?: number;
    /** How long the demo waits between two pieces of its text, ms. Default 8. */
    readonly demoMs?: number;
  };
  readonly retry?: RetryOptions;
  /** The providers of the user's own. */
  readonly own?: readonly ProviderFamily[];
  /** What is known of models from before. @default nothing, kept for this provider alone */
  readonly memory?: ModelMemory;
};

/** What is needed of a model server's provider besides the choice. */
type Server = {
  readonly choice: ModelChoice;
  readonly family: ProviderFamily;
  readonly options: OpenOptions;
  readonly memory: ModelMemory;
};

/**
 * The provider for a choice, with retries. The SDK behind it is only loaded by the first request: that takes 100 to
 * 165 ms, which a start should not have to wait for. Throws a `UserError` for a script or a recording that can not be
 * read.
 */
export function openProvider(choice: ModelChoice, options: OpenOptions = {}): Provider {
  if (choice.family === "replay") return openReplay(choice.modelId, options);
  const family = findFamily(choice.family, options.own);
  if (family === undefined) throw new Error(`the catalogue has no family “${choice.family}”`);
  const server = { choice, family, options, memory: options.memory ?? createModelMemory() };
  return informed(withRetry(openBare(server), options.retry), server);
}

/** The model that was recorded, with its adapter and its name, on what was recorded of its server. */
function openReplay(file: string, options: OpenOptions): Provider {
  const recording = readRecording(file);
  const memory = createModelMemory();
  const { first } = recording;
  const serverOf = (exchange: Exchange, more: OpenOptions): Server => ({
    ...recordedServer(exchange, first.model, options.own),
    options: { ...options, ...more },
    memory,
  });
  const { provider, played } = createReplay({
    recording,
    open: async (exchange, fetch) => openBare(serverOf(exchange, { fetch })),
  });
  options.onReplay?.({ file, requests: recording.exchanges.length, played });
  // Nobody has to be spared: what was waited for then is not waited for now.
  return informed(withRetry(provider, { ...options.retry, sleep: async () => {} }), serverOf(first, {}));
}

/** The provider, with what is known of its model. */
function informed(provider: Provider, server: Server): Provider {
  const { choice } = server;
  const info = () => currentInfo(server);
  return {
    model: provider.model,
    ...(choice.effort === undefined ? {} : { effort: choice.effort }),
    // What a local server has loaded is found out later.
    get contextWindow() {
      return info().contextWindow;
    },
    get vision() {
      return info().vision;
    },
    stream: (request, signal) => provider.stream(request, signal),
  };
}

/** What is known of the model now. The settings count more than what its server said, that more than the catalogue. */
function currentInfo({ choice, family, memory }: Server): ModelInfo {
  const info = findModel(family, choice.modelId);
  const { loaded, learned } = memory.get(choice.baseUrl, choice.modelId);
  const own = family.models?.[choice.modelId];
  const contextWindow = own?.contextWindow ?? loaded?.contextWindow ?? info.contextWindow;
  return {
    ...info,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    vision: learned?.images !== false && (own?.vision ?? loaded?.vision ?? info.vision),
  };
}

function openBare(server: Server): Provider {
  const { choice, family, options, memory } = server;
  const local = (provider: Provider) =>
    options.trace === undefined ? provider : traceProvider(provider, options.trace);
  const { demoMs } = options.delays ?? {};
  switch (family.protocol) {
    case "demo":
      return local(createDemoProvider(demoMs === undefined ? {} : { pieceDelayMs: demoMs }));
    case "script":
      return local(createScriptProvider({ model: choice.model, responses: readScript(choice.modelId) }));
    case "chat":
    case "messages":
    case "responses": {
      let learned = memory.get(choice.baseUrl, choice.modelId).learned ?? {};
      return withLearning({
        model: choice.model,
        known: () => learned,
        remember(traits) {
          learned = traits;
          memory.set(choice.baseUrl, choice.modelId, { learned });
        },
        open: (traits) => lazy(server, () => openRemote(server, traits)),
      });
    }
    default:
      return family.protocol satisfies never;
  }
}

async function openRemote(server: Server, learned: LearnedTraits): Promise<Provider> {
  const { choice, family, options } = server;
  const { model, modelId } = choice;
  const apiKey = choice.apiKey ?? (await choice.readKey?.()) ?? "none";
  const info = currentInfo(server);
  const context = contextOf({ ...choice, apiKey }, family);
  const { trace, delays } = options;
  const base = recorded(server, context);
  const headers = {
    ...family.headers,
    ...(family.keyHeader === undefined ? {} : { [family.keyHeader]: apiKey }),
  };
  const shared: StreamOptions & { model: string; modelId: string; apiKey: string; headers: typeof headers } =
    {
      model,
      modelId,
      apiKey,
      headers,
      context,
      fetch: trace === undefined ? base : traceFetch(base, trace, context.secrets ?? []),
      ...idleTimes(choice.baseUrl, delays?.idleMs),
    };
  const own = family.models?.[modelId];
  const known = { ...vendorTraits(choice), ...own?.traits, ...learned };
  const omit = [...(own?.traits?.omit ?? []), ...(learned.omit ?? [])];
  const shape = (fields: JsonRecord): ShapeBody => shapeWith(fields, { ...known, omit });
  const { effort } = choice;
  if (family.protocol === "messages") {
    const { createMessagesProvider, defaultMaxTokens } = await import("./anthropic.ts");
    const { maxOutput: maxTokens = defaultMaxTokens } = info;
    const fields = effort === undefined ? {} : messagesEffortFields(info, effort, maxTokens);
    // Without it a model thinks before its first call only; the levels of newer models bring it with them.
    const interleaved = info.reasoning === "budget" && "thinking" in fields && effort !== "none";
    return createMessagesProvider({
      ...shared,
      headers: {
        ...headers,
        ...(interleaved ? { "anthropic-beta": "interleaved-thinking-2025-05-14" } : {}),
      },
      keyHeader: choice.keyVariable === "ANTHROPIC_AUTH_TOKEN" ? "bearer" : "x-api-key",
      maxTokens,
      shape: shape(fields),
    });
  }
  const openResponses = async () => {
    const { createResponsesProvider } = await import("./responses.ts");
    return createResponsesProvider({
      ...shared,
      ...longSilence(modelId, delays?.idleMs),
      traits: {
        ...(effort === undefined ? {} : { effort }),
        ...(own?.maxOutput === undefined ? {} : { maxOutputTokens: own.maxOutput }),
        ...(isOpenAI(choice) ? { promptCacheKey: true } : { resultImages: "message" }),
      },
      shape: shape({}),
    });
  };
  if (openaiProtocol(family, choice) === "responses") return openResponses();
  const { createChatProvider } = await import("./chat-completions.ts");
  const traits: ChatTraits = {
    ...family.traits,
    ...(isOpenAI(choice) ? { promptCacheKey: true } : {}),
    ...(family.id === "openrouter" && choice.modelId.startsWith("anthropic/") ? { cacheMarks: true } : {}),
    ...(own?.maxOutput === undefined ? {} : { maxTokens: own.maxOutput }),
    ...own?.traits,
  };
  const form = traits.effort ?? (own?.efforts === undefined ? undefined : "reasoning_effort");
  const chat = createChatProvider({
    ...shared,
    traits,
    shape: shape(effort === undefined || form === undefined ? {} : chatEffortFields(form, info, effort)),
  });
  return orResponses(chat, openResponses);
}

/** What sends the requests, recorded where that is asked for. */
function recorded({ choice, family, options }: Server, { secrets = [] }: ErrorContext): Fetch {
  const base = options.fetch ?? fetch;
  if (options.record === undefined) return base;
  const { model, baseUrl } = choice;
  const asked = { model, protocol: family.protocol, baseUrl };
  return recordFetch(base, { write: options.record, server: asked, secrets });
}

/** What is known of a vendor without a refusal: the newer name of the limit, where the older one is refused. */
function vendorTraits(choice: ModelChoice): LearnedTraits {
  const newName = isOpenAI(choice) || choice.family === "azure" || choice.family === "moonshot";
  return newName ? { maxTokensField: "max_completion_tokens" } : {};
}

function isOpenAI({ baseUrl }: ModelChoice): boolean {
  return URL.parse(baseUrl)?.hostname === "api.openai.com";
}

/** A header's value of so many characters may be a secret. */
const likelySecret = 16;

function contextOf({ baseUrl, apiKey, keyVariable }: ModelChoice, family: ProviderFamily): ErrorContext {
  const variable = keyVariable ?? family.keyVariables[0];
  return {
    // An address of the user's own is not the vendor, whatever the provider is called.
    name: baseUrl === family.baseUrl ? family.name : (URL.parse(baseUrl)?.host ?? family.name),
    baseUrl,
    ...(variable === undefined ? {} : { keyVariable: variable }),
    ...(family.baseUrlVariable === undefined ? {} : { baseUrlVariable: family.baseUrlVariable }),
    secrets: [
      ...(apiKey === undefined || apiKey === "none" ? [] : [apiKey]),
      // A header of the user's own may be how their gateway is paid.
      ...Object.values(family.headers ?? {}).filter((value) => value.length >= likelySecret),
    ],
  };
}

/** A provider whose adapter is loaded, and whose key is read, by the first request. */
function lazy({ choice, family }: Server, open: () => Promise<Provider>): Provider {
  let opened: Promise<Provider> | undefined;
  return {
    model: choice.model,
    async *stream(request, signal) {
      let provider: Provider;
      try {
        opened ??= open();
        provider = await opened;
      } catch (thrown) {
        // What failed may work the next time: a locked keychain is opened.
        opened = undefined;
        yield { type: "error", error: openingError(family, thrown), parts: [] };
        return;
      }
      yield* provider.stream(request, signal);
    },
  };
}

function openingError(family: ProviderFamily, thrown: unknown) {
  if (thrown instanceof UserError) return localError("auth", thrown.message);
  return localError("protocol", `The adapter for ${family.name} could not be loaded: ${messageOf(thrown)}`);
}
