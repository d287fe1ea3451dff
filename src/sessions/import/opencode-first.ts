/** Messages of opencode's first version, which held their parts themselves → those of today. Pure. */
import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";

/** The message and its parts; null for one whose parts are records of their own. */
export function firstVersion(message: Fields): { readonly info: Fields; readonly parts: Fields[] } | null {
  if (!Array.isArray(message["parts"])) return null;
  const { parts, metadata, ...own } = message;
  const { assistant, time, error, tool } = fieldsOf(metadata);
  return {
    info: { ...own, ...fieldsOf(assistant), time, error },
    parts: listOf(parts).map((part) => partOf(fieldsOf(part), fieldsOf(tool))),
  };
}

function partOf(part: Fields, tools: Fields): Fields {
  if (part["type"] !== "tool-invocation") return part;
  const { state, toolCallId, toolName, args, result } = fieldsOf(part["toolInvocation"]);
  const id = textOf(toolCallId);
  const { time, title, ...metadata } = fieldsOf(Object.hasOwn(tools, id) ? tools[id] : undefined);
  const isDone = state === "result";
  const ended = { status: "completed", output: result, title, metadata };
  return {
    type: "tool",
    callID: id,
    tool: toolName,
    state: { status: "running", input: args, time, ...(isDone ? ended : {}) },
  };
}
