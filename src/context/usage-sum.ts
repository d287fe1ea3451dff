/** Counts of several requests together. Pure. */
import type { Usage } from "../protocol/message.ts";

/** The sum of what was counted; undefined when nothing was. */
export function sumOfUsages(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = (key: "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens") =>
    one[key] === undefined && other[key] === undefined ? {} : { [key]: (one[key] ?? 0) + (other[key] ?? 0) };
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...both("cacheReadTokens"),
    ...both("cacheWriteTokens"),
    ...both("reasoningTokens"),
  };
}
