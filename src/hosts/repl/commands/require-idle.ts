/** What must not happen in the middle of a turn, whenever it is chosen. */
import type { QueryEngine } from "../../../engine/query-engine.ts";
import { UserError } from "../../../protocol/error.ts";
import { say } from "../../../words/say.ts";

/** Throws a `UserError` while a turn runs: one may begin by itself while a list is open. */
export function requireIdle({ engine }: { readonly engine: Pick<QueryEngine, "state"> }): void {
  if (engine.state !== "idle")
    throw new UserError(say`That has to wait until the turn is over; Esc stops it.`);
}
