/** The one builder of requests: the active branch of a log → what the model gets. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import {
  type AssistantPart,
  isOnlyReasoning,
  type ModelMessage,
  type ModelRequest,
  type ToolDefinition,
  type ToolMessageResult,
} from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool-result.ts";
import { userMessageOf } from "../protocol/user-images.ts";
import { type AnsweredCall, matchResults } from "../sessions/open-calls.ts";
import { withoutAbandoned } from "./abandoned.ts";
import { besideText, happenedDuring } from "./beside.ts";
import { modeWordsOf } from "./mode-words.ts";
import { leftOutOf, type LeftOutParts, messageWithout, stepWithout } from "./left-out.ts";

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
 * Entries only ever add messages at the end, so a provider's cache of the earlier ones stays good.
 */
export function buildRequest({ entries, system, tools, model, cacheKey }: RequestInput): ModelRequest {
  const standing = withoutAbandoned(entries);
  const answered = matchResults(standing);
  const during = happenedDuring(standing);
  const late = new Set<Entry>([...during.values()].flat());
  const left = leftOutOf(entries);
  const said = (text: string) => (left.hasText(text) ? [] : userMessage(text));
  const kept = keptEntries(entries);
  const modeWords = modeWordsOf(entries, kept);
  const messages = withoutAbandoned(kept).flatMap((entry): ModelMessage[] => {
    switch (entry.type) {
      case "user":
        if (left.hasText(entry.text) || entry.text.trim() === "") return [];
        return [messageWithout(userMessageOf(entry.text, entry.images), left)];
      case "compaction":
        return userMessage(
          `Summary of the conversation so far, which it stands for:\n\n${entry.summary.trim()}`,
        ).concat(userMessage(modeWords(entry)));
      case "turn_start":
        return userMessage(modeWords(entry));
      case "assistant":
        return step(entry, answered.get(entry) ?? [], model, left).concat(
          (during.get(entry) ?? []).flatMap((beside) => said(besideText(beside))),
        );
      case "notice":
      case "user_command":
        return late.has(entry) ? [] : said(besideText(entry));
      default:
        return []; // results stand with their calls; all else is not for the model
    }
  });
  return { system, messages, tools, ...(cacheKey === undefined ? {} : { cacheKey }) };
}

/** What the messages of the user in a request are made of, besides summaries and words on modes. */
export function saidIn(branch: readonly Entry[]): string[] {
  return branch.flatMap((entry) => {
    if (entry.type === "user") return [entry.text];
    return entry.type === "notice" || entry.type === "user_command" ? [besideText(entry)] : [];
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

/**
 * The entries that the model sees: all, or the last summary with what it keeps. A summary that says nothing, or that
 * keeps from an entry that is not there, stands for nothing: then all of the conversation is better than a part of it.
 */
export function keptEntries(entries: readonly Entry[]): readonly Entry[] {
  const compaction = entries.findLast((entry) => entry.type === "compaction" && entry.summary.trim() !== "");
  if (compaction?.type !== "compaction") return entries.filter((entry) => entry.type !== "compaction");
  const first = entries.findIndex((entry) => entry.id === compaction.firstKeptId);
  const kept = entries.slice(Math.max(first, 0)).filter((entry) => entry.type !== "compaction");
  return first === -1 ? kept : [compaction, ...kept];
}

function userMessage(text: string): ModelMessage[] {
  return text.trim() === "" ? [] : [{ role: "user", text }];
}

/** One response and the results of its calls. A response that said nothing is left out. */
function step(
  entry: EntryOf<"assistant">,
  calls: readonly AnsweredCall[],
  model: string,
  left: LeftOutParts,
): ModelMessage[] {
  const parts = entry.parts.filter((part) => isForModel(part, entry.model === model));
  if (isOnlyReasoning(parts)) return [];
  const results = calls.flatMap(({ call, result }) => {
    if (result === null) return [];
    return [{ callId: call.callId, name: call.name, ...shownResult(result.result) }];
  });
  const paused = entry.stop === "pause" ? { paused: true } : {};
  const answer = { role: "assistant", model: entry.model, parts, ...paused } as const;
  if (!left.isNothing) return stepWithout(entry, answer, results, left);
  return results.length === 0 ? [answer] : [answer, { role: "tool", results }];
}

function shownResult(result: ToolResult): Omit<ToolMessageResult, "callId" | "name"> {
  const images = result.ok ? (result.images ?? []) : [];
  return {
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
