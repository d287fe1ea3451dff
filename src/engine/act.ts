/** The acting half of a step: a batch of tool calls, each with exactly one result. */
import type { ApprovalAnswer, ApprovalRequest, Decision } from "../protocol/approval.ts";
import type { EngineEvent } from "../protocol/event.ts";
import type { NewEntry } from "../protocol/entry.ts";
import type { ToolCallPart } from "../protocol/message.ts";
import { type CallStatus, statusOf, type ToolResult } from "../protocol/tool-result.ts";
import { plainOutput } from "../tools/plain-output.ts";
import type { PreparedCall, ToolRun } from "../tools/tool.ts";
import { failureOf, takeUp, titleOf } from "./call.ts";
import type { EngineDependencies } from "./dependencies.ts";
import { interruptedResult, settleOrAbort } from "./interruption.ts";

/** Calls that only read run side by side, but not more than these at once: each may hold files or a process. */
const maxParallel = 8;

export type ActContext = {
  readonly dependencies: EngineDependencies;
  readonly signal: AbortSignal;
  readonly append: (entry: NewEntry) => void;
  readonly emit: (event: EngineEvent) => void;
  /** Puts one question to the user; resolves with the answer, or with "interrupted" when the turn is stopped. */
  readonly ask: (approval: ApprovalRequest) => Promise<ApprovalAnswer | "interrupted">;
  /** Ends the turn: "no, and stop". */
  readonly stop: () => void;
};

/** Runs a response's calls and returns when each has its result in the log. */
export async function act(calls: readonly ToolCallPart[], context: ActContext): Promise<void> {
  const { tools } = context.dependencies;
  for (const call of calls) announce(call, titleOf(call, tools), "pending", context);
  for (const batch of batches(calls, context)) {
    const waiting = batch.values();
    const worker = async () => {
      for (const call of waiting) await runCall(call, context);
    };
    await Promise.all(Array.from({ length: Math.min(maxParallel, batch.length) }, worker));
  }
}

/** Gives every call the same refusal without running any: the response that asked for them did not end well. */
export function refuseAll(calls: readonly ToolCallPart[], message: string, context: ActContext): void {
  for (const call of calls) {
    const title = titleOf(call, context.dependencies.tools);
    settle(call, title, { ok: false, kind: "incomplete_call", message }, 0, context);
  }
}

/** The calls in the model's order, cut into batches: neighbours that only read together, every other call alone. */
function batches(calls: readonly ToolCallPart[], { dependencies }: ActContext): ToolCallPart[][] {
  const result: ToolCallPart[][] = [];
  let reading = false;
  for (const call of calls) {
    const reads = dependencies.tools.find(call.name)?.risk === "read";
    if (reads && reading) result.at(-1)?.push(call);
    else result.push([call]);
    reading = reads;
  }
  return result;
}

/** One call's whole life, from `pending` to its result. */
async function runCall(call: ToolCallPart, context: ActContext): Promise<void> {
  const { dependencies, signal } = context;
  const title = titleOf(call, dependencies.tools);
  const end = (result: ToolResult, durationMs = 0) => settle(call, title, result, durationMs, context);
  if (signal.aborted) return end(interruptedResult("not started"));
  const taken = await settleOrAbort(takeUp(call, dependencies.tools, dependencies.toolContext), signal);
  if (taken === "aborted") return end(interruptedResult("not started"));
  if (taken.type === "refused") return end(taken.result);
  const refusal = await permit(call, title, taken.prepared, context);
  if (refusal !== null) return end(refusal);
  if (signal.aborted) return end(interruptedResult("not started"));

  context.append({ type: "tool_start", callId: call.callId, name: call.name, title });
  announce(call, title, "running", context);
  const start = dependencies.clock.elapsed();
  const result = await execute(call, taken.prepared, context);
  end(result, dependencies.clock.elapsed() - start);
}

