/**
 * The session log's lines. An entry is immutable; `parentId` makes the log a tree.
 * This file is the only definition of the format: `docs/architecture.md` explains it, `sessions/` reads and writes it.
 */
import { z } from "zod";
import { approvalAnswerSchema, permissionModeSchema } from "./approval.ts";
import { providerErrorSchema } from "./provider-error.ts";
import { assistantPartSchema, sentImageSchema, stopKindSchema, usageSchema } from "./message.ts";
import { previewSchema, toolResultSchema } from "./tool-result.ts";

/** Raised when a reader of the older version could no longer understand the file. */
export const logFormatVersion = 1;

/**
 * The first line of every log. `createdAt` is ISO 8601 in UTC, `cwd` the absolute folder it was started in, `gitBranch`
 * the branch that was checked out there: null outside of git, absent where nobody looked.
 */
export const headerSchema = z.object({
  type: z.literal("header"),
  format: z.number(),
  sessionId: z.string(),
  createdAt: z.string(),
  cwd: z.string(),
  version: z.string(),
  gitBranch: z.string().nullable().optional(),
  /** The session that this one began as a copy of, and the last entry that they share; null when they share none. */
  forkedFrom: z.object({ sessionId: z.string(), entryId: z.string().nullable() }).optional(),
});
export type Header = z.infer<typeof headerSchema>;

export const turnOutcomeSchema = z.enum([
  "completed",
  "failed",
  "limit_reached",
  "interrupted",
  "budget_reached",
]);
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;

/** `id` is unique in the log; `at` is ISO 8601 in UTC. The root's `parentId` is null. */
const entryBase = { id: z.string(), parentId: z.string().nullable(), at: z.string() };

/** A message of the user. `via` says how it reached the model: sent when idle, after the turn, or into it. */
export const userEntrySchema = z.object({
  ...entryBase,
  type: z.literal("user"),
  text: z.string(),
  /** Each once, in the order in which their labels stand in the text; shrunk before they come here. */
  images: z.array(sentImageSchema).optional(),
  via: z.enum(["submit", "queue", "steer"]),
});

export const turnStartEntrySchema = z.object({
  ...entryBase,
  type: z.literal("turn_start"),
  turnId: z.string(),
  /** 32 hex digits, the form of a W3C trace id. */
  traceId: z.string(),
  model: z.string(),
  /** How much it is to think; absent: as its server pleases. */
  effort: z.string().optional(),
  mode: permissionModeSchema,
});

/** One model response: the first half of a step. Times in ms. */
export const assistantEntrySchema = z.object({
  ...entryBase,
  type: z.literal("assistant"),
  turnId: z.string(),
  step: z.number(),
  model: z.string(),
  parts: z.array(assistantPartSchema),
  stop: stopKindSchema,
  usage: usageSchema.optional(),
  latencyMs: z.number(),
  firstTokenMs: z.number().optional(),
  attempts: z.number(),
  /**
   * Id of the last entry that its request was built from, when more entries came while the model answered: it did not
   * know those. Absent when none came.
   */
  requestedAfter: z.string().optional(),
  /** Why it broke off, when the request was sent again: what comes next in this step is a new answer. */
  brokenOff: providerErrorSchema.optional(),
});

export const approvalEntrySchema = z.object({
  ...entryBase,
  type: z.literal("approval"),
  callId: z.string(),
  answer: approvalAnswerSchema,
  /** What was shown when the answer was given. */
  preview: previewSchema,
  /** The rule that was kept, when the answer was "remember". */
  rule: z.string().optional(),
});

/** Written just before a call runs, so that a log cut short still says what was under way. */
export const toolStartEntrySchema = z.object({
  ...entryBase,
  type: z.literal("tool_start"),
  callId: z.string(),
  name: z.string(),
  title: z.string(),
});

export const toolResultEntrySchema = z.object({
  ...entryBase,
  type: z.literal("tool_result"),
  callId: z.string(),
  name: z.string(),
  title: z.string(),
  result: toolResultSchema,
  /** Running time, ms; waiting for an answer does not count. */
  durationMs: z.number(),
});

/**
 * What files held before a call changed them; written before the first of them is touched. `before` names the kept
 * content (SHA-256 of its bytes, hexadecimal); null when there was no file. `notKept` says in words why a content
 * could not be kept.
 */
