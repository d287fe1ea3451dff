/** The form of a folder of recorded streams, and the comparison of an adapter's reading with the right one. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { takeUp } from "../../src/engine/acting/take-up.ts";
import { refusalOf } from "../../src/engine/stop-kinds.ts";
import { type AssistantPart, toolCallsOf, type Usage } from "../../src/protocol/message.ts";
import { isRecord } from "../../src/providers/json.ts";
import type { ProviderEvent } from "../../src/providers/provider.ts";
import { createReadLedger } from "../../src/tools/read-ledger.ts";
import type { Registry } from "../../src/tools/registry.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import type { ToolContext } from "../../src/tools/tool.ts";
import { tool } from "../support/engine.ts";
import { readResponsesOpaque } from "../../src/providers/responses-opaque.ts";

const expectedCall = z.object({
  id: z.string().nullish(),
  name: z.string(),
  arguments: z.unknown(),
  arguments_text: z.string().optional(),
});
const count = z.number().nullable();
const expectation = z.object({
  text: z.string(),
  reasoning: z.string(),
  refusal: z.string().optional(),
  tool_calls: z.array(expectedCall),
  stop_kind: z.string(),
  usage: z
    .object({
      input: count,
      output: count,
      total: count,
      cached_input: count,
      cache_write: count,
      reasoning: count,
    })
    .nullable(),
  error: z.object({ message: z.string().nullish() }).nullable(),
  think_tags_split: z.object({ text: z.string(), reasoning: z.string() }).optional(),
  blocks: z.array(z.looseObject({ type: z.string(), signature_sha256: z.string().optional() })).optional(),
  items: z
    .array(
      z.looseObject({
        type: z.string(),
        refusal: z.string().optional(),
        encrypted: z.boolean().optional(),
        phase: z.string().optional(),
      }),
    )
    .optional(),
});
export const streamCase = z.object({
  path: z.string(),
  api: z.enum(["chat", "messages", "responses"]),
  format: z.enum(["sse", "jsonl"]),
  expect: expectation,
  accept: z.record(z.string(), z.array(z.unknown())).optional(),
});
export const errorCase = z.object({
  path: z.string(),
  api: z.enum(["chat", "messages", "responses"]),
  status: z.number(),
  headers: z.record(z.string(), z.string()).optional(),
  expect: z.object({ category: z.string(), retryable: z.boolean(), message: z.string().nullable() }),
});
export const manifest = z.object({ streams: z.array(streamCase), errors: z.array(errorCase) });
export type StreamCase = z.infer<typeof streamCase>;

/** The bytes on the wire: lines of JSON become events. */
export function wireBytes(content: Uint8Array, { api, format }: StreamCase): Uint8Array {
  if (format === "sse") return content;
  const lines = new TextDecoder()
    .decode(content)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const events = lines.map((line) => {
    const { type } = z.looseObject({ type: z.string().optional() }).parse(JSON.parse(line));
    return api !== "chat" ? `event: ${type ?? ""}\ndata: ${line}\n\n` : `data: ${line}\n\n`;
  });
  return new TextEncoder().encode(events.join("") + (api === "chat" ? "data: [DONE]\n\n" : ""));
}

/** What is different from the right reading, in a few words each; empty when nothing is. */
export function differences({ api, expect, accept }: StreamCase, events: readonly ProviderEvent[]): string[] {
  const last = events.at(-1);
  if (last?.type !== "response" && last?.type !== "error") return ["the stream had no end"];
  const parts = last.type === "response" ? last.response.parts : last.parts;
  const broken = last.type === "error";
  const stop =
    last.type === "response" ? last.response.stop : last.error.kind === "cut" ? "truncated" : "error";
  const checks: Record<string, () => boolean> = {
    stop_kind: () => stop === expect.stop_kind,
    text: () => sameTexts(parts, expect),
    tool_calls: () => sameCalls(parts, expect.tool_calls, broken),
    usage: () => broken || sameUsage(last.response.usage, expect.usage),
    error: () =>
      expect.error === null
        ? !broken || stop === "truncated"
        : broken && says(last.error.message, expect.error),
    // What was on the screen while it came is what it is in the end. The reader of Messages also says in passing what
    // the server's own tools do.
    deltas: () => broken || api === "messages" || sameDeltas(events, parts),
    blocks: () => broken || sameSignatures(parts, expect.blocks),
    items: () => broken || sameKept(parts, expect.items),
  };
  return Object.entries(checks)
    .filter(([field, same]) => !same() && !isAccepted(accept?.[field], field, stop, last))
    .map(([field]) => field);
}

/**
 * What is wrong about the calls that the engine would run: only those of an answer that ended properly in order to have
 * them run may be, and only with an object for arguments.
 */
export async function wronglyRun(
  { expect, accept }: StreamCase,
  events: readonly ProviderEvent[],
): Promise<string[]> {
  const last = events.at(-1);
  if (last?.type !== "response" || refusalOf(last.response.stop) !== null) return [];
  const run: string[] = [];
  for (const call of toolCallsOf(last.response.parts)) {
    const { type } = await takeUp(call, { tools: anyTool, toolContext: noContext });
    if (type === "ready") run.push(call.name);
  }
  const mayRun = [expect.stop_kind, ...(accept?.["stop_kind"] ?? [])].includes("tool_use");
  const right = mayRun ? expect.tool_calls.filter((call) => isRecord(call.arguments)) : [];
  return Bun.deepEquals(
    run,
    right.map(({ name }) => name),
  )
    ? []
    : [`ran ${run.join(", ") || "nothing"}`];
}

