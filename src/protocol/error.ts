/** Errors as data: what happened, and whether a new try makes sense. */
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

/**
 * An error whose message is written for the user: what happened, what rein did about it, what they can do.
 * `exitCode` is what the process ends with when nothing catches it (2 is a usage error).
 */
export class UserError extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { cause?: unknown; exitCode?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "UserError";
    this.exitCode = options.exitCode ?? 1;
  }
}

/** The message of anything that can be thrown, for a person to read; never empty. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  if (typeof thrown === "string" && thrown !== "") return thrown;
  return `unknown error (${JSON.stringify(thrown) ?? String(thrown)})`;
}
