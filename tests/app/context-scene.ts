/** A story whose window is looked at, for the tests of `/context`. */
import { type ContextLook, lookAtContext } from "../../src/app/context-parts.ts";
import type { ContextEdit } from "../../src/context/edits.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";

export const model = "anthropic/claude-sonnet-5";
export const instructions = "# The project's instructions (AGENTS.md)\nFollow them.\n\nUse tabs.";
export const frame = {
  system: `You are rein.\n\n${instructions}`,
  tools: [{ name: "bash", description: "runs a command", parameters: { type: "object" } }],
};

export const saying = (...parts: AssistantPart[]): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts,
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
});
export const answer = (text: string, callId?: string): NewEntry =>
  saying(
    { type: "text", text },
    ...(callId === undefined
      ? []
      : [{ type: "tool_call", callId, name: "bash", argumentsText: '{"command":"ls"}' } as const]),
  );
export const result = (callId: string, text: string): NewEntry => ({
  type: "tool_result",
  callId,
  name: "bash",
  title: "ls",
  result: { ok: true, text },
  durationMs: 1,
});
export const notice = (leftOut: "c1"): NewEntry => ({
  type: "notice",
  text: "A result was refused.",
  leftOut: [{ what: "result", id: leftOut }],
});

/** e0 user, e1 answer and call c1, e2 its result, e3 answer, e4 user, e5 answer. */
export const story = [
  said("list the files"),
  answer("I look", "c1"),
  result("c1", "file of apples\n".repeat(2_000)),
  answer("there are many"),
  said("thanks"),
  answer("you are welcome"),
];

export function look(contents: readonly NewEntry[], edits: readonly ContextEdit[] = []): ContextLook {
  return lookOf(chained([...contents, ...(edits.length === 0 ? [] : [edit(...edits)])]));
}

export function lookOf(entries: readonly Entry[], asked = model, window = 100_000): ContextLook {
  const scaled = (tokens: number) => tokens;
  return lookAtContext({ entries, ...frame, instructions, model: asked, window, scaled });
}

export const edit = (...edits: ContextEdit[]): NewEntry => ({ type: "context_edit", edits });
export const summary: NewEntry = { type: "compaction", summary: "SUMMARY", firstKeptId: "e4" };
export const call = { entryId: "e1", callId: "c1" };

export const rows = ({ parts }: ContextLook) =>
  parts.map(({ kind, state, turnsAgo, isPinned }) =>
    [kind, state, turnsAgo ?? "always", ...(isPinned ? ["pinned"] : [])].join(" "),
  );
