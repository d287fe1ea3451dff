/**
 * The session log's lines. An entry is immutable; `parentId` makes the log a tree.
 * This file, with those that it takes parts from, is the only definition of the format: `docs/session-format.md` explains
 * it, `sessions/` reads and writes it.
 */
import { z } from "zod";
import { approvalAnswerSchema, permissionModeSchema } from "./approval.ts";
import { fileAfter, fileBefore } from "./entry-files.ts";
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
  /** What of another program it was made from: its id there, and how much of it there was, bytes. */
  importedFrom: z.object({ tool: z.string(), id: z.string(), size: z.number() }).optional(),
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
  /** It was given in another program: nobody paid for it here, so no sum of this session counts it. */
  imported: z.boolean().optional(),
});

/**
 * The user is asked about a call. Where this is the last that the log says of the call, nobody answered and it did not
 * run.
 */
export const questionEntrySchema = z.object({
  ...entryBase,
  type: z.literal("question"),
  callId: z.string(),
  name: z.string(),
  title: z.string(),
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
  /**
   * What the files that the call changed hold since: the SHA-256 of their bytes (hexadecimal), null for a file that is
   * gone. A file that holds something else later was changed outside rein.
   */
  files: z.array(z.object({ ...fileAfter, after: z.string().nullable() })).optional(),
});

/**
 * What files held before a call changed them; written before the first of them is touched, or, for a command, of which
 * nobody knows that beforehand, right after it. `before` names the kept content (SHA-256 of its bytes, hexadecimal);
 * null when there was no file. `notKept` says in words why a content could not be kept. `after` is what the file holds
 * since, as in `tool_result.files`: there where the call had its result already, as when it was stopped.
 */
export const checkpointEntrySchema = z.object({
  ...entryBase,
  type: z.literal("checkpoint"),
  callId: z.string(),
  files: z.array(z.object({ ...fileBefore, ...fileAfter, after: z.string().nullable().optional() })),
  /** What could not be seen of what the call changed, in words for the user. */
  note: z.string().optional(),
  /** More files than are named were changed, all with paths from `first` to `last`, by code unit. */
  unnamed: z.object({ first: z.string(), last: z.string() }).optional(),
});

/**
 * Files were brought back to what they held when the entry `to` was the last one of the log; null: when the session
 * began. Written before the first of them is touched: `before` is what each held until then, `after` what it is to hold
 * (null: no file).
 */
export const restoreEntrySchema = z.object({
  ...entryBase,
  type: z.literal("restore"),
  to: z.string().nullable(),
  files: z.array(z.object({ ...fileBefore, ...fileAfter, after: z.string().nullable() })),
});

/**
 * The user went to another place of the tree: the conversation goes on behind this entry's parent, `from` is the last
 * entry of the branch that was left. Going back again is another one.
 */
export const moveEntrySchema = z.object({ ...entryBase, type: z.literal("move"), from: z.string() });

/**
 * What the session is called from here on; the last one counts, whatever branch it stands in. Empty: by its first
 * message.
 */
export const titleEntrySchema = z.object({
  ...entryBase,
  type: z.literal("title"),
  title: z.string(),
  by: z.enum(["user", "model"]),
  /** What it took a model, `provider/model-id`, to find it. */
  model: z.string().optional(),
  usage: usageSchema.optional(),
});

/** A name that the user gave to a place of the tree; the last one of a place counts, an empty one takes it away. */
export const labelEntrySchema = z.object({
  ...entryBase,
  type: z.literal("label"),
  entryId: z.string(),
  label: z.string(),
});

/**
 * What the user wants to be otherwise in requests from here on. A part is an entry, or with `callId` the call of it with
 * its result; what was said last of a part counts. `exclude` leaves it out, `shorten` and `summarise` put `text` in its
 * place, `pin` keeps it through every summary. `restore` and `unpin` take that back. A summary (`compaction`) that is
 * excluded stands for nothing any more: what it stood for is there again.
 */
export const contextEditEntrySchema = z.object({
  ...entryBase,
  type: z.literal("context_edit"),
  edits: z.array(
    z.object({
      entryId: z.string(),
      callId: z.string().optional(),
      action: z.enum(["exclude", "shorten", "summarise", "restore", "pin", "unpin"]),
      text: z.string().optional(),
      /** What the part took before, tokens, estimated: what is said in its place names it. */
      tokens: z.number().optional(),
    }),
  ),
  /** What it took a model to summarise. */
  model: z.string().optional(),
  usage: usageSchema.optional(),
  /** Tokens of a request before it and after it, estimated. */
  tokens: z.object({ before: z.number(), after: z.number() }).optional(),
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
  questionEntrySchema,
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
  restoreEntrySchema,
  moveEntrySchema,
  titleEntrySchema,
  labelEntrySchema,
  contextEditEntrySchema,
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
