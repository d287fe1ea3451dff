/** What each way a response can end means for the turn. */
import type { TurnOutcome } from "../protocol/entry.ts";
import type { ProviderError } from "../protocol/error.ts";
import { type AssistantPart, type StopKind, textOf } from "../protocol/message.ts";
import { say, sayCount } from "../words/say.ts";

/** How a turn ended; `reason` is a sentence for the user wherever the outcome needs one. */
export type TurnEnd = {
  readonly outcome: TurnOutcome;
  readonly reason?: string;
  readonly error?: ProviderError;
};

/** Why the calls of a response that ended so must not run, for the model to read; null when they may. */
export function refusalOf(stop: StopKind): string | null {
  switch (stop) {
    case "tool_use":
    case "stop":
      return null;
    case "length":
      return "Not run: the output limit cut this response before it was whole. Do the work in smaller parts.";
    case "context_window":
      return "Not run: the context window was full before this response was whole.";
    default:
      return `Not run: the response that asked for this call did not end properly (${stop}).`;
  }
}

/** How the turn ends after a response, or "go on" when another request has to follow. */
export function endOf(stop: StopKind, parts: readonly AssistantPart[]): TurnEnd | "go on" {
  const hasCalls = parts.some((part) => part.type === "tool_call");
  switch (stop) {
    case "tool_use":
    case "stop":
      if (hasCalls) return "go on";
      // Without a word about it, the user would wait for an answer that never comes.
      return textOf(parts).trim() === ""
        ? { outcome: "completed", reason: say`The model ended its answer without a word.` }
        : { outcome: "completed" };
    case "pause":
      return "go on";
    case "length":
      return hasCalls
        ? "go on"
        : failed(say`The model reached its output limit; the answer is cut. Say “go on” to continue.`);
    case "context_window":
      return failed(
        say`The model's context window is full; the answer is cut. /compact summarises the conversation, so that it can go on; /clear starts a fresh session.`,
      );
    case "content_filter":
      return failed(say`The provider's content filter stopped the answer.`);
    case "refusal":
      return failed(say`The model refused to answer this.`);
    case "error":
    case "truncated":
      return failed(say`The answer broke off before its end.`);
  }
}

/** The end of a turn that has had as many responses as a turn may have. */
export function limitReached(maxSteps: number): TurnEnd {
  const responses = sayCount(maxSteps, "model response");
  const reason = say`Stopped after ${responses}, the limit of a turn. The next message goes on from here.`;
  return { outcome: "limit_reached", reason };
}

function failed(reason: string): TurnEnd {
  return { outcome: "failed", reason };
}
