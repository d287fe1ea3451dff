/** A conversation as one text, for the request that summarises it: no calls, no images, nothing that a server could refuse. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { textOf, toolCallsOf } from "../protocol/message.ts";
import { type AnsweredCall, matchResults } from "../sessions/open-calls.ts";
import { withoutAbandoned } from "./abandoned.ts";
import { editedBeside, editedParts, editedResult, editedSummary, editedUser } from "./edited.ts";
import { type ContextEdits, editsOf } from "./edits.ts";
import { resultText } from "./request.ts";

/** How long things may be before their middle is left out, UTF-16 units. */
export type Lengths = {
  readonly result: number;
  /** A call's arguments. */
  readonly call: number;
  /** What the model or the user said, or a command of the user's printed. */
  readonly said: number;
};

/** From the longest to the shortest: the first that fits is taken. Results go first, what was said goes last. */
export const lengths: readonly Lengths[] = [
  { result: 6_000, call: 3_000, said: 40_000 },
  { result: 1_500, call: 800, said: 20_000 },
  { result: 400, call: 300, said: 8_000 },
  { result: 120, call: 120, said: 3_000 },
  { result: 0, call: 60, said: 1_000 },
];

/**
 * What was said and done, a text an entry, in order. `branch` is the whole branch: a result may stand outside of
 * `entries`. What the user keeps private or has left out is in none of them, and neither is reasoning.
 */
export function conversationText(
  entries: readonly Entry[],
  branch: readonly Entry[],
  { result, call, said }: Lengths,
): string[] {
  const answered = matchResults(branch);
  const edits = editsOf(branch);
  return withoutAbandoned(entries).flatMap((entry): string[] => {
    switch (entry.type) {
      case "compaction":
        return [`## Summary of what came before\n${editedSummary(entry, edits)}`];
      case "user": {
        const { text = "", images = [] } = editedUser(entry, edits) ?? {};
        return blank(text)
          ? []
          : [`## The user said\n${shortened(text.trim(), said)}${absent(images.length)}`];
      }
      case "assistant":
        return stepText(entry, answered.get(entry) ?? [], edits, { result, call, said });
      case "notice":
      case "user_command": {
        const text = editedBeside(entry, edits);
        return blank(text) ? [] : [shortened(text, said)];
      }
      case "turn_end":
        return entry.outcome === "interrupted" ? ["## The user stopped the assistant here."] : [];
      default:
        return [];
    }
  });
}

function absent(images: number): string {
  return images === 0 ? "" : `\n[with ${images} images, which are not here]`;
}

function stepText(
  entry: EntryOf<"assistant">,
  calls: readonly AnsweredCall[],
  edits: ContextEdits,
  most: Lengths,
): string[] {
  const parts = editedParts(entry, entry.parts, edits);
  const text = textOf(parts).trim();
  const asked = toolCallsOf(parts);
  const lines = calls.map(({ call: { callId, name }, result }, at) => {
    const call = `[called ${name} ${shortened(asked[at]?.argumentsText ?? "", most.call)}]`;
    if (result === null) return `${call}\n[it has no result]`;
    const images = result.result.ok ? (result.result.images ?? []) : [];
    const whole = { callId, name, text: resultText(result.result), isError: !result.result.ok, images };
    const shown = editedResult(entry.id, whole, edits);
    return `${call}\n${shortened(shown.text, most.result)}${absent(shown.images?.length ?? 0)}`;
  });
  const said = text === "" ? [] : [shortened(text, most.said)];
  return said.length + lines.length === 0 ? [] : [`## The assistant\n${[...said, ...lines].join("\n")}`];
}

/** The beginning and the end of a text that is too long, with a word about what is missing between them. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const head = text.slice(0, Math.ceil(most / 2)).toWellFormed();
  const tail = most < 2 ? "" : text.slice(-Math.floor(most / 2)).toWellFormed();
  return `${head}[… ${text.length - head.length - tail.length} characters left out …]${tail}`;
}

function blank(text: string): boolean {
  return text.trim() === "";
}
