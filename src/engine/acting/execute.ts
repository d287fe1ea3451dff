/** Running what was allowed. */
import type { ToolResult } from "../../protocol/tool-result.ts";
import { plainOutput } from "../../tools/plain-output.ts";
import type { FurtherQuestion, ToolRun } from "../../tools/tool.ts";
import { interruptedResult, settleOrAbort } from "../interruption.ts";
import type { ActContext } from "./act-context.ts";
import { announce, type CallCase } from "./call-case.ts";
import type { Clearance } from "./clear.ts";
import { concealAnswer, concealPreview, concealText } from "./conceal.ts";
import { failureOf } from "./take-up.ts";

/** How much of an interrupted call's last output its result keeps, UTF-16 units. */
const keptOutput = 4_000;

export type Ran = {
  readonly result: ToolResult;
  /** Without the time in which the user was asked. */ readonly durationMs: number;
};

/** Runs a call. An interrupt ends the wait at once, whatever the tool does, and keeps its last output. */
export async function execute(
  one: CallCase,
  cleared: Extract<Clearance, { type: "run" }>,
  context: ActContext,
): Promise<Ran> {
  const { call } = one;
  const { signal, dependencies } = context;
  const { clock, veil } = dependencies;
  let output = "";
  let waited = 0;
  let isOver = false;

  let concealer = veil?.concealer();
  const show = (text: string, skipped?: Parameters<ToolRun["onOutput"]>[1]) => {
    if (isOver || (text === "" && skipped === undefined)) return;
    output = (skipped === undefined ? output + text : text).slice(-keptOutput);
    const event = { type: "call_output", callId: call.callId, text } as const;
    context.emit(skipped === undefined ? event : { ...event, skipped });
  };
  const onOutput: ToolRun["onOutput"] = (text, skipped) => {
    if (concealer === undefined) return show(text, skipped);
    // What was held back before a gap is cut off there: it may be the half of a secret.
    if (skipped !== undefined) concealer = veil?.concealer();
    show(concealer?.push(text) ?? text, skipped);
  };
  const keepBefore: ToolRun["keepBefore"] = async (files) => {
    const kept = await dependencies.keepBefore(files);
    // The call has its result by then: nothing may come behind it, and nothing may be changed any more.
    signal.throwIfAborted();
    if (kept.length > 0) context.append({ type: "checkpoint", callId: call.callId, files: kept });
  };
  const ask = async (question: FurtherQuestion): Promise<"yes" | "no"> => {
    if (isOver || signal.aborted || !dependencies.canAsk) return "no";
    const since = clock.elapsed();
    const answer = await askFurther(one, question, cleared, context);
    waited += clock.elapsed() - since;
    return answer;
  };

  const { class: kind } = cleared;
  const run: ToolRun = { signal, onOutput, keepBefore, ask, ...(kind === undefined ? {} : { class: kind }) };
  const start = clock.elapsed();
  const result = await outcomeOf(
    () => cleared.prepared.run(run),
    one,
    signal,
    () => {
      show(concealer?.end() ?? "");
      return plainOutput(output);
    },
  );
  isOver = true;
  return { result, durationMs: Math.max(0, clock.elapsed() - start - waited) };
}

async function outcomeOf(
  run: () => Promise<ToolResult>,
  { call }: CallCase,
  signal: AbortSignal,
  printed: () => string,
): Promise<ToolResult> {
  try {
    const result = await settleOrAbort(run(), signal);
    const output = printed();
    return result === "aborted" ? interruptedResult("stopped", output) : result;
  } catch (thrown) {
    const output = printed();
    return signal.aborted ? interruptedResult("stopped", output) : failureOf(call, thrown);
  }
}

/** A question of the running call's own. Only “once” is a yes; what the user says to it is told with the result. */
async function askFurther(
  one: CallCase,
  question: FurtherQuestion,
  { ready }: Extract<Clearance, { type: "run" }>,
  context: ActContext,
): Promise<"yes" | "no"> {
  const { callId } = one.call;
  const { veil } = context.dependencies;
  const { hide, names } = ready.putBack;
  const preview = await concealPreview(question.preview, hide, veil);
  const reasons = await Promise.all(question.reasons.map((reason) => concealText(hide(reason), veil)));
  announce(one, "awaiting_approval", context);
  const end = await context.ask({
    callId,
    tool: ready.tool.name,
    title: one.title,
    wants: await concealText(hide(question.wants), veil),
    preview,
    reasons,
    ...(names.length === 0 ? {} : { secrets: names }),
  });
  if (end === "interrupted" || end === "withdrawn") return "no";
  context.append({
    type: "approval",
    callId,
    answer: veil === undefined ? end : await concealAnswer(end, veil),
    preview,
  });
  announce(one, "running", context);
  if (end.type === "decline" && end.words.trim() !== "") one.said.push(end.words.trim());
  if (end.type === "stop") context.stop();
  return end.type === "once" ? "yes" : "no";
}
