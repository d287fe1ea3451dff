/** What the user reads of a call that did not come to its end. The sentences of its result are for the model. */
import { interruptionIn } from "../protocol/interruption.ts";
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import type { CallItem } from "./item.ts";
import { printedLines } from "./panel.ts";

type Failure = Extract<ToolResult, { ok: false }>;

export type FailedCall = {
  /** What there is to say beside the head of its panel: none where that says it all. */
  readonly words: readonly string[];
  /** What it had printed. */
  readonly output: readonly string[];
  /** What the model was told, where it holds more than the words. */
  readonly details: readonly string[];
};

const misfit = /^The arguments of \S+ do not fit\. Nothing was run\.\n/;
const declinedBefore = /^Not run: the user declined this very call before/;
const refusal = /^Not run: /;

/** The words and the output of it, line by line, printable. */
export function failedCall(item: CallItem, result: Failure): FailedCall {
  const { view, message } = result;
  const output =
    view?.type === "command"
      ? printedLines(view.output)
      : view?.type === "text"
        ? printedLines(view.text)
        : [];
  const words = wordsOf(item, result);
  if (words === null) return { words: printedLines(message), output, details: [] };
  const isTold = result.kind !== "bad_json" && result.kind !== "invalid_arguments";
  return { words, output, details: isTold ? [] : printedLines(message) };
}

/** Null where what the model was told is all that is known. */
function wordsOf({ declinedWith, hunks }: CallItem, { kind, message, view }: Failure): string[] | null {
  switch (kind) {
    case "interrupted":
      return interruptionWords(message);
    case "declined":
      if (declinedWith !== undefined) return printedLines(declinedWith.trim());
      if (hunks !== undefined) return [say`every hunk was left out`, ...printedLines(message).slice(1)];
      return declinedBefore.test(message) ? [say`declined before in this turn, not asked again`] : null;
    case "not_allowed":
      return refusal.test(message) ? printedLines(say`not run: ${message.replace(refusal, "")}`) : null;
    case "timeout":
      // The head says so, and after how long.
      return view?.type === "command" ? [] : null;
    case "failed":
      return view?.type === "command" ? [say`ended by rein: it needs a terminal of its own`] : null;
    case "unknown_tool":
      return [say`there is no such tool, nothing was run`];
    case "bad_json":
      return [say`its arguments are no valid JSON, nothing was run`];
    case "invalid_arguments":
      return misfit.test(message) ? [say`its arguments do not fit, nothing was run`] : null;
    case "incomplete_call":
      return [say`the answer did not come to its end, nothing was run`];
    default:
      return kind satisfies never;
  }
}

function interruptionWords(message: string): string[] {
  const how = interruptionIn(message);
  switch (how) {
    case "not_started":
      return [say`not started`];
    case "not_answered":
      return [say`not answered, not run`];
    case "stopped":
      return [say`stopped while it ran`];
    case null:
      return [];
    default:
      return how satisfies never;
  }
}
