/** One call on its way from the model's words to its one result. */
import type { EntryOf, NewEntry } from "../../protocol/entry.ts";
import type { ToolCallPart } from "../../protocol/message.ts";
import { type CallStatus, statusOf, type ToolResult } from "../../protocol/tool-result.ts";
import type { ActContext } from "./act-context.ts";
import { changedWords, withNote } from "./edited-call.ts";
import { titleOf } from "./take-up.ts";

export type CallCase = {
  /** The model's call. It is read anew each time that the call is prepared, so that a change of it is noticed. */
  readonly call: ToolCallPart;
  title: string;
  /** The arguments that the user put in place of the model's, JSON; null as long as the model's stand. */
  edited: string | null;
  /** What the user said to further questions while it ran, for its result. */
  readonly said: string[];
};

export function openCase(call: ToolCallPart, { dependencies }: ActContext): CallCase {
  return { call, title: titleOf(call, dependencies.tools), edited: null, said: [] };
}

/** What is prepared: the call with the arguments that stand now. */
export function callNow({ call, edited }: CallCase): ToolCallPart {
  return edited === null ? call : { ...call, argumentsText: edited };
}

/** Shows how far a call is. */
export function announce({ call, title }: CallCase, status: CallStatus, { emit }: ActContext): void {
  emit({ type: "call", call: { callId: call.callId, name: call.name, title, status } });
}

/** Writes a call's one result, without secrets and with what the user did to the call, and shows its end. */
export async function settle(
  one: CallCase,
  result: ToolResult,
  context: ActContext,
  { durationMs, files }: Pick<EntryOf<"tool_result">, "durationMs" | "files"> = { durationMs: 0 },
): Promise<void> {
  const { call, title, edited, said } = one;
  const { callId, name, argumentsText } = call;
  const told = edited === null ? result : withNote(result, changedWords(argumentsText, edited), "before");
  const whole = said.length === 0 ? told : withNote(told, `[The user said: ${said.join(" · ")}]`, "behind");
  const { veil } = context.dependencies;
  const shown = veil === undefined ? whole : await veil.conceal(whole, `${name} ${title}`.trim());
  context.append({
    type: "tool_result",
    callId,
    name,
    title,
    result: shown,
    durationMs,
    ...(files === undefined || files.length === 0 ? {} : { files }),
  } satisfies NewEntry);
  announce(one, statusOf(shown), context);
}
