/** Why there is no room in a model's context, and what the user can do, in words. */
import type { ProviderError } from "../protocol/error.ts";
import { formatTokens } from "../transcript/format.ts";
import { say } from "../words/say.ts";

const waysOut = say`/model talks to a model with a larger window, /clear starts a fresh session; this one stays saved, whole.`;

/** Nothing that a summary could stand for would make room. */
export function cannotHelp(model: string, bare: number, window: number): string {
  return say`The system prompt, the tools and your last message alone are about ${formatTokens(bare)} tokens, and the context window of ${model} is ${formatTokens(window)}: no summary of the conversation can help, so none was made. A shorter message, fewer tools (--tools) or shorter project instructions make room. ${waysOut}`;
}

/** The model's server failed at the summary. */
export function notSummarised(error: ProviderError): {
  readonly reason: string;
  readonly error: ProviderError;
} {
  const reason = say`The conversation could not be summarised, and nothing was changed: ${error.message}`;
  return { reason, error: { ...error, message: reason } };
}

export type Tries = {
  /** Tokens of the request before. */
  readonly before: number;
  readonly window: number | undefined;
  /** How many summaries came empty. */
  readonly empty: number;
  /** Tokens with the best summary; undefined when there was none. */
  readonly after: number | undefined;
};

/** All tries were in vain. */
export function gaveUp(model: string, { before, window, empty, after }: Tries): string {
  const size =
    window === undefined
      ? say`about ${formatTokens(before)} tokens`
      : say`about ${formatTokens(before)} tokens of the ${formatTokens(window)} that ${model} takes`;
  return say`The conversation is ${size}, and ${whatCame(model, empty, after)} rein gave up, and nothing was changed. ${waysOut}`;
}

function whatCame(model: string, empty: number, after: number | undefined): string {
  if (after !== undefined) return say`with a summary it would still be ${formatTokens(after)}.`;
  if (empty > 0) {
    return empty === 1
      ? say`${model} was asked once for a summary and wrote none.`
      : say`${model} was asked ${empty} times for a summary and wrote none.`;
  }
  return say`${model} refused every request for a summary as too long.`;
}
