/** Why a provider did not answer, as data. */
import { z } from "zod";

/** Why a provider did not answer. */
export const providerErrorKindSchema = z.enum([
  "auth",
  "rate_limit",
  "quota",
  "context_length",
  "invalid_request",
  "message_order",
  "not_found",
  "overloaded",
  "server",
  "tool_use_failed",
  "network",
  "protocol",
  "empty_response",
  "truncated",
  "timeout",
]);
export type ProviderErrorKind = z.infer<typeof providerErrorKindSchema>;

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
  /** What the server asked us to wait before that, ms. */
  retryAfterMs: z.number().optional(),
});
export type ProviderError = z.infer<typeof providerErrorSchema>;
