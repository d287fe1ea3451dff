/** The calls that the user has declined since they last said something: they are not asked again. */
import type { Entry } from "../../protocol/entry.ts";
import { type ToolCallPart, toolCallsOf } from "../../protocol/message.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import type { Registry } from "../../tools/registry.ts";

/** The same for two calls of one tool with the same arguments, however their JSON is written. */
export function callKey({ name, argumentsText }: ToolCallPart, tools: Registry): string {
  return JSON.stringify([tools.find(name)?.name ?? name, inOrder(jsonOf(argumentsText))]);
}

/** The keys of the calls that were declined in this turn, since the user's last message in it. */
export function declinedKeys(branch: readonly Entry[], tools: Registry): Set<string> {
  const declined = new Set<string>();
  const keys = new Set<string>();
  for (const entry of branch.toReversed()) {
    if (entry.type === "user" || entry.type === "turn_start") break;
    if (entry.type === "tool_result" && !entry.result.ok && entry.result.kind === "declined")
      declined.add(entry.callId);
    if (entry.type !== "assistant") continue;
    for (const call of toolCallsOf(entry.parts))
      if (declined.has(call.callId)) keys.add(callKey(call, tools));
  }
  return keys;
}

/** What the model is told of a call that the user did not want. */
export function declined(words: string): ToolResult {
  // The words come first: a panel shows the beginning.
  const said = words.trim() === "" ? ", without a reason. " : ` and said: ${words.trim()}\n`;
  return {
    ok: false,
    kind: "declined",
    message: `The user declined this call${said}It was not run. This is not a failure: they do not want it.`,
  };
}

/** What the model is told of a call that it makes once more. */
export function declinedBefore(): ToolResult {
  return {
    ok: false,
    kind: "declined",
    message:
      "Not run: the user declined this very call before, in this turn, and was not asked again. This is not a failure. Go on without it, or tell the user in words what it is needed for.",
  };
}

function jsonOf(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    // What is no JSON is the same only as itself.
    return text;
  }
}

/** The value with the names of every object in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, inOrder(one)] as const);
  return { object: entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}
