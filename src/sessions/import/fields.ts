/** Looking into JSON that others wrote: whatever is not there, or is something else, is empty. Pure. */
import { isAbsolute } from "node:path";
import type { Usage } from "../../protocol/message.ts";
import { isObject, type Line } from "../format.ts";

export type Fields = Line;

const nothing: Fields = {};

/** The object, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : nothing;
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, or "". */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The number, or undefined; a count is never below 0. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** A time as ISO 8601 in UTC: from such a text, or from ms since 1970. "" when it is none. */
export function timeOf(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  const date = new Date(value);
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear();
  // Our file names have four digits for the year.
  return year >= 1970 && year <= 9999 ? date.toISOString() : "";
}

/** No path on any system is longer, UTF-16 units. */
const longestPath = 4096;

/** An absolute path, or null. */
export function folderOf(value: unknown): string | null {
  const path = textOf(value);
  return isAbsolute(path) && path.length <= longestPath && !path.includes("\0") ? path : null;
}

/** Longer than any id that a program gives, and than a branch's name may be, UTF-16 units. */
const longestLine = 256;

/** An id, or a branch's name: one line that is not long; else "". */
export function lineOf(value: unknown): string {
  const line = textOf(value);
  return line.length <= longestLine && !/\p{Cc}/u.test(line) ? line : "";
}

/** A value as JSON, each of its values as `change` makes it; "" for what is too deep to be written. */
export function jsonOf(value: unknown, change?: (name: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, change) ?? "";
  } catch {
    // A stack that ran over: nobody wrote that by hand, and nothing can be said of it.
    return "";
  }
}

/** The arguments of a call as a model would have written them: a JSON object. */
export function argumentsOf(value: unknown): string {
  if (isObject(value)) return jsonOf(value) || "{}";
  return value === undefined || value === null ? "{}" : jsonOf({ input: value }) || "{}";
}

/** The same where the input is told without what came from the cache and went into it. */
export function usageBesideCache(counts: Parameters<typeof usageOf>[0]): Usage | undefined {
  const { input, cacheRead = 0, cacheWrite = 0 } = counts;
  return usageOf({ ...counts, input: input === undefined ? undefined : input + cacheRead + cacheWrite });
}

/** Counts of which the first must be there; undefined without it. */
export function usageOf(counts: {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}): Usage | undefined {
  const { input, output = 0, cacheRead, cacheWrite, reasoning } = counts;
  if (input === undefined || input + output === 0) return undefined;
  return {
    inputTokens: input,
    outputTokens: output,
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}