/** Asks the policy, and the user where the policy says so. Returns null when the call may run, else its result. */
async function permit(
  call: ToolCallPart,
  title: string,
  prepared: PreparedCall,
  context: ActContext,
): Promise<ToolResult | null> {
  const { policy, canAsk } = context.dependencies;
  const decision = policy.decide({ tool: call.name, accesses: prepared.accesses });
  if (decision.verdict === "allow") return null;
  if (decision.verdict === "deny") return notAllowed(decision.reasons.join("; "));
  if (!canAsk) {
    return notAllowed(`${decision.reasons.join("; ")}. Nobody is there to ask. ${decision.hint}`);
  }
  announce(call, title, "awaiting_approval", context);
  const answer = await context.ask(approvalRequest(call, title, prepared, decision));
  if (answer === "interrupted") return interruptedResult("not answered, not run");
  const rule = answer.type === "remember" ? decision.remember : undefined;
  context.append({
    type: "approval",
    callId: call.callId,
    answer,
    preview: prepared.preview,
    ...(rule === undefined ? {} : { rule }),
  });
  switch (answer.type) {
    case "once":
      return null;
    case "remember":
      if (rule !== undefined) policy.remember(rule);
      return null;
    case "decline":
      return declined(answer.words);
    case "stop":
      context.stop();
      return declined("");
  }
}

/** Runs what was allowed. An interrupt ends the wait at once, whatever the tool does, and keeps its last output. */
async function execute(call: ToolCallPart, prepared: PreparedCall, context: ActContext): Promise<ToolResult> {
  let output = "";
  const onOutput: ToolRun["onOutput"] = (text, skipped) => {
    output = (skipped === undefined ? output + text : text).slice(-keptOutput);
    const event = { type: "call_output", callId: call.callId, text } as const;
    context.emit(skipped === undefined ? event : { ...event, skipped });
  };
  const { signal } = context;
  const keepBefore: ToolRun["keepBefore"] = async (files) => {
    const kept = await context.dependencies.keepBefore(files);
    // The call has its result by then: nothing may come behind it, and nothing may be changed any more.
    signal.throwIfAborted();
    if (kept.length > 0) context.append({ type: "checkpoint", callId: call.callId, files: kept });
  };
  try {
    const result = await settleOrAbort(prepared.run({ signal, onOutput, keepBefore }), signal);
    return result === "aborted" ? interruptedResult("stopped while it ran", plainOutput(output)) : result;
  } catch (thrown) {
    return signal.aborted
      ? interruptedResult("stopped while it ran", plainOutput(output))
      : failureOf(call, thrown);
  }
}

/** How much of an interrupted call's last output its result keeps, UTF-16 units. */
const keptOutput = 4_000;

function approvalRequest(
  call: ToolCallPart,
  title: string,
  prepared: PreparedCall,
  decision: Extract<Decision, { verdict: "ask" }>,
): ApprovalRequest {
  return {
    callId: call.callId,
    tool: call.name,
    title,
    preview: prepared.preview,
    reasons: decision.reasons,
    ...(decision.remember === undefined ? {} : { remember: decision.remember }),
  };
}

function notAllowed(why: string): ToolResult {
  return { ok: false, kind: "not_allowed", message: `Not run: ${why}` };
}

function declined(words: string): ToolResult {
  const said = words.trim() === "" ? "" : ` They said: ${words.trim()}`;
  return { ok: false, kind: "declined", message: `The user declined this call; it was not run.${said}` };
}

/** Writes a call's one result and shows its end. */
function settle(
  call: ToolCallPart,
  title: string,
  result: ToolResult,
  durationMs: number,
  context: ActContext,
): void {
  const { callId, name } = call;
  context.append({ type: "tool_result", callId, name, title, result, durationMs });
  announce(call, title, statusOf(result), context);
}

function announce(call: ToolCallPart, title: string, status: CallStatus, { emit }: ActContext): void {
  emit({ type: "call", call: { callId: call.callId, name: call.name, title, status } });
}
