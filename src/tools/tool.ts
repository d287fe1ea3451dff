/** The contract between the engine and every tool. */
import type { z } from "zod";
import type { CallClass, HunkAnswer, PermissionMode } from "../protocol/approval.ts";
import type { SkippedOutput } from "../protocol/event.ts";
import type { Access, FileBefore, Preview, Risk, ToolResult } from "../protocol/tool-result.ts";
import type { SessionShell } from "./session-shell.ts";

/**
 * One tool. A call is taken up in two steps, so that what is allowed is exactly what was shown: `prepare` looks and
 * touches nothing, `run` of what it returned does the work and nothing else.
 */
export interface Tool<Input = unknown> {
  readonly name: string;
  /** Other names models know it by. */
  readonly aliases?: readonly string[];
  /** What the model reads about it. */
  readonly description: string;
  readonly risk: Risk;
  /** The arguments; also the JSON schema that the model gets (`z.toJSONSchema` with `io: "input"`). */
  readonly schema: z.ZodType<Input>;
  /** A few words for the panel before the call is prepared, from arguments that fit the schema. Never throws. */
  title(input: Input): string;
  /**
   * Looks at the world and says what the call will touch and do. May throw a `ToolError` (an expected failure, told
   * to the model); anything else it throws is told to the model as a crash of the tool.
   */
  prepare(input: Input, context: ToolContext): Promise<PreparedCall>;
}

/** What a tool knows of the session it works for. */
export interface ToolContext {
  /** The project's folder: absolute, real. Relative paths start here. */
  readonly cwd: string;
  /** What this session has read, so that nothing is overwritten unseen. */
  readonly reads: ReadLedger;
  /** What the session's commands share. */
  readonly shell: SessionShell;
  /** The permission mode in force, and how a call that the user has agreed to changes it. */
  readonly mode?: { get(): PermissionMode; set(mode: PermissionMode): void };
  /** True for files whose content a search leaves out; absent, it leaves out none. */
  readonly hidesFromSearch?: (path: string) => boolean;
}

/** A call that is ready to run. */
export interface PreparedCall {
  /** Everything it will touch. */
  readonly accesses: readonly Access[];
  /** What the user is shown and allows. */
  readonly preview: Preview;
  /**
   * The same change with only some of the preview's hunks, or with the user's own text in them. Throws a `ToolError` when
   * the answers do not fit the preview. The result of its run tells the model which hunks were applied, left out and
   * edited. Absent where a call can only be taken whole.
   */
  partly?(answers: readonly HunkAnswer[]): PreparedCall;
  /**
   * Does it. Throws a `ToolError` when the world changed since `prepare` in a way that matters. Ends promptly when
   * the signal fires and leaves nothing running; what it then returns is not used.
   */
  run(run: ToolRun): Promise<ToolResult>;
}

export interface ToolRun {
  readonly signal: AbortSignal;
  /** Live output for the panel's tail, and what was left out just before it. May be called at any rate. */
  readonly onOutput: (text: string, skipped?: SkippedOutput) => void;
  /**
   * Records what files hold before the call changes them. A tool that changes files calls it once, with all of them,
   * just before its first write. What cannot be kept is told to the user, and the change goes on.
   */
  readonly keepBefore: (files: readonly FileBefore[]) => Promise<void>;
  /** What kind of call the policy takes it to be; it decides how a command is confined. @default "needs_approval" */
  readonly class?: CallClass;
  /**
   * Puts one more question about this call to the user while it runs, as when a command wants to leave its sandbox. Never
   * remembered. Resolves "no" where nobody can be asked.
   */
  readonly ask?: (question: FurtherQuestion) => Promise<"yes" | "no">;
}

/** A question that comes up while a call runs. */
export type FurtherQuestion = {
  /** For the heading, as in "to connect to example.org:443". */
  readonly wants: string;
  readonly preview: Preview;
  readonly reasons: readonly string[];
};

/** Lines of a text, both ends included, from 1. */
export type LineSpan = { readonly from: number; readonly to: number };

/** What the session knows of a file. */
export type ReadRecord = {
  /** What the file held then: SHA-256 of its bytes, hex. */
  readonly hash: string;
  /** Every line of that content was shown uncut, in one read or in several, or the session wrote all of it. */
  readonly whole: boolean;
};

/** Which files the session has read, by real path. */
export interface ReadLedger {
  get(path: string): ReadRecord | undefined;
  /**
   * The file was read and these lines of it were shown uncut; called more than once for lines that do not stand
   * together. `"all"` also for an empty file, `"none"` for what is not shown as its text: an image, a PDF, a notebook.
   * Lines that were shown of the same content before still count. `totalLines` is that of the whole text.
   */
  noteRead(path: string, hash: string, shown: LineSpan | "all" | "none", totalLines: number): void;
  /** The session wrote the whole content itself. */
  noteWritten(path: string, hash: string): void;
  /** The session changed passages: it knows the whole file if it knew it before. */
  noteEdited(path: string, hash: string): void;
  /** Nothing is known any more: the conversation goes on from a place at which it may not have been. */
  forget(): void;
}

/** An expected failure of a tool; its message is for the model and says what to do instead. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly kind: "failed" | "timeout" | "invalid_arguments";

  constructor(message: string, kind: "failed" | "timeout" | "invalid_arguments" = "failed") {
    super(message);
    this.kind = kind;
  }
}
