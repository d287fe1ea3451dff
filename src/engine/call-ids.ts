/** Servers number their calls as they like: some start at `call_0` in every response. In a session an id is used once. */
import type { Entry } from "../protocol/entry.ts";
import type { AssistantPart } from "../protocol/message.ts";

/** Every call id that a session has used, in all its branches. */
export function usedCallIds(entries: readonly Entry[]): Set<string> {
  const used = new Set<string>();
  for (const entry of entries) {
    if (entry.type !== "assistant") continue;
    for (const part of entry.parts) if (part.type === "tool_call") used.add(part.callId);
  }
  return used;
}

/** The parts with a suffix on each call id that was used before, and `used` with the new ids added. */
export function withUniqueCallIds(parts: readonly AssistantPart[], used: Set<string>): AssistantPart[] {
  return parts.map((part) => {
    if (part.type !== "tool_call") return part;
    let callId = part.callId;
    for (let n = 2; used.has(callId); n += 1) callId = `${part.callId}_${n}`;
    used.add(callId);
    return { ...part, callId };
  });
}
