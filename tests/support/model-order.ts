/** The rule that every model server holds its clients to: each tool call has exactly one result, directly behind it. */

import { z } from "zod";

export type Protocol = "chat" | "messages" | "responses";

const chatRequest = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      tool_calls: z.array(z.object({ id: z.string() })).nullish(),
      tool_call_id: z.string().optional(),
    }),
  ),
});

const block = z.object({ type: z.string(), id: z.string().optional(), tool_use_id: z.string().optional() });
const messagesRequest = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(block)]) })),
});

/** One message as far as the rule is concerned. */
type Turn = { readonly calls: readonly string[]; readonly results: readonly string[] };

/** Returns what is wrong with a request's messages, undefined if nothing is. */
export function brokenOrder(protocol: Protocol, body: unknown): string | undefined {
  if (protocol === "responses") return brokenItems(body);
  const parsed = protocol === "chat" ? chatTurns(body) : messagesTurns(body);
  if (!parsed.success) return `malformed request: ${z.prettifyError(parsed.error)}`;
  const turns = parsed.data;
  for (const [i, { calls }] of turns.entries()) {
    const results = turns[i + 1]?.results ?? [];
    const missing = calls.filter((id) => results.filter((other) => other === id).length !== 1);
    if (missing.length > 0)
      return `message ${i}: not exactly one result directly behind it for call ${missing.join(", ")}`;
  }
  for (const [i, { results }] of turns.entries()) {
    const orphans = results.filter((id) => turns[i - 1]?.calls.includes(id) !== true);
    if (orphans.length > 0)
      return `message ${i}: result without a call directly before it: ${orphans.join(", ")}`;
  }
  return undefined;
}

/** In Chat Completions each result is a message; neighbours are taken together here. */
function chatTurns(body: unknown) {
  return chatRequest
    .transform(({ messages }) => {
      const turns: { calls: string[]; results: string[] }[] = [];
      for (const { role, tool_calls, tool_call_id } of messages) {
        const last = turns.at(-1);
        if (role === "tool" && last !== undefined && last.results.length > 0)
          last.results.push(tool_call_id ?? "");
        else
          turns.push({
            calls: (tool_calls ?? []).map((call) => call.id),
            results: role === "tool" ? [tool_call_id ?? ""] : [],
          });
      }
      return turns satisfies Turn[];
    })
    .safeParse(body);
}

function messagesTurns(body: unknown) {
  return messagesRequest
    .transform(({ messages }) =>
      messages.map(({ content }): Turn => {
        const blocks = typeof content === "string" ? [] : content;
        return {
          calls: blocks.flatMap(({ type, id }) => (type === "tool_use" ? [id ?? ""] : [])),
          results: blocks.flatMap(({ type, tool_use_id }) =>
            type === "tool_result" ? [tool_use_id ?? ""] : [],
          ),
        };
      }),
    )
    .safeParse(body);
}

const responsesRequest = z.object({
  store: z.literal(false),
  input: z.array(
    z.object({ type: z.string().optional(), role: z.string().optional(), call_id: z.string().optional() }),
  ),
});

/** Over Responses each call and each result is an item: a result behind its call, reasoning before an item of its answer. */
function brokenItems(body: unknown): string | undefined {
  const parsed = responsesRequest.safeParse(body);
  if (!parsed.success) return `malformed request: ${z.prettifyError(parsed.error)}`;
  const open = new Set<string>();
  const used = new Set<string>();
  for (const [at, { type, role, call_id: id = "" }] of parsed.data.input.entries()) {
    const next = parsed.data.input[at + 1];
    const isAnswers = (item = next) => item?.role === "assistant" || item?.type === "function_call";
    if (type === "reasoning" && !isAnswers() && next?.type !== "reasoning")
      return `item ${at}: reasoning was provided without its required following item`;
    if (type === "function_call") {
      if (used.has(id)) return `item ${at}: the call id ${id} is there twice`;
      used.add(id);
      open.add(id);
    } else if (type === "function_call_output") {
      if (!open.delete(id)) return `item ${at}: no tool call found for function call output ${id}`;
    } else if (role === "user" && open.size > 0) {
      return `item ${at}: no tool output found for function call ${[...open].join(", ")}`;
    }
  }
  return open.size === 0 ? undefined : `no tool output found for function call ${[...open].join(", ")}`;
}
