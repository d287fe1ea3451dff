/** Writes log entries for tests: ids and times count up, everything else is given or of no interest. */
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";
import type { ToolResult } from "../../src/protocol/tool-result.ts";

const begin = Date.parse("2026-01-01T10:00:00.000Z");

/** A chain of entries, one second apart: `e1`, `e2`, … */
export function log(...entries: readonly NewEntry[]): Entry[] {
  return entries.map((entry, index) => {
    const at = new Date(begin + index * 1000).toISOString();
    return Object.assign({ id: `e${index + 1}`, parentId: index === 0 ? null : `e${index}`, at }, entry);
  });
}

export const user = (text: string): NewEntry => ({ type: "user", text, via: "submit" });

export const turnStart: NewEntry = {
  type: "turn_start",
  turnId: "t1",
  traceId: "0af7651916cd43dd8448eb211c80319c",
  model: "demo/offline",
  mode: "ask",
};

export const turnEnd = (more: Partial<NewEntry & { type: "turn_end" }> = {}): NewEntry => ({
  type: "turn_end",
  turnId: "t1",
  outcome: "completed",
  steps: 1,
  ...more,
});

export const assistant = (
  parts: readonly AssistantPart[],
  more: Partial<NewEntry & { type: "assistant" }> = {},
): NewEntry => ({
  type: "assistant",
  turnId: "t1",
  step: 1,
  model: "demo/offline",
  parts: [...parts],
  stop: "stop",
  latencyMs: 1200,
  attempts: 1,
  ...more,
});

export const says = (text: string): AssistantPart => ({ type: "text", text });
export const thinks = (text: string): AssistantPart => ({ type: "reasoning", text });
export const calls = (callId: string, name = "bash", argumentsText = '{"command":"ls"}'): AssistantPart => ({
  type: "tool_call",
  callId,
  name,
  argumentsText,
});

export const approval = (callId: string, type: "once" | "remember" | "stop"): NewEntry => ({
  type: "approval",
  callId,
  answer: { type },
  preview: { type: "command", command: "ls", cwd: "/project" },
});

export const toolStart = (callId: string, title = "ls"): NewEntry => ({
  type: "tool_start",
  callId,
  name: "bash",
  title,
});

export const toolResult = (callId: string, result: ToolResult, durationMs = 40): NewEntry => ({
  type: "tool_result",
  callId,
  name: "bash",
  title: "ls",
  result,
  durationMs,
});

export const ran: ToolResult = { ok: true, text: "a", view: { type: "command", exitCode: 0, output: "a\n" } };
