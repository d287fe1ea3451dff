/**
 * What has to go back unchanged to the Messages server that sent it, kept as a part's `opaque`: a signature with its
 * thinking, the citations of a text, and whole blocks of work that the server did itself.
 */
import type {
  ContentBlockParam,
  RedactedThinkingBlockParam,
  TextBlockParam,
  ThinkingBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import type { AssistantPart } from "../protocol/message.ts";
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "./json.ts";

export type MessagesOpaque =
  /** Thinking without a signature must not go back. */
  | { readonly type: "thinking"; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "citations"; readonly citations: readonly unknown[] }
  | { readonly type: "block"; readonly block: JsonRecord };

type Said = Exclude<AssistantPart, { type: "tool_call" }>;

/** The block that a part of text or reasoning was; null for reasoning that must not go back. */
export function blockOf({ type, text, opaque }: Said): ContentBlockParam | null {
  const kept = recordOf(opaque);
  if (type === "text") return textBlock(text, kept);
  switch (kept["type"]) {
    case "thinking":
      return thinkingBlock(text, kept["signature"]);
    case "redacted_thinking":
      return redactedBlock(kept["data"]);
    case "block":
      return isBlock(kept["block"]) ? kept["block"] : null;
    default:
      return null;
  }
}

function textBlock(text: string, kept: JsonRecord): TextBlockParam | null {
  if (text.trim() === "") return null;
  const citations = kept["type"] === "citations" ? listOf(kept["citations"]).filter(isCitation) : [];
  return { type: "text", text, ...(citations.length === 0 ? {} : { citations }) };
}

function thinkingBlock(thinking: string, signature: unknown): ThinkingBlockParam | null {
  return typeof signature === "string" ? { type: "thinking", thinking, signature } : null;
}

function redactedBlock(data: unknown): RedactedThinkingBlockParam | null {
  return typeof data === "string" ? { type: "redacted_thinking", data } : null;
}

/** The server made them, so their fields are its own affair. */
function isBlock(value: unknown): value is ContentBlockParam {
  return isRecord(value) && textOf(value["type"]) !== "";
}

function isCitation(value: unknown): value is NonNullable<TextBlockParam["citations"]>[number] {
  return isRecord(value);
}

/**
 * Takes out a server's own calls that have no result, unless the message waits for one: of a turn that was stopped, or
 * whose answer broke off in the middle. A message with calls for us may stand before the server's results.
 */
export function withoutOpenServerCalls(
  content: readonly ContentBlockParam[],
  isLast: boolean,
): readonly ContentBlockParam[] {
  if (isLast || content.some(({ type }) => type === "tool_use")) return content;
  const answered = new Set(content.flatMap((block) => ("tool_use_id" in block ? [block.tool_use_id] : [])));
  const kept = content.filter((block) => !isServerCall(block) || answered.has(block.id));
  // Thinking alone is no message.
  return kept.some(({ type }) => !type.endsWith("thinking")) ? kept : [];
}

/** `server_tool_use`, and `mcp_tool_use`, which the SDK's types do not have. */
function isServerCall(block: ContentBlockParam): block is ContentBlockParam & { readonly id: string } {
  return block.type.endsWith("_tool_use") && "id" in block;
}
