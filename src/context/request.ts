/** The one builder of requests: the active branch of a log → what the model gets. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import {
  type AssistantPart,
  isOnlyReasoning,
  type ModelMessage,
  type ModelRequest,
  type ToolDefinition,
  type ToolCallPart,
  type ToolMessageResult,
  toolCallsOf,
} from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool-result.ts";
import { type AnsweredCall, matchResults } from "../sessions/open-calls.ts";
import { withoutAbandoned } from "./abandoned.ts";
import { besidesOf, noticeText } from "./beside.ts";
import {
  editedBeside,
  editedParts,
  editedResult,
  editedSummary,
  editedUser,
  pinnedParts,
  wordsOf,
} from "./edited.ts";
import { type ContextEdits, editsOf } from "./edits.ts";
import { keptOf } from "./kept.ts";
import { modeWordsOf } from "./mode-words.ts";
import { leftOutOf, type LeftOutParts, messageWithout, stepWithout } from "./left-out.ts";

export { keptEntries } from "./kept.ts";

export type RequestInput = {
  /** The active branch, root first. */
  readonly entries: readonly Entry[];
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /** The model that is asked, `provider/model-id`. Only it gets its own reasoning back. */
  readonly model: string;
  readonly cacheKey?: string;
};

/**
 * The request that the branch calls for. It still has to pass `validateRequest`: a log may hold calls without
 * results, messages that follow each other, and what older versions wrote.
 *
 * Entries only ever add messages at the end, so a provider's cache of the earlier ones stays good; only a summary and what
 * the user edits change earlier ones.
 */
export function buildRequest({ entries, system, tools, model, cacheKey }: RequestInput): ModelRequest {
  const standing = withoutAbandoned(entries);
  const edits = editsOf(entries);
  const { summary, pinned, rest } = keptOf(entries, edits);
  // A result stands behind its call: what the summary stands for answers no call of the rest.
  const answered = matchResults(pinned.length === 0 ? withoutAbandoned(rest) : standing);
  const isBehind = new Set(pinned);
  const beside = besidesOf(standing, { pinned, rest });
  const left = leftOutOf(entries);
  const said = (text: string) => (left.hasText(text) ? [] : userMessage(text));
  const begun = summary === null ? rest : [summary, ...rest];
  const modeWords = modeWordsOf(entries, begun);
  const messages: ModelMessage[] = [];
  const messagesOf = (entry: Entry): readonly ModelMessage[] => {
    switch (entry.type) {
      case "user": {
        if (left.hasText(entry.text) || entry.text.trim() === "") return [];
        const message = editedUser(entry, edits);
        if (message !== null) return left.hasText(message.text) ? [] : [messageWithout(message, left)];
        // A conversation begins with the user: without these words all up to their next message would be lost.
        return messages.length > 0
          ? []
          : userMessage(wordsOf(edits.holdOf(entry.id) ?? { action: "exclude" }));
      }
      case "compaction":
        return userMessage(
          `Summary of the conversation so far, which it stands for:\n\n${editedSummary(entry, edits)}`,
        ).concat(userMessage(modeWords(entry)));
      case "turn_start":
        return userMessage(modeWords(entry));
      case "assistant": {
        const own = entry.parts.filter((part) => isForModel(part, entry.model === model));
        const shown = isBehind.has(entry) ? pinnedParts(entry, own, edits) : own;
        return step(entry, { shown, calls: answered.get(entry) ?? [], left, edits }).concat(
          beside.behind(entry).flatMap((one) => said(editedBeside(one, edits))),
        );
      }
      case "notice":
      case "user_command":
        return beside.isLate(entry) ? [] : said(editedBeside(entry, edits));
      default:
        return []; // results stand with their calls; all else is not for the model
    }
  };
  let isPinned = false;
  for (const entry of withoutAbandoned(summary === null ? rest : [summary, ...pinned, ...rest])) {
    if (isPinned !== isBehind.has(entry)) messages.push(...userMessage(isPinned ? pinsEnd : pinsBegin));
    isPinned = isBehind.has(entry);
    messages.push(...messagesOf(entry));
  }
  return { system, messages, tools, ...(cacheKey === undefined ? {} : { cacheKey }) };
}

/** What frames the parts that the user keeps through summaries. */
const pinsBegin = noticeText(
  "The user keeps some of what the summary stands for. It follows here as it was said then:",
);
const pinsEnd = noticeText("That was what the user keeps; the conversation goes on here.");

/** What the messages of the user in a request are made of, besides summaries and words on modes. */
export function saidIn(branch: readonly Entry[]): string[] {
  const edits = editsOf(branch);
  return branch.flatMap((entry) => {
    if (entry.type === "user") return editedUser(entry, edits)?.text ?? [];
    return entry.type === "notice" || entry.type === "user_command" ? [editedBeside(entry, edits)] : [];
  });
}

/** What the model reads of a tool's result. */
export function resultText(result: ToolResult): string {
  if (result.ok) return result.text.trim() === "" ? noOutput : result.text;
  const message = result.message.trim();
  switch (result.kind) {
    case "declined":
      return message || "The user declined this call; it was not run.";
    case "not_allowed":
      return message || "This call is not allowed; it was not run.";
    case "interrupted":
      return message || "Interrupted.";
    default:
      return `error (${result.kind}): ${message || "no reason was given"}`;
  }
}

/** Some servers refuse an empty result. */
export const noOutput = "(no output)";

function userMessage(text: string): ModelMessage[] {
  return text.trim() === "" ? [] : [{ role: "user", text }];
}

type Step = {
  /** What of its parts the model gets. */
  readonly shown: readonly AssistantPart[];
  readonly calls: readonly AnsweredCall[];
  readonly left: LeftOutParts;
  readonly edits: ContextEdits;
};

/** One response and the results of its calls. A response that said nothing is left out. */
function step(entry: EntryOf<"assistant">, { shown, calls, left, edits }: Step): ModelMessage[] {
  const parts = editedParts(entry, shown, edits);
  if (isOnlyReasoning(parts)) return [];
  const asked = new Set(toolCallsOf(parts).map(({ callId }) => callId));
  const results = calls.flatMap(({ call, result }) => {
    if (result === null || !asked.has(call.callId)) return [];
    return [editedResult(entry.id, resultOf(call, result.result), edits)];
  });
  const isPaused = entry.stop === "pause" && edits.holdOf(entry.id) === undefined;
  const paused = isPaused ? { paused: true } : {};
  const answer = { role: "assistant", model: entry.model, parts, ...paused } as const;
  if (!left.isNothing) return stepWithout(entry, answer, results, left);
  return results.length === 0 ? [answer] : [answer, { role: "tool", results }];
}

/** The result of a call as the model gets it. */
export function resultOf({ callId, name }: ToolCallPart, result: ToolResult): ToolMessageResult {
  const images = result.ok ? (result.images ?? []) : [];
  return {
    callId,
    name,
    text: resultText(result),
    isError: !result.ok,
    ...(images.length === 0 ? {} : { images }),
  };
}

function isForModel(part: AssistantPart, sameModel: boolean): boolean {
  if (part.type === "tool_call") return true;
  if (part.type === "text") return part.text.trim() !== "";
  return sameModel && (part.text.trim() !== "" || part.opaque !== undefined);
}
