/** The questions about one call, one behind the other, until it is allowed or not. */
import type { ApprovalAnswer, HunkAnswer } from "../../protocol/approval.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import { ToolError } from "../../tools/tool.ts";
import { say } from "../../words/say.ts";
import { interruptedResult, settleOrAbort } from "../interruption.ts";
import { type BatchContext, review } from "./batch-context.ts";
import { announce, callNow, type CallCase } from "./call-case.ts";
import { concealAnswer, concealText } from "./conceal.ts";
import { callKey, declined } from "./declined-calls.ts";
import { type Asked, propose } from "./propose.ts";
import { putBackInHunks } from "./put-back.ts";
import { failureOf, takeUp, titleOf } from "./take-up.ts";

/** What the user has said to a call. */
export type Permission =
  /** Exactly what was shown may run: all of it, or these hunks of it. */
  | { readonly type: "granted"; readonly fingerprint: string; readonly hunks: readonly HunkAnswer[] | null }
  /** There is nothing to ask any more, for all that is known now; it is decided anew when its turn comes. */
  | { readonly type: "open" }
  | { readonly type: "refused"; readonly result: ToolResult };

/** Opens the question, at once, and goes on asking as long as the answers are not about what can run. */
export async function askUser(one: CallCase, first: Asked, context: BatchContext): Promise<Permission> {
  let asked = first;
  while (true) {
    const { callId, name } = one.call;
    // A log that is cut short here still says that nobody answered.
    context.append({ type: "question", callId, name, title: one.title });
    announce(one, "awaiting_approval", context);
    context.open.set(one, asked);
    const end = await context.ask(asked.request);
    context.open.delete(one);
    if (end === "interrupted") return refuse(interruptedResult("not_answered"));
    announce(one, "pending", context);
    if (end === "withdrawn") return { type: "open" };
    await writeDown(end, asked, context);
    const next = await takeAnswer(end, one, asked, context);
    if (next.type !== "ask") return next;
    asked = next;
  }
}

async function writeDown(answer: ApprovalAnswer, { request }: Asked, context: BatchContext): Promise<void> {
  const { callId, preview, remember } = request;
  const { veil } = context.dependencies;
  context.append({
    type: "approval",
    callId,
    answer: veil === undefined ? answer : await concealAnswer(answer, veil),
    preview,
    ...(answer.type === "remember" && remember !== undefined ? { rule: remember } : {}),
  });
}

async function takeAnswer(
  answer: ApprovalAnswer,
  one: CallCase,
  asked: Asked,
  context: BatchContext,
): Promise<Permission | Asked> {
  const { fingerprint, request } = asked;
  switch (answer.type) {
    case "once":
      return { type: "granted", fingerprint, hunks: null };
    case "remember":
      if (request.remember !== undefined) context.dependencies.policy.remember(request.remember);
      review(context);
      return { type: "granted", fingerprint, hunks: null };
    case "decline":
      return decline(answer.words, one, context);
    case "stop":
      context.stop();
      return refuse(declined(""));
    case "edit":
      return edit(answer.arguments, one, asked, context);
    case "hunks":
      return chooseHunks(answer.hunks, one, asked, context);
    default:
      answer satisfies never;
      return refuse(declined(""));
  }
}

function decline(words: string, one: CallCase, context: BatchContext): Permission {
  context.declined.add(callKey(one.call, context.dependencies.tools));
  review(context);
  return refuse(declined(words));
}

/** The user's arguments in place of the model's: prepared and decided as any call. What cannot run is asked again. */
async function edit(
  text: string,
  one: CallCase,
  asked: Asked,
  context: BatchContext,
): Promise<Permission | Asked> {
  const before = { edited: one.edited, title: one.title };
  one.edited = text;
  const { tools, veil } = context.dependencies;
  one.title = await concealText(titleOf(callNow(one), tools) || before.title, veil);
  const taken = await settleOrAbort(takeUp(callNow(one), context.dependencies), context.signal);
  if (taken === "aborted") return refuse(interruptedResult("not_started"));
  if (taken.type === "refused") {
    Object.assign(one, before);
    const fault = await concealText(wordsOf(taken.result), veil);
    return withReason(asked, say`what you wrote cannot run: ${fault}`);
  }
  const proposal = await propose(one, taken.ready, context.declined, context);
  return proposal.type === "allowed" ? { type: "open" } : proposal;
}

async function chooseHunks(
  answers: readonly HunkAnswer[],
  one: CallCase,
  asked: Asked,
  context: BatchContext,
): Promise<Permission | Asked> {
  if (answers.every((answer) => answer.type === "leave")) return decline(wordsOfHunks(answers), one, context);
  const { prepared, tool } = asked.ready;
  const { veil } = context.dependencies;
  const hunks = putBackInHunks(answers, veil);
  if ("refusal" in hunks) return withReason(asked, say`your text cannot be written: ${hunks.refusal}`);
  try {
    prepared.partly?.(hunks);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) return refuse(failureOf(tool, thrown));
    const fault = await concealText(thrown.message, veil);
    return withReason(asked, say`your answer does not fit: ${fault}`);
  }
  return { type: "granted", fingerprint: asked.fingerprint, hunks };
}

function wordsOfHunks(answers: readonly HunkAnswer[]): string {
  const said = answers.flatMap((answer, index) =>
    answer.type === "leave" && answer.words.trim() !== "" ? `${answer.words.trim()} (hunk ${index + 1})` : [],
  );
  return said.join("; ");
}

/** The same question once more, with what was wrong with its answer. */
function withReason(asked: Asked, reason: string): Asked {
  return { ...asked, request: { ...asked.request, reasons: [reason, ...asked.reasons] } };
}

function wordsOf(result: ToolResult): string {
  return result.ok ? result.text : result.message;
}

function refuse(result: ToolResult): Permission {
  return { type: "refused", result };
}
