/** Errors that reach a user: a sentence, and what it means for the process. Loads nothing, so that the first frame need not wait. */

export type { ProviderError, ProviderErrorKind } from "./provider-error.ts";

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
