/**
 * Tool call ids, and names of tools, in the form that a server accepts. The same id becomes the same wire id in every request, so that a
 * prompt cache keeps its prefix, and calls and results go through the same table.
 */
import type { ModelMessage } from "../protocol/message.ts";

export type WireIds = (callId: string) => string;

/** Which ids a protocol takes: characters outside `allowed` are replaced, and at most `maxLength` are kept. */
export type WireIdRule = { readonly forbidden: RegExp; readonly maxLength: number };

/** Anthropic: ^[a-zA-Z0-9_-]{1,64}$ (its documentation of tool_use blocks). */
export const messagesIdRule: WireIdRule = { forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 };

/** OpenAI: at most 40 characters (text of its 400 answer). What they are is free: Kimi wants `functions.read:0` back. */
export const chatIdRule: WireIdRule = { forbidden: /\s/g, maxLength: 40 };

/** Makes the table for all ids of a request. */
export function wireIds(messages: readonly ModelMessage[], rule: WireIdRule): WireIds {
  const table = new Map<string, string>();
  const taken = new Set(callIdsOf(messages).filter((callId) => fit(callId, rule) === callId));
  for (const callId of callIdsOf(messages)) {
    if (table.has(callId)) continue;
    const fitted = fit(callId, rule);
    if (fitted === callId) {
      table.set(callId, callId);
      continue;
    }
    let wireId = fitted;
    for (let n = 2; taken.has(wireId); n += 1) wireId = `${fitted.slice(0, rule.maxLength - 4)}_${n}`;
    taken.add(wireId);
    table.set(callId, wireId);
  }
  return (callId) => table.get(callId) ?? fit(callId, rule);
}

function fit(callId: string, rule: WireIdRule): string {
  const clean = callId.replaceAll(rule.forbidden, "_");
  if (clean.length > 0 && clean.length <= rule.maxLength) return clean;
  // Two long ids may begin alike: the hash keeps them apart.
  return `${clean.slice(0, rule.maxLength - 14)}_${Bun.hash.xxHash64(callId).toString(36)}`.slice(
    0,
    rule.maxLength,
  );
}

function callIdsOf(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === "user") return [];
    if (message.role === "tool") return message.results.map((result) => result.callId);
    return message.parts.flatMap((part) => (part.type === "tool_call" ? [part.callId] : []));
  });
}

/** What the vendors' documentations allow as the name of a tool: ^[a-zA-Z0-9_-]{1,64}$. */
const nameRule: WireIdRule = { forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 64 };

/** The name of a called tool. A model can call one that there is not, by any name: its answer stays in the history. */
export function wireName(name: string): string {
  return fit(name, nameRule);
}
