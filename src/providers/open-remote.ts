/** From a model server and what is known of it to the adapter that asks it. */
import { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import type { ChatTraits } from "./chat-request.ts";
import type { ModelChoice } from "./choose.ts";
import { currentInfo } from "./current-info.ts";
import { chatEffortFields, messagesEffortFields } from "./effort-fields.ts";
import type { ErrorContext } from "./error-context.ts";
import { idleTimes } from "./idle-times.ts";
import type { JsonRecord } from "./json.ts";
import type { LearnedTraits } from "./learned-traits.ts";
import type { Opening } from "./open-options.ts";
import { orResponses } from "./or-responses.ts";
import type { ProviderFamily } from "./provider-family.ts";
import type { Provider } from "./provider.ts";
import { recordFetch } from "./record.ts";
import type { StreamOptions } from "./run-stream.ts";
import { type ShapeBody, shapeWith } from "./shape-body.ts";
import { traceFetch } from "./trace.ts";
import { withUnpacking } from "./unpacked.ts";
import type { Fetch } from "./wire.ts";
import { longSilence, openaiProtocol } from "./wire-protocol.ts";

/**
 * The adapter for a model server's protocol, set up for one model. Loads it with its SDK, and reads a key that takes time
 * to read. Rejects with a `UserError` when the key cannot be read or sent.
 */
export async function openRemote(server: Opening, learned: LearnedTraits): Promise<Provider> {
  const { choice, family, options } = server;
  const { model, modelId } = choice;
  const apiKey = sendable(choice.apiKey ?? (await choice.readKey?.()) ?? "none", choice);
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

/** The key. Throws a `UserError` for one that no header can carry: half a file was copied, or a curly quote. */
function sendable(apiKey: string, { family, keyVariable }: ModelChoice): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  const where = keyVariable ?? say`the key of ${family}`;
  throw new UserError(say`${where} holds a blank, a line end or a letter that no key has; nothing was sent.`);
}

/** What sends the requests, recorded where that is asked for. */
function recorded({ choice, family, options }: Opening, { secrets = [] }: ErrorContext): Fetch {
  const base = options.fetch ?? withUnpacking(fetch);
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
