/** What is known of the calls of a branch from all of it: how they are named, and what they print. */
import type { Entry } from "../../protocol/entry.ts";
import { toolCallsOf } from "../../protocol/message.ts";

export type CallWords = { readonly name: string; readonly title: string; readonly output: string };

/** The calls by their ids. */
export function callsIn(entries: readonly Entry[]): ReadonlyMap<string, CallWords> {
  const calls = new Map<string, CallWords>();
  for (const entry of entries) {
    if (entry.type === "assistant")
      for (const { callId, name } of toolCallsOf(entry.parts))
        calls.set(callId, { name, title: "", output: "" });
    if (entry.type !== "tool_start" && entry.type !== "tool_result") continue;
    const { callId, name, title } = entry;
    const view = entry.type === "tool_result" ? entry.result.view : undefined;
    calls.set(callId, { name, title, output: view?.type === "command" ? view.output : "" });
  }
  return calls;
}
