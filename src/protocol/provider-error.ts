/** Why a provider did not answer, as data. */
import { z } from "zod";

const kinds = z.enum([
  "auth",
  /** Too much was asked in a short time. */
  "rate_limit",
  /** The account has nothing left, now or for hours. */
  "quota",
  "context_length",
  "invalid_request",
  /** The server refuses how the messages of the history follow each other. */
  "message_order",
  "not_found",
  "overloaded",
  "server",
  /** The server's own check refused a call that the model wrote. */
  "tool_use_failed",
  "network",
  /** The server was silent for too long. */
  "timeout",
  /** The stream ended before the answer did. */
  "cut",
  /** The server answered, with nothing. */
  "empty",
  /** What came is no answer of a model server. */
  "protocol",
  "content_filter",
]);

/** What older logs say. */
const formerKinds: Readonly<Record<string, ProviderErrorKind>> = {
  truncated: "cut",
  empty_response: "empty",
};

/** Why a provider did not answer. */
export const providerErrorKindSchema = z.preprocess(
  (kind) => (typeof kind === "string" ? (formerKinds[kind] ?? kind) : kind),
  kinds,
);
export type ProviderErrorKind = z.infer<typeof kinds>;

export const providerErrorSchema = z.object({
  kind: providerErrorKindSchema,
  /** One or two sentences for the user; never empty, never "[object Object]". */
  message: z.string(),
  /** HTTP status, where there was one. */
  status: z.number().optional(),
  /** The vendor's own code or type. */
  code: z.string().optional(),
  requestId: z.string().optional(),
  /** True when the same request may succeed if it is sent again. */
  retryable: z.boolean(),
  /** What the server asked us to wait before the next request, ms; also where that is hours. */
  retryAfterMs: z.number().optional(),
});
export type ProviderError = z.infer<typeof providerErrorSchema>;
