/** What stands in a request in the place of a part that the user has changed. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import type { AssistantPart, ToolCallPart, ToolMessageResult, UserMessage } from "../protocol/message.ts";
import { userMessageOf } from "../protocol/user-images.ts";
import { matchResults } from "../sessions/open-calls.ts";
import { besideText } from "./beside.ts";
import { shortArguments } from "./short-arguments.ts";
import { type ContextEdits, editsOf, type Hold } from "./edits.ts";

/** What the model reads in the place of a part. */
export function wordsOf({ action, text = "", tokens }: Hold): string {
  const size = tokens === undefined ? "" : `: ${tokens.toLocaleString("en-US")} tokens`;
  switch (action) {
    case "exclude":
      return `[left out by the user${size}]`;
    case "shorten":
      return `[shortened by the user${size} before]\n${text}`;
    case "summarise":
      return `[summarised for the user${size} before]\n${text}`;
    default:
      return action satisfies never;
  }
}

/** A message of the user's as it goes out; null for one that is left out. An image stays where its label does. */
export function editedUser(
  { id, text, images = [] }: EntryOf<"user">,
  edits: ContextEdits,
): UserMessage | null {
  const hold = edits.holdOf(id);
  if (hold === undefined) return userMessageOf(text, images);
  if (hold.action === "exclude") return null;
  const words = wordsOf(hold);
  return userMessageOf(
    words,
    images.filter(({ label }) => words.includes(label)),
  );
}

/** What the model is told of something beside the conversation; empty for nothing. */
export function editedBeside(entry: EntryOf<"notice" | "user_command">, edits: ContextEdits): string {
  const text = besideText(entry);
  const hold = text === "" ? undefined : edits.holdOf(entry.id);
  if (hold === undefined) return text;
  return hold.action === "exclude" ? "" : wordsOf(hold);
}

/** A summary as the model reads it. */
export function editedSummary({ id, summary }: EntryOf<"compaction">, edits: ContextEdits): string {
  const hold = edits.holdOf(id);
  return hold === undefined ? summary.trim() : wordsOf(hold);
}

/**
 * The parts of an answer. Where its words are changed, its thoughts go: they led to what it said. Its calls stay calls,
 * long arguments of those that are changed get shorter. The same array where nothing is changed.
 */
export function editedParts(
  { id }: EntryOf<"assistant">,
  parts: readonly AssistantPart[],
  edits: ContextEdits,
): readonly AssistantPart[] {
  if (!edits.touches(id)) return parts;
  const hold = edits.holdOf(id);
  const calls = (part: AssistantPart) => (part.type === "tool_call" ? [editedCall(id, part, edits)] : []);
  if (hold === undefined) return parts.map((part) => calls(part)[0] ?? part);
  const words: AssistantPart[] = hold.action === "exclude" ? [] : [{ type: "text", text: wordsOf(hold) }];
  return [...words, ...parts.flatMap(calls)];
}

function editedCall(entryId: string, call: ToolCallPart, edits: ContextEdits): ToolCallPart {
  const hold = edits.holdOf(entryId, call.callId);
  if (hold === undefined) return call;
  const argumentsText = shortArguments(call.argumentsText, hold.action === "exclude" ? "least" : "some");
  return argumentsText === call.argumentsText ? call : { ...call, argumentsText };
}

/** The result of a call of the answer `entryId`: the same object where nothing is changed. */
export function editedResult(
  entryId: string,
  result: ToolMessageResult,
  edits: ContextEdits,
): ToolMessageResult {
  const hold = edits.touches(entryId) ? edits.holdOf(entryId, result.callId) : undefined;
  if (hold === undefined) return result;
  const { callId, name, isError } = result;
  return { callId, name, text: wordsOf(hold), isError };
}

/** What is left of a pinned answer behind a summary: its words and calls as far as they are pinned, without thoughts. */
export function pinnedParts(
  { id }: EntryOf<"assistant">,
  parts: readonly AssistantPart[],
  edits: ContextEdits,
): readonly AssistantPart[] {
  return parts.filter((part) => {
    if (part.type === "tool_call") return edits.isPinned(id, part.callId);
    return part.type === "text" && edits.isPinned(id);
  });
}

/** The entries of a branch as requests have them, to be weighed. The same function where nothing is changed. */
export function weighEdited(
  branch: readonly Entry[],
  weigh: (entry: Entry) => number,
): (entry: Entry) => number {
  const edits = editsOf(branch);
  if (edits.isNothing) return weigh;
  const askedBy = new Map<Entry, string>();
  for (const [answer, calls] of matchResults(branch))
    for (const { result } of calls) if (result !== null) askedBy.set(result, answer.id);
  return (entry) => {
    const edited = editedEntry(entry, edits, askedBy.get(entry));
    return edited === null ? 0 : weigh(edited);
  };
}

function editedEntry(entry: Entry, edits: ContextEdits, askedBy: string | undefined): Entry | null {
  switch (entry.type) {
    case "assistant":
      return edits.touches(entry.id)
        ? { ...entry, parts: [...editedParts(entry, entry.parts, edits)] }
        : entry;
    case "tool_result": {
      const hold = askedBy === undefined ? undefined : edits.holdOf(askedBy, entry.callId);
      return hold === undefined ? entry : { ...entry, result: { ok: true, text: wordsOf(hold) } };
    }
    default: {
      const hold = edits.holdOf(entry.id);
      if (hold === undefined) return entry;
      const { id, parentId, at } = entry;
      // Whatever it was, it now is as long as these words.
      return hold.action === "exclude"
        ? null
        : { id, parentId, at, type: "user", via: "submit", text: wordsOf(hold) };
    }
  }
}
