/** Answers that broke off and that nobody took up: the request that they began to answer is asked anew. Pure. */
import type { Entry } from "../protocol/entry.ts";

/**
 * The entries without the answers that broke off and were not spoken to: another answer follows, or nothing does. A
 * model that read one would say it twice, or go on in the middle of a sentence. Where the user went on from what they
 * had read of it, it stays.
 */
export function withoutAbandoned(entries: readonly Entry[]): readonly Entry[] {
  const abandoned = new Set<Entry>();
  let open: Entry[] = [];
  for (const entry of entries) {
    if (entry.type === "user") open = [];
    if (entry.type !== "assistant") continue;
    for (const earlier of open) abandoned.add(earlier);
    open = isBrokenOff(entry) ? [entry] : [];
  }
  for (const last of open) abandoned.add(last);
  return abandoned.size === 0 ? entries : entries.filter((entry) => !abandoned.has(entry));
}

function isBrokenOff(entry: Entry): boolean {
  return (
    entry.type === "assistant" &&
    entry.stop === "truncated" &&
    entry.parts.every(({ type }) => type !== "tool_call")
  );
}
