/** What Chat Completions servers want back unchanged with an assistant message; kept as a reasoning part's `opaque`. */
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "./json.ts";
import type { ThinkTags } from "./think-tags.ts";

export type ChatOpaque = {
  readonly type: "chat";
  /** OpenRouter's and Vercel's `reasoning_details`: signatures and encrypted reasoning, in the order they came. */
  readonly details?: readonly unknown[];
  /** Gemini's `extra_content` of each call of the message, null for a call without. */
  readonly extras?: readonly (JsonRecord | null)[];
  /** The tags that stood around the reasoning in the answer's content. */
  readonly tags?: ThinkTags;
};

/** Undefined when the server sent nothing that has to go back. */
export function chatOpaque(
  details: readonly unknown[],
  extras: readonly (JsonRecord | null)[],
  tags?: ThinkTags,
): ChatOpaque | undefined {
  const withExtras = extras.some((extra) => extra !== null);
  if (details.length === 0 && !withExtras && tags === undefined) return undefined;
  return {
    type: "chat",
    ...(details.length === 0 ? {} : { details }),
    ...(withExtras ? { extras } : {}),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Reads an `opaque` that this module made; anything else gives nothing back. */
export function readChatOpaque(opaque: unknown): {
  readonly details: readonly unknown[];
  readonly extras: readonly unknown[];
  /** Both empty when there were none. */
  readonly tags: ThinkTags;
} {
  const known = isRecord(opaque) && opaque["type"] === "chat" ? opaque : {};
  const tags = recordOf(known["tags"]);
  return {
    details: listOf(known["details"]),
    extras: listOf(known["extras"]),
    tags: { open: textOf(tags["open"]), close: textOf(tags["close"]) },
  };
}
