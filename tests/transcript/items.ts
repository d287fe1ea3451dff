/** Items for tests, and their drawing without styles. */
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import type { CallItem, Item } from "../../src/transcript/item.ts";
import { renderItem } from "../../src/transcript/render.ts";

export function draw(item: Item, width = 80, expanded = false): string[] {
  return renderItem(item, { width, style: plainStyle, expanded });
}

/** A call of `bash` that is still pending. */
export function call(more: Partial<CallItem>): CallItem {
  return {
    type: "call",
    id: "c",
    name: "bash",
    title: "npm test",
    status: "pending",
    argumentsText: "{}",
    ...more,
  };
}

/** What a command that ran gives back. */
export function command(output: string, exitCode: number | null = 0): ToolResult {
  return { ok: true, text: output, view: { type: "command", exitCode, output } };
}

/** `line 1` to `line count`, each with its line end. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join("");
}
