/** From a chosen model to a provider that can be asked. */
import { messageOf } from "../protocol/error.ts";
import { findFamily, modelSize, type ProviderFamily } from "./catalogue.ts";
import type { ModelChoice } from "./choose.ts";
import { createDemoProvider } from "./demo.ts";
import type { Provider, ProviderTrace } from "./provider.ts";
import { type ErrorContext, localError } from "./provider-error.ts";
import { type RetryOptions, withRetry } from "./retry.ts";
import type { StreamOptions } from "./run-stream.ts";
import { createScriptProvider, readScript } from "./script.ts";
import { traceFetch, traceProvider } from "./trace.ts";
import type { Fetch } from "./wire.ts";

export type OpenOptions = {
  /** Gets a record of everything that is sent and received; keys are removed. */
  readonly trace?: ProviderTrace;
  readonly fetch?: Fetch;
  readonly delays?: {
    /** How long a server may be silent, ms. Default 5 minutes. */
    readonly idleMs?: number;
    /** How long the demo waits between two pieces of its text, ms. Default 8. */
    readonly demoMs?: number;
  };
  readonly retry?: RetryOptions;
};

/**
 * The provider for a choice, with retries. The SDK behind it is only loaded by the first request: that takes 100 to
 * 165 ms, which a start should not have to wait for. Throws a `UserError` for a script that can not be read.
 */
export function openProvider(choice: ModelChoice, options: OpenOptions = {}): Provider {
  const family = findFamily(choice.family);
  if (family === undefined) throw new Error(`the catalogue has no family “${choice.family}”`);
  const provider = openBare(choice, family, options);
  return withRetry(provider, options.retry);
}

function openBare(choice: ModelChoice, family: ProviderFamily, options: OpenOptions): Provider {
  const local = (provider: Provider) =>
    options.trace === undefined ? provider : traceProvider(provider, options.trace);
  const { demoMs } = options.delays ?? {};
  switch (family.protocol) {
    case "demo":
      return local(createDemoProvider(demoMs === undefined ? {} : { pieceDelayMs: demoMs }));
    case "script":
      return local(createScriptProvider({ model: choice.model, responses: readScript(choice.modelId) }));
    case "chat":
    case "messages": {
      const size = modelSize(family.id, choice.modelId);
      return lazy(choice, size?.contextWindow, family, () => openRemote(choice, family, options));
    }
    default:
      return family.protocol satisfies never;
  }
}

async function openRemote(
  choice: ModelChoice,
  family: ProviderFamily,
  options: OpenOptions,
): Promise<Provider> {
  const { model, modelId, apiKey = "none" } = choice;
  const size = modelSize(family.id, modelId);
  const context = contextOf(choice, family);
  const base = options.fetch ?? fetch;
  const { trace, delays } = options;
  const shared: StreamOptions & { model: string; modelId: string; apiKey: string } = {
    model,
    modelId,
    apiKey,
    context,
    fetch: trace === undefined ? base : traceFetch(base, trace, context.secrets ?? []),
    ...(delays?.idleMs === undefined ? {} : { idleMs: delays.idleMs }),
  };
  if (family.protocol === "messages") {
    const { createMessagesProvider } = await import("./anthropic.ts");
    return createMessagesProvider({
      ...shared,
      keyHeader: choice.keyVariable === "ANTHROPIC_AUTH_TOKEN" ? "bearer" : "x-api-key",
      ...(size === undefined ? {} : { maxTokens: size.maxOutput }),
    });
  }
  const { createChatProvider } = await import("./chat-completions.ts");
  const official = URL.parse(choice.baseUrl)?.hostname === "api.openai.com";
  return createChatProvider({
    ...shared,
    traits: { ...family.traits, ...(official ? { promptCacheKey: true } : {}) },
    ...(family.headers === undefined ? {} : { headers: family.headers }),
  });
}

function contextOf({ baseUrl, apiKey, keyVariable }: ModelChoice, family: ProviderFamily): ErrorContext {
  const variable = keyVariable ?? family.keyVariables[0];
  return {
    // An address of the user's own is not the vendor, whatever the provider is called.
    name: baseUrl === family.baseUrl ? family.name : (URL.parse(baseUrl)?.host ?? family.name),
    baseUrl,
    ...(variable === undefined ? {} : { keyVariable: variable }),
    ...(family.baseUrlVariable === undefined ? {} : { baseUrlVariable: family.baseUrlVariable }),
    secrets: apiKey === undefined ? [] : [apiKey],
  };
}

/** A provider whose adapter is loaded by the first request. */
function lazy(
  choice: ModelChoice,
  contextWindow: number | undefined,
  family: ProviderFamily,
  open: () => Promise<Provider>,
): Provider {
  let opened: Promise<Provider> | undefined;
  return {
    model: choice.model,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    async *stream(request, signal) {
      let provider: Provider;
      try {
        opened ??= open();
        provider = await opened;
      } catch (thrown) {
        const error = localError(
          "protocol",
          `The adapter for ${family.name} could not be loaded: ${messageOf(thrown)}`,
        );
        yield { type: "error", error, parts: [] };
        return;
      }
      yield* provider.stream(request, signal);
    },
  };
}
