/** The question about one tool call, and its answer. */
import { z } from "zod";
import { permissionModes } from "./permission-mode.ts";
import type { Access, Preview } from "./tool-result.ts";

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
  readonly preview: Preview;
  readonly reasons: readonly string[];
  readonly remember?: string;
};

/**
 * The user's answer. `once` and `remember` let the call run; `decline` gives the model a result with the user's
 * words; `stop` declines and ends the turn.
 */
export const approvalAnswerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("once") }),
  z.object({ type: z.literal("remember") }),
  z.object({ type: z.literal("decline"), words: z.string() }),
  z.object({ type: z.literal("stop") }),
]);
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