/** A tool of every name that takes any object. */
const anyTool: Registry = {
  find: (name) => tool(name),
  names: () => [],
  definitions: () => [],
};

const noContext: ToolContext = {
  cwd: "/",
  reads: createReadLedger(),
  shell: createSessionShell({ root: "/", onJobEnd() {} }),
};

function isAccepted(
  accepted: readonly unknown[] | undefined,
  field: string,
  stop: string,
  last: Extract<ProviderEvent, { type: "response" | "error" }>,
): boolean {
  if (accepted === undefined) return false;
  if (accepted.includes("*")) return true;
  if (field === "stop_kind") return accepted.includes(stop);
  if (field === "usage")
    return last.type === "error" || (accepted.includes(null) && last.response.usage === undefined);
  const parts = last.type === "response" ? last.response.parts : last.parts;
  if (field === "text") return accepted.includes(join(parts, "text"));
  const isEmpty = accepted.some((value) => Array.isArray(value) && value.length === 0);
  return isEmpty && !parts.some((part) => (field === "tool_calls" ? part.type === "tool_call" : true));
}

function join(parts: readonly AssistantPart[], type: "text" | "reasoning"): string {
  return parts.map((part) => (part.type === type ? part.text : "")).join("");
}

function sameDeltas(events: readonly ProviderEvent[], parts: readonly AssistantPart[]): boolean {
  return (["text", "reasoning"] as const).every(
    (type) => events.map((event) => (event.type === type ? event.text : "")).join("") === join(parts, type),
  );
}

/** Think tags may be left in the text, or moved to the reasoning. */
function sameTexts(parts: readonly AssistantPart[], expect: StreamCase["expect"]): boolean {
  const text = join(parts, "text");
  const reasoning = join(parts, "reasoning");
  // Responses say a refusal in the item that it is.
  const refusals = expect.items?.map((item) => item.refusal ?? "") ?? [];
  const refusal = expect.refusal ?? refusals.join("");
  const right = { text: expect.text + refusal, reasoning: expect.reasoning };
  const same = (reading: typeof right) => text === reading.text && reasoning === reading.reasoning;
  return same(right) || (expect.think_tags_split !== undefined && same(expect.think_tags_split));
}

function sameCalls(
  parts: readonly AssistantPart[],
  expected: StreamCase["expect"]["tool_calls"],
  broken: boolean,
): boolean {
  const calls = parts.filter((part) => part.type === "tool_call");
  const same = (call: (typeof calls)[number], right: (typeof expected)[number] | undefined) => {
    if (right === undefined || call.name !== right.name) return false;
    if (right.id && call.callId !== right.id) return false;
    if (right.arguments === null) return call.argumentsText === right.arguments_text;
    return Bun.deepEquals(JSON.parse(call.argumentsText || "{}"), right.arguments);
  };
  // Of an answer that broke off only whole calls are kept, and none is run.
  if (broken) return calls.every((call) => expected.some((right) => same(call, right)));
  return calls.length === expected.length && calls.every((call, at) => same(call, expected[at]));
}

const number = (value: number | null | undefined): number => value ?? 0;

function sameUsage(usage: Usage | undefined, right: StreamCase["expect"]["usage"]): boolean {
  if (right === null) return usage === undefined;
  if (usage === undefined) return false;
  const beside = number(right.input) + number(right.output) + number(right.reasoning) === right.total;
  // Messages report the parts of the input one by one.
  const inputs = [
    number(right.input),
    number(right.input) + number(right.cached_input) + number(right.cache_write),
  ];
  const outputs = [number(right.output) + (beside ? number(right.reasoning) : 0)];
  return (
    inputs.includes(usage.inputTokens) &&
    outputs.includes(usage.outputTokens) &&
    number(usage.cacheReadTokens) === number(right.cached_input) &&
    number(usage.cacheWriteTokens) === number(right.cache_write) &&
    number(usage.reasoningTokens) === number(right.reasoning)
  );
}

function says(message: string, right: NonNullable<StreamCase["expect"]["error"]>): boolean {
  return (
    right.message === undefined ||
    right.message === null ||
    right.message === "*" ||
    message.includes(right.message)
  );
}

function sameSignatures(parts: readonly AssistantPart[], blocks: StreamCase["expect"]["blocks"]): boolean {
  const right = (blocks ?? []).flatMap((block) => block.signature_sha256 ?? []);
  const signature = z.object({ signature: z.string() });
  const kept = parts.flatMap((part) => {
    const read = part.type === "reasoning" ? signature.safeParse(part.opaque) : undefined;
    return read?.success === true ? [createHash("sha256").update(read.data.signature).digest("hex")] : [];
  });
  return blocks === undefined || Bun.deepEquals(kept, right);
}

/** What has to go back over Responses: encrypted reasoning and the phases of messages. */
function sameKept(parts: readonly AssistantPart[], items: StreamCase["expect"]["items"]): boolean {
  const right = (items ?? []).flatMap((item) => {
    if (item.type === "reasoning" && item.encrypted === true) return ["encrypted"];
    return item.type === "message" && item.phase !== undefined ? [item.phase] : [];
  });
  const kept = parts.flatMap((part) => {
    const { item, phase } = readResponsesOpaque(part.type === "tool_call" ? undefined : part.opaque);
    if (typeof item?.["encrypted_content"] === "string") return ["encrypted"];
    return phase === undefined ? [] : [phase];
  });
  return items === undefined || Bun.deepEquals(kept, right);
}
