/** Applies patches as a model does. */
import type { FileChange } from "../../src/protocol/tool-result.ts";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import type { ToolContext } from "../../src/tools/tool.ts";
import type { TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

export const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

/** Applies a patch and returns what the model reads. */
export async function apply(
  project: TestProject,
  lines: readonly string[],
  context: ToolContext = contextOf(project),
) {
  return said(await callTool(applyPatchTool, { patch: patch(...lines) }, context));
}

export async function changesShown(project: TestProject, ...lines: string[]): Promise<readonly FileChange[]> {
  const { preview } = await prepare(applyPatchTool, { patch: patch(...lines) }, contextOf(project));
  return preview.type === "changes" ? preview.files : [];
}

export async function bytesOf(project: TestProject, name: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(project.path(name)).arrayBuffer());
}

export const idle = () => ({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });
