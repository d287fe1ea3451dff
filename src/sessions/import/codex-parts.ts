/** Items of a Codex rollout → ours. Pure. */
import type { ToolCallPart, Usage } from "../../protocol/message.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import { argumentsOf, countOf, type Fields, fieldsOf, jsonOf, listOf, textOf, usageOf } from "./fields.ts";
import { objectIn } from "./source-lines.ts";
import { imageOfAddress, noPieces, resultOf, unknownPart } from "./source-text.ts";

/** Their input tokens are with those of the cache. */
export function codexUsage(counts: Fields): Usage | undefined {
  return usageOf({
    input: countOf(counts["input_tokens"]),
    output: countOf(counts["output_tokens"]),
    cacheRead: countOf(counts["cached_input_tokens"]),
    reasoning: countOf(counts["reasoning_output_tokens"]),
  });
}

export function reasoningText(item: Fields): string {
  return [...listOf(item["summary"]), ...listOf(item["content"])]
    .map((part) => textOf(fieldsOf(part)["text"]))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

export function codexCall(item: Fields): ToolCallPart {
  const callId = textOf(item["call_id"]) || textOf(item["id"]);
  const call = { type: "tool_call", callId } as const;
  switch (item["type"]) {
    case "local_shell_call":
      return { ...call, name: "local_shell", argumentsText: argumentsOf(item["action"]) };
    case "custom_tool_call":
      return { ...call, name: textOf(item["name"]), argumentsText: argumentsOf({ input: item["input"] }) };
    default:
      return {
        ...call,
        name: textOf(item["name"]),
        argumentsText: textOf(item["arguments"]) || argumentsOf(item["arguments"]),
      };
  }
}

type CallResult = { readonly callId: string; readonly result: ToolResult; readonly durationMs?: number };

export function codexResult(item: Fields): CallResult {
  const callId = textOf(item["call_id"]);
  const { output } = item;
  if (typeof output === "string") return { callId, ...ofText(output) };
  const fields = fieldsOf(output);
  const pieces = noPieces();
  for (const part of [...listOf(output), ...listOf(fields["content"])].map(fieldsOf)) {
    const image = part["type"] === "input_image" ? imageOfAddress(part["image_url"]) : null;
    if (image !== null) pieces.images.push(image);
    else pieces.texts.push(textOf(part["text"]) || unknownPart(part));
  }
  if (typeof fields["content"] === "string") pieces.texts.push(fields["content"]);
  else if (!Array.isArray(output) && pieces.texts.length === 0) pieces.texts.push(jsonOf(output));
  return { callId, result: resultOf(pieces, fields["success"] === false ? "failed" : null) };
}

/** An output may be a JSON text with the exit code beside it, or say that code in its first lines. */
function ofText(text: string): Omit<CallResult, "callId"> {
  const whole = text.trimStart().startsWith("{") ? (objectIn(text) ?? {}) : {};
  const { exit_code: code, duration_seconds: seconds } = fieldsOf(whole["metadata"]);
  if (typeof whole["output"] === "string") {
    const output = whole["output"];
    const took = countOf(seconds);
    return {
      result: resultOf({ texts: [output], images: [] }, null, commandView(countOf(code), output)),
      ...(took === undefined ? {} : { durationMs: Math.round(took * 1000) }),
    };
  }
  const [, exit] = /^(?:Exit code: |Process exited with code )(\d{1,3})$/m.exec(text.slice(0, 500)) ?? [];
  const [, output = text] = /^Output:\n([\s\S]*)$/m.exec(text) ?? [];
  const view = exit === undefined ? undefined : commandView(Number(exit), output);
  return { result: resultOf({ texts: [text], images: [] }, null, view) };
}

function commandView(exitCode: number | undefined, output: string): ToolResult["view"] {
  return exitCode === undefined ? undefined : { type: "command", exitCode, output };
}
