/** Anthropic's cache marks in the words of Chat Completions, as OpenRouter passes them on. */
import type { WireMessage } from "./chat-message.ts";

const cached = { cache_control: { type: "ephemeral" as const } };

/**
 * The messages with a mark on the system prompt, and on the last two that are the user's or a result. What may be marked
 * is a list of parts in every request, marked or not, so that only the marks move when the history grows. A result is
 * marked as a whole: its content stays a text (as OpenRouter's own client does it).
 */
export function withCacheMarks(messages: readonly WireMessage[]): WireMessage[] {
  const places = messages.flatMap(({ role }, at) => (role === "user" || role === "tool" ? [at] : []));
  const ends = new Set(places.slice(-2));
  return messages.map((message, at) => {
    const marked = message.role === "system" || ends.has(at);
    if (message.role === "tool") return marked ? { ...message, ...cached } : message;
    if (message.role !== "system" && message.role !== "user") return message;
    return withParts(message, marked);
  });
}

function withParts(message: WireMessage, marked: boolean): WireMessage {
  const { content } = message;
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  if (!Array.isArray(parts)) return message;
  const last = parts.at(-1);
  const ends = last === undefined ? [] : [marked ? { ...last, ...cached } : last];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's type has no vendor's fields
  return { ...message, content: [...parts.slice(0, -1), ...ends] } as WireMessage;
}
