/** A call of which the user takes a part. */
import type { HunkAnswer } from "../../src/protocol/approval.ts";
import { hunkPlaces } from "../../src/protocol/hunks.ts";
import { readFileTool } from "../../src/tools/read-file.ts";
import type { PreparedCall, Tool, ToolContext } from "../../src/tools/tool.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare } from "./call-tool.ts";

export const take: HunkAnswer = { type: "take" };
export const leave = (words = ""): HunkAnswer => ({ type: "leave", words });
export const edit = (text: string): HunkAnswer => ({ type: "edit", text });

export const idle = () => ({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });

export function partOf(call: PreparedCall, answers: readonly HunkAnswer[]): PreparedCall {
  if (call.partly === undefined) throw new Error("this call can only be taken whole");
  return call.partly(answers);
}

/** Has the file read first, as models do. */
export async function begin<Input>(
  tool: Tool<Input>,
  input: Input,
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { project: TestProject; context: ToolContext; call: PreparedCall }> {
  const project = await makeProject(files);
  const context = contextOf(project);
  for (const path of Object.keys(files)) await callTool(readFileTool, { path }, context);
  const call = await prepare(tool, input, context);
  return { project, context, call, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}

export const hunksOf = ({ preview }: PreparedCall) => {
  if (preview.type !== "changes") throw new Error("no changes are shown");
  return hunkPlaces(preview.files);
};

export const numbers = (count: number, end = "\n") =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}${end}`).join("");
export const threeEdits = {
  path: "a.txt",
  edits: [2, 20, 38].map((line) => ({ old_string: `line ${line}\n`, new_string: `LINE ${line}\n` })),
};
