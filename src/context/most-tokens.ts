/** How much a branch can be at most, without counting: nearly every request is far from every limit. Pure. */
import type { Entry } from "../protocol/entry.ts";
import type { ModelRequest } from "../protocol/message.ts";
import { createCountOnce } from "./count-once.ts";

/** More than any vendor counts for one image of the sizes that are sent. */
export const mostTokensPerImage = 3_000;

/** For its id, its tool's name, and what a chat template puts around it. */
const aroundResult = 200;

const once = createCountOnce();

/**
 * An upper bound of the tokens that these entries are in a request: what a tokenizer does not know it takes byte by byte,
 * so no text has more tokens than bytes in UTF-8. Costs nothing for entries that were asked before.
 */
export function mostTokens(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + once(entry, mostOfEntry), 0);
}

/** The same of the system prompt and the tools. */
export function mostTokensOfFrame({ system, tools }: Pick<ModelRequest, "system" | "tools">): number {
  return Buffer.byteLength(system) + once(tools, mostOfJson);
}

function mostOfEntry(entry: Entry): number {
  if (entry.type === "user" && entry.images !== undefined) {
    const { images, ...rest } = entry;
    return mostOfJson(rest) + images.length * mostTokensPerImage;
  }
  if (entry.type !== "tool_result" || !entry.result.ok) return mostOfJson(entry);
  const { images = [], text } = entry.result;
  return Buffer.byteLength(text) + aroundResult + images.length * mostTokensPerImage;
}

function mostOfJson(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
