/** Takes up and runs one tool call the way the engine does, without an engine. */
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { createReadLedger } from "../../src/tools/read-ledger.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import { type PreparedCall, type Tool, type ToolContext, ToolError } from "../../src/tools/tool.ts";
import type { TestProject } from "../support/project.ts";

/** What a session in this project knows at its start. */
export function contextOf(project: TestProject, more: Partial<ToolContext> = {}): ToolContext {
  const shell = createSessionShell({ root: project.folder, onJobEnd() {} });
  return { cwd: project.folder, reads: createReadLedger(), shell, ...more };
}

/** Looks only: what would be asked. The input goes through the schema, as a model's does. */
export async function prepare<Input>(
  tool: Tool<Input>,
  input: Input,
  context: ToolContext,
): Promise<PreparedCall> {
  return tool.prepare(tool.schema.parse(input), context);
}

/** Prepares and runs; a `ToolError` becomes a failed result. */
export async function callTool<Input>(
  tool: Tool<Input>,
  input: Input,
  context: ToolContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolResult> {
  try {
    const prepared = await prepare(tool, input, context);
    return await prepared.run({ signal, onOutput() {}, async keepBefore() {} });
  } catch (thrown) {
    if (thrown instanceof ToolError) return { ok: false, kind: thrown.kind, message: thrown.message };
    throw thrown;
  }
}

/** What the model reads of a result. */
export function said(result: ToolResult): string {
  return result.ok ? result.text : result.message;
}
