/** What the acting half of a step has of its turn. */
import type { ApprovalRequest } from "../../protocol/approval.ts";
import type { NewEntry } from "../../protocol/entry.ts";
import type { EngineEvent } from "../../protocol/event.ts";
import type { EngineDependencies } from "../dependencies.ts";
import type { QuestionEnd } from "../questions.ts";

export type ActContext = {
  readonly dependencies: EngineDependencies;
  readonly signal: AbortSignal;
  readonly append: (entry: NewEntry) => void;
  readonly emit: (event: EngineEvent) => void;
  /** Puts one question to the user, beside those that are open; see `Questions`. */
  readonly ask: (approval: ApprovalRequest) => Promise<QuestionEnd>;
  /** Ends the open question of a call without an answer. */
  readonly withdraw: (callId: string) => void;
  /** Ends the turn: "no, and stop". */
  readonly stop: () => void;
};
