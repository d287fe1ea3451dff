/** Pieces of Claude Code's messages → ours. Pure. */
import type { StopKind, Usage } from "../../protocol/message.ts";
import type { Hunk, ToolResult } from "../../protocol/tool-result.ts";
import { withoutReminders } from "./claude-noise.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf, usageBesideCache } from "./fields.ts";
import { imageOf, noPieces, resultOf, unknownPart } from "./source-text.ts";

/** Their input tokens are without those of the cache. */
export function claudeUsage(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  return usageBesideCache({
    input: countOf(usage["input_tokens"]),
    output: countOf(usage["output_tokens"]),
    cacheRead: countOf(usage["cache_read_input_tokens"]),
    cacheWrite: countOf(usage["cache_creation_input_tokens"]),
  });
}

export function claudeStop(reason: unknown): StopKind {
  switch (reason) {
    case "max_tokens":
      return "length";
    case "model_context_window_exceeded":
      return "context_window";
    case "refusal":
      return "refusal";
    case "tool_use":
      return "tool_use";
    default:
      return "stop";
  }
}

/** `beside` is what the program kept of the call for itself. */
export function claudeResult(block: Fields, beside: Fields): ToolResult {
  const { content } = block;
  const pieces = noPieces();
  const blocks =
    typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).map(fieldsOf);
  for (const part of blocks) {
    const source = fieldsOf(part["source"]);
    const image = part.type === "image" ? imageOf(source["media_type"], source["data"]) : null;
    if (image !== null) pieces.images.push(image);
    else pieces.texts.push(part.type === "text" ? withoutReminders(textOf(part["text"])) : unknownPart(part));
  }
  if (block["is_error"] !== true) return resultOf(pieces, null, changesOf(beside));
  const isDeclined = /^The user doesn't want to (?:proceed|take this action)/.test(pieces.texts[0] ?? "");
  return resultOf(pieces, isDeclined ? "declined" : "failed");
}

function changesOf(beside: Fields): ToolResult["view"] {
  const path = textOf(beside["filePath"]);
  const hunks = listOf(beside["structuredPatch"]).map(fieldsOf).flatMap(hunkOf);
  if (path === "" || hunks.length === 0) return undefined;
  return { type: "changes", files: [{ path, kind: "modified", hunks }] };
}

function hunkOf(hunk: Fields): Hunk[] {
  const lines = listOf(hunk["lines"]).filter((line) => typeof line === "string");
  const oldStart = countOf(hunk["oldStart"]);
  const newStart = countOf(hunk["newStart"]);
  const isWhole = lines.length > 0 && lines.every((line) => /^[ +\-\\]/.test(line));
  return oldStart === undefined || newStart === undefined || !isWhole ? [] : [{ oldStart, newStart, lines }];
}
