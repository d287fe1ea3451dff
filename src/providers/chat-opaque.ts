/** What Chat Completions servers want back unchanged with an assistant message; kept as a reasoning part's `opaque`. */
import { isRecord, type JsonRecord, listOf } from "./json.ts";

export type ChatOpaque = {
  readonly type: "chat";
  /** OpenRouter's and Vercel's `reasoning_details`: signatures and encrypted reasoning, in the order they came. */
  readonly details?: readonly unknown[];
  /** Gemini's `extra_content` of each call of the message, null for a call without. */
  readonly extras?: readonly (JsonRecord | null)[];
};

/** Undefined when the server sent nothing that has to go back. */
export function chatOpaque(
  details: readonly unknown[],
  extras: readonly (JsonRecord | null)[],
): ChatOpaque | undefined {
  const withExtras = extras.some((extra) => extra !== null);
  if (details.length === 0 && !withExtras) return undefined;
  return { type: "chat", ...(details.length === 0 ? {} : { details }), ...(withExtras ? { extras } : {}) };
}

/** Reads an `opaque` that this module made; anything else gives nothing back. */
export function readChatOpaque(opaque: unknown): {
  readonly details: readonly unknown[];
  readonly extras: readonly unknown[];
} {
  const known = isRecord(opaque) && opaque["type"] === "chat" ? opaque : {};
  return { details: listOf(known["details"]), extras: listOf(known["extras"]) };
}
