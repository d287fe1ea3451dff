/** What /compact says: how full the model's context is. */
import { needsCompaction } from "../../context/compaction.ts";
import type { Usage } from "../../protocol/message.ts";

/** `usage` is that of the last response, `window` the size of the model's context in tokens. */
export function contextWords(usage: Usage | undefined, window: number | undefined): string {
  const { needed, percent } = needsCompaction(usage, window);
  if (percent === null) return "Not yet needed: how full the model's context is, its server does not say.";
  const advice = needed
    ? "It is nearly full: /clear starts a fresh session, and this one stays saved."
    : "Shortening is not yet needed.";
  return `The model's context is ${percent}% full. ${advice}`;
}
