/** Noticing that a model goes round in circles. Pure. */
import type { Entry } from "../protocol/entry.ts";
import { type ToolCallPart, toolCallsOf } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool-result.ts";

/** The longest block of calls whose repetition is noticed: A-B-C-D-A-B-C-D… */
const longestBlock = 4;

export type Repetition = {
  /** How many calls the block has. */
  readonly length: number;
  /** How often it stands at the end, one behind the other. */
  readonly times: number;
};

/**
 * The block of up to 4 items that the list ends with more often than any other, the shorter of two; null when none
 * stands there twice.
 */
export function repetitionAtEnd(items: readonly string[]): Repetition | null {
  let most: Repetition | null = null;
  for (let length = 1; length <= longestBlock; length += 1) {
    const times = timesAtEnd(items, length);
    if (times > Math.max(1, most?.times ?? 1)) most = { length, times };
  }
  return most;
}

function timesAtEnd(items: readonly string[], length: number): number {
  if (items.length < length) return 0;
  let same = 0;
  for (let at = items.length - 1; at >= length && items[at] === items[at - length]; at -= 1) same += 1;
  return 1 + Math.floor(same / length);
}

/** A call with its result. `key` is the same for two calls only if what was called, with what, and what came of it is. */
export type MadeCall = { readonly name: string; readonly key: string };

/** More of the last calls than a repetition has to be counted in. */
const enoughCalls = longestBlock * 5;

/** The last calls that have their results, in the order of the calls; none from before the user's last words. */
export function lastCalls(branch: readonly Entry[]): MadeCall[] {
  const results = new Map<string, ToolResult>();
  const calls: MadeCall[] = [];
  for (const entry of branch.toReversed()) {
    if (entry.type === "user" || calls.length >= enoughCalls) break;
    if (entry.type === "tool_result") results.set(entry.callId, entry.result);
    if (entry.type !== "assistant") continue;
    for (const call of toolCallsOf(entry.parts).toReversed()) {
      const result = results.get(call.callId);
      if (result !== undefined) calls.push({ name: call.name, key: keyOf(call, result) });
    }
  }
  return calls.toReversed();
}

function keyOf({ callId, name, argumentsText }: ToolCallPart, result: ToolResult): string {
  // Looking again at a job that still runs is waiting for it.
  const waiting = result.ok && result.job?.runs === true ? callId : "";
  const images = result.ok ? (result.images ?? []).map(({ data }) => Bun.hash(data).toString()) : [];
  const seen = result.ok ? result.text : `${result.kind}: ${result.message}`;
  return JSON.stringify([name, argumentsText, seen, images, waiting]);
}
