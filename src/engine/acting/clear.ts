/** Whether a call may run, now that its turn has come: what was allowed is what runs, or it is asked again. */
import type { CallClass } from "../../protocol/approval.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import type { PreparedCall } from "../../tools/tool.ts";
import { say } from "../../words/say.ts";
import { interruptedResult, settleOrAbort } from "../interruption.ts";
import { askUser, type Permission } from "./ask-user.ts";
import type { BatchContext } from "./batch-context.ts";
import { callNow, type CallCase } from "./call-case.ts";
import { fingerprint } from "./fingerprint.ts";
import { notAllowed, propose } from "./propose.ts";
import { failureOf, type ReadyCall, takeUp, type TakenUp } from "./take-up.ts";

/** A call as it was prepared, and what had begun by then. */
export type Look = { readonly taken: TakenUp; readonly calls: number; readonly changes: number };

export type Clearance =
  | {
      readonly type: "run";
      readonly ready: ReadyCall;
      /** What runs: the prepared call, or the part of it that the user took. */
      readonly prepared: PreparedCall;
      readonly class: CallClass | undefined;
    }
  | { readonly type: "refused"; readonly result: ToolResult };

/** How often a call that turns out to be another one than was allowed is asked again. */
const mostAskedAgain = 3;

const changed = say`the situation has changed since you allowed this, and it would now do what is shown here`;

/** Prepares a call, as far as the turn is not stopped meanwhile. */
export async function look(one: CallCase, context: BatchContext): Promise<Look> {
  const { calls, changes } = context.begun;
  const taken = await settleOrAbort(takeUp(callNow(one), context.dependencies), context.signal);
  if (taken !== "aborted") return { taken, calls, changes };
  return {
    taken: { type: "refused", result: interruptedResult("not_started"), mayFitLater: false },
    calls,
    changes,
  };
}

/**
 * Decides on a call just before it runs. It is prepared anew when the user was asked about it or another call began since
 * `first`; one that was allowed runs only if its fingerprint is still the one that was allowed.
 */
export async function clear(
  one: CallCase,
  first: Look,
  permission: Permission | null,
  context: BatchContext,
): Promise<Clearance> {
  let said = permission;
  let seen = said === null && isFresh(first, context) ? first : await look(one, context);
  for (let again = 0; ; again += 1) {
    const { taken } = seen;
    if (context.signal.aborted) return refuse(interruptedResult("not_started"));
    if (taken.type === "refused") return refuse(taken.result);
    const { ready } = taken;
    const allowed = said?.type === "granted" && said.fingerprint === fingerprintOf(ready) ? said : null;
    const because = said?.type === "granted" ? changed : undefined;
    if (allowed !== null) return partOf(ready, allowed, context);
    const proposal = await propose(one, ready, context.declined, context, because);
    if (context.signal.aborted) return refuse(interruptedResult("not_started"));
    if (proposal.type === "refused") return proposal;
    if (proposal.type === "allowed")
      return { type: "run", ready, prepared: ready.prepared, class: proposal.class };
    if (again >= mostAskedAgain)
      return refuse(notAllowed("each time that the user allowed it, it had become another call meanwhile."));
    said = await askUser(one, proposal, context);
    if (said.type === "refused") return said;
    seen = await look(one, context);
  }
}

function isFresh({ taken, calls, changes }: Look, { begun }: BatchContext): boolean {
  return taken.type === "refused" && taken.mayFitLater ? calls === begun.calls : changes === begun.changes;
}

function fingerprintOf({ tool, prepared, putBack }: ReadyCall): string {
  const { accesses, preview } = prepared;
  return fingerprint({ tool: tool.name, arguments: putBack.arguments, accesses, preview });
}

/** What the user took of the call. Their yes holds against a question, not against what is forbidden by now. */
function partOf(
  ready: ReadyCall,
  { hunks }: Extract<Permission, { type: "granted" }>,
  { dependencies }: BatchContext,
): Clearance {
  const { tool, prepared } = ready;
  try {
    const part = hunks === null ? prepared : (prepared.partly?.(hunks) ?? prepared);
    const decision = dependencies.policy.decide({ tool: tool.name, accesses: part.accesses });
    if (decision.verdict === "deny")
      return refuse(notAllowed(ready.putBack.hide(decision.reasons.join("; "))));
    return { type: "run", ready, prepared: part, class: decision.class };
  } catch (thrown) {
    return refuse(failureOf(tool, thrown));
  }
}

function refuse(result: ToolResult): Clearance {
  return { type: "refused", result };
}