export const checkpointEntrySchema = z.object({
  ...entryBase,
  type: z.literal("checkpoint"),
  callId: z.string(),
  files: z.array(
    z.object({
      /** Absolute and real. */
      path: z.string(),
      before: z.string().nullable(),
      /** Permission bits, as in stat(2). */
      mode: z.number().optional(),
      notKept: z.string().optional(),
    }),
  ),
});

/**
 * A part of the history that requests no longer hold. `images` and `result` name the call whose result had them, `call`
 * one that is told in words instead, `text` the SHA-256 of what was said (hexadecimal). An image of the user's is named by
 * the SHA-256 of its data. `reasoning` is all of it up to here.
 */
export const leftOutSchema = z.object({
  what: z.enum(["images", "result", "call", "text", "reasoning"]),
  id: z.string(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** Something that happened beside the conversation; the model is told with its next request. */
export const noticeEntrySchema = z.object({
  ...entryBase,
  type: z.literal("notice"),
  text: z.string(),
  /** Ids of the background jobs whose end it tells. */
  endedJobs: z.array(z.string()).optional(),
  /** What requests are built without from here on, because a server refused it. */
  leftOut: z.array(leftOutSchema).optional(),
});

/** A command that the user ran. The model sees it with its next request where it is `shared`, else never. */
export const userCommandEntrySchema = z.object({
  ...entryBase,
  type: z.literal("user_command"),
  command: z.string(),
  cwd: z.string(),
  /** Null when a signal ended it. */
  exitCode: z.number().nullable(),
  /** Without terminal sequences; beginning and end when it was too much. */
  output: z.string(),
  /** Running time, ms. */
  durationMs: z.number(),
  shared: z.boolean(),
});

export const turnEndEntrySchema = z.object({
  ...entryBase,
  type: z.literal("turn_end"),
  turnId: z.string(),
  outcome: turnOutcomeSchema,
  steps: z.number(),
  /** Why, for the outcomes that need a reason. */
  reason: z.string().optional(),
  error: providerErrorSchema.optional(),
});

/**
 * From here on `to` is asked in place of `from`, both `provider/model-id`: for the reason in `error`, or, without one,
 * because it is the model that the user chose and its rest is over.
 */
export const failoverEntrySchema = z.object({
  ...entryBase,
  type: z.literal("failover"),
  from: z.string(),
  to: z.string(),
  error: providerErrorSchema.optional(),
});

export const modelEntrySchema = z.object({
  ...entryBase,
  type: z.literal("model"),
  model: z.string(),
  /** How much it is to think; absent: as its server pleases. */
  effort: z.string().optional(),
});
export const modeEntrySchema = z.object({
  ...entryBase,
  type: z.literal("mode"),
  mode: permissionModeSchema,
});

/** Stands in for all entries before `firstKeptId` in requests; the log keeps them. */
export const compactionEntrySchema = z.object({
  ...entryBase,
  type: z.literal("compaction"),
  summary: z.string(),
  firstKeptId: z.string(),
  /** Who wrote the summary, `provider/model-id`, and what that took; absent for one that no model wrote. */
  model: z.string().optional(),
  usage: usageSchema.optional(),
  /** Tokens of a request before it and after it, estimated. */
  tokens: z.object({ before: z.number(), after: z.number() }).optional(),
});

export const entrySchema = z.discriminatedUnion("type", [
  userEntrySchema,
  turnStartEntrySchema,
  assistantEntrySchema,
  approvalEntrySchema,
  toolStartEntrySchema,
  toolResultEntrySchema,
  turnEndEntrySchema,
  failoverEntrySchema,
  modelEntrySchema,
  modeEntrySchema,
  compactionEntrySchema,
  checkpointEntrySchema,
  noticeEntrySchema,
  userCommandEntrySchema,
]);
export type Entry = z.infer<typeof entrySchema>;

/** An entry as its writer hands it over: the log adds `id`, `parentId` and `at`. */
export type NewEntry = Entry extends infer E
  ? E extends Entry
    ? Omit<E, "id" | "parentId" | "at">
    : never
  : never;
/** A command that the user ran, as its host hands it over. */
export type UserCommand = Omit<EntryOf<"user_command">, "id" | "parentId" | "at" | "type">;
export type EntryOf<T extends Entry["type"]> = Extract<Entry, { type: T }>;
