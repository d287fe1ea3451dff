/** Taking up one tool call: from the model's words to something that is ready to be decided and run. */
import { z } from "zod";
import { messageOf } from "../../protocol/error.ts";
import type { ToolCallPart } from "../../protocol/message.ts";
import type { ToolFailureKind, ToolResult } from "../../protocol/tool-result.ts";
import { coerceArguments } from "../../tools/coerce-arguments.ts";
import type { Registry } from "../../tools/registry.ts";
import { type PreparedCall, type Tool, ToolError } from "../../tools/tool.ts";
import type { EngineDependencies } from "../dependencies.ts";
import { type PutBack, putSecretsBack } from "./put-back.ts";

/** A call that can be decided and run. */
export type ReadyCall = {
  readonly tool: Tool;
  readonly prepared: PreparedCall;
  /** The arguments that it was prepared with, and the secrets among them. */
  readonly putBack: PutBack;
};

export type TakenUp =
  | { readonly type: "ready"; readonly ready: ReadyCall }
  | {
      readonly type: "refused";
      readonly result: ToolResult;
      /** The world stood against it, not the call's own words: it may fit once the calls before it have run. */
      readonly mayFitLater: boolean;
    };

/** Finds the tool, reads the arguments and prepares the call. Whatever is wrong becomes a result for the model. */
export async function takeUp(
  call: ToolCallPart,
  { tools, toolContext, veil }: Pick<EngineDependencies, "tools" | "toolContext" | "veil">,
): Promise<TakenUp> {
  const tool = tools.find(call.name);
  if (tool === undefined) {
    const names = tools.names().join(", ");
    return refused("unknown_tool", `There is no tool "${call.name}". The tools are: ${names}.`);
  }
  const written = readArguments(tool, call, tools);
  if (!written.ok) return refused(written.kind, written.message);
  const putBack = putSecretsBack(call.argumentsText, veil);
  if ("refusal" in putBack) return refused("not_allowed", `Not run: ${putBack.refusal}`);
  const input =
    putBack.names.length === 0
      ? written
      : readArguments(tool, { ...call, argumentsText: putBack.arguments }, tools);
  if (!input.ok) return refused(input.kind, input.message);
  try {
    return {
      type: "ready",
      ready: { tool, prepared: await tool.prepare(input.value, toolContext), putBack },
    };
  } catch (thrown) {
    return { type: "refused", result: failureOf(tool, thrown), mayFitLater: true };
  }
}

/** A few words for the panel of a call that nobody has taken up yet; empty when its arguments say nothing. */
export function titleOf(call: ToolCallPart, tools: Registry): string {
  const tool = tools.find(call.name);
  const input = tool === undefined ? undefined : readArguments(tool, call, tools);
  return tool !== undefined && input?.ok === true ? tool.title(input.value) : "";
}

/** The result that the model gets for what a tool threw: its own words for a `ToolError`, "crashed" for the rest. */
export function failureOf(tool: { readonly name: string }, thrown: unknown): ToolResult {
  if (thrown instanceof ToolError) return { ok: false, kind: thrown.kind, message: thrown.message };
  return {
    ok: false,
    kind: "failed",
    message: `The tool ${tool.name} failed unexpectedly: ${messageOf(thrown)}`,
  };
}

type Arguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly kind: ToolFailureKind; readonly message: string };

/**
 * The call's arguments as the tool's schema has them. JSON is never repaired; no arguments at all are `{}`. Values of a
 * wrong simple type ("42" for 42) are read as what the schema wants, where that is beyond doubt.
 */
function readArguments(tool: Tool, call: ToolCallPart, tools: Registry): Arguments {
  let json: unknown;
  try {
    json = call.argumentsText.trim() === "" ? {} : JSON.parse(call.argumentsText);
  } catch (thrown) {
    const message = `The arguments of ${call.name} are not valid JSON (${messageOf(thrown)}). Nothing was run.`;
    return { ok: false, kind: "bad_json", message };
  }
  const parsed = tool.schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const seen = tools.definitions().find(({ name }) => name === tool.name);
  const read = seen === undefined ? parsed : tool.schema.safeParse(coerceArguments(json, seen.parameters));
  if (read.success) return { ok: true, value: read.data };
  const message = `The arguments of ${call.name} do not fit. Nothing was run.\n${z.prettifyError(parsed.error)}`;
  return { ok: false, kind: "invalid_arguments", message };
}

function refused(kind: ToolFailureKind, message: string): TakenUp {
  return { type: "refused", result: { ok: false, kind, message }, mayFitLater: false };
}
