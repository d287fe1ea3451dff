/** What a tool call may touch, what is shown of it before it runs, and what comes back. */
import { z } from "zod";

/** The risk class of a tool. `read` calls may run side by side, all others one after the other. */
export const riskSchema = z.enum(["read", "write", "execute", "network"]);
export type Risk = z.infer<typeof riskSchema>;

/** One thing that a prepared call will touch; what the permission decision is made from. Paths are absolute and real. */
export type Access =
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "write"; readonly path: string }
  | { readonly type: "execute"; readonly command: string; readonly cwd: string }
  | { readonly type: "network"; readonly url: string };

/** A change to one file as whole texts; the screen makes the diff from them. `before` is null for a new file. */
export const fileChangeSchema = z.object({
  type: z.literal("diff"),
  path: z.string(),
  before: z.string().nullable(),
  after: z.string(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** What a question shows, all of it: the user allows exactly this. */
export const previewSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("command"), command: z.string(), cwd: z.string() }),
  fileChangeSchema,
  z.object({ type: z.literal("text"), text: z.string() }),
]);
export type Preview = z.infer<typeof previewSchema>;

/** How a finished panel shows its result, beyond the text the model gets. */
export const resultViewSchema = z.discriminatedUnion("type", [
  fileChangeSchema,
  z.object({ type: z.literal("command"), exitCode: z.number().nullable(), output: z.string() }),
  z.object({ type: z.literal("text"), text: z.string() }),
]);
export type ResultView = z.infer<typeof resultViewSchema>;

export const toolFailureKindSchema = z.enum([
  "unknown_tool",
  "bad_json",
  "invalid_arguments",
  "incomplete_call",
  "declined",
  "not_allowed",
  "interrupted",
  "timeout",
  "failed",
]);
export type ToolFailureKind = z.infer<typeof toolFailureKindSchema>;

/**
 * The one answer to a tool call. `text` and `message` are what the model reads; `summary` is a few words for the
 * panel's head. A command that ran and exited non-zero is `ok: true`: it answered.
 */
export const toolResultSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    text: z.string(),
    summary: z.string().optional(),
    view: resultViewSchema.optional(),
  }),
  z.object({
    ok: z.literal(false),
    kind: toolFailureKindSchema,
    message: z.string(),
    view: resultViewSchema.optional(),
  }),
]);
export type ToolResult = z.infer<typeof toolResultSchema>;
export type ToolSuccess = Extract<ToolResult, { ok: true }>;

/** The life of a call, as its panel shows it. */
export type CallStatus =
  "pending" | "awaiting_approval" | "running" | "done" | "failed" | "declined" | "interrupted";

/** The status in which a call with this result has ended. */
export function statusOf(result: ToolResult): CallStatus {
  if (result.ok) return "done";
  switch (result.kind) {
    case "declined":
    case "not_allowed":
      return "declined";
    case "interrupted":
      return "interrupted";
    default:
      return "failed";
  }
}
