/** The question about one tool call, and its answer. */
import { z } from "zod";
import { permissionModes } from "./permission-mode.ts";
import type { Access, Preview } from "./tool-result.ts";

/** A stretch of the command that is asked about, and why. UTF-16 offsets into the command of the preview. */
export type AskedPart = { readonly from: number; readonly to: number; readonly reason: string };

export type { PermissionMode } from "./permission-mode.ts";
export const permissionModeSchema = z.enum(permissionModes);

/**
 * What kind of call it is, whatever the mode and the rules: one that only looks at the project, one that a rule or a mode
 * may allow, or one that is always asked.
 */
export type CallClass = "read_only" | "needs_approval" | "deny_or_always_ask";

/** What the policy says to one prepared call, and why, in words for the user. */
export type Decision = { readonly class?: CallClass } & Verdict;

type Verdict =
  | { readonly verdict: "allow"; readonly reasons: readonly string[] }
  | {
      readonly verdict: "ask";
      readonly reasons: readonly string[];
      /** Which stretches of the command ask, where that is known; in their order, without overlaps. */
      readonly parts?: readonly AskedPart[];
      /** The rule that "don't ask again" would keep, or absent when none is offered. */
      readonly remember?: string;
      /** For a host with nobody to ask: the flag or rule that would allow it. */
      readonly hint: string;
    }
  | { readonly verdict: "deny"; readonly reasons: readonly string[] };

/** What must be decided: the tool's name and everything that the call will touch. */
export type DecisionRequest = {
  readonly tool: string;
  readonly accesses: readonly Access[];
};

/** One open question. Bound to the call's id and to what is shown. */
export type ApprovalRequest = {
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  /** What a call that runs already wants on top, as in "to connect to example.org:443". Absent before it runs. */
  readonly wants?: string;
  readonly preview: Preview;
  readonly reasons: readonly string[];
  readonly parts?: readonly AskedPart[];
  readonly remember?: string;
  /** The call's arguments, JSON, as they stand now: what "edit before running" opens. Absent where nothing can be edited. */
  readonly arguments?: string;
  /** How a command will be confined, in a few words, as in "sandbox on, network off". Absent for what runs no command. */
  readonly sandbox?: string;
  /** Names of the secrets that are put back into the call when it runs. */
  readonly secrets?: readonly string[];
  /** The hunks of the preview can be answered one by one. */
  readonly byHunk?: boolean;
};

/**
 * The answer to one hunk, in the order in which `hunkPlaces` (hunks.ts) has them; a change of a file without hunks has one
 * answer too. `take`: as it is. `leave`: what stood there before stays, and the model reads the user's words; a file all of
 * whose hunks are left out is not touched, so it neither comes, goes nor moves. `edit`: the user's text takes the place of
 * the whole new side of the hunk, which is the lines around the change and the added ones: what is seen is what is edited.
 * It is the text as it is to stand in the file, the last line with its line end; LF becomes what the file ends its lines
 * with. An empty text takes all these lines away.
 */
export const hunkAnswerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("take") }),
  z.object({ type: z.literal("edit"), text: z.string() }),
  z.object({ type: z.literal("leave"), words: z.string() }),
]);
export type HunkAnswer = z.infer<typeof hunkAnswerSchema>;

/**
 * The user's answer. `once` and `remember` let the call run; `decline` gives the model a result with the user's
 * words; `stop` declines and ends the turn. `edit` puts other arguments (JSON) in place of the model's: the call is decided
 * again with them. `hunks` answers each hunk of a change to files.
 */
export const approvalAnswerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("once") }),
  z.object({ type: z.literal("remember") }),
  z.object({ type: z.literal("decline"), words: z.string() }),
  z.object({ type: z.literal("stop") }),
  z.object({ type: z.literal("edit"), arguments: z.string() }),
  z.object({ type: z.literal("hunks"), hunks: z.array(hunkAnswerSchema) }),
]);
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
