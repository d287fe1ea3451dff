/** Token counts as servers report them, in one form. The last report of a response counts; nothing is added up. */
import type { Usage } from "../protocol/message.ts";
import { isRecord, type JsonRecord, recordOf } from "./json.ts";

/** The `usage` object of a Chat Completions chunk; undefined when it holds no count. */
export function chatUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const input = countOf(raw["prompt_tokens"]) ?? countOf(raw["input_tokens"]);
  const output = countOf(raw["completion_tokens"]) ?? countOf(raw["output_tokens"]);
  if (input === undefined && output === undefined) return undefined;
  const prompt = recordOf(raw["prompt_tokens_details"]);
  const completion = recordOf(raw["completion_tokens_details"]);
  const reasoning = countOf(completion["reasoning_tokens"]) ?? countOf(raw["reasoning_tokens"]);
  return usageOf({
    inputTokens: input ?? 0,
    outputTokens: (output ?? 0) + reasoningBeside(raw, input, output, reasoning),
    // OpenAI and most; Moonshot; DeepSeek.
    cacheReadTokens: firstCount(
      prompt["cached_tokens"],
      raw["cached_tokens"],
      raw["prompt_cache_hit_tokens"],
    ),
    // DashScope; OpenRouter; gateways to Anthropic.
    cacheWriteTokens: firstCount(
      prompt["cache_creation_input_tokens"],
      prompt["cache_write_tokens"],
      raw["cache_creation_input_tokens"],
    ),
    reasoningTokens: reasoning,
  });
}

/** xAI counts reasoning beside the completion, not in it: then only all three make the total. */
function reasoningBeside(
  raw: JsonRecord,
  input: number | undefined,
  output: number | undefined,
  reasoning: number | undefined,
): number {
  const total = countOf(raw["total_tokens"]);
  if (total === undefined || reasoning === undefined || reasoning === 0) return 0;
  return (input ?? 0) + (output ?? 0) + reasoning === total ? reasoning : 0;
}

/**
 * The counts of a Messages stream. `reports` are its `usage` objects in order: a later number replaces an earlier
 * one. `input_tokens` there leaves out what was read from and written to the cache.
 */
export function messagesUsage(reports: readonly JsonRecord[]): Usage | undefined {
  const latest = (name: string) => {
    const report = reports.findLast((report) => countOf(report[name]) !== undefined);
    return countOf(report?.[name]);
  };
  const input = latest("input_tokens");
  const output = latest("output_tokens");
  if (input === undefined && output === undefined) return undefined;
  const read = latest("cache_read_input_tokens");
  const written = latest("cache_creation_input_tokens");
  const details = reports.findLast((report) => isRecord(report["output_tokens_details"]));
  return usageOf({
    inputTokens: (input ?? 0) + (read ?? 0) + (written ?? 0),
    outputTokens: output ?? 0,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    reasoningTokens: countOf(recordOf(details?.["output_tokens_details"])["thinking_tokens"]),
  });
}

function firstCount(...values: readonly unknown[]): number | undefined {
  return values.map(countOf).find((value) => value !== undefined);
}

type Counts = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
  readonly reasoningTokens: number | undefined;
};

function usageOf({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
  reasoningTokens,
}: Counts): Usage {
  return {
    inputTokens,
    outputTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

/** More than any model takes: a larger number counts something else, or was never counted. */
const mostTokens = 1_000_000_000;

/** A whole number of tokens; undefined for everything else: a negative one would make a session cheaper than it was. */
function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && typeof value === "number" && value >= 0 && value <= mostTokens
    ? value
    : undefined;
}
