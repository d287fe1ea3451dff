/** What a server's refusals teach about what it does not take. Pure. */
import type { ProviderError } from "../protocol/error.ts";

/** What is left out of requests, or said in another way. */
export type LearnedTraits = {
  /** Fields that are left out; `cache_control` wherever it stands, others at the top of the body. */
  readonly omit?: readonly string[];
  /** The limit for an answer goes by this name. @default "max_tokens" */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens";
  /** Who says the system prompt; "user": it stands at the beginning of the user's first message. @default "system" */
  readonly systemRole?: "developer" | "user";
  /** False: words take the place of images. */
  readonly images?: false;
};

/** What can be left out without changing what is asked. */
const optionalFields = [
  "stream_options",
  "prompt_cache_key",
  "prompt_cache_retention",
  "parallel_tool_calls",
  "tool_choice",
  "tool_stream",
  "reasoning_effort",
  "reasoning",
  "enable_thinking",
  "thinking_budget",
  "thinking",
  "chat_template_kwargs",
  "output_config",
  "cache_control",
  "include",
  "store",
  "metadata",
  "temperature",
  "top_p",
] as const;

/** The limit's two names. */
const limitFields = ["max_tokens", "max_completion_tokens"] as const;

/** Words of a server that does not know or take something, as the vendors put it. */
const refusal = new RegExp(
  [
    "unsupported",
    "(?:is|are|was|were) not (?:supported|allowed|permitted|recogni[sz]ed|known)",
    "not (?:supported|allowed|permitted)",
    "does(?:n't| not) (?:support|accept|allow|take)",
    "unknown (?:parameter|field|argument|name|key)",
    "unrecogni[sz]ed",
    "unexpected (?:parameter|field|keyword|argument|key|property)",
    "extra (?:inputs?|fields?|forbidden)",
    "extra_forbidden",
    "additional properties",
    "no such (?:field|parameter)",
    "invalid (?:parameter|argument|field)",
  ].join("|"),
  "i",
);

/** The field is known, its value is not: leaving it out would not be what the user asked for. */
const aboutValue =
  /unsupported value|supported values|must be one of|should be one of|invalid value|expected one of/i;

const noImages = new RegExp(
  [
    "(?:does not|doesn't|do not|cannot) (?:support|accept|process|take) (?:image|vision|multimodal)",
    "(?:image|vision|multimodal)(?: \\w+){0,2} (?:is|are) not (?:supported|allowed|enabled)",
    "support (?:image|vision) input",
    "unknown variant `?image_url",
    "not a (?:multimodal|vision) model",
    "image_url.{0,40}(?:not supported|unsupported)",
    // Not of the one at a place: `Invalid 'messages[1].content[1].image_url'` is about that image.
    "(?:not supported|unsupported|invalid)(?! ['\"`]?(?:messages|input)\\b).{0,40}image_url",
  ].join("|"),
  "i",
);

const noSystem =
  /(?:does not|doesn't|not) support(?:ed)?(?: the)? ['"`]?(?:system|developer)\b|(?:system|developer)['"`]? (?:role|message|prompt|instruction)s? (?:is |are )?not (?:supported|enabled|allowed)|['"`]?(?:system|developer)['"`]? is not (?:one of|supported)|developer instruction is not enabled/i;

/**
 * What is known after a request failed: `known` and what the error says, or null when it teaches nothing new. Only
 * answers of a server that refused the request count, not its limits, its troubles or its words about the conversation.
 */
export function learnFrom(error: ProviderError, known: LearnedTraits): LearnedTraits | null {
  const { status, kind, message } = error;
  if (!mayTeach.has(kind) || status === undefined || !teachingStatuses.has(status)) return null;
  if (noImages.test(message)) return known.images === false ? null : { ...known, images: false };
  if (noSystem.test(message)) return nextSystemRole(known);
  if (!refusal.test(message) || aboutValue.test(message)) return null;
  return leaveOut(fieldIn(message), known);
}

/** llama.cpp answers 500 for what a model's template does not know; some gateways answer 404 or 405. */
const teachingStatuses: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 500, 501]);
const mayTeach: ReadonlySet<ProviderError["kind"]> = new Set(["invalid_request", "not_found", "server"]);

function nextSystemRole(known: LearnedTraits): LearnedTraits | null {
  switch (known.systemRole) {
    case undefined:
      return { ...known, systemRole: "developer" };
    case "developer":
      return { ...known, systemRole: "user" };
    case "user":
      return null;
    default:
      return known.systemRole satisfies never;
  }
}

function leaveOut(field: string | undefined, known: LearnedTraits): LearnedTraits | null {
  if (field === undefined || known.omit?.includes(field) === true) return null;
  const other = limitFields.find((name) => name !== field);
  if (limitFields.some((name) => name === field) && other !== undefined) {
    if (known.maxTokensField === undefined) return { ...known, maxTokensField: other };
    // Both names were refused.
    if (known.maxTokensField !== field) return null;
  }
  return { ...known, omit: [...(known.omit ?? []), field] };
}

/** The field that is named first: behind it, servers name what they would take instead. */
function fieldIn(message: string): string | undefined {
  const found = [...optionalFields, ...limitFields].flatMap((field) => {
    const at = message.search(namePattern(field));
    return at === -1 ? [] : { field, at };
  });
  return found.toSorted((one, other) => one.at - other.at)[0]?.field;
}

/** A field's name as a word of its own, also in camel case, which xAI uses. */
function namePattern(field: string): RegExp {
  return new RegExp(`(?<![a-z_])${field.replaceAll("_", "_?")}(?![a-z_])`, "i");
}
