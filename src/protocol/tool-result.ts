/** What a tool call may touch, what is shown of it before it runs, and what comes back. */
import { z } from "zod";
import { encodedImageSchema } from "./message.ts";

/** The risk class of a tool. `read` calls may run side by side, all others one after the other. */
export const riskSchema = z.enum(["read", "write", "execute", "network"]);
export type Risk = z.infer<typeof riskSchema>;

/** One thing that a prepared call will touch; what the permission decision is made from. Paths are absolute and real. */
export type Access =
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "write"; readonly path: string; readonly caution?: WriteCaution }
  | { readonly type: "execute"; readonly command: string; readonly cwd: string }
  | { readonly type: "network"; readonly url: string }
  /** A tool of an MCP server, by the names that they have there. */
  | { readonly type: "mcp"; readonly server: string; readonly tool: string }
  /** A plan that waits for the user's yes; it touches nothing. */
  | { readonly type: "plan" };

/**
 * What the path of a file does not tell of it.
 * - `dangling_link`: it was named by a link to nothing yet, which would make the file where the link leads
 * - `other_names`: it has hard links, which keep what it held when it is replaced
 */
export type WriteCaution = "dangling_link" | "other_names";

/** A file just before a change: null for what is not there yet. `path` is absolute and real, `mode` as in stat(2). */
export type FileBefore = {
  readonly path: string;
  readonly before: { readonly bytes: Uint8Array; readonly mode: number } | null;
};

/** A stretch of changed lines with context around them, as unified diffs have them. Line numbers count from 1. */
export const hunkSchema = z.object({
  oldStart: z.number(),
  newStart: z.number(),
  /** Each begins with " ", "-", "+", or "\\" for the note that the last line has no line break; without its line end. */
  lines: z.array(z.string()),
});
export type Hunk = z.infer<typeof hunkSchema>;

/**
 * A change to one file: only what differs, so that a small edit of a huge file is small on screen and in the log.
 * `replaced` is `modified` with texts too different to be compared in time: all lines count as removed and added.
 */
export const fileChangeSchema = z.object({
  /** As it is shown: relative to the project where it is inside. For a move, the new path. */
  path: z.string(),
  kind: z.enum(["created", "modified", "replaced", "deleted", "unchanged"]),
  movedFrom: z.string().optional(),
  hunks: z.array(hunkSchema),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** What a call changes in files, all of it. */
export const changesSchema = z.object({ type: z.literal("changes"), files: z.array(fileChangeSchema) });
export type Changes = z.infer<typeof changesSchema>;

/** One file's change as whole texts: only read from logs, as the first versions wrote it. */
export const wholeTextsSchema = z.object({
  type: z.literal("diff"),
  path: z.string(),
  before: z.string().nullable(),
  after: z.string(),
});
export type WholeTexts = z.infer<typeof wholeTextsSchema>;

/** What a question shows, all of it: the user allows exactly this. */
export const previewSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("command"),
    command: z.string(),
    cwd: z.string(),
    /** How it runs where that is not plain: in another folder than the project's, in the background. */
    how: z.string().optional(),
  }),
  changesSchema,
  wholeTextsSchema,
  z.object({ type: z.literal("text"), text: z.string() }),
]);
export type Preview = z.infer<typeof previewSchema>;

/** How a finished panel shows its result, beyond the text the model gets. */
const resultViewSchema = z.discriminatedUnion("type", [
  changesSchema,
  wholeTextsSchema,
  z.object({
    type: z.literal("command"),
    exitCode: z.number().nullable(),
    output: z.string(),
    /** The shell's folder when the command had ended: absolute. Absent when it is not known. */
    endedIn: z.string().optional(),
  }),
  z.object({ type: z.literal("text"), text: z.string() }),
]);

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
    /** For models that see, in addition to `text`, which names them; shrunk before they come here. */
    images: z.array(encodedImageSchema).optional(),
    view: resultViewSchema.optional(),
    /** The background job that it tells of, and whether that went on running. */
    job: z.object({ id: z.string(), runs: z.boolean() }).optional(),
  }),
  z.object({
    ok: z.literal(false),
    kind: toolFailureKindSchema,
    message: z.string(),
    view: resultViewSchema.optional(),
  }),
]);
export type ToolResult = z.infer<typeof toolResultSchema>;

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
