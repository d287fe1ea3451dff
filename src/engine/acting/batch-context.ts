/** What the calls of one response know of each other. */
import type { ActContext } from "./act-context.ts";
import type { CallCase } from "./call-case.ts";
import { callKey, declinedKeys } from "./declined-calls.ts";
import { type Asked, decideOn } from "./propose.ts";

export type BatchContext = ActContext & {
  /** The calls whose questions are open. */
  readonly open: Map<CallCase, Asked>;
  /** The keys of the calls that the user has declined and is not asked about again. */
  readonly declined: Set<string>;
  /** How many calls have begun so far, and how many of them do more than read. */
  readonly begun: { calls: number; changes: number };
};

export function createBatchContext(context: ActContext): BatchContext {
  const { session, tools } = context.dependencies;
  return {
    ...context,
    open: new Map(),
    declined: declinedKeys(session.branch(), tools),
    begun: { calls: 0, changes: 0 },
  };
}

/** Withdraws the questions that have no need of an answer any more, after an answer to another one. */
export function review(context: BatchContext): void {
  for (const [one, { ready }] of context.open) {
    const isDeclined =
      one.edited === null && context.declined.has(callKey(one.call, context.dependencies.tools));
    if (isDeclined || decideOn(ready, context).verdict !== "ask") context.withdraw(one.call.callId);
  }
}
