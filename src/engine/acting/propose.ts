/** What the policy says to a call that is ready, and the question that comes of it. */
import { withSecrets } from "../../permissions/with-secrets.ts";
import type { ApprovalRequest, CallClass, Decision } from "../../protocol/approval.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import { say } from "../../words/say.ts";
import { hunkCount } from "../answer-fault.ts";
import type { ActContext } from "./act-context.ts";
import { type CallCase, callNow } from "./call-case.ts";
import { concealJson, concealPreview, concealText } from "./conceal.ts";
import { callKey, declinedBefore } from "./declined-calls.ts";
import { fingerprint } from "./fingerprint.ts";
import type { ReadyCall } from "./take-up.ts";

export type Proposal =
  | { readonly type: "allowed"; readonly class: CallClass | undefined }
  | { readonly type: "refused"; readonly result: ToolResult }
  | Asked;

/** A question with what it is about. */
export type Asked = {
  readonly type: "ask";
  readonly ready: ReadyCall;
  /** Of what is shown, see `fingerprint`. */
  readonly fingerprint: string;
  /** Those that stand for the call, whatever its question adds. */
  readonly reasons: readonly string[];
  readonly request: ApprovalRequest;
};

/** The policy's decision, and what stands against it where secrets are put into a call that does more than read. */
export function decideOn({ tool, prepared, putBack }: ReadyCall, { dependencies }: ActContext): Decision {
  const decision = dependencies.policy.decide({ tool: tool.name, accesses: prepared.accesses });
  const onlyReads = tool.risk === "read" && decision.verdict === "allow";
  return onlyReads ? decision : withSecrets(decision, putBack.names);
}

/**
 * Decides. `because` is a reason of the engine's own, told before those of the policy; `declined` has the keys of calls
 * that the user does not want; a call that they wrote themselves is none of these.
 */
export async function propose(
  one: CallCase,
  ready: ReadyCall,
  declined: ReadonlySet<string>,
  context: ActContext,
  because?: string,
): Promise<Proposal> {
  const { tools, canAsk, veil } = context.dependencies;
  const decision = decideOn(ready, context);
  const { tool, prepared, putBack } = ready;
  if (decision.verdict === "allow") return { type: "allowed", class: decision.class };
  const reasons = await Promise.all(
    decision.reasons.map((reason) => concealText(putBack.hide(reason), veil)),
  );
  if (decision.verdict === "deny") return refuse(reasons.join("; "));
  if (one.edited === null && declined.has(callKey(one.call, tools)))
    return { type: "refused", result: declinedBefore() };
  if (!canAsk)
    return refuse(say`${reasons.join("; ")}. Nobody is there to ask. ${putBack.hide(decision.hint)}`);

  // A copy: whatever becomes of the prepared call meanwhile, what is shown is what the fingerprint stands for.
  const { accesses, preview } = structuredClone({ accesses: prepared.accesses, preview: prepared.preview });
  const shown = await concealPreview(preview, putBack.hide, veil);
  const { remember, parts } = decision;
  const isAsItRuns =
    shown.type === "command" && preview.type === "command" && shown.command === preview.command;
  const sandbox = accesses.some(({ type }) => type === "execute")
    ? context.dependencies.confinement?.(decision.class ?? "needs_approval")
    : undefined;
  const isRuleHarmless = remember !== undefined && (await concealText(remember, veil)) === remember;
  return {
    type: "ask",
    ready,
    fingerprint: fingerprint({ tool: tool.name, arguments: putBack.arguments, accesses, preview }),
    reasons,
    request: {
      callId: one.call.callId,
      tool: tool.name,
      title: one.title,
      preview: shown,
      reasons: because === undefined ? reasons : [because, ...reasons],
      arguments: await concealJson(argumentsOf(one), veil),
      ...(parts === undefined || !isAsItRuns ? {} : { parts }),
      ...(isRuleHarmless ? { remember } : {}),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(putBack.names.length === 0 ? {} : { secrets: putBack.names }),
      ...(prepared.partly !== undefined && hunkCount(preview) > 0 ? { byHunk: true } : {}),
    },
  };
}

function argumentsOf(one: CallCase): string {
  const { argumentsText } = callNow(one);
  return argumentsText.trim() === "" ? "{}" : argumentsText;
}

function refuse(why: string): Proposal {
  return { type: "refused", result: notAllowed(why) };
}

/** What the model is told of a call that nothing and nobody allows. */
export function notAllowed(why: string): ToolResult {
  return { ok: false, kind: "not_allowed", message: `Not run: ${why}` };
}
