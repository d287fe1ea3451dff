/** Everything an engine tells its host. Entries are the truth; the other events are the live step in progress. */
import type { ApprovalAnswer, ApprovalRequest, PermissionMode } from "./approval.ts";
import type { Entry, TurnOutcome } from "./entry.ts";
import type { ProviderError } from "./error.ts";
import type { SentImage } from "./message.ts";
import type { CallStatus } from "./tool-result.ts";

export type EngineState = "idle" | "thinking" | "acting";

/** A message that waits: `queue` until the turn has ended, `steer` until the next request goes out. */
export type QueuedMessage = {
  readonly id: string;
  readonly text: string;
  readonly via: "queue" | "steer";
  /** Absent or not empty. */
  readonly images?: readonly SentImage[];
};

/** Live output that is not handed on because there is too much of it. `lines` is the least number, unless it is exact. */
export type SkippedOutput = { readonly lines: number; readonly isExact: boolean };

export type EngineEvent =
  | { readonly type: "state"; readonly state: EngineState }
  | { readonly type: "entry"; readonly entry: Entry }
  | { readonly type: "turn_started"; readonly turnId: string }
  /** What is under way beside requests and calls, in a few words: until the next of these events, or of those. */
  | { readonly type: "activity"; readonly label: string }
  /** A request goes out. `attempt` counts from 1. */
  | { readonly type: "request"; readonly step: number; readonly attempt: number }
  /** The request failed; attempt number `attempt`, `of` at most, starts after `delayMs`. What it had said is in the log. */
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly of: number;
      readonly delayMs: number;
      readonly error: ProviderError;
    }
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "reasoning_delta"; readonly text: string }
  /** The model is writing a call; `length` is the size of its arguments so far, in UTF-16 units. */
  | { readonly type: "call_delta"; readonly index: number; readonly name: string; readonly length: number }
  | { readonly type: "call"; readonly call: CallSnapshot }
  | {
      readonly type: "call_output";
      readonly callId: string;
      readonly text: string;
      /** What was left out just before `text`. */
      readonly skipped?: SkippedOutput;
    }
  | { readonly type: "approval_requested"; readonly approval: ApprovalRequest }
  | { readonly type: "approval_answered"; readonly callId: string; readonly answer: ApprovalAnswer }
  /** The question needs no answer any more: an answer to another one has decided it. */
  | { readonly type: "approval_withdrawn"; readonly callId: string }
  | { readonly type: "queue"; readonly queue: readonly QueuedMessage[] }
  | { readonly type: "mode"; readonly mode: PermissionMode }
  | {
      readonly type: "turn_ended";
      readonly turnId: string;
      readonly outcome: TurnOutcome;
      readonly reason?: string;
      readonly error?: ProviderError;
    };

/** A call as its panel shows it now. `title` is empty until the call has been prepared. */
export type CallSnapshot = {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly status: CallStatus;
};
