/** A conversation as one text, for the request that summarises it: no calls, no images, nothing that a server could refuse. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { textOf } from "../protocol/message.ts";
import { type AnsweredCall, matchResults } from "../sessions/open-calls.ts";
import { withoutAbandoned } from "./abandoned.ts";
import { besideText } from "./beside.ts";
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
 * `entries`. What the user keeps private is in none of them, and neither is reasoning.
 */
export function conversationText(
  entries: readonly Entry[],
  branch: readonly Entry[],
  { result, call, said }: Lengths,
): string[] {
  const answered = matchResults(branch);
  return withoutAbandoned(entries).flatMap((entry): string[] => {
    switch (entry.type) {
      case "compaction":
        return [`## Summary of what came before\n${entry.summary.trim()}`];
      case "user":
        return blank(entry.text)
          ? []
          : [`## The user said\n${shortened(entry.text.trim(), said)}${absent(entry.images?.length ?? 0)}`];
      case "assistant":
        return stepText(entry, answered.get(entry) ?? [], { result, call, said });
      case "notice":
      case "user_command": {
        const text = besideText(entry);
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

function stepText(entry: EntryOf<"assistant">, calls: readonly AnsweredCall[], most: Lengths): string[] {
  const text = textOf(entry.parts).trim();
  const lines = calls.map(({ call, result }) => {
    const asked = `[called ${call.name} ${shortened(call.argumentsText, most.call)}]`;
    if (result === null) return `${asked}\n[it has no result]`;
    const images = result.result.ok ? (result.result.images?.length ?? 0) : 0;
    return `${asked}\n${shortened(resultText(result.result), most.result)}${absent(images)}`;
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
