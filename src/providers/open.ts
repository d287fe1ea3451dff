/** From a chosen model to a provider that can be asked. */
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { findFamily } from "./catalogue.ts";
import type { ModelChoice } from "./choose.ts";
import { currentInfo } from "./current-info.ts";
import { createDemoProvider } from "./demo.ts";
import { withLearning } from "./learning.ts";
import { createModelMemory } from "./model-memory.ts";
import type { Opening, OpenOptions } from "./open-options.ts";
import { openRemote } from "./open-remote.ts";
import type { ProviderFamily } from "./provider-family.ts";
import { localError } from "./provider-error.ts";
import type { Provider } from "./provider.ts";
import { type Exchange, readRecording } from "./recording.ts";
import { createReplay, recordedServer } from "./replay.ts";
import { withRetry } from "./retry.ts";
import { createScriptProvider, readScript } from "./script.ts";
import { traceProvider } from "./trace.ts";

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
  const serverOf = (exchange: Exchange, more: OpenOptions): Opening => ({
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
function informed(provider: Provider, server: Opening): Provider {
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

function openBare(server: Opening): Provider {
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

/** A provider whose adapter is loaded, and whose key is read, by the first request. */
function lazy({ choice, family }: Opening, open: () => Promise<Provider>): Provider {
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
  return localError(
    "protocol",
    say`The adapter for ${family.name} could not be loaded: ${messageOf(thrown)}`,
  );
}
