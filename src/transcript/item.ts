/** What a person sees of a session, as data: the same items feed the inline screen, the transcript and exports. */
import type { SkippedOutput } from "../protocol/event.ts";
import type { SentImage } from "../protocol/message.ts";
import type { CallStatus, Preview, ToolResult } from "../protocol/tool-result.ts";

/**
 * One view item. `id` is stable: the id of the entry it came from, or the call's id. Texts are as they were said;
 * making them printable happens when they are drawn.
 */
export type Item =
  | {
      readonly type: "user";
      readonly id: string;
      readonly text: string;
      readonly images?: readonly SentImage[];
    }
  /** Assistant text: markdown, whole, one response. */
  | { readonly type: "text"; readonly id: string; readonly text: string }
  | { readonly type: "reasoning"; readonly id: string; readonly text: string }
  | CallItem
  | UserCommandItem
  | {
      readonly type: "notice";
      readonly id: string;
      readonly level: "info" | "warning" | "error";
      readonly text: string;
      /** What belongs to it, line by line: shown where it is opened. */
      readonly details?: string;
    };

/** A tool call's panel. */
export type CallItem = {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly status: CallStatus;
  /** The arguments as the model wrote them. */
  readonly argumentsText: string;
  /** The arguments as the user changed them before they allowed the call, JSON. */
  readonly editedText?: string;
  /** What the user said when they declined it; empty where they said nothing. */
  readonly declinedWith?: string;
  /** Which of the hunks of its change the user took. */
  readonly hunks?: TakenHunks;
  readonly preview?: Preview;
  readonly result?: ToolResult;
  /** Live output while it runs: the last part only. */
  readonly output?: string;
  /** What of its output came before that part. */
  readonly outputBefore?: SkippedOutput;
  readonly durationMs?: number;
  /** For a call that sets the todo list: what is other than before it, a line each. */
  readonly todoChanges?: readonly string[];
  /** Where the shell stands after it, below the project's folder; absent when that is the project's folder itself. */
  readonly folder?: string;
};

/** How many hunks there were, how many of them were taken, and how many of those with a text of the user's own. */
export type TakenHunks = { readonly of: number; readonly taken: number; readonly edited: number };

/** A command that the user ran. */
export type UserCommandItem = {
  readonly type: "user_command";
  readonly id: string;
  readonly command: string;
  /** Where it ran, absolute. */
  readonly cwd: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** What it printed, without terminal sequences. */
  readonly output: string;
  readonly durationMs: number;
  /** Whether the model gets to see it. */
  readonly shared: boolean;
};
