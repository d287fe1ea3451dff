/** The ids of tool calls, as servers give them, and made up where they give none. */

/** An id for a tool call whose server gave none; unique everywhere. */
export function newCallId(): string {
  return `call_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

/** The id that stands in a field; "" for all that servers put where they have none. */
export function readCallId(value: unknown): string {
  const id = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return id === "null" ? "" : id;
}

/** Hands out the ids of one response: each its own, a new one where that is empty or was used before. */
export function distinctCallIds(newId: () => string): (id: string) => string {
  const used = new Set<string>();
  return (id) => {
    const callId = id === "" || used.has(id) ? newId() : id;
    used.add(callId);
    return callId;
  };
}
