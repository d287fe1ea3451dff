/** Which kind of failure a server reports. No vendor keeps to common codes, so texts count too. */
import type { ProviderErrorKind } from "../protocol/error.ts";
import type { ErrorFacts } from "./error-body.ts";

type Rule = {
  readonly kind: ProviderErrorKind;
  /** Values of `code` or `type`, in lower case. */
  readonly codes?: readonly string[];
  readonly text?: RegExp;
  /** Statuses that say it alone. */
  readonly statuses?: readonly number[];
  /** Statuses with which the text does not count. */
  readonly notWith?: readonly number[];
  /** The codes are used for so many things that a status says more. */
  readonly vague?: true;
};

/** What OpenAI's Responses say of a request in the middle of a stream, where no status says it. */
const requestFaults = [
  "invalid_prompt",
  "invalid_image",
  "invalid_image_format",
  "invalid_image_mode",
  "invalid_image_url",
  "invalid_base64_image",
  "image_too_large",
  "image_too_small",
  "image_parse_error",
  "image_file_too_large",
  "image_file_not_found",
  "unsupported_image_media_type",
  "empty_image_file",
  "failed_to_download_image",
  "data_residency_mismatch",
];

/** From the special to the general; the first that fits counts. The texts are quoted from vendors' answers. */
const rules: readonly Rule[] = [
  { kind: "tool_use_failed", codes: ["tool_use_failed"] },
  { kind: "invalid_request", text: /requires --jinja/i },
  {
    kind: "context_length",
    codes: ["context_length_exceeded", "exceed_context_size_error", "too_many_prompt_tokens"],
    text: new RegExp(
      [
        "prompt (?:is )?too long",
        "context length exceeded",
        "exceeds the context window",
        "context window exceeds",
        "max(?:imum)? context length",
        "exceeds? (?:the |this |a |model's )*(?:maximum |available )?context (?:limit|window|length|size)",
        "too long to fit into the model",
        "longer than (?:the )?(?:max(?:imum)? |model's )?(?:model|context|input)[ _]len(?:gth)?",
        "longer than (?:the )?max_model_len",
        "context the overflows|context length of only",
        "max_new_tokens`? must be <=",
        "range of input length should be",
        "input token count .*exceeds",
        "input is too long for",
        "exceeds (?:the )?maximum (?:input|sequence|model) length",
        "maximum prompt length",
        "reduce the length of the messages",
        "exceeds the available context size",
        "greater than the context length",
        "exceeded model token limit",
        "input tokens exceeded",
        "total length of all messages is too long",
      ].join("|"),
      "i",
    ),
    statuses: [413],
    notWith: [429],
  },
  {
    kind: "message_order",
    text: new RegExp(
      [
        "`?tool_use`? ids were found without",
        "unexpected `?tool_use_id",
        "must be followed by tool messages",
        "must be a response to a prece+ding message",
        "expected `?thinking`? or",
        "thinking`? blocks .*cannot be modified",
        "invalid `?signature`? in `?thinking",
        "required following item",
        "no tool output found for",
        "reasoning_content.*(?:missing|must be passed)",
        "missing `?reasoning_content",
        "unexpected role",
        "roles must alternate",
        "missing a `?thought_signature",
        "content blocks must be non-empty",
        "cannot end with trailing whitespace",
      ].join("|"),
      "i",
    ),
  },
  {
    kind: "content_filter",
    codes: [
      "content_filter",
      "content_policy_violation",
      "image_content_policy_violation",
      "bio_policy",
      "misalignment_policy_violation",
      "responsibleaipolicyviolation",
      "data_inspection_failed",
      "datainspectionfailed",
      "sensitive",
    ],
    text: new RegExp(
      [
        "content management policy",
        "content[ _]filter(?:ing|ed)? ?polic",
        "input data may contain inappropriate content",
        "(?:was|is|been) flagged (?:by|for|as) .*(?:moderation|policy|safety|sensitive)",
        "requires moderation",
        "new_sensitive",
        "敏感内容",
      ].join("|"),
      "i",
    ),
  },
  {
    kind: "quota",
    codes: [
      "insufficient_quota",
      "insufficient_balance",
      "billing_error",
      "usage_limit_reached",
      "usage_not_included",
    ],
    text: new RegExp(
      [
        "insufficient (?:account )?(?:balance|credits?|funds|quota)",
        "credit balance is too low",
        "exceeded your current quota",
        "(?:usage|monthly|weekly|daily|spend(?:ing)?|billing(?: hard)?) limit (?:has been )?(?:reached|exceeded)",
        "you(?:'ve| have) (?:hit|reached) your usage limit",
        "余额不足|欠费",
      ].join("|"),
      "i",
    ),
    statuses: [402],
  },
  {
    kind: "auth",
    codes: ["invalid_api_key", "authentication_error", "permission_error", "invalid_authentication_error"],
    text: /(?:incorrect|invalid) (?:x-)?api[ -]?key|api key (?:is )?(?:not valid|invalid|missing)|missing authentication/i,
    statuses: [401, 403],
    notWith: [404, 429],
  },
  {
    kind: "not_found",
    codes: ["model_not_found", "not_found_error"],
    text: /supported api model names are/i,
    statuses: [404],
  },
  {
    kind: "rate_limit",
    codes: ["rate_limit_error", "rate_limit_exceeded", "ratelimitreached"],
    statuses: [429],
  },
  { kind: "overloaded", codes: ["overloaded_error"], statuses: [503, 529] },
  { kind: "timeout", codes: ["timeout_error"], statuses: [408], vague: true },
  {
    kind: "server",
    codes: ["server_error", "api_error", "internal_server_error"],
    statuses: [409],
    vague: true,
  },
  {
    kind: "invalid_request",
    codes: ["invalid_request_error", ...requestFaults],
    statuses: [400, 422],
    vague: true,
  },
];

const retryableKinds: ReadonlySet<ProviderErrorKind> = new Set([
  "rate_limit",
  "overloaded",
  "server",
  "network",
  "timeout",
  "tool_use_failed",
  "cut",
  "empty",
]);

/** The kind of a failure that a server reported; `status` is absent for an error inside a 200 stream. */
export function errorKind(status: number | undefined, facts: ErrorFacts): ProviderErrorKind {
  // Cerebras refuses a prompt that is too long with 400 or 413 and no body at all.
  if (status === 400 && facts.text === "" && facts.code === undefined && !facts.html) return "context_length";
  const special = rules.find((rule) => rule.vague !== true && fits(rule, status, facts));
  if (special !== undefined) return special.kind;
  const byStatus = rules.find((rule) => status !== undefined && rule.statuses?.includes(status) === true);
  if (byStatus !== undefined) return byStatus.kind;
  if (status !== undefined) return status >= 500 ? "server" : "invalid_request";
  return rules.find((rule) => fits(rule, status, facts))?.kind ?? "server";
}

function fits(rule: Rule, status: number | undefined, facts: ErrorFacts): boolean {
  const named = [facts.code, facts.type].some(
    (name) => rule.codes?.includes(name?.toLowerCase() ?? "") === true,
  );
  if (named) return true;
  if (status !== undefined && rule.notWith?.includes(status) === true) return false;
  return rule.text?.test(facts.text) === true;
}

/** Whether the same request may succeed when it is sent again. */
export function isRetryable(kind: ProviderErrorKind): boolean {
  return retryableKinds.has(kind);
}
